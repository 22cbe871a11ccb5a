/* azulejo/azulejo.h - everything at once. Reading order: rules.h, then engine.h. */
#ifndef AZULEJO_H
#define AZULEJO_H

#include <azulejo/engine.h>
#include <azulejo/rules.h>

#endif
