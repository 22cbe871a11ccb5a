#!/usr/bin/env python3
"""libpq is loaded when a PostgreSQL database is opened, and not before: without it everything else works, and what
needs it says what to install. A file that is no library, or one without functions, stands in its place."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import AZULEJO, Checks, Server, make_table  # noqa: E402

URL = "postgresql:///x?host=/nowhere"
NEED_IT = (("serve", "--port", "0", "--store", URL), ("work", "--store", URL), ("admin", "--store", URL, "people"),
           ("match", "greedy", "random", "--store", URL), ("selfplay", "--store", URL, "--out", "{folder}/shards"),
           ("store", "copy", "{folder}/games.db", URL), ("store", "copy", URL, "{folder}/other.db"))


def run(folder, *words):
    return subprocess.run([AZULEJO, *words], env={**os.environ, "LD_LIBRARY_PATH": folder}, capture_output=True, text=True,
                          timeout=60, check=False)


def not_linked():
    needed = [line.split()[1] for line in
              subprocess.run(["objdump", "-p", AZULEJO], capture_output=True, text=True, check=True).stdout.splitlines()
              if line.strip().startswith("NEEDED")]
    assert any(n.startswith("libsqlite3") for n in needed), needed
    assert not [n for n in needed if n.startswith(("libpq", "libssl", "libldap", "libgssapi"))], needed


def a_file_is_served(folder):
    """A server with a data file, and verbs without a server, start where libpq cannot be loaded."""
    path = os.path.join(folder, "games.db")
    with Server(data=path, env={"LD_LIBRARY_PATH": folder}) as server:
        make_table(server, "classic")
        assert server.request("GET", "/readyz")[0] == 200
    assert '"live"' in run(folder, "admin", "--data", path, "tables", "--json").stdout
    assert run(folder, "trace", "--games", "1", "--seed", "7").stdout.count("\n") > 10


def says_what_is_missing(folder, *words):
    for call in NEED_IT:
        call = [word.format(folder=folder) for word in call]
        done = run(folder, *call)
        last = done.stderr.splitlines()[-1:]
        assert done.returncode == 1 and last and all(w in last[0] for w in words), (call, done)
    assert not os.path.exists(folder + "/other.db")


def main():
    checks = Checks()
    checks.run("the program is not linked with libpq", not_linked)
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "libpq.so.5")
        with open(library, "w", encoding="ascii") as f:
            f.write("no library at all, and longer than the head of one: " + 100 * "x")
        checks.run("without libpq a file is served", a_file_is_served, folder)
        checks.run("without libpq a database is refused with the package to install", says_what_is_missing, folder,
                   "libpq5", "libpq.so.5")
        subprocess.run(["gcc", "-shared", "-x", "c", "/dev/null", "-o", library], check=True)
        checks.run("a libpq that lacks functions is refused", says_what_is_missing, folder, "libpq.so.5 is too old", "PQ")
    checks.end()


if __name__ == "__main__":
    main()
