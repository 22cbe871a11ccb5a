#!/usr/bin/env python3
"""protocol.py [--check] [ROOT]: writes what follows from src/server/protocol.def

  docs/server.md              the tables between the lines `<!-- protocol.def: NAME -->` and `<!-- end -->`
  web/src/online/events.ts    the types of events and of requests, and what the page checks

With --check nothing is written: exit code 1 names the files that are out of date.
"""
import os
import re
import sys
import textwrap

TYPES = {
    "count": "number",
    "text": "string",
    "flag": "boolean",
    "mark": "boolean",
    "move": "Move",
    "notation": "string",
    "scores": "ScoreEvent[]",
    "offer": "OfferKind",
    "cause": "Cause",
    "seats": "number[]",
}
ROW = re.compile(r"^(REQUEST|MESSAGE|EVENT|FIELD|PHRASE|CAUSE|GAME_ERROR|ERROR)\(", re.M)


class Fault(Exception):
    pass


def arguments(text, at):
    """The arguments of a row, after its opening bracket."""
    found, depth, word = [], 0, ""
    for token in re.finditer(r'"((?:[^"\\]|\\.)*)"|[(),]|[^"(),]+', text[at:]):
        piece = token.group(0)
        if piece == ")" and depth == 0:
            return [*found, word]
        if piece == "," and depth == 0:
            found.append(word)
            word = ""
        elif token.group(1) is not None:  # strings side by side are one
            word += token.group(1).replace('\\"', '"')
        else:
            depth += (piece == "(") - (piece == ")")
            word += piece.strip()
    raise Fault("src/server/protocol.def: a row has no end")


def rows_of(path):
    """{"EVENT": [[code, name, fields, meaning], …], …}; comments and directives do not count."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    rows = {}
    for row in ROW.finditer(text):
        rows.setdefault(row.group(1), []).append(arguments(text, row.end()))
    for name in ("REQUEST", "MESSAGE", "EVENT", "FIELD", "PHRASE", "CAUSE"):
        if name not in rows:
            raise Fault(f"{path} has no row {name}(…)")
    return rows


def fields_of(event, rows):
    """The fields of an event and their types, in the order in which they are sent."""
    has = set(re.findall(r"HAS\((\w+)\)", event[2]))
    fields = [(name, kind) for name, kind, _ in rows["FIELD"] if name in has]
    for kind in {kind for _, kind in fields} - set(TYPES):
        raise Fault(f"tools/protocol.py has no TypeScript type for the field type {kind}")
    if len(fields) != len(has):
        raise Fault(f"the event {event[1]} has a field that no FIELD(…) defines")
    return fields


def table(head, lines):
    return "\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|"] +
                     [f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines])


def paragraph(text):
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


def tables(rows):
    """The contents of the marked places of docs/server.md."""
    quoted = lambda names: ", ".join(f"`{name}`" for name in names)
    events = [(f"`{e[1]}`", quoted(name for name, _ in fields_of(e, rows)), e[3]) for e in rows["EVENT"]]
    return {
        "requests": table(("request", "fields", "answer"), [(f"`{r[0]}`", r[2], r[3]) for r in rows["REQUEST"]]),
        "messages": table(("message", "fields"), [(f"`{m[0]}`", m[1]) for m in rows["MESSAGE"]]),
        "events": table(("event", "fields", "meaning"), events),
        "causes": paragraph("Causes: " + "; ".join(f"`{name}` ({meaning})" for _, name, meaning in rows["CAUSE"]) + "."),
        "phrases": paragraph("Phrases: " + quoted(p[0] for p in rows["PHRASE"]) + "."),
    }


def documented(text, rows):
    """docs/server.md with its tables made anew."""
    for name, content in tables(rows).items():
        place = re.compile(rf"(<!-- protocol\.def: {name} -->\n).*?(\n<!-- end -->)", re.S)
        if len(place.findall(text)) != 1:
            raise Fault(f"docs/server.md needs one place <!-- protocol.def: {name} --> … <!-- end -->")
        text = place.sub(lambda m: m.group(1) + content + m.group(2), text)
    return text


def union(name, words):
    """A TypeScript type in the layout of Prettier."""
    quoted = [f"'{word}'" for word in words]
    line = f"export type {name} = {' | '.join(quoted)};"
    return line if len(line) <= 140 else f"export type {name} =\n" + "\n".join(f"  | {q}" for q in quoted) + ";"


def typescript(rows):
    types, checks = [], []
    for event in rows["EVENT"]:
        fields = fields_of(event, rows)
        typed = [f"{name}{'?' if kind == 'mark' else ''}: {TYPES[kind]}" for name, kind in fields]
        types.append(f"    | {{ {'; '.join([f'kind: {chr(39)}{event[1]}{chr(39)}', *typed])} }}")
        inner = ", ".join(f"{name}: '{kind}'" for name, kind in fields)
        checks.append(f"  {event[1]}: {{ {inner} }}," if fields else f"  {event[1]}: {{}},")
    return "\n".join([
        "/* Made by `make protocol` from src/server/protocol.def: the events of a table, and what can be asked. */",
        "import type { Move, ScoreEvent } from '../model/types';",
        "",
        "export type OfferKind = 'draw' | 'takeback';",
        union("Cause", [name for _, name, _ in rows["CAUSE"]]),
        "",
        "/** What the page can ask of the server. */",
        union("RequestKind", [r[0] for r in rows["REQUEST"]]),
        "",
        "interface Numbered {",
        "  n: number;",
        "  at: number;",
        "}",
        "",
        "export type TableEvent = Numbered &",
        "  (",
        *types,
        "  );",
        "",
        union("FieldType", sorted({kind for _, kind, _ in rows["FIELD"]})),
        "",
        "/** The fields of an event by its kind; all have `n`, `at` and `kind`. */",
        "export const EVENT_FIELDS: Record<TableEvent['kind'], Record<string, FieldType>> = {",
        *checks,
        "};",
        "",
    ])


def main():
    check = "--check" in sys.argv[1:]
    folders = [a for a in sys.argv[1:] if a != "--check"]
    root = folders[0] if folders else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    rows = rows_of(os.path.join(root, "src/server/protocol.def"))
    stale = 0
    for path, made in (("docs/server.md", lambda old: documented(old, rows)),
                       ("web/src/online/events.ts", lambda old: typescript(rows))):
        full = os.path.join(root, path)
        old = ""
        if os.path.exists(full):
            with open(full, encoding="utf-8") as file:
                old = file.read()
        new = made(old)
        if new == old:
            continue
        if check:
            print(f"{path} does not follow from src/server/protocol.def: make protocol")
            stale += 1
            continue
        with open(full, "w", encoding="utf-8") as file:
            file.write(new)
    return 1 if stale else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Fault as fault:
        print(fault)
        sys.exit(1)
