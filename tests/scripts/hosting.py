#!/usr/bin/env python3
"""The files of contrib/ as a host uses them: nginx with TLS in front of the server carries pages, requests and a game; the
systemd unit is judged by systemd-analyze, and the server plays under the unit's system call filter.

systemd itself is not running in a test, so the unit's namespaces (ProtectSystem, PrivateDevices …) are not tried: only what
needs the kernel alone, which is the filter, the address families, no memory that is writable and executable, and a user without rights."""
import ctypes
import errno
import mmap
import os
import platform
import re
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import AZULEJO, Checks, Person, Server, make_table, play_out, wait_until  # noqa: E402

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
SITE = os.path.join(ROOT, "contrib/nginx-azulejo.conf")
NODES = os.path.join(ROOT, "contrib/nginx-azulejo-nodes.conf")
UNIT = os.path.join(ROOT, "contrib/azulejo.service")
DROP_IN = os.path.join(ROOT, "contrib/azulejo-postgresql.conf")
NAME = "azul.example"
EXPOSURE_MAX = 1.5
os.environ["PATH"] += ":/usr/sbin:/sbin"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, **more)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as s:
        return s.getsockname()[1]


def replaced(text, pattern, by, times):
    text, found = re.subn(pattern, by, text)
    assert found == times, f"{pattern} is there {found} times"
    return text


# ---- nginx -----------------------------------------------------------------------------------------

class Nginx:
    """The site of contrib/ in a folder of its own: other ports and a certificate of our own, nothing else changed. With
    several ports the upstream is that of contrib/nginx-azulejo-nodes.conf."""

    def __init__(self, folder, *server_ports):
        self.folder, self.plain, self.tls = folder, free_port(), free_port()
        self.certificate = os.path.join(folder, "fullchain.pem")
        key = os.path.join(folder, "privkey.pem")
        made = run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                   "-subj", "/CN=" + NAME, "-addext", "subjectAltName=DNS:" + NAME, "-keyout", key, "-out", self.certificate)
        assert made.returncode == 0, made.stderr
        site = read(SITE)
        site = replaced(site, r"/etc/letsencrypt/live/azul\.example", folder, 2)
        site = replaced(site, r"    listen \[::\]:(80|443)[^;]*;\n", "", 2)
        site = replaced(site, r"listen 80;", f"listen 127.0.0.1:{self.plain};", 1)
        site = replaced(site, r"listen 443 ", f"listen 127.0.0.1:{self.tls} ", 1)
        if len(server_ports) > 1:
            site = replaced(site, r"(?s)upstream azulejo \{.*?\n\}\n", self.upstream(server_ports), 1)
        else:
            site = replaced(site, r"server 127\.0\.0\.1:8080;", f"server 127.0.0.1:{server_ports[0]};", 1)
        places = "".join(f"{what}_temp_path {folder}/{what};\n" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        self.conf = write(os.path.join(folder, "nginx.conf"),
                          ("user root;\n" if os.getuid() == 0 else "") +
                          f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log warn;\nevents {{ }}\n"
                          f"http {{\naccess_log {folder}/access.log;\n{places}{site}\n}}\n")
        self.command = ["nginx", "-p", folder, "-e", os.path.join(folder, "error.log"), "-c", self.conf]
        self.process = None

    @staticmethod
    def upstream(ports):
        text = read(NODES)
        for i, port in enumerate(ports, 1):
            text = replaced(text, rf"server 10\.0\.0\.{i}:8080 ", f"server 127.0.0.1:{port} ", 1)
        return text

    def check(self):
        done = run(*self.command, "-t")
        assert done.returncode == 0 and "warn" not in done.stderr, done.stderr

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stderr=subprocess.PIPE)  # pylint: disable=consider-using-with

        def answers():
            with socket.socket() as s:
                return s.connect_ex(("127.0.0.1", self.tls)) == 0
        assert wait_until(answers), read(os.path.join(self.folder, "error.log"))
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)


class Proxied(Server):
    """The same server as a browser sees it: at https://azul.example, through nginx; from an address of this machine."""

    def __init__(self, nginx, address="127.0.0.1"):
        super().__init__()
        self.address = address
        self.port = nginx.tls
        self.context = ssl.create_default_context(cafile=nginx.certificate)

    @property
    def host(self):
        return NAME

    @property
    def site(self):
        return "https://" + NAME

    def open(self, timeout=10):
        plain = socket.create_connection(("127.0.0.1", self.port), timeout, (self.address, 0))
        return self.context.wrap_socket(plain, server_hostname=NAME)


