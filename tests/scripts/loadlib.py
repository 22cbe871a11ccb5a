"""`azulejo loadtest --targets` at nodes of the test's own, with what nodes and database used meanwhile."""
import os
import re
import subprocess
import time

from pglib import Postgres
from serverlib import AZULEJO, Server

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_of(pid):
    """Seconds of a process, and of its children that have ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            words = file.read().rsplit(")", 1)[1].split()
        return sum(int(w) for w in words[11:15]) / TICKS
    except OSError:
        return 0.0


class Loaded:
    """Servers on one store: a database with `count` nodes, a new one if none is given, or a data file with one server."""

    def __init__(self, count, data=None, database=None):
        self.is_guest = database is not None
        self.database = None if data else database or Postgres(max_connections=10 + 5 * count, shared_buffers="64MB").start()
        limits = {"sockets_max": 20000, "sockets_per_address": 20000, "games_per_person": 100000, "grace_s": 3600}
        self.nodes = [Server(data=data or self.database.url, **limits).start() for _ in range(count)]

    def close(self):
        for node in self.nodes:
            if node.process.poll() is None:
                node.stop()
        if self.database and not self.is_guest:
            self.database.remove()

    def metric(self, name):
        """Summed over the nodes."""
        total = 0
        for node in self.nodes:
            if node.process.poll() is None:
                found = re.search(rf"(?m)^azulejo_{name} (\d+)", node.request("GET", "/metrics")[2].decode())
                total += int(found[1])
        return total

    def figures(self, generator):
        found = {"time": time.monotonic(), "moves": self.metric("moves_total"), "groups": self.metric("store_groups_total"),
                 "nodes": sum(cpu_of(n.process.pid) for n in self.nodes), "generator": cpu_of(generator), "database": 0.0}
        if self.database:
            found["database"] = sum(cpu_of(pid) for pid in self.database.processes())
            wal, put, changed, gone, commits = (float(w) for w in self.database.sql(
                "SELECT pg_stat_force_next_flush(); SELECT pg_current_wal_lsn() - '0/0'::pg_lsn, sum(n_tup_ins), sum(n_tup_upd), sum(n_tup_del), "
                "(SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres') FROM pg_stat_user_tables").split("|"))
            found.update(wal=wal, put=put, changed=changed, gone=gone, commits=commits)
        return found

    def load(self, tables, seconds, think, at=None, **more):
        """The output of loadtest, and what was used in the middle of it: from when all games run until shortly before the end. `at`
        is called in between."""
        words = [AZULEJO, "loadtest", "--targets", ",".join(str(n.port) for n in self.nodes)]
        for name, value in {"tables": tables, "seconds": seconds, "think": think, **more}.items():
            words += ["--" + name, str(value)]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "sockets open" in line:
                break
        wanted = self.metric("games_begun_total") + tables * 9 // 10
        end = time.monotonic() + 60
        while self.metric("games_begun_total") < wanted and time.monotonic() < end and process.poll() is None:
            time.sleep(0.1)
        time.sleep(2.5)
        before = self.figures(process.pid)
        time.sleep(max(0.5, (seconds - 2) / 2))
        if at:
            at()
        time.sleep(max(0.5, (seconds - 2) / 2))
        after = self.figures(process.pid)
        text = "".join(lines) + process.communicate()[0]
        used = {k: after[k] - before[k] for k in after}
        return text, used, process.returncode


def number(text, pattern):
    found = re.search(pattern, text)
    assert found, (pattern, text)
    return float(found[1])
