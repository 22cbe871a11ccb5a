/* derive.h - what a state keeps twice for speed, made from what a form says. */
#ifndef TEXT_DERIVE_H
#define TEXT_DERIVE_H

#include <azulejo/rules.h>

void text_derive_classic(azj_classic *s);
void text_derive_duel(azj_duel *s);

#endif