def plain_requests(server, site, nginx):
    status, headers, body = site.request("GET", "/")
    assert status == 200 and b"<html" in body.lower(), (status, body[:200])
    assert headers["strict-transport-security"] == "max-age=31536000"
    status, headers, body = site.request("POST", "/api/session", {})
    assert status == 200 and "Secure" in headers["set-cookie"], headers
    assert site.request("GET", "/readyz")[0] == 200
    assert site.request("GET", "/metrics")[0] == 404, "metrics are for this machine alone"
    assert server.request("GET", "/metrics")[0] == 200
    assert site.request("POST", "/api/session", {}, headers={"Origin": "https://evil.example"})[0] == 403
    assert site.request("POST", "/api/session", "x" * 9000)[0] == 413, "nginx refuses a large body"
    with socket.create_connection(("127.0.0.1", nginx.plain), timeout=10) as s:
        s.sendall(f"GET /x HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
        assert b"Location: https://azul.example/x" in s.recv(4096)


def other_name(site):
    status, _, body = site.request("GET", "/", headers={"Host": "evil.example"})
    assert status == 421 and b"https://azul.example" in body, (status, body)


def no_addresses_in_logs(nginx):
    """The site notes no visit, though nginx as installed does; and its refusals leave no line at the usual level."""
    log = os.path.join(nginx.folder, "access.log")
    assert os.path.exists(log) and not read(log), read(log)[:300]
    text = read(SITE)
    assert text.count("access_log off;") == text.count("server {") == 2, "each server of the site"
    assert "limit_req_log_level notice;" in text and "limit_conn_log_level notice;" in text


def whole_game(site):
    table, made = make_table(site, "classic", 2)
    assert table[0].socket.connection.version() in ("TLSv1.2", "TLSv1.3")
    assert play_out(table) > 10
    assert site.request("GET", "/api/record/" + made["table"], cookie=table[0].person.cookie)[0] == 200


def addresses_are_the_visitors(folder):
    """The limit of one address is that of the visitor: what he writes into X-Forwarded-For does not count."""
    with Server(origin="https://" + NAME, proxy=1, secure_cookie=1, requests_per_second=1) as server:
        os.mkdir(folder)
        with Nginx(folder, server.port) as nginx:
            site = Proxied(nginx)
            found = [site.request("POST", "/api/session", {}, headers={"X-Forwarded-For": f"10.0.0.{i}"})[0] for i in range(20)]
            assert 429 in found, found
            direct = {"Origin": site.site, "Host": NAME, "X-Forwarded-For": "10.9.9.9"}
            assert server.request("POST", "/api/session", {}, headers=direct)[0] == 200, "another address is not limited"


# ---- systemd ---------------------------------------------------------------------------------------

def unit_is_clean(folder):
    path = write(os.path.join(folder, "azulejo.service"), replaced(read(UNIT), r"(?m)^ExecStart=/usr/local/bin/azulejo", "ExecStart=/bin/true", 1))
    done = run("systemd-analyze", "verify", "--man=no", path)
    assert done.returncode == 0 and not done.stderr, done.stderr
    write(path, read(path) + "\n[Service]\nProtectEverything=yes\n")
    assert "ProtectEverything" in run("systemd-analyze", "verify", "--man=no", path).stderr, "the check can fail"


def node_is_clean(folder):
    """The unit with the drop-in for a node: clean, without a data file, and as closed as before but for the addresses."""
    path = write(os.path.join(folder, "azulejo.service"), replaced(read(UNIT), r"(?m)^ExecStart=/usr/local/bin/azulejo", "ExecStart=/bin/true", 1))
    beside = os.path.join(folder, "azulejo.service.d")
    os.mkdir(beside)
    drop_in = shutil.copy(DROP_IN, os.path.join(beside, "postgresql.conf"))
    done = run("systemd-analyze", "verify", "--man=no", path)
    assert done.returncode == 0 and not done.stderr, done.stderr
    write(drop_in, read(DROP_IN).replace("IPAddressAllow=10.0.0.53", "IPAddressAllow=db.example"))
    assert "db.example" in run("systemd-analyze", "verify", "--man=no", path).stderr, "the drop-in is read"
    named = set(re.findall(r"(?m)^Environment=(\w+)=", read(UNIT))) - set(re.findall(r"(?m)^UnsetEnvironment=(.*)$", read(DROP_IN)))
    env = {**os.environ, **{name: "/nowhere/azulejo.db" for name in named}, "AZULEJO_STORE": "postgresql://127.0.0.1:1/azulejo"}
    done = run(AZULEJO, "serve", "--port", "0", env=env)
    assert "not both" not in done.stderr and done.returncode == 1, done


def unit_stays_stopped(folder):
    """A server that refuses its settings or its data ends with a code for which systemd does not start it again."""
    kept = [int(code) for code in re.search(r"(?m)^RestartPreventExitStatus=(.*)$", read(UNIT))[1].split()]
    foreign = write(os.path.join(folder, "foreign.db"), "this is no data file\n" * 500)
    refused = [run(AZULEJO, "serve", "--port", "0", *words).returncode for words in (["--data", foreign], ["--port", "none"])]
    assert sorted(refused) == kept == [2, 3], (refused, kept)
    assert run(AZULEJO, "serve", "--port", "0", "--data", folder).returncode == 1, "what may be mended by waiting is tried again"


def unit_is_closed():
    done = run("systemd-analyze", "security", "--offline=true", UNIT, env={**os.environ, "LC_ALL": "C.UTF-8"})
    found = re.search(r"Overall exposure level for azulejo.service: ([0-9.]+)", done.stdout)
    assert found, done.stdout[-500:] + done.stderr
    print(f"# exposure {found[1]}")
    assert float(found[1]) < EXPOSURE_MAX, found[1]


def calls_of(group):
    """The names of a group of system calls, as this systemd has them."""
    found = set()
    for line in run("systemd-analyze", "syscall-filter", group).stdout.splitlines()[1:]:
        word = line.split("#")[0].strip()
        if word:
            found |= calls_of(word) if word.startswith("@") else {word}
    return found


def allowed_calls():
    allowed = set()
    for line in re.findall(r"(?m)^SystemCallFilter=(.*)$", read(UNIT)):
        for word in line.lstrip("~").split():
            calls = calls_of(word) if word.startswith("@") else {word}
            allowed = allowed - calls if line.startswith("~") else allowed | calls
    assert 100 < len(allowed) < 400, len(allowed)
    return allowed | calls_of("@default")  # which systemd always allows


def call_numbers():
    done = run("gcc", "-dM", "-E", "-include", "sys/syscall.h", "-x", "c", "/dev/null")
    return {name: int(number) for name, number in re.findall(r"#define __NR_(\w+) (\d+)$", done.stdout, re.M)}


def filter_program(allowed):
    """The unit's filter for seccomp(2). What systemd answers with EPERM kills here, so that it cannot go unnoticed."""
    load, equal, give, mask, kill, allow = 0x20, 0x15, 0x06, 0x54, 0x80000000, 0x7FFF0000
    refuse = 0x00050000 | errno.EAFNOSUPPORT
    numbers = call_numbers()
    code = []

    def add(op, value, yes=0, no=0):
        code.append(struct.pack("=HBBI", op, yes, no, value))
    add(load, 4)
    add(equal, {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}[platform.machine()], 1, 0)
    add(give, kill)
    add(load, 0)
    for name in sorted(allowed - {"socket", "mmap", "mprotect"}):
        if name in numbers:
            add(equal, numbers[name], 0, 1)
            add(give, allow)
    families = [int(getattr(socket, word)) for word in re.search(r"(?m)^RestrictAddressFamilies=(.*)$", read(UNIT))[1].split()]
    add(equal, numbers["socket"], 0, len(families) + 3)
    add(load, 16)  # the first argument
    for i, family in enumerate(families):
        add(equal, family, len(families) - i, 0)
    add(give, refuse)
    add(give, allow)
    for name, forbidden in (("mmap", 6), ("mprotect", 4)):  # writable and executable; executable later
        add(equal, numbers[name], 0, 5)
        add(load, 32)  # the third argument
        add(mask, forbidden)
        add(equal, forbidden, 1, 0)
        add(give, allow)
        add(give, kill)
    add(give, kill)
    return b"".join(code)


def confine(program, drop):
    """Called between fork and exec: what the unit does with the kernel alone."""
    class Filter(ctypes.Structure):
        _fields_ = [("count", ctypes.c_ushort), ("code", ctypes.c_void_p)]
    libc = ctypes.CDLL(None, use_errno=True)
    kept = ctypes.create_string_buffer(program, len(program))
    fprog = Filter(len(program) // 8, ctypes.cast(kept, ctypes.c_void_p).value)

    def apply():
        os.umask(0o077)
        if drop:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(fprog), 0, 0):
            os._exit(99)
    return apply


class Confined(Server):
    """A server that is started through `python3 hosting.py confined …`, which confines itself first."""

    def __init__(self, data, program):
        self.wrapper = os.path.join(os.path.dirname(data), "confined")
        write(self.wrapper, f"#!/bin/sh\nexec {sys.executable} {os.path.realpath(__file__)} confined {program} \"$@\"\n")
        os.chmod(self.wrapper, 0o755)
        super().__init__(data, program=self.wrapper)


def confined(arguments):
    program = filter_program(allowed_calls())
    confine(program, os.getuid() == 0)()
    os.execv(arguments[0], arguments)


def try_forbidden(what):
    """One thing that the unit forbids, in this process."""
    confine(filter_program(allowed_calls()), os.getuid() == 0)()
    if what == "call":
        os.chroot("/")
    elif what == "memory":
        mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    elif what == "family":
        try:
            socket.socket(socket.AF_NETLINK)
        except OSError as error:
            sys.exit(error.errno)
    sys.exit(0)


def filter_works():
    """A call outside of the filter and executable memory end the process, a family outside is refused."""
    for what, status in (("nothing", 0), ("family", errno.EAFNOSUPPORT), ("call", -signal.SIGSYS), ("memory", -signal.SIGSYS)):
        tried = run(sys.executable, os.path.realpath(__file__), "try", what)
        assert tried.returncode == status, (what, tried)


def plays_confined(folder):
    state = os.path.join(folder, "state")
    os.mkdir(state)
    program = shutil.copy(AZULEJO, os.path.join(folder, "azulejo"))
    if os.getuid() == 0:
        os.chmod(folder, 0o711)
        os.chown(state, 65534, 65534)
    data = os.path.join(state, "azulejo.db")
    server = Confined(data, program).start()
    table, _ = make_table(server, "duel", 2)
    play_out(table)
    bots, _ = make_table(server, "classic", 3, seats=["me", 3, 4], persons=[Person(server)])
    play_out(bots)
    assert bots[0].person.post("/api/account", {"name": "Ann-of-test", "password": "correct horse"})[0] == 200
    assert server.request("GET", "/metrics")[0] == 200
    assert server.stop() == 0, "SIGTERM ends it well"
    assert os.stat(data).st_mode & 0o777 == 0o600
    with Confined(data, program) as again:
        watcher = Person(again).connect()
        assert watcher.ask("lobby", answer=("lobby",))["t"] == "lobby"


def main():
    if sys.argv[1:2] == ["confined"]:
        confined(sys.argv[2:])
    if sys.argv[1:2] == ["try"]:
        try_forbidden(sys.argv[2])
    c = Checks()
    for program in ("nginx", "openssl", "systemd-analyze"):
        c.check(f"{program} is installed", shutil.which(program) is not None, "tools/install-deps.sh test")
    if c.failed:
        c.end()
    with tempfile.TemporaryDirectory() as folder:
        with Server(origin="https://" + NAME, proxy=1, secure_cookie=1) as server:
            first = os.path.join(folder, "first")
            os.mkdir(first)
            nginx = Nginx(first, server.port)
            c.run("nginx takes the site without a warning", nginx.check)
            with nginx:
                site = Proxied(nginx)
                c.run("pages and requests over TLS", plain_requests, server, site, nginx)
                c.run("a name that is not ours", other_name, site)
                c.run("a whole game through nginx", whole_game, site)
                c.run("no visitor's address in nginx's log", no_addresses_in_logs, nginx)
            complaints = [line for line in read(os.path.join(first, "error.log")).splitlines() if "too large body" not in line]
            c.check("nginx has nothing else to complain about", not complaints, complaints)
        c.run("the visitor's address counts", addresses_are_the_visitors, os.path.join(folder, "second"))
        c.run("systemd-analyze verify is clean", unit_is_clean, folder)
        node = os.path.join(folder, "node")
        os.mkdir(node)
        c.run("systemd-analyze verify is clean for a node on PostgreSQL", node_is_clean, node)
        c.run("the unit stays stopped when the host is needed", unit_stays_stopped, folder)
        c.run(f"systemd-analyze security: exposure below {EXPOSURE_MAX}", unit_is_closed)
        if platform.machine() in ("x86_64", "aarch64"):
            c.run("the unit's filter is in force", filter_works)
            # Not in TMPDIR: the test run's folder there is closed to other users.
            with tempfile.TemporaryDirectory(dir="/tmp") as open_folder:
                c.run("games under the unit's filter, as a user without rights", plays_confined, open_folder)
    c.end()


if __name__ == "__main__":
    main()
