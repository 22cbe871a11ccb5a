/* azulejo/azulejo.h - everything at once. Reading order: rules.h, text.h, then engine.h; batch.h
 * for learning. */
#ifndef AZULEJO_H
#define AZULEJO_H

#include <azulejo/batch.h>
#include <azulejo/engine.h>
#include <azulejo/rules.h>
#include <azulejo/text.h>

#endif
