/* http.c - plain answers and the page's files. */
#include "server/http.h"

#include "server/static.h"

#include <string.h>

void http_text(conn *c, int status, const char *text)
{
    transport_reply(c, &(http_reply){.status = status, .body = text, .length = strlen(text)});
}

static void reply_file(conn *c, const http_request *q, const static_file *f)
{
    const bool packed = q->gzip && f->gzip;
    const unsigned char *from = packed ? f->gzip : f->data,
                        *end = packed ? f->gzip_end : f->data_end;
    http_reply r = {.status = 200,
                    .type = static_type(f->path),
                    .body = from,
                    .length = (size_t)(end - from),
                    .lasting = true,
                    .encoding = packed ? "gzip" : NULL,
                    .cache = static_is_named_by_content(f->path)
                                 ? "public, max-age=31536000, immutable"
                                 : "no-cache",
                    .tag = f->tag};
    if (strcmp(q->known_tag, f->tag) == 0) {
        r.status = 304;
        r.length = 0;
        r.encoding = NULL;
    }
    transport_reply(c, &r);
}

void http_static(conn *c, const http_request *q)
{
    const static_file *f = static_find(q->path);
    if (strcmp(q->method, "GET") != 0 && strcmp(q->method, "HEAD") != 0)
        http_text(c, 405, "only GET and HEAD here\n");
    else if (!f)
        http_text(c, 404, "there is nothing here\n");
    else
        reply_file(c, q, f);
}
