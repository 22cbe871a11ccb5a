/* error.c - names and sentences of the error codes. */
#include <azulejo/error.h>

#define NAME(name, text) #name,
#define TEXT(name, text) text,
static const char *const names[AZJ_ERROR_NB] = {AZJ_ERRORS(NAME)};
static const char *const texts[AZJ_ERROR_NB] = {AZJ_ERRORS(TEXT)};

const char *azj_error_name(azj_error code)
{
    return (unsigned)code < AZJ_ERROR_NB ? names[code] : "UNKNOWN";
}

const char *azj_error_template(azj_error code)
{
    return (unsigned)code < AZJ_ERROR_NB ? texts[code] : "an unknown error";
}
