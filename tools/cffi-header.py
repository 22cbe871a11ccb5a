#!/usr/bin/env python3
"""cffi-header.py [INCLUDE] > azulejo_cffi.h: the public headers as one file of declarations that Python's cffi reads.

The compiler resolves includes and macros (without the C library's headers, whose few types cffi knows); functions that
stand in the headers become declarations, because the library has them too; the numbers of #define lines are kept."""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADERS = ["azulejo.h", "gpu.h"]


def preprocessed(include):
    with tempfile.TemporaryDirectory() as empty:
        for name in ["stdint.h", "stddef.h"]:
            open(os.path.join(empty, name), "w", encoding="utf-8").close()
        source = "".join(f"#include <azulejo/{name}>\n" for name in HEADERS)
        command = [os.environ.get("CC", "gcc"), "-std=c17", "-nostdinc", "-DAZJ_INLINE=INLINE", "-I", empty, "-I", include]
        return subprocess.run([*command, "-E", "-P", "-x", "c", "-"], input=source, check=True, capture_output=True,
                              text=True).stdout


def without_bodies(text):
    """Replaces `INLINE type name(...) { ... }` by its declaration."""
    out, at = [], 0
    while (start := text.find("INLINE ", at)) >= 0:
        out.append(text[at:start])
        brace = text.index("{", start)
        out.append(text[start + len("INLINE "):brace].rstrip() + ";\n")
        depth, at = 1, brace + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
    return "".join(out) + text[at:]


def numbers(include):
    for name in sorted(os.listdir(os.path.join(include, "azulejo"))):
        with open(os.path.join(include, "azulejo", name), encoding="utf-8") as file:
            for match in re.finditer(r"^#define (AZJ_\w+) (0x[0-9a-f]+|\d+)u?\b", file.read(), re.M):
                yield f"#define {match[1]} {match[2]}\n"


def main():
    include = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "include")
    text = without_bodies(preprocessed(include))
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    text = re.sub(r"_Static_assert\s*\(.*?\);\n?", "", text, flags=re.S)
    print("/* Made by tools/cffi-header.py from include/azulejo/: do not edit. */")
    print("".join(numbers(include)) + text, end="")


if __name__ == "__main__":
    main()
