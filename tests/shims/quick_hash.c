/* quick_hash.c - loaded into a server (LD_PRELOAD), it makes hashes of passwords that are quickly
 * made and checked: the cheapest of Argon2id, a two thousandth of the time. */
#include <sodium.h>

/* The costs that are asked for are not used; a check reads them from the hash. */
int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const password,
                      unsigned long long length, unsigned long long operations, size_t memory)
{
    (void)operations;
    (void)memory;
    return crypto_pwhash_str_alg(out, password, length, crypto_pwhash_OPSLIMIT_MIN,
                                 crypto_pwhash_MEMLIMIT_MIN, crypto_pwhash_ALG_ARGON2ID13);
}
