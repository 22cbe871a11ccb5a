#!/usr/bin/env python3
"""Which Host a request may have (DNS rebinding), targets in absolute form, and what the program says about settings that
are wrong, odd, or that the machine refuses."""
import os
import socket
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import AZULEJO, Checks, Person, Server, Socket  # noqa: E402

OUR_NAMES = ("127.0.0.1", "10.1.2.3:99", "[::1]:8080", "localhost", "azul.localhost:1", "raspberry", "raspberry.local",
             "box.lan", "box.internal:8080", "box.home.arpa")
FOREIGN_NAMES = ("evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "a.notlocal")


def raw(server, text):
    """Status line and all that follows, of a request as it is."""
    with server.open() as connection:
        connection.sendall(text.encode())
        answer = b""
        while True:
            piece = connection.recv(65536)
            if not piece:
                return answer.decode(errors="replace")
            answer += piece


def get(server, target, host=None, version="1.1"):
    field = f"Host: {host}\r\n" if host is not None else ""
    answer = raw(server, f"GET {target} HTTP/{version}\r\n{field}Connection: close\r\n\r\n")
    return int(answer.split(" ")[1]), answer


def socket_status(server, host, cookie):
    """Of a WebSocket handshake with this Host and the Origin of the same site."""
    class Named(Server):
        def __init__(self):  # pylint: disable=super-init-not-called
            self.port = server.port
        @property
        def host(self):
            return host
    s = Socket(Named(), cookie)
    s.close()
    return s.status


def post_status(server, host):
    return server.request("POST", "/api/session", {}, headers={"Host": host, "Origin": "http://" + host})[0]


def without_origin(server):
    who = Person(server)
    for host in OUR_NAMES:
        assert get(server, "/", host)[0] == 200, host
        assert get(server, "/metrics", host)[0] == 200, host
        assert post_status(server, host) == 200, host
        assert socket_status(server, host, who.cookie) == 101, host
    for host in FOREIGN_NAMES:
        for path in ("/", "/metrics", "/healthz", "/api/export"):
            status, text = get(server, path, host)
            assert status == 421 and "--origin" in text and host in text, (host, path, text)
        assert post_status(server, host) == 421, host
        assert socket_status(server, host, who.cookie) == 421, host


def bad_hosts(server):
    for host in (None, "", "a b", "a/b", "me@a", "::1", "a:b"):
        assert get(server, "/", host)[0] == 400, host
    assert get(server, "/healthz", None, "1.0")[0] == 200, "HTTP/1.0 has no Host"


def with_origin(server):
    ours = {"Host": "azul.example", "Origin": "https://azul.example"}
    for host in ("azul.example", "AZUL.EXAMPLE", "azul.example:443"):
        assert get(server, "/", host)[0] == 200, host
    status, headers, _ = server.request("POST", "/api/session", {}, headers=ours)
    assert status == 200
    cookie = headers["set-cookie"].split(";")[0]
    for host in ("127.0.0.1", "localhost:8080", "[::1]"):
        for path in ("/healthz", "/readyz", "/metrics"):
            assert get(server, path, host)[0] == 200, (host, path)
        status, text = get(server, "/", host)
        assert status == 421 and "https://azul.example" in text, (host, text)
        assert socket_status(server, host, cookie) == 421, host
    for host in FOREIGN_NAMES + ("raspberry", "raspberry.local"):
        assert get(server, "/", host)[0] == 421, host
        assert get(server, "/metrics", host)[0] == 421, host
        assert server.request("POST", "/api/session", {}, headers={**ours, "Host": host})[0] == 421, host


def absolute_targets(server):
    status, text = get(server, f"http://{server.host}/healthz", "whatever.example")
    assert status == 200 and text.endswith("alive\n"), text
    assert get(server, "http://localhost", "localhost")[0] == 200
    assert get(server, "http://evil.example/", server.host)[0] == 421, "the target's host counts, not Host"
    assert get(server, f"http://{server.host}/healthz", None)[0] == 400, "Host is needed all the same"
    for target in ("*", "127.0.0.1:80", "ftp://localhost/", "http://", "http://me@localhost/"):
        assert get(server, target, server.host)[0] == 400, target
    text = raw(server, f"OPTIONS * HTTP/1.1\r\nHost: {server.host}\r\n\r\n")
    assert " 400 " in text.split("\r\n", 1)[0], text
    body = (f"POST http://{server.host}/api/session HTTP/1.1\r\nHost: x\r\nOrigin: http://{server.host}\r\n"
            "Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
    assert " 200 " in raw(server, body).split("\r\n", 1)[0]


# ---- What the program says -------------------------------------------------------------------------

def serve(*arguments, env=None, drop=False):
    """`azulejo serve` that must fail: its status and its one line. drop: as a user without rights."""
    def give_up_rights():
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    done = subprocess.run([AZULEJO, "serve", "--data", ":memory:", *arguments], capture_output=True, text=True, check=False,
                          timeout=20, env={**os.environ, **(env or {})}, preexec_fn=give_up_rights if drop else None)
    lines = [line for line in done.stderr.splitlines() if not line.startswith("time=")]
    assert len(lines) == 1, done.stderr
    return done.returncode, lines[0]


def no_setting_by_accident():
    """An empty host would be all addresses, a file of zeros all defaults."""
    code, line = serve("--host", "")
    assert code == 2 and "host is empty" in line, line
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), "zeros.conf")
    with open(path, "wb") as file:
        file.write(bytes(100))
    code, line = serve("--port", "0", "--config", path)
    assert code == 2 and f"{path}: it is no text" in line, line


