#!/usr/bin/env python3
"""Three nodes behind a real nginx with the site of contrib/: a node dies, all nodes are restarted one after the other, one node
or all of them lose the database."""
import os
import re
import signal
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(__file__))
import pglib  # noqa: E402
from faults import Wire  # noqa: E402
from hosting import NAME, Nginx, Proxied, read  # noqa: E402
from nodelib import AWAY, check_history  # noqa: E402
from pglib import Postgres  # noqa: E402
from serverlib import Checks, Person, Player, Server, make_table, moves_of, tap, wait_until  # noqa: E402

BACK_S = 5


class Visitor(Player):
    """Connects again through nginx whenever the socket ends, as the page does; the longest time that took is .worst_s."""

    worst_s = 0.0
    returns = 0

    def again(self):
        begun = time.monotonic()
        while True:
            try:
                self.socket.close()
                self.socket = self.person.connect(timeout=3)
                if self.socket.status == 101:
                    self.watch(self.key)
                    break
            except AWAY:
                pass
            time.sleep(0.05)
        self.worst_s = max(self.worst_s, time.monotonic() - begun)
        self.returns += 1

    def look(self):
        try:
            self.catch_up()
            self.socket.ask("ping", answer=("pong",))
            self.catch_up()
        except AWAY:
            self.again()

    def step(self):
        """A move, sent again with its id until somebody answers."""
        for move in moves_of(self.position):
            ply, request = self.ply, os.urandom(8).hex()
            while True:
                try:
                    answer = self.socket.ask("move", table=self.table, ply=ply, move=move, id=request)
                    if answer.get("code") not in ("BUSY", "NOT_STORED"):
                        break
                    time.sleep(0.1)
                except AWAY:
                    self.again()
            if answer["t"] == "ok":
                self.confirmed.append((ply, request, move))
                return
            if answer["code"] != "ILLEGAL":
                assert answer["code"] == "STALE", answer
                return


class Site:
    """nginx, its nodes, and games of visitors with addresses of their own, so that they are at all of the nodes."""

    def __init__(self, database, folder):
        self.database = database
        self.wires = [Wire(database.socket) for _ in range(3)]
        self.nodes = [Server(data=f"postgresql://azulejo@127.0.0.1:{w.port}/postgres?sslmode=disable", origin="https://" + NAME,
                             proxy=1, secure_cookie=1, grace_s=3600).start() for w in self.wires]
        self.nginx = Nginx(folder, *(n.port for n in self.nodes))
        self.tables = []

    def visitor(self, number):
        return Person(Proxied(self.nginx, f"127.0.1.{number}"))

    def begin(self, count):
        for i in range(count):
            players, made = make_table(Proxied(self.nginx), ("classic", "duel", "grey", "crystal1", "crystal2")[i % 5],
                                       persons=[self.visitor(2 * i + 1), self.visitor(2 * i + 2)])
            for p in players:
                p.__class__, p.key = Visitor, made["key"]
            self.tables.append(players)

    def people(self):
        return [p for players in self.tables for p in players]

    def play(self, done):
        """All games go on until done(); False: they did not for half a minute."""
        end = time.monotonic() + 30
        while not done() and time.monotonic() < end:
            for p in self.people():
                p.look()
                if p.to_move():
                    p.step()
        return done()

    def metric(self, name):
        """Its value at each node."""
        texts = [n.request("GET", "/metrics", headers={"Host": NAME})[2].decode() for n in self.nodes]
        return [int(re.search(rf"(?m)^azulejo_{name} (\d+)", text)[1]) for text in texts]

    def sockets(self):
        return self.metric("sockets")

    def used(self):
        """How many of the requests of some visitors came to each node."""
        begun = self.metric("http_requests_total")
        for i in range(1, 61):
            assert Proxied(self.nginx, f"127.0.3.{i}").request("GET", "/readyz")[0] == 200
        return [b - a - 1 for a, b in zip(begun, self.metric("http_requests_total"))]  # without the question itself

    def restart(self, i, how=signal.SIGTERM):
        n = self.nodes[i]
        n.process.send_signal(how)
        n.process.wait(10)
        n.start(n.port)

    def close(self):
        for n in self.nodes:
            n.stop()
        for w in self.wires:
            w.close()


