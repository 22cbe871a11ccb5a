#!/usr/bin/env python3
"""The server on PostgreSQL: the store's suite, refused settings, and servers that share a database."""
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(__file__))
import pglib  # noqa: E402
from faults import Wire  # noqa: E402
from loadlib import Loaded, number  # noqa: E402
from nodelib import check_history, stored_events  # noqa: E402
from pglib import Postgres  # noqa: E402
from serverlib import AZULEJO, Checks, Closed, Person, Player, Server, make_table, moves_of, play_out, tap, wait_until  # noqa: E402

SUITE = os.path.join(os.environ.get("BUILD", "build"), "tests/unit/test_server_store")


def suite(database):
    done = subprocess.run([SUITE], env={**os.environ, "AZULEJO_TEST_POSTGRES": database.url}, capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0 and "postgres_keeps_the_laws" in done.stdout, (done.stdout, done.stderr)
    database.sql("DELETE FROM azulejo_rows")


def refused(url, *words):
    """A server that must not start says why."""
    done = subprocess.run([AZULEJO, "serve", "--port", "0", "--store", url], capture_output=True, text=True, timeout=20,
                          check=False)
    assert done.returncode != 0 and all(w in done.stderr for w in words), (done.returncode, done.stderr)


def refused_settings(database):
    refused("mysql://somewhere", "postgresql://")
    refused("postgresql:///postgres?host=/nowhere&user=azulejo", "cannot be reached")
    for setting, value, words in (("synchronous_commit", "off", ("synchronous_commit is off", "must be on")),
                                  ("synchronous_commit", "remote_write", ("must be on",)),
                                  ("default_transaction_read_only", "on", ("read_only",))):
        refused(f"{database.url}&options=-c%20{setting}%3D{value}", *words)
    database.sql("UPDATE azulejo_schema SET version = version + 1")
    refused(database.url, "newer azulejo")
    database.sql("UPDATE azulejo_schema SET version = version - 1")


def a_long_migration(database):
    """A node waits for the one that brings the tables up to date, longer than for any other statement."""
    server = Server(data=database.url)
    with ThreadPoolExecutor(1) as pool:
        with database.holding("SELECT pg_advisory_xact_lock(4235871)"):
            start = pool.submit(server.start)
            time.sleep(6)  # ANSWER_MS, and both timeouts of a session (store_pg_link.c), are shorter
            assert not start.done(), "it did not wait"
        start.result()
    assert ready(server)
    server.stop()
    database.sql("DELETE FROM azulejo_rows")


def ready(server):
    return server.request("GET", "/readyz")[0] == 200


def database_away(database):
    """A game continues after the database was away, and people keep their identity meanwhile."""
    with Server(data=database.url, grace_s=60) as server:
        table, made = make_table(server, "classic")
        next(p for p in table if p.to_move()).play()
        database.stop()
        assert wait_until(lambda: not ready(server)), "ready without a database"
        who = table[0].person
        status, headers, body = server.request("POST", "/api/session", {}, cookie=who.cookie)
        assert status == 503 and "set-cookie" not in headers, (status, body)
        database.start()
        assert wait_until(lambda: ready(server)), "not ready again"
        status, _, body = server.request("POST", "/api/session", {}, cookie=who.cookie)
        assert status == 200 and json.loads(body)["person"] == who.id, body
        for p in table:
            p.socket.close()
            p.connect(made["key"])
        play_out(table)
        assert table[0].over["winners"]
        assert "event=damaged" not in server.logged()


def up_for_months(database):
    """A server stores on however long it has been up, also when another one opens the database and removes old numbers of
    groups, and when its own was removed."""
    with Server(data=database.url, grace_s=60) as server:
        table, made = make_table(server, "classic")
        before = server.logged().count("store-failed")  # the log is one for all servers of this script
        database.sql("UPDATE azulejo_groups SET begun = now() - interval '31 days'")
        mover = next(p for p in table if p.to_move())
        mover.play()
        for p in table:
            p.wait(lambda p=p: p.n >= mover.n)
        old = "SELECT count(*) FROM azulejo_groups WHERE begun < now() - interval '30 days'"
        origin = database.sql("SELECT origin FROM azulejo_groups ORDER BY begun DESC LIMIT 1")
        assert database.sql(f"{old} AND origin = '{origin}'") == "0", "its row is not renewed"
        with Server(data=database.url, grace_s=60):
            assert database.sql(old) == "0", "old rows are not removed"
            assert database.sql(f"SELECT count(*) FROM azulejo_groups WHERE origin = '{origin}'") == "1"
        database.sql("DELETE FROM azulejo_groups")
        play_out(table)
        assert table[0].over["winners"]
        assert server.logged().count("store-failed") == before, server.logged()


def moving_house(database):
    """A game that began with a data file continues in the database, and ends with a file again."""
    folder = os.environ.get("TMPDIR", "/tmp")
    first, last = os.path.join(folder, "first.db"), os.path.join(folder, "last.db")

    def copy(source, target, status=0):
        done = subprocess.run([AZULEJO, "store", "copy", source, target], capture_output=True, text=True, check=False)
        assert done.returncode == status, (done.stdout, done.stderr)
        return done.stdout + done.stderr

    def play_some(server, table, made):
        for p in table:
            p.person.server = server
            p.connect(made["key"])
        for _ in range(6):
            next(p for p in table if p.to_move()).play()
            most = max(p.n for p in table)
            for p in table:
                p.wait(lambda p=p: p.n >= most)

    with Server(data=first) as server:
        table, made = make_table(server, "classic")
        play_some(server, table, made)
        assert "another server" in copy(first, database.url, status=1)
    assert "hash" in copy(first, database.url)
    assert "empty" in copy(first, database.url, status=1)
    with Server(data=database.url) as server:
        play_some(server, table, made)
        assert "stop it first" in copy(database.url, last, status=1)
    assert "hash" in copy(database.url, last)
    with Server(data=last) as server:
        play_some(server, table, made)
        play_out(table)
        assert "level=error" not in server.logged()
    checked = subprocess.run([AZULEJO, "admin", "--data", last, "check"], capture_output=True, text=True, check=False)
    assert "0 wrong" in checked.stdout, checked
    database.sql("DELETE FROM azulejo_rows")


# ---- Several nodes ----
class Nodes:
    """Servers on one database, each with a log of its own."""

    def __init__(self, database, count, **settings):
        self.database, self.settings = database, {"grace_s": 60, "bot_time_ms": 20, **settings}
        self.all = [self.add() for _ in range(count)]

    def add(self):
        """Again while another test holds a lock on the rows: a server gives up at its start after a while."""
        for attempt in range(5):
            try:
                return Server(data=self.database.url, **self.settings).start()
            except RuntimeError as refused:
                if attempt == 4 or "lock timeout" not in str(refused):
                    raise
        raise AssertionError("not reached")

    def __getitem__(self, i):
        return self.all[i]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.all:
            if server.process.poll() is None:
                server.process.send_signal(signal.SIGCONT)
                server.stop()


def seats_on_nodes(nodes, rules, players):
    persons = [Person(nodes[i % 3], f"P{i}") for i in range(players)]
    table, made = make_table(nodes[0], rules, players, persons=persons)
    play_out(table)
    assert table[0].over["cause"] == "normal" and table[0].over["winners"], table[0].over
    check_history(nodes.database, table)
    eve = Player(Person(nodes[(players + 1) % 3]), made["table"]).connect(made["key"])  # who reads all from the store
    assert eve.n == table[0].n and eve.position["boards"] == table[-1].position["boards"]


def whole_games(c, nodes):
    for rules, players in (("classic", 3), ("grey", 2), ("crystal1", 2), ("crystal2", 2), ("duel", 2)):
        c.run(f"three nodes, {rules} with {players}: a whole game with seats on different nodes", seats_on_nodes, nodes,
              rules, players)


def bots_on_nodes(nodes):
    """A bot thinks at one node only, whichever player moved before it."""
    persons = [Person(nodes[0]), Person(nodes[1])]
    table, _ = make_table(nodes[0], "classic", 4, seats=["me", 1, "open", 2], persons=persons)
    play_out(table)
    assert table[0].over["cause"] == "normal"
    check_history(nodes.database, table)


def lobby_of_nodes(nodes):
    """A public table is in the lobby of each node; pairing finds a player at another node."""
    ann, bob = Person(nodes[0], "Ann"), Person(nodes[2], "Bob")
    first, second = ann.connect(), bob.connect()
    made = first.ask("pair", answer=("made",), rules="grey", players=2)
    listed = lambda: [t["table"] for t in second.ask("lobby", answer=("lobby",))["tables"]]
    assert wait_until(lambda: made["table"] in listed()), "not in the other lobby"
    found = second.ask("pair", answer=("made", "sync"), rules="grey", players=2)
    assert found["table"] == made["table"], (found, made)
    first.receive("presence", lambda m: m["online"] == [True, True])


def paired_across_nodes(nodes):
    """Two who wait at two tables, and ask again at two nodes in the same moment, end up at one table and leave the other."""
    for attempt in range(7):
        pair_across_nodes(nodes, attempt)


def pair_across_nodes(nodes, attempt):
    game = {"rules": "grey", "players": 2, "clock": {"kind": "move", "base_ms": 600000 + attempt}}
    ann, bob, cleo = (Person(nodes[i], n).connect() for i, n in enumerate(("Ann", "Bob", "Cleo")))
    first = ann.ask("pair", answer=("made",), **game)["table"]
    assert wait_until(lambda: [t for t in bob.ask("lobby", answer=("lobby",))["tables"] if t["table"] == first])
    assert bob.ask("join", table=first)["t"] == "ok"
    sync = lambda s, table: s.ask("watch", answer=("sync",), table=table)["seats"]
    assert wait_until(lambda: all(seat["kind"] == "person" for seat in sync(cleo, first)))
    second = cleo.ask("pair", answer=("made",), **game)["table"]
    assert second != first
    assert bob.ask("leave", table=first)["t"] == "ok"
    alone = ["person", "empty"]
    assert wait_until(lambda: [[x["kind"] for x in sync(s, t)] for s in (ann, cleo) for t in (first, second)] == 4 * [alone])
    for _ in range(5):
        for s in (ann, cleo):
            s.send("pair", id=f"again{attempt}", **game)
        met = [s.receive("made", lambda m: m["id"] == f"again{attempt}")["table"] for s in (ann, cleo)]
        if met[0] == met[1]:
            break
    assert met[0] == met[1] and met[0] in (first, second), (met, first, second)
    other = second if met[0] == first else first
    assert wait_until(lambda: [seat["kind"] for seat in sync(ann, other)] == ["empty", "empty"]), sync(ann, other)
    assert wait_until(lambda: [seat["kind"] for seat in sync(cleo, met[0])] == ["person", "person"])
    for s in (ann, cleo):
        assert [t["table"] for t in s.ask("mine", answer=("mine",))["tables"]] == [met[0]]


def logout_everywhere(nodes):
    ann = Person(nodes[0])
    status, answer = ann.post("/api/account", {"name": f"ann{os.getpid()}", "password": "long enough"})
    assert status == 200, answer
    elsewhere = Person.__new__(Person)
    elsewhere.server, elsewhere.cookie, elsewhere.id, elsewhere.name = nodes[1], ann.cookie, ann.id, "Ann"
    socket = elsewhere.connect()
    assert ann.post("/api/logout", {})[0] == 200
    try:
        while True:
            socket.read()
    except Closed as end:
        assert end.code == 1008, end
    assert elsewhere.connect().status == 401, "the old cookie still works"


def ended(socket, code=1008):
    try:
        while True:
            socket.read()
    except Closed as end:
        assert end.code == code, end


def lonely_node(nodes):
    """A node with a wire of its own to the database."""
    wire = Wire(nodes.database.socket)
    url = f"postgresql://azulejo@127.0.0.1:{wire.port}/postgres?sslmode=disable&gssencmode=disable"
    return wire, Server(data=url, grace_s=60).start()


def at_node(person, server):
    """The same person with the present cookie at another node."""
    same = Person.__new__(Person)
    same.server, same.cookie, same.id, same.name = server, person.cookie, person.id, person.name
    return same


def account_at(server, name):
    person = Person(server)
    status, answer = person.post("/api/account", {"name": f"{name}{os.getpid()}", "password": "long enough"})
    assert status == 200, answer
    return person


def logout_reaches_a_node_that_was_cut_off(nodes):
    """Sockets of cookies that became void while a node did not reach the database end when it does again; others stay."""
    wire, lonely = lonely_node(nodes)
    ann, bob, guest, stays = account_at(nodes[0], "lee"), account_at(nodes[0], "bob"), Person(nodes[0]), account_at(nodes[0], "may")
    sockets = [at_node(p, lonely).connect() for p in (ann, bob, guest)]
    here = [at_node(p, lonely).connect() for p in (stays, Person(nodes[1]))]
    wire.cut("refused")
    assert wait_until(lambda: not ready(lonely)), "ready without a database"
    assert ann.post("/api/logout", {})[0] == 200
    assert bob.post("/api/password", {"password": "long enough", "next": "another one"})[0] == 200
    assert wait_until(lambda: guest.post("/api/delete", {"sure": True})[0] == 200)  # a node deletes one at a time
    wire.mend()
    for socket in sockets:
        ended(socket)
    assert wait_until(lambda: ready(lonely))
    for socket in here:
        assert socket.ask("ping", answer=("pong",))["t"] == "pong"
    lonely.stop()
    wire.close()


def logout_of_a_node_that_dies(nodes):
    """The others learn of a logout although its node dies as soon as it is stored."""
    wire, lonely = lonely_node(nodes)
    ann = account_at(lonely, "dora")
    socket = at_node(ann, nodes[1]).connect()
    wire.cut_after = [[f"person/{ann.id}".encode(), b'"epoch"'], [b"COMMIT"]]
    assert ann.post("/api/logout", {})[0] == 503
    lonely.kill()
    ended(socket)
    wire.close()


def many_tables_are_compared_at_once(nodes):
    """After an outage a node with many tables reads those that others have changed, and asks for all players with one note."""
    wire, lonely = lonely_node(nodes)
    count = 240
    guests = [Person(lonely, f"M{i}") for i in range(count // 4)]
    sockets = [g.connect() for g in guests]
    tables = []
    for socket, guest in zip(sockets, guests):
        for _ in range(4):
            made = socket.ask("create", answer=("made",), rules="classic", players=2)
            assert made["t"] == "made", made
            tables.append((guest, made))
    wire.cut("refused")
    assert wait_until(lambda: not ready(lonely)), "ready without a database"
    changed = tables[:: count // 3]
    joined = [Person(nodes[0], f"J{i}").connect() for i in range(len(changed))]
    for socket, (_, made) in zip(joined, changed):
        answer = socket.ask("join", table=made["table"], key=made["key"], name="Joiner")
        assert answer["t"] == "ok", answer
    wire.counts = {b"page_of_key": 0, b"rows_of_keys": 0, b" q ": 0, b" q *": 0}
    wire.mend()
    for guest, made in changed:
        seen = lambda g=guest, m=made: sockets[guests.index(g)].ask("watch", answer=("sync",), table=m["table"])["seats"][1]["kind"]
        assert wait_until(lambda: seen() == "person"), "what was joined meanwhile is not seen"
    assert wait_until(lambda: ready(lonely))
    time.sleep(1.5)  # whatever else it asks for
    told = dict(wire.counts)
    assert 0 < told[b"rows_of_keys"] < 40 and told[b"page_of_key"] < count / 2, told
    assert told[b" q "] == told[b" q *"] > 0, told
    lonely.stop()
    wire.close()


def a_lease_is_given_back(nodes):
    """A node that cannot follow a table drops it, and its lease with it, so that another node can act there."""
    table, made = make_table(nodes[0], "classic", 2, persons=[Person(nodes[0]), Person(nodes[0])])
    holder = lambda: nodes.database.sql(f"SELECT convert_from(data, 'UTF8') FROM azulejo_rows WHERE key = 'lease/{made['table']}'")
    assert '"node":""' not in holder(), holder()
    wrong = f"key = 'event/{made['table']}' AND n = {table[0].n + 1}"
    nodes.database.sql(f"INSERT INTO azulejo_rows VALUES('event/{made['table']}', {table[0].n + 1}, 'wrong', 'wrong')")

    def given_back():
        nodes.database.sql(f"SELECT pg_notify('azulejo', 'nobody t {made['table']}')")
        return '"node":""' in holder()
    assert wait_until(given_back), holder()
    nodes.database.sql(f"DELETE FROM azulejo_rows WHERE {wrong}")


def changes_that_cross(nodes):
    """Of two changes of a person at two nodes that started from the same state, only one is stored."""
    origins = lambda: set(nodes.database.sql("SELECT origin FROM azulejo_groups").split())
    before = origins()
    late = nodes.add()
    own, = origins() - before

    def crossing(early, *request):
        """What the late node answers if it has read, and waits to store while another node does the same."""
        with ThreadPoolExecutor() as pool:
            with nodes.database.holding(f"SELECT 1 FROM azulejo_groups WHERE origin = '{own}' FOR UPDATE"):
                answer = pool.submit(late.request, "POST", *request)
                time.sleep(0.4)
                early()
            return answer.result()[0]

    def login(person, password):
        return nodes[1].request("POST", "/api/login", {"name": person.account, "password": password})[0]

    def account(name):
        person = account_at(nodes[0], name)
        person.account = f"{name}{os.getpid()}"
        return person

    ann = account("link")
    token = {"token": ann.post("/api/link", {})[1]["token"]}
    use = lambda: nodes[1].request("POST", "/api/login-link", token)[0]
    used = []
    assert crossing(lambda: used.append(use()), "/api/login-link", token) == 403, "the link was used twice"
    assert used == [200] and use() == 403, used

    bob = account("pass")
    change = {"password": "long enough", "next": "another one"}
    old = bob.cookie
    assert crossing(lambda: bob.post("/api/password", change), "/api/link", {}, old) == 409
    assert login(bob, "long enough") == 403 and login(bob, "another one") == 200, "the old password is back"
    assert cookie_is_void(nodes[0], old), "the old cookie is good again"

    may = account("both")
    assert crossing(lambda: may.post("/api/logout", {}), "/api/logout", {}, may.cookie) == 200
    cookie = account("lone").cookie
    assert crossing(lambda: None, "/api/logout", {}, cookie) == 200
    late.stop()


def cookie_is_void(server, cookie):
    """The cookie is void: whoever has it is somebody new."""
    return "set-cookie" in server.request("POST", "/api/session", {}, cookie=cookie)[1]


def forgotten_at_a_node_that_was_cut_off(nodes):
    """A person who was deleted while a node was cut off is named in nothing that this node stores afterwards."""
    wire, lonely = lonely_node(nodes)
    persons = [Person(nodes[0], "Gone"), Person(lonely), Person(lonely)]
    table, made = make_table(nodes[0], "classic", 3, persons=persons)
    gone = next(p for p in table if p.person is persons[0])
    rest = [p for p in table if p is not gone]
    assert gone.socket.ask("resign", table=gone.table)["t"] == "ok"
    for p in rest:
        p.wait(lambda p=p: p.n >= gone.n)
    wire.cut("refused")
    assert wait_until(lambda: not ready(lonely)), "ready without a database"
    assert wait_until(lambda: persons[0].post("/api/delete", {"sure": True})[0] == 200)  # a node deletes one at a time
    named = lambda: nodes.database.sql("SELECT key FROM azulejo_rows WHERE key LIKE '%" + persons[0].id + "%' OR position('"
                                       + persons[0].id + "' in convert_from(data, 'UTF8')) > 0")
    assert named() == "", named()
    wire.mend()
    assert wait_until(lambda: ready(lonely))
    for p in rest:
        p.socket.close()
        p.connect(made["key"])
    assert rest[0].socket.ask("resign", table=rest[0].table)["t"] == "ok"  # at this node the game ends
    rest[0].wait(lambda: rest[0].phase == "over")
    assert wait_until(lambda: named() == ""), named()
    lonely.stop()
    wire.close()


def limits_everywhere(database):
    """What a name, an address or a maker of tables has used at one node is used at the others."""
    with Nodes(database, 2, proxy=1, logins_per_minute=3, tables_per_minute=2) as nodes:
        table, _ = make_table(nodes[0], "classic", 2, persons=[Person(nodes[0]), Person(nodes[1])])

        def all_noted():
            """Notes come in the order of the commits, so a phrase comes after what was noted before it."""
            assert table[0].socket.ask("phrase", table=table[0].table, phrase="hello")["t"] == "ok"
            most = table[0].n
            table[1].wait(lambda: table[1].n >= most)

        def login(node, name, address):
            return node.request("POST", "/api/login", {"name": name, "password": "a wrong guess"},
                                headers={"X-Forwarded-For": address})[0]

        with ThreadPoolExecutor() as pool:  # whoever may connect to the database can listen
            heard = pool.submit(database.run, "psql", "-X", "-h", database.folder, "-U", "azulejo", "-d", "postgres",
                                "-c", "LISTEN azulejo", "-c", "SELECT pg_sleep(3)")
            time.sleep(0.5)
            assert [login(nodes[0], "Victim", f"10.0.0.{i}") for i in range(6)] == [403] * 6
        heard = heard.result()
        assert " u n" in heard and "victim" not in heard and "10.0.0." not in heard, heard
        assert [login(nodes[0], "Victim", "10.0.1.1") for _ in range(4)] == [403] * 3 + [429]
        all_noted()
        assert login(nodes[1], "victim", "10.0.1.1") == 429, "the name has new tries at another node"
        assert login(nodes[1], "Somebody", "10.0.1.2") == 403, "another name"
        assert [login(nodes[0], f"Name-{i}", "10.0.2.1") for i in range(7)] == [403] * 6 + [429]
        all_noted()
        assert login(nodes[1], "Name-9", "10.0.2.1") == 429, "the address has new tries at another node"
        maker, other = Person(nodes[0]).connect(), Person(nodes[1]).connect()
        create = lambda s: s.ask("create", answer=("made",), rules="classic").get("code")
        codes = [create(maker) for _ in range(4)]
        assert codes[0] is None and codes[-1] == "TOO_FAST", codes
        all_noted()  # perhaps not the first table, which was made when the other node began to listen
        assert "TOO_FAST" in [create(other) for _ in range(2)], "the address makes more tables at another node"


def administration(nodes):
    """`admin --store` changes the database, and every node knows it."""
    def admin(*words, status=0):
        done = subprocess.run([AZULEJO, "admin", "--store", nodes.database.url, *words], capture_output=True, text=True,
                              check=False)
        assert done.returncode == status, (words, done.stdout, done.stderr)
        return done.stdout + done.stderr
    ann, bob = Person(nodes[0]), Person(nodes[1])
    table, _ = make_table(nodes[0], "classic", 2, persons=[ann, bob])
    assert table[0].table in admin("tables", "--phase", "live")
    admin("ban", ann.id, "--reason", "a test")
    try:
        while True:
            table[0].socket.read()
    except Closed as end:
        assert end.code == 1008, end
    assert wait_until(lambda: all(ann_is_banned(ann, n) for n in nodes.all[:3]))
    admin("unban", ann.id)
    assert wait_until(lambda: not any(ann_is_banned(ann, n) for n in nodes.all[:3]))
    admin("close", table[0].table)
    table[1].wait(lambda: table[1].phase == "over")
    assert table[1].over["cause"] == "closed"
    assert "0 wrong" in admin("check")
    assert "pg_dump" in admin("backup", "x", status=2)


def ann_is_banned(person, server):
    return server.request("POST", "/api/session", {}, cookie=person.cookie)[0] == 403


def moves_to(player, server, key):
    player.socket.close()
    player.person.server = server
    player.connect(key)


def one_round(table):
    """A person moves, and then the bot at seat 2 when it is its turn; all have seen it."""
    most = max(p.n for p in table)
    for p in table:
        p.wait(lambda p=p: p.n >= most and p.position["seat"] != 2)
    mover = next(p for p in table if p.to_move())
    mover.play()
    for p in table:
        p.wait(lambda p=p: p.n >= mover.n and p.position["seat"] != 2)


def a_node_dies(nodes):
    """Its players continue at another node, the bot's move is made there, and no time is lost."""
    doomed = nodes.add()
    persons = [Person(doomed), Person(nodes[1])]
    table, made = make_table(doomed, "classic", 3, seats=["me", "open", 1], persons=persons,
                             clock={"kind": "total", "base_ms": 600000})
    for _ in range(3):
        one_round(table)
    doomed.kill()
    begun = time.monotonic()
    moves_to(next(p for p in table if p.person.server is doomed), nodes[2], made["key"])
    for _ in range(3):  # until the bot has moved under its new node
        one_round(table)
    assert time.monotonic() - begun < 20, "nobody took over"
    play_out(table)
    check_history(nodes.database, table)


def a_clock_at_a_dead_node(nodes):
    """The clock runs out on time although the node that kept it is dead."""
    doomed = nodes.add()
    persons = [Person(doomed), Person(nodes[1])]
    table, made = make_table(doomed, "classic", 2, persons=persons, clock={"kind": "total", "base_ms": 5000})
    begun = time.monotonic()
    doomed.kill()
    other = next(p for p in table if p.person.server is not doomed)
    other.wait(lambda: other.phase == "over")
    assert other.over["cause"] == "time", other.over
    assert 3.5 < time.monotonic() - begun < 15, time.monotonic() - begun


def a_zombie_writes_nothing(nodes):
    """A node that was stopped and wakes up after another one took its table over stores nothing there."""
    sleeper = nodes.add()
    persons = [Person(sleeper), Person(nodes[1])]
    table, made = make_table(sleeper, "classic", 3, seats=["me", "open", 1], persons=persons)
    os.kill(sleeper.process.pid, signal.SIGSTOP)
    lease = lambda: nodes.database.sql("SELECT convert_from(data, 'UTF8') FROM azulejo_rows "
                                       f"WHERE key = 'lease/{made['table']}'")
    before = lease()
    moves_to(next(p for p in table if p.person.server is sleeper), nodes[2], made["key"])
    while before == lease():  # until another node had to make the bot's move
        one_round(table)
    taken = lease()
    os.kill(sleeper.process.pid, signal.SIGCONT)
    play_out(table)
    assert lease() == taken, "the lease changed again"
    check_history(nodes.database, table)
    sleeper.stop()


def a_slow_commit_costs_nobody(nodes):
    """While the database does not answer, clocks stand still: whoever moves next does not pay for it, at whichever node."""
    persons = [Person(nodes[0]), Person(nodes[1])]
    table, made = make_table(nodes[0], "classic", 2, persons=persons, clock={"kind": "total", "base_ms": 600000})
    mover = next(p for p in table if p.to_move())
    other = next(p for p in table if p is not mover)
    move = next(m for m in moves_of(mover.position) if m["to"] == "floor")
    nodes.database.pause()
    mover.socket.send("move", table=mover.table, ply=mover.ply, move=move, id="slow")
    time.sleep(2.5)
    begun = time.monotonic()
    nodes.database.wake()
    assert mover.socket.receive(where=lambda m: m.get("id") == "slow")["t"] == "ok"
    other.wait(other.to_move)
    other.play()
    took = time.monotonic() - begun
    cost = 600 - other_clock(nodes, other, made) / 1000
    assert cost <= took + 1, f"a move of {took:.2f} s cost {cost:.2f} s"


def a_late_move_costs_nobody(nodes, at_the_same_node=False):
    """A node whose wire is cut stores a move seconds after it was made: the next turn begins when others can see it, for a player
    at another node and at that one, whose clock stood still meanwhile."""
    wire = Wire(nodes.database.socket)
    lonely = Server(data=f"postgresql://azulejo@127.0.0.1:{wire.port}/postgres?sslmode=disable&gssencmode=disable", grace_s=60).start()
    persons = [Person(lonely), Person(lonely if at_the_same_node else nodes[1])]
    table, made = make_table(lonely, "classic", 2, starter=0, persons=persons, clock={"kind": "total", "base_ms": 600000})
    mover, other = table
    move = next(m for m in moves_of(mover.position) if m["to"] == "floor")
    wire.cut("silent")
    time.sleep(1)  # what is on its way to the database now is lost with the wire, and the move waits behind it
    mover.socket.send("move", table=mover.table, ply=mover.ply, move=move, id="late")
    time.sleep(3)
    wire.mend()
    while mover.socket.receive(where=lambda m: m.get("id") == "late")["t"] != "ok":  # not stored: sent again
        time.sleep(0.1)
        mover.socket.send("move", table=mover.table, ply=mover.ply, move=move, id="late")
    other.wait(other.to_move)
    begun = time.monotonic()
    time.sleep(1.5)  # until the clocks of the nodes agree again
    other.play()
    took = time.monotonic() - begun
    cost = 600 - other_clock(nodes, other, made) / 1000
    assert took - 1 <= cost <= took + 1, f"a move of {took:.2f} s cost {cost:.2f} s"
    check_history(nodes.database, table[1:])
    made_at = {e.get("x"): e.get("g") for _, e, _ in stored_events(nodes.database, mover.table)}
    passed = next(g for x, g in made_at.items() if x == other.confirmed[-1][1]) - made_at["late"]
    assert abs(passed / 1000 - took) < 1, f"whoever reads the table later sees a turn of {passed / 1000:.2f} s, not of {took:.2f} s"
    lonely.stop()
    wire.close()


def never_an_older_state(nodes):
    """A node that cannot read what a player has seen elsewhere says so, and does not show the state before."""
    wire = Wire(nodes.database.socket)
    lonely = Server(data=f"postgresql://azulejo@127.0.0.1:{wire.port}/postgres?sslmode=disable&gssencmode=disable", grace_s=60).start()
    persons = [Person(lonely), Person(nodes[1])]
    table, made = make_table(lonely, "classic", 2, starter=1, persons=persons)
    here = table[0].socket
    wire.cut("refused")
    assert wait_until(lambda: not ready(lonely)), "ready without a database"
    table[1].play()
    seen = {"table": made["table"], "from": table[1].n}
    answer = here.ask("watch", answer=("sync",), **seen)
    assert answer.get("code") == "BUSY", answer
    wire.mend()
    assert wait_until(lambda: here.ask("watch", answer=("sync",), **seen).get("n") == table[1].n), "not read afterwards"
    lonely.stop()
    wire.close()


def late_at_the_same_node(nodes):
    a_late_move_costs_nobody(nodes, at_the_same_node=True)


def present_again_after_a_stall(nodes):
    """A node that seemed dead for a few seconds has its players all the time: the others must know when it is back."""
    sleeper = nodes.add()
    table, _ = make_table(sleeper, "classic", 2, persons=[Person(sleeper), Person(nodes[1])])
    here = next(p for p in table if p.person.server is sleeper)
    other = next(p for p in table if p is not here)
    online = lambda: [s["online"] for s in other.socket.ask("watch", answer=("sync",), table=other.table)["seats"]]
    assert wait_until(lambda: all(online())), online()
    os.kill(sleeper.process.pid, signal.SIGSTOP)
    assert wait_until(lambda: not online()[here.seat]), "it does not seem dead"
    os.kill(sleeper.process.pid, signal.SIGCONT)
    assert wait_until(lambda: all(online())), "its player seems to be away"
    sleeper.stop()


def a_woken_node_knows_the_time(nodes):
    """What a node decides when it wakes up counts by the clock of those who were awake."""
    sleeper = nodes.add()
    persons = [Person(sleeper), Person(nodes[1])]
    table, _ = make_table(sleeper, "classic", 2, starter=0, persons=persons, clock={"kind": "total", "base_ms": 600000})
    mover, begun = table[0], time.monotonic()
    os.kill(sleeper.process.pid, signal.SIGSTOP)
    move = next(m for m in moves_of(mover.position) if m["to"] == "floor")
    mover.socket.send("move", table=mover.table, ply=mover.ply, move=move, id="woken")
    time.sleep(3.2)  # not long enough to be taken for dead
    os.kill(sleeper.process.pid, signal.SIGCONT)
    table[1].wait(table[1].to_move)
    took = time.monotonic() - begun
    at = {e["k"]: e["g"] for _, e, _ in stored_events(nodes.database, mover.table)[:-1]}
    cost = (at["move"] - at["start"]) / 1000
    assert abs(cost - took) < 1, f"a turn of {took:.2f} s cost {cost:.2f} s"
    sleeper.stop()


def other_clock(nodes, player, made):
    late = Player(Person(nodes[2]), made["table"])
    late.socket = late.person.connect()
    sync = late.socket.ask("watch", answer=("sync",), table=late.table, key=made["key"])
    return sync["clock"]["left_ms"][player.seat]


def the_database_restarts(nodes):
    """No node is ready meanwhile, and all recover without help."""
    persons = [Person(nodes[0]), Person(nodes[1])]
    table, made = make_table(nodes[0], "classic", 3, seats=["me", "open", 1], persons=persons)
    nodes.database.stop(signal.SIGQUIT)
    assert wait_until(lambda: not any(ready(n) for n in nodes.all[:3])), "ready without a database"
    nodes.database.start()
    assert wait_until(lambda: all(ready(n) for n in nodes.all[:3])), "not ready again"
    for p in table:
        p.socket.close()
        p.connect(made["key"])
    play_out(table)
    check_history(nodes.database, table)


def a_node_dies_under_many_games(database):
    """tests/campaign/nodes_load.py does it with a thousand."""
    house = Loaded(3, database=database)
    text, _, status = house.load(60, 6, 500, at=house.nodes[0].kill)
    house.close()
    lost, back, worst = (number(text, p) for p in (r"(\d+) sockets lost", r"lost, (\d+) back", r"first loss .*worst ([\d.]+) ms"))
    fast = number(text, r"clocks: (-?[\d.]+) ms too fast")
    print(f"# 60 live games: {lost:.0f} sockets lost, all back within {worst:.0f} ms; clocks at most {fast:.0f} ms too fast")
    assert status == 0 and lost >= 60 and back == lost and worst < 5000 and fast < 1000, text


def several_nodes(c, database):
    with Nodes(database, 3) as nodes:
        whole_games(c, nodes)
        for test in (bots_on_nodes, lobby_of_nodes, paired_across_nodes, logout_everywhere, logout_of_a_node_that_dies,
                     changes_that_cross, a_lease_is_given_back, administration):
            c.run(test.__name__.replace("_", " "), test, nodes)
        # What mostly waits, at the same time: each has a table and a node of its own.
        faults = (a_node_dies, a_clock_at_a_dead_node, a_zombie_writes_nothing, a_late_move_costs_nobody,
                  late_at_the_same_node, never_an_older_state, a_woken_node_knows_the_time, present_again_after_a_stall,
                  logout_reaches_a_node_that_was_cut_off, forgotten_at_a_node_that_was_cut_off,
                  many_tables_are_compared_at_once)
        with ThreadPoolExecutor() as pool:
            running = [(test, pool.submit(test, nodes)) for test in faults]
        for test, done in running:
            c.run(test.__name__.replace("_", " "), done.result)
        c.run("a slow commit costs nobody", a_slow_commit_costs_nobody, nodes)
        c.run("the database restarts", the_database_restarts, nodes)
        log = nodes[0].logged()
        wrong = [line for line in log.splitlines() if "level=error" in line and "event=store-failed" not in line]
        c.check("nothing went wrong inside", not wrong, "\n".join(wrong[:20]))


def main():
    c = Checks()
    if not pglib.BIN:
        tap.skip("the server on PostgreSQL", "postgresql-15 is not installed")
        c.end()
    with Postgres() as database:
        c.run("the store's suite", suite, database)
        c.run("settings that lose data are refused", refused_settings, database)
        c.run("a node waits for a long migration", a_long_migration, database)
        c.run("moving from a file into the database and back", moving_house, database)
        c.run("the database goes away and comes back", database_away, database)
        c.run("a server is up for months", up_for_months, database)
        several_nodes(c, database)
        c.run("limits hold at all nodes", limits_everywhere, database)
        c.run("a node dies under many games", a_node_dies_under_many_games, database)
    c.end()


if __name__ == "__main__":
    main()
