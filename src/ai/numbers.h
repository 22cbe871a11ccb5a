/* numbers.h - exp, log and logistic in plain IEEE operations, so that every platform computes the
 * same bits (those of libm differ between platforms). */
#ifndef AI_NUMBERS_H
#define AI_NUMBERS_H

#include <stdint.h>
#include <string.h>

/* 2^x for |x| < 120, relative error below 1e-6. */
static inline float numbers_exp2(float x)
{
    const int whole = (int)(x < 0 ? x - 0.5f : x + 0.5f);
    const float f = (x - (float)whole) * 0.693147181f; /* |f| <= 0.35 */
    const float p =
        1 + f * (1 + f * (0.5f + f * (0.16666667f + f * (0.041666668f + f * 0.0083333333f))));
    const uint32_t bits = (uint32_t)(whole + 127) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return p * scale;
}

/* e^x, clamped to what a float holds. */
static inline float numbers_exp(float x)
{
    const float y = x * 1.44269504f;
    return numbers_exp2(y > 120 ? 120 : y < -120 ? -120 : y);
}

/* 1 / (1 + e^-x) */
static inline float numbers_logistic(float x)
{
    return 1 / (1 + numbers_exp(-x));
}

/* Natural logarithm of x > 0, absolute error below 1e-5. */
static inline float numbers_log(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> 23) - 127;
    bits = (bits & 0x7fffffu) | 0x3f800000u;
    float m;
    memcpy(&m, &bits, sizeof m); /* 1 <= m < 2 */
    const float t = (m - 1) / (m + 1), t2 = t * t;
    const float ln =
        2 * t * (1 + t2 * (0.33333333f + t2 * (0.2f + t2 * (0.14285714f + t2 * 0.11111111f))));
    return ln + (float)exponent * 0.693147181f;
}

/* Square root by the processor: IEEE rounds it the same everywhere. */
static inline float numbers_sqrt(float x)
{
    return __builtin_sqrtf(x);
}

#endif
