#!/usr/bin/env python3
"""What one person, one address or one name may do before it becomes too much for the others."""
import os
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from serverlib import Checks, Person, Player, Server, Socket, make_table  # noqa: E402


def long_stories():
    """To be told everything again and again costs more than a message each; to resume does not."""
    with Server(messages_per_second=20) as server:
        table, made = make_table(server, "classic", public=True)
        for i in range(160):
            p = table[i % 2]
            assert p.socket.ask("phrase", table=p.table, phrase="hello")["t"] == "ok"
            time.sleep(0.03)
        watcher = Person(server).connect()
        codes = []
        for _ in range(8):
            codes.append(watcher.ask("watch", answer=("sync",), table=made["table"]).get("code", "told"))
            time.sleep(0.2)
        assert codes[0] == "told" and "TOO_FAST" in codes, codes
        time.sleep(2)
        codes = [watcher.ask("watch", answer=("sync",), table=made["table"], **{"from": 160}).get("code", "told") for _ in range(6)]
        assert codes == ["told"] * 6, codes


def coming_and_going(server):
    """Who joins and leaves without end is stopped; the others sit down, say that they are ready, and play."""
    host = Person(server, "Host")
    s = host.connect()
    made = s.ask("create", answer=("made",), rules="classic", public=True)
    eve = Person(server).connect()
    codes = []
    for _ in range(12):
        codes.append(eve.ask("join", table=made["table"]).get("code", "ok"))
        eve.ask("leave", table=made["table"])
    assert codes == ["ok"] * 8 + ["TOO_MUCH"] * 4, codes
    for _ in range(20):  # … and all her friends
        friend = Person(server).connect()
        for _ in range(8):
            friend.ask("join", table=made["table"])
            friend.ask("leave", table=made["table"])
        friend.close()
    stranger = Person(server).connect().ask("join", table=made["table"])
    assert stranger["code"] == "TOO_MUCH", stranger
    bob = Player(Person(server, "Bob"), made["table"])
    bob.socket = bob.person.connect()
    assert bob.socket.ask("join", table=made["table"], key=made["key"])["t"] == "ok", "the link still works"
    bob.watch()
    ann = Player(host, made["table"])
    ann.socket = s
    ann.watch()
    assert ann.ready()["t"] == bob.ready()["t"] == "ok"
    bob.wait(lambda: bob.phase == "live")


def pairing_goes_on(server):
    """A table where somebody may not sit any more is not the one that quick pairing finds."""
    ann = Person(server).connect()
    first = ann.ask("pair", answer=("made",), rules="grey")["table"]
    eve = Person(server).connect()
    for _ in range(8):
        assert eve.ask("pair", answer=("made",), rules="grey")["table"] == first
        eve.ask("leave", table=first)
    assert eve.ask("pair", answer=("made",), rules="grey")["table"] != first


def guesses_of_one_name():
    """A name is not guessed at from many addresses either; other names are free meanwhile, and links too."""
    with Server(proxy=1, logins_per_minute=3) as server:
        def login(name, address):
            return server.request("POST", "/api/login", {"name": name, "password": "a wrong guess"},
                                  headers={"X-Forwarded-For": address})[0]
        codes = [login("Victim", f"10.0.0.{i}") for i in range(9)]
        assert codes == [403] * 6 + [429] * 3, codes
        assert login("victim", "10.0.1.1") == 429, "in whatever letters"
        assert login("Somebody", "10.0.1.1") == 403
        codes = [login(f"Name-{i}", f"2001:db8:0:7::{i}") for i in range(8)]
        assert codes == [403] * 6 + [429] * 2, ("one network", codes)


def a_hail_of_sockets():
    """Opening sockets has a rate, so that a new socket is no way to a new measure of messages."""
    with Server(requests_per_second=5) as server:
        who = Person(server)
        kept = [Socket(server, who.cookie) for _ in range(16)]
        statuses = [s.status for s in kept]
        assert statuses[:9] == [101] * 9 and 429 in statuses[10:], statuses


def main():
    c = Checks()
    with Server() as server:
        for test in (coming_and_going, pairing_goes_on):
            c.run(test.__name__.replace("_", " "), test, server)
    for test in (long_stories, guesses_of_one_name, a_hail_of_sockets):
        c.run(test.__name__.replace("_", " "), test)
    c.end()


main()
