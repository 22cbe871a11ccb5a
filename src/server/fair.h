/* fair.h - the fair shuffle: nobody, the server included, can choose or foresee the deal.
 *
 * 1. Before anybody sits down the server draws a secret of 32 bytes and shows its commitment,
 *    SHA-256(secret).
 * 2. Every person adds 32 bytes of their own when ready, without knowing the secret.
 * 3. seed = HMAC-SHA-256(key: secret, "azulejo seed 1" | c0 | c1 | …), a seat without a
 *    contribution (a bot) counting as 32 zero bytes.
 * 4. Deal number k (from 0) uses the generator of azulejo/rng.h, seeded from
 *    HMAC-SHA-256(key: seed, "azulejo deal" | k as 4 bytes big-endian). Version 2: all 32 bytes, as
 *    four big-endian words, are the generator's state. Version 1: the first 8 bytes, big-endian,
 *    are a seed of 64 bits.
 * 5. At the end the secret is shown, and anybody can deal the game again (`azulejo verify`).
 */
#ifndef SERVER_FAIR_H
#define SERVER_FAIR_H

#include <azulejo/rules.h>

/* FAIR_VERSION: of new tables. A table keeps the version with which it was made. */
enum { FAIR_BYTES = 32, FAIR_VERSION = 2 };

void fair_secret(uint8_t secret[FAIR_BYTES]); /* a new one */
void fair_commit(const uint8_t secret[FAIR_BYTES], uint8_t commitment[FAIR_BYTES]);
void fair_seed(const uint8_t secret[FAIR_BYTES], uint8_t contribution[][FAIR_BYTES],
               unsigned players, uint8_t seed[FAIR_BYTES]);
/* The generator of one deal; `version` is 1 to FAIR_VERSION. */
void fair_rng(const uint8_t seed[FAIR_BYTES], unsigned version, uint32_t deal, azj_rng *rng);

/* Deals if chance is to decide, and counts the deal. */
void fair_deal(const uint8_t seed[FAIR_BYTES], unsigned version, azj_state *s, uint32_t *deals);

#endif