def a_node_dies(site):
    site.begin(6)
    counts = site.sockets()
    assert min(counts) > 0, counts
    doomed = counts.index(max(counts))
    plies = {p: p.ply for p in site.people()}
    site.nodes[doomed].kill()
    assert site.play(lambda: all(p.ply > plies[p] + 1 or p.phase == "over" for p in site.people())), "games stand still"
    back = [p for p in site.people() if p.returns]
    assert len(back) == max(counts), (len(back), counts)
    worst = max(p.worst_s for p in back)
    print(f"# {len(back)} of {sum(counts)} players had their sockets at the node that died; all were back within {worst:.2f} s")
    assert worst < BACK_S, worst
    site.nodes[doomed].start(site.nodes[doomed].port)


def rolling_restart(site):
    """Each node in turn; sockets end with `goodbye`, and no game loses anything."""
    for p in site.people():
        p.returns, p.worst_s = 0, 0.0
    for i in range(3):
        site.restart(i)
        status = Proxied(site.nginx).request("GET", "/readyz")[0]
        assert status == 200, status
        plies = {p: p.ply for p in site.people()}
        assert site.play(lambda: all(p.ply > plies[p] or p.phase == "over" for p in site.people())), "games stand still"
    assert sum(p.returns for p in site.people()) > 0
    print(f"# {sum(p.returns for p in site.people())} sockets were opened again, each within {max(p.worst_s for p in site.people()):.2f} s")


def one_node_loses_the_database(site):
    """It says 503 and nginx sends its visitors elsewhere; when it is back it is used again, by itself."""
    ready = lambda i: site.nodes[i].request("GET", "/readyz", headers={"Host": NAME})[0]
    site.wires[0].cut("refused")
    assert wait_until(lambda: ready(0) == 503), "ready without a database"
    found = [Proxied(site.nginx, f"127.0.2.{i}").request("GET", "/readyz")[0] for i in range(1, 21)]
    assert found == [200] * 20, found
    sockets = []
    for i in range(1, 13):  # new visitors, too: their first request may meet that node once
        server = Proxied(site.nginx, f"127.0.2.{i}")
        assert wait_until(lambda s=server: s.request("POST", "/api/session", {})[0] == 200, 6), "a visitor is not served"
        sockets.append(Person(server).connect())
        assert sockets[-1].status == 101, sockets[-1].status
    site.wires[0].mend()
    assert wait_until(lambda: ready(0) == 200), "not ready again"


def visitors_take_no_node_away(site):
    """Whatever a visitor asks for too often, nginx goes on with all nodes."""
    assert wait_until(lambda: all(site.used())), "nginx does not use all nodes"
    heavy = Person(Proxied(site.nginx, "127.0.3.1"))
    export = lambda: heavy.server.request("GET", "/api/export", cookie=heavy.cookie)[0]
    with ThreadPoolExecutor(16) as pool:
        for _ in range(20):
            codes = set(pool.map(lambda _: export(), range(16)))
            assert codes <= {200, 429}, codes
            if 429 in codes:
                break
    assert 429 in codes, "no two exports at the same time"
    assert all(site.used()), "nginx leaves a node alone"


def the_database_is_away(site):
    server = Proxied(site.nginx)
    site.database.stop(signal.SIGQUIT)
    assert wait_until(lambda: server.request("GET", "/readyz")[0] in (502, 503)), "ready without a database"
    site.database.start()
    assert wait_until(lambda: server.request("GET", "/readyz")[0] == 200, 15), "not ready again"
    assert site.play(lambda: all(p.phase == "over" for p in site.people())), "games do not end"
    for players in site.tables:
        check_history(site.database, players)


def main():
    c = Checks()
    if not pglib.BIN:
        tap.skip("nodes behind nginx", "postgresql-15 is not installed")
        c.end()
    with tempfile.TemporaryDirectory() as folder, Postgres() as database:
        site = Site(database, folder)
        c.run("nginx takes the site with several nodes without a warning", site.nginx.check)
        with site.nginx:
            for test in (a_node_dies, rolling_restart, one_node_loses_the_database, visitors_take_no_node_away,
                         the_database_is_away):
                c.run(test.__name__.replace("_", " "), test, site)
        strange = [line for line in read(os.path.join(folder, "error.log")).splitlines()
                   if "upstream" not in line and "[warn]" not in line]
        c.check("nginx complains of nothing but nodes that were away", not strange, strange[:5])
        site.close()
    c.end()


if __name__ == "__main__":
    main()
