/* azulejo/azulejo.h - includes all public headers. Reading order: rules.h, text.h, engine.h;
 * batch.h for machine learning, layout.h for other languages. */
#ifndef AZULEJO_H
#define AZULEJO_H

#include <azulejo/batch.h>
#include <azulejo/engine.h>
#include <azulejo/layout.h>
#include <azulejo/rules.h>
#include <azulejo/text.h>

#endif