def settings_are_named():
    code, line = serve("--games-per-person", "x")
    assert code == 2 and "--games-per-person wants" in line and "_" not in line, line
    code, line = serve(env={"AZULEJO_GAMES_PER_PERSON": "x"})
    assert code == 2 and "AZULEJO_GAMES_PER_PERSON wants" in line, line
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), "named.conf")
    for name in ("games-per-person", "games_per_person"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"port = 0\n{name} = x\n")
        code, line = serve("--config", path)
        assert code == 2 and f"{path}: line 2: {name} wants" in line, line


def listening_fails():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, line = serve("--port", str(taken.getsockname()[1]))
        assert code == 1 and "in use" in line, line
    code, line = serve("--host", "192.0.2.1", "--port", "0")  # an address of the documentation's network
    assert code == 1 and "not one of this machine" in line, line
    for host in ("not an address", "999.1.1.1"):
        code, line = serve("--host", host, "--port", "0")
        assert code == 1 and "not an address" in line, line


def low_port_is_refused():
    if os.getuid() == 0:
        with open("/proc/sys/net/ipv4/ip_unprivileged_port_start", encoding="ascii") as file:
            if int(file.read()) <= 1:
                print("# every port is free for everybody here")
                return
    try:
        code, line = serve("--port", "1", drop=os.getuid() == 0)
    except PermissionError:
        print("# other users cannot reach the program here")
        return
    assert code == 1 and "permission denied" in line and "below 1024" in line, line


def warned(**settings):
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"server-{os.getpid()}.log")
    before = os.path.getsize(path) if os.path.exists(path) else 0
    with Server(**settings) as server:
        log = server.logged()[before:]
    return [line.split("event=")[1].split(" ")[0] for line in log.splitlines() if "level=warn" in line and "few-files" not in line]


def odd_settings_are_logged():
    assert warned() == []
    assert warned(origin="https://azul.example") == ["insecure-cookie", "no-proxy"]
    assert warned(origin="https://azul.example", proxy=1) == ["insecure-cookie"]
    assert warned(origin="https://azul.example", proxy=1, secure_cookie=1) == []
    assert warned(secure_cookie=1) == ["lost-cookie"]
    assert warned(host="0.0.0.0") == ["plain-http"]


def main():
    c = Checks()
    with Server() as server:
        c.run("without origin: names that nobody else can own, and no other", without_origin, server)
        c.run("a request without Host, or with one that is none", bad_hosts, server)
        c.run("targets in absolute form", absolute_targets, server)
    with Server(origin="https://azul.example", proxy=1, secure_cookie=1) as server:
        c.run("with origin: its host, and this machine's addresses for health", with_origin, server)
    c.run("a wrong setting is named as it was written", settings_are_named)
    c.run("an empty host and a file of zeros are refused", no_setting_by_accident)
    c.run("why it cannot listen", listening_fails)
    c.run("a port below 1024 needs rights", low_port_is_refused)
    c.run("settings that do not fit together are logged", odd_settings_are_logged)
    c.end()


main()
