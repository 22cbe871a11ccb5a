"""A PostgreSQL of the test's own: a cluster in a scratch folder, reached by a Unix socket alone.

PostgreSQL's programs refuse to run as root; then they run as nobody, in a folder that belongs to nobody."""
import atexit
import contextlib
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

FOUND = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
BIN = os.path.dirname(FOUND[-1]) if FOUND else None


class Postgres:
    """start(), stop(), pause(), wake(); .url is for --store, sql() is for looks from outside. With a source it is a replica of
    that running Postgres."""

    def __init__(self, before=None, source=None, **settings):
        self.settings = {"fsync": "on", "listen_addresses": "''", "max_connections": 40, "shared_buffers": "16MB",
                         "autovacuum": "off", "log_min_messages": "fatal", **settings}
        self.root = os.geteuid() == 0
        # A folder in TMPDIR could not be entered by nobody.
        self.folder = tempfile.mkdtemp(prefix="azulejo-pg-", dir="/tmp" if self.root else None)
        self.data = os.path.join(self.folder, "data")
        self.process = None
        atexit.register(self.remove)
        if before:
            before(self.folder)
        if self.root:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        if source:
            self.run("pg_basebackup", "-D", self.data, "-h", source.folder, "-U", "azulejo", "-R", "-c", "fast", "--no-sync")
        else:
            self.run("initdb", "-D", self.data, "-U", "azulejo", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "-N")
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as conf:
            conf.write(f"unix_socket_directories = '{self.folder}'\n")
            for name, value in self.settings.items():
                conf.write(f"{name} = {value}\n")

    def as_user(self):
        if not self.root:
            return {}
        nobody = pwd.getpwnam("nobody")
        return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}

    def run(self, program, *arguments):
        done = subprocess.run([os.path.join(BIN, program), *arguments], capture_output=True, text=True, check=False,
                              cwd=self.folder, **self.as_user())
        assert done.returncode == 0, (program, done.stdout, done.stderr)
        return done.stdout

    @property
    def url(self):
        return f"postgresql:///postgres?host={self.folder}&user=azulejo"

    def sql(self, text):
        return self.run("psql", "-X", "-A", "-t", "-q", "-h", self.folder, "-U", "azulejo", "-d", "postgres", "-c", text).strip()

    @contextlib.contextmanager
    def holding(self, text):
        """A transaction that has run the statement, and ends with the block."""
        command = [os.path.join(BIN, "psql"), "-X", "-A", "-t", "-q", "-h", self.folder, "-U", "azulejo", "-d", "postgres"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=self.folder,
                              **self.as_user()) as session:
            session.stdin.write(f"BEGIN;\n{text};\n\\echo held\n")
            session.stdin.flush()
            while session.stdout.readline() not in ("held\n", ""):
                pass
            try:
                yield
            finally:
                session.communicate("COMMIT;\n")

    @property
    def socket(self):
        return os.path.join(self.folder, ".s.PGSQL.5432")

    def start(self):
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen([os.path.join(BIN, "postgres"), "-D", self.data], stdout=self.log, stderr=self.log,
                                        cwd=self.folder, start_new_session=True, **self.as_user())
        end = time.monotonic() + 20
        while True:
            try:
                self.sql("SELECT 1")
                return self
            except AssertionError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise
                time.sleep(0.05)

    def stop(self, how=signal.SIGINT):
        """SIGINT: at once, but in order. SIGQUIT: as after a crash."""
        if self.process and self.process.poll() is None:
            self.wake()
            self.process.send_signal(how)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = None

    def processes(self):
        """The server and its children, which are in process groups of their own."""
        found = [self.process.pid]
        for pid in found:
            try:
                for name in glob.glob(f"/proc/{pid}/task/*/children"):
                    with open(name, encoding="utf-8") as file:
                        found += [int(word) for word in file.read().split()]
            except OSError:
                pass
        return found

    def signal_all(self, number):
        for pid in self.processes():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def pause(self):
        """Nothing answers any more, not on connections that are open either."""
        self.signal_all(signal.SIGSTOP)

    def wake(self):
        self.signal_all(signal.SIGCONT)

    def remove(self):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.remove()
