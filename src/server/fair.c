/* fair.c - the fair shuffle: see fair.h. */
#include "server/fair.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(FAIR_BYTES == crypto_hash_sha256_BYTES, "a commitment is a SHA-256");
_Static_assert(FAIR_BYTES == crypto_auth_hmacsha256_BYTES, "a seed is an HMAC-SHA-256");

void fair_secret(uint8_t secret[FAIR_BYTES])
{
    randombytes_buf(secret, FAIR_BYTES);
}

void fair_commit(const uint8_t secret[FAIR_BYTES], uint8_t commitment[FAIR_BYTES])
{
    crypto_hash_sha256(commitment, secret, FAIR_BYTES);
}

void fair_seed(const uint8_t secret[FAIR_BYTES], uint8_t contribution[][FAIR_BYTES],
               unsigned players, uint8_t seed[FAIR_BYTES])
{
    static const char label[] = "azulejo seed 1";
    crypto_auth_hmacsha256_state h;
    crypto_auth_hmacsha256_init(&h, secret, FAIR_BYTES);
    crypto_auth_hmacsha256_update(&h, (const uint8_t *)label, sizeof label - 1);
    for (unsigned i = 0; i < players; i++)
        crypto_auth_hmacsha256_update(&h, contribution[i], FAIR_BYTES);
    crypto_auth_hmacsha256_final(&h, seed);
}

void fair_rng(const uint8_t seed[FAIR_BYTES], unsigned version, uint32_t deal, azj_rng *rng)
{
    uint8_t text[16], mac[FAIR_BYTES];
    uint64_t words[4] = {0};
    assert(version >= 1 && version <= FAIR_VERSION);
    memcpy(text, "azulejo deal", 12);
    for (unsigned i = 0; i < 4; i++)
        text[12 + i] = (uint8_t)(deal >> (24 - 8 * i));
    crypto_auth_hmacsha256(mac, text, sizeof text, seed);
    for (unsigned i = 0; i < FAIR_BYTES; i++)
        words[i / 8] = words[i / 8] << 8 | mac[i];
    if (version == 1)
        azj_rng_seed(rng, words[0]);
    else
        azj_rng_seed_256(rng, words);
}

void fair_deal(const uint8_t seed[FAIR_BYTES], unsigned version, azj_state *s, uint32_t *deals)
{
    azj_rng rng;
    if (s->head.phase != AZJ_PHASE_DEAL)
        return;
    fair_rng(seed, version, (*deals)++, &rng);
    azj_deal(s, &rng);
}
