/* pq.h - libpq, PostgreSQL's client library, which is loaded when a database is first opened.
 *
 * It brings some twenty others (TLS, Kerberos, LDAP): linked with it, every start of the program
 * would take four times as long, and it would not start at all where libpq is not installed. The
 * types come from its header; its functions are called as pq.clear() for PQclear() and so on.
 */
#ifndef SERVER_PQ_H
#define SERVER_PQ_H

#include "server/store.h"

#include <libpq-fe.h>

/* X(name): the functions that are used, without their PQ. */
#define PQ_FUNCTIONS(X)   \
    X(clear)              \
    X(cmdTuples)          \
    X(connectdbParams)    \
    X(consumeInput)       \
    X(enterPipelineMode)  \
    X(errorMessage)       \
    X(exitPipelineMode)   \
    X(finish)             \
    X(flush)              \
    X(freemem)            \
    X(getResult)          \
    X(getlength)          \
    X(getvalue)           \
    X(isBusy)             \
    X(notifies)           \
    X(ntuples)            \
    X(pipelineSync)       \
    X(resultErrorField)   \
    X(resultErrorMessage) \
    X(resultStatus)       \
    X(sendPrepare)        \
    X(sendQueryParams)    \
    X(sendQueryPrepared)  \
    X(serverVersion)      \
    X(setNoticeProcessor) \
    X(setnonblocking)     \
    X(socket)             \
    X(status)

#define PQ_POINTER(name) __typeof__(&PQ##name) name;
typedef struct pq_functions {
    PQ_FUNCTIONS(PQ_POINTER)
} pq_functions;
#undef PQ_POINTER

/* Set by the first pq_load that succeeds, and never changed again. */
extern pq_functions pq;

/* To be called before anything else of `pq`, by any thread, as often as one likes. False: the
 * library is missing or too old, and `error` says what to install. */
bool pq_load(char error[STORE_ERROR_MAX]);

#endif
