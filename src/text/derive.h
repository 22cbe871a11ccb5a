/* derive.h - computes the fields of a state that follow from others and are stored for speed. */
#ifndef TEXT_DERIVE_H
#define TEXT_DERIVE_H

#include <azulejo/rules.h>

void text_derive_classic(azj_classic *s);
void text_derive_duel(azj_duel *s);

#endif
