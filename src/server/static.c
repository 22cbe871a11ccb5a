/* static.c - finds an embedded file and its type. */
#include "server/static.h"

#include <string.h>

static const char NO_PAGE[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Azulejo</title>"
    "<h1>Azulejo is running</h1><p>This program was built without its page. "
    "<code>make web</code>, then <code>make</code>, builds it in; "
    "<code>make run</code> does both.</p></html>\n";

static const static_file no_page = {
    .path = "/index.html",
    .tag = "\"none\"",
    .plain = {(const unsigned char *)NO_PAGE, (const unsigned char *)NO_PAGE + sizeof NO_PAGE - 1}};

const static_file *static_find(const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (const static_file *f = static_embedded; f->path; f++)
        if (strcmp(f->path, path) == 0)
            return f;
    return strcmp(path, no_page.path) == 0 ? &no_page : NULL;
}

const char *static_type(const char *path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return strcmp(path, "/") == 0 ? types[0][1] : "application/octet-stream";
}

/* The page's build puts a hash into the name of everything under assets. */
bool static_is_named_by_content(const char *path)
{
    return strncmp(path, "/assets/", 8) == 0;
}
