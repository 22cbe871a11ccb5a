"""Faults of nodes and of their database: a wire that can be cut, clocks that are wrong, a disc that fills up."""
import os
import resource
import selectors
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import shimlib
from pglib import Postgres


class Wire:
    """A TCP connection between a node and the Unix socket of its database, which the test can cut: "refused" ends all
    connections and takes no new ones, "silent" takes them and carries nothing, as a cable that was pulled. cut_after:
    lists of words; when the node has sent them, one list after the other, the wire is refused. counts: words, and how often
    the node has sent them."""

    def __init__(self, target):
        self.target, self.state, self.cut_after = target, "whole", []
        self.selector, self.pairs, self.lock = selectors.DefaultSelector(), {}, threading.Lock()
        self.near, self.counts = set(), {}
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.ending = False
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()

    def accept(self):
        near, _ = self.listener.accept()
        far = socket.socket(socket.AF_UNIX)
        try:
            if self.state == "refused":
                raise OSError
            far.connect(self.target)
        except OSError:  # the database is away
            near.close()
            far.close()
            return
        near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.near.add(near)
        for one, other in ((near, far), (far, near)):
            self.pairs[one] = other
            self.selector.register(one, selectors.EVENT_READ)

    def end_pair(self, one):
        for s in (one, self.pairs.get(one)):
            if s in self.pairs:
                del self.pairs[s]
                self.near.discard(s)
                self.selector.unregister(s)
                s.close()

    def move(self, one):
        try:
            data = one.recv(262144)
            if data:
                self.pairs[one].sendall(data)
                self.look_at(one, data)
                return
        except OSError:
            pass
        self.end_pair(one)

    def look_at(self, one, data):
        if one in self.near:
            for word in self.counts:
                self.counts[word] += data.count(word)
        while one in self.near and self.cut_after and all(word in data for word in self.cut_after[0]):
            self.cut_after.pop(0)
            if not self.cut_after:
                self.state = "refused"
                for s in list(self.pairs):
                    self.end_pair(s)

    def carry(self):
        while not self.ending:
            for key, _ in self.selector.select(0.2):
                with self.lock:
                    if self.state == "silent" and key.fileobj is not self.listener:
                        break
                    if key.fileobj is self.listener:
                        self.accept()
                    elif key.fileobj in self.pairs:
                        self.move(key.fileobj)
            if self.state == "silent":
                time.sleep(0.05)

    def cut(self, how):
        with self.lock:
            self.state = how
            for one in list(self.pairs) if how == "refused" else ():
                self.end_pair(one)

    def mend(self):
        """What a silent wire swallowed is lost with its connections, as after a router forgot them."""
        with self.lock:
            for one in list(self.pairs):
                self.end_pair(one)
            self.state = "whole"

    def close(self):
        self.ending = True
        self.thread.join()
        with self.lock:
            for one in list(self.pairs):
                self.end_pair(one)
        self.listener.close()


class Skew:
    """Wrong clocks for one node: pass .env to its Server; set(seconds) moves its wall clock at any time."""

    def __init__(self, steady_s=0):
        self.folder = tempfile.mkdtemp(prefix="azulejo-skew-")
        self.path = os.path.join(self.folder, "skew")
        self.steady_s = steady_s
        with open(self.path, "wb") as file:
            file.write(struct.pack("=qq", 0, int(steady_s * 1e9)))
        self.env = {**shimlib.preload("clock_skew"), "AZULEJO_SKEW_FILE": self.path}

    def set(self, seconds):
        with open(self.path, "r+b") as file:
            file.write(struct.pack("=q", int(seconds * 1e9)))

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class SmallDisc(Postgres):
    """A database on a disc that the test can fill: a small file system in memory where one can be mounted (root with that
    right); elsewhere a limit on the size of PostgreSQL's files, which refuses the same writes."""

    def __init__(self, megabytes=160, **settings):
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the disc goes, whatever ends the test
        super().__init__(before=lambda folder: self.mount(folder, megabytes), max_wal_size="48MB", min_wal_size="32MB", **settings)
        self.balloon = os.path.join(self.folder, "balloon")

    def mount(self, folder, megabytes):
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "azulejo-test", folder], capture_output=True,
                              check=False) if self.root and shutil.which("mount") else None
        self.mounted = done is not None and done.returncode == 0

    def limit_files(self, size):
        for pid in self.processes():
            try:
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            except ProcessLookupError:
                pass

    def fill(self):
        """From now on nothing can grow: neither a table nor the log."""
        if not self.mounted:
            self.limit_files(int(self.sql("SELECT pg_relation_size('azulejo_rows')")))
            return
        with open(self.balloon, "wb", buffering=0) as file:
            try:
                while file.write(b"\0" * 65536):
                    pass
            except OSError:
                pass

    def make_room(self):
        """The database may have ended itself, when the log could not grow; then it is started again."""
        if self.mounted:
            os.remove(self.balloon)
        elif self.process.poll() is None:
            self.limit_files(resource.RLIM_INFINITY)
        try:
            self.sql("CHECKPOINT")
        except AssertionError:
            self.stop(signal.SIGQUIT)
            self.start()

    def remove(self):
        self.stop(signal.SIGQUIT)
        if self.mounted:
            subprocess.run(["umount", "-l", self.folder], check=False)
            self.mounted = False
        super().remove()
