#!/usr/bin/env python3
"""PostgreSQL as sites run it: with a synchronous replica that takes over, and behind pgbouncer."""
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(__file__))
import pglib  # noqa: E402
from nodelib import check_history  # noqa: E402
from pglib import Postgres  # noqa: E402
from server_nodes import moves_to, one_round, ready, refused  # noqa: E402
from serverlib import Checks, Person, Server, make_table, moves_of, play_out, tap, wait_until  # noqa: E402

os.environ["PATH"] += ":/usr/sbin:/sbin"


class Replica(Postgres):
    """A copy of a running database that follows it; both have the same name for the tables' owner."""

    def __init__(self, primary):
        super().__init__(source=primary)
        self.primary = primary


def local(database, more=""):
    """Hosts by their folders, as both have the same port."""
    return f"postgresql://azulejo@/postgres?host={database.folder}{more}"


def replica_is_refused(primary, replica):
    refused(local(replica), "a replica", "target_session_attrs=read-write")
    # With replicas a commit that is only local is not enough.
    refused(local(primary, "&options=-c%20synchronous_commit%3Dlocal"), "synchronous_commit is local", "on or remote_apply")
    refused(local(primary, "&options=-c%20synchronous_commit%3Doff"), "synchronous_commit is off")


def waits_for_the_replica(server, replica):
    """What the replica has not got is not confirmed."""
    table, made = make_table(server, "classic")
    mover = next(p for p in table if p.to_move())
    move = next(m for m in moves_of(mover.position) if m["to"] == "floor")
    replica.pause()
    mover.socket.send("move", table=mover.table, ply=mover.ply, move=move, id="waits")
    mover.socket.connection.settimeout(1.5)
    try:
        early = mover.socket.receive(where=lambda m: m.get("id") == "waits")
        raise AssertionError(f"confirmed without the replica: {early}")
    except TimeoutError:
        pass
    replica.wake()
    mover.socket.connection.settimeout(10)
    answer = mover.socket.receive(where=lambda m: m.get("id") == "waits")
    assert answer["t"] == "ok", answer
    for p in table:
        moves_to(p, server, made["key"])
    play_out(table)


def the_replica_takes_over(server, primary, replica):
    """The primary is gone; the node finds the one that took its place, and every confirmed move is there."""
    table, made = make_table(server, "duel")
    for _ in range(8):
        one_round(table)
    confirmed = sum(len(p.confirmed) for p in table)
    primary.stop(signal.SIGQUIT)
    replica.run("pg_ctl", "promote", "-D", replica.data, "-w")
    replica.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
    replica.sql("SELECT pg_reload_conf()")
    assert wait_until(lambda: ready(server), 20), "not ready at the new primary"
    for p in table:
        moves_to(p, server, made["key"])
    assert confirmed == 8
    play_out(table)
    check_history(replica, table)
    assert "level=error event=damaged" not in server.logged()


def with_a_replica(c):
    primary = Postgres().start()
    primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    replica = Replica(primary).start()
    primary.sql("SELECT pg_reload_conf()")
    follows = "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
    c.check("a synchronous replica follows", wait_until(lambda: primary.sql(follows) == "t"))
    c.run("a replica, and commits that do not wait for it, are refused", replica_is_refused, primary, replica)
    both = f"postgresql://azulejo@/postgres?host={primary.folder},{replica.folder}&target_session_attrs=read-write"
    with Server(data=both) as server:
        c.run("a move waits for the replica", waits_for_the_replica, server, replica)
        c.run("the replica takes over", the_replica_takes_over, server, primary, replica)
    replica.remove()
    primary.remove()


# ---- pgbouncer ----
class Pool:
    """pgbouncer in a folder of the database's own user, as it refuses to run as root."""

    def __init__(self, database, mode, size=20):
        self.folder = os.path.join(database.folder, mode)
        os.mkdir(self.folder)
        conf = os.path.join(self.folder, "pgbouncer.ini")
        with open(conf, "w", encoding="utf-8") as file:
            file.write(f"[databases]\npostgres = host={database.folder} user=azulejo\n[pgbouncer]\npool_mode = {mode}\n"
                       f"unix_socket_dir = {self.folder}\nlisten_port = 5432\nauth_type = any\ndefault_pool_size = {size}\n"
                       f"logfile = {self.folder}/log\npidfile = {self.folder}/pid\n")
        if database.root:
            shutil.chown(self.folder, "nobody")
        self.process = subprocess.Popen(["pgbouncer", conf], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        **database.as_user())
        assert wait_until(lambda: os.path.exists(os.path.join(self.folder, ".s.PGSQL.5432"))), "pgbouncer did not start"
        self.url = f"postgresql://azulejo@/postgres?host={self.folder}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)


def session_pool(database):
    """Two nodes through pgbouncer: a whole game, and a bot."""
    with Pool(database, "session") as pool, Server(data=pool.url) as one, Server(data=pool.url, bot_time_ms=20) as two:
        table, _ = make_table(one, "classic", 3, seats=["me", "open", 1], persons=[Person(one), Person(two)])
        play_out(table)
        check_history(database, table)
        socket = table[0].person.connect()
        assert socket.status == 101 and ready(one) and ready(two)


def other_pools(database):
    """Refused at the start, with the setting that is needed."""
    with Pool(database, "transaction") as one, Pool(database, "statement") as other, ThreadPoolExecutor() as threads:
        tried = [threads.submit(refused, pool.url, "pgbouncer", "pool_mode = session") for pool in (one, other)]
        for done in tried:
            done.result()


def behind_pgbouncer(c):
    if not shutil.which("pgbouncer"):
        tap.skip("PostgreSQL behind pgbouncer", "pgbouncer is not installed")
        return
    with Postgres() as database:
        c.run("behind pgbouncer with a pool of sessions", session_pool, database)
        c.run("other pools are refused", other_pools, database)


def main():
    c = Checks()
    if not pglib.BIN:
        tap.skip("PostgreSQL with a replica and behind pgbouncer", "postgresql-15 is not installed")
        c.end()
    with_a_replica(c)
    behind_pgbouncer(c)
    c.end()


if __name__ == "__main__":
    main()
