#!/usr/bin/env python3
"""wrap-docs.py [--check] [FILE...]: wraps the paragraphs and list items of Markdown files at 120 columns.

Without files: all that git tracks. Code blocks, tables, headings, HTML, link definitions and what tools/protocol.py writes stay
as they are. --check changes nothing and names the files that would change."""
import re
import subprocess
import sys

WIDTH = 120
ITEM = re.compile(r"( *)([-*+]|\d+\.) +(?=\S)")
VERBATIM = re.compile(r" {0,3}(#|\||<|!\[|\[[^\]]+\]: |>|(---|===)+\s*$)| {4,}\S")
FENCE = re.compile(r" *(```|~~~)")
# Another tool writes what stands between these two lines.
GENERATED = re.compile(r"<!-- (protocol\.def:|end)")
# Where a line must not break: within code and within the text or the target of a link there are no spaces of ours.
CODE = re.compile(r"`[^`]*`")
GLUE = "\0"


def fill(text, first, rest):
    """Like textwrap, but keeps code in one piece and never begins a line with what Markdown takes for an item."""
    words = CODE.sub(lambda m: m[0].replace(" ", GLUE), " ".join(text.split())).split(" ")
    lines, line = [], first + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) <= WIDTH or re.fullmatch(r"[-*+#>|]|\d+\.", word):
            line += " " + word
        else:
            lines.append(line)
            line = rest + word
    return [part.replace(GLUE, " ") for part in [*lines, line]]


def fill_paragraph(lines):
    if any(line.endswith("  ") for line in lines[:-1]):
        return lines  # two spaces at the end of a line are a line break
    item = ITEM.match(lines[0])
    first = item[0] if item else re.match(" *", lines[0])[0]
    return fill(" ".join([lines[0][len(first):], *lines[1:]]), first, " " * len(first))


def wrap(source):
    out, paragraph = [], []
    front, _, body = source.partition("\n---\n") if source.startswith("---\n") else ("", "", source)
    in_code = in_generated = False

    def end_paragraph():
        out.extend(fill_paragraph(paragraph) if paragraph else [])
        paragraph.clear()

    for line in body.split("\n"):
        item = ITEM.match(line)
        fence = FENCE.match(line)
        # An indented line is code only where no paragraph goes on.
        verbatim = in_code or in_generated or fence or not line.strip() or (
            not item and VERBATIM.match(line) and not (paragraph and line.startswith(" ")))
        if item or verbatim:
            end_paragraph()
        if fence:
            in_code = not in_code
        if GENERATED.match(line):
            in_generated = not in_generated
        (out if verbatim else paragraph).append(line)
    end_paragraph()
    return (front + "\n---\n" if front else "") + "\n".join(out)


def main():
    words = sys.argv[1:]
    check = words[:1] == ["--check"]
    files = words[check:] or subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True, check=True).stdout.split()
    wrong = []
    for name in files:
        with open(name, encoding="utf-8") as file:
            before = file.read()
        after = wrap(before)
        assert after.split() == before.split(), f"{name}: the words would change"
        if after != before:
            wrong.append(name)
            if not check:
                with open(name, "w", encoding="utf-8") as file:
                    file.write(after)
    if check and wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
