/* http.c - plain answers and the page's files. */
#include "server/http.h"

#include "server/static.h"

#include <string.h>

void http_text(conn *c, int status, const char *text)
{
    transport_reply(c, &(http_reply){.status = status, .body = text, .length = strlen(text)});
}

/* The smallest form that the client understands. */
static http_reply file_for(const static_file *f, const http_request *q)
{
    http_reply r = {.status = 200,
                    .type = static_type(f->path),
                    .lasting = true,
                    .varies = f->gzip.from || f->brotli.from,
                    .tag = f->tag};
    r.body = f->plain.from;
    r.length = (size_t)(f->plain.end - f->plain.from);
    if (q->brotli && f->brotli.from) {
        r.body = f->brotli.from;
        r.length = (size_t)(f->brotli.end - f->brotli.from);
        r.encoding = "br";
    } else if (q->gzip && f->gzip.from) {
        r.body = f->gzip.from;
        r.length = (size_t)(f->gzip.end - f->gzip.from);
        r.encoding = "gzip";
    }
    return r;
}

static void reply_file(conn *c, const http_request *q, const static_file *f)
{
    http_reply r = file_for(f, q);
    r.cache =
        static_is_named_by_content(f->path) ? "public, max-age=31536000, immutable" : "no-cache";
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
