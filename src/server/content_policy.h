/* content_policy.h - what the page may fetch and run: nothing but its own files;
 * 'wasm-unsafe-eval' is what WebAssembly needs. The server sends it in a header, and
 * web/vite.config.ts reads the strings of this file for the built page, so that it holds on any
 * other host. */
#ifndef SERVER_CONTENT_POLICY_H
#define SERVER_CONTENT_POLICY_H

#define CONTENT_POLICY                                                                    \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "        \
    "img-src 'self' blob: data:; worker-src 'self'; object-src 'none'; base-uri 'none'; " \
    "form-action 'none'"

#endif
