#!/usr/bin/env python3
"""An engine that behaves well until a `go`, and then misbehaves as its argument says."""
import os
import signal
import sys
import time

MODE = sys.argv[1]


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def sleep_for_ever():
    while True:
        time.sleep(60)


def think(moves):
    if MODE == "silent":
        sleep_for_ever()
    elif MODE == "slow":
        time.sleep(0.4)
        say(f"bestmove {moves[0]}\n")
    elif MODE == "garbage":
        say("\x01\x02 what? \xff\n")
    elif MODE == "half":
        say("bestmo")
        sleep_for_ever()
    elif MODE == "long":
        say("x" * 10_000_000 + "\n")
    elif MODE == "endless":
        while True:
            say("x" * 65536)
    elif MODE == "chatter":
        while True:
            say("info depth 1\n")
    elif MODE == "illegal":
        say("bestmove 9T5\n" if "9T5" not in moves else "bestmove 1Bf\n")
    elif MODE == "nonsense":
        say("bestmove somewhere\n")
    elif MODE == "refuse":
        say("error internal I do not want to\n")
    elif MODE == "exit":
        sys.exit(3)
    elif MODE == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif MODE == "drip":
        for letter in f"bestmove {moves[0]} and more":
            say(letter)
            time.sleep(0.5)
    elif MODE == "nul":
        say("bestmove \0\0\n")
    elif MODE == "blank":
        while True:
            say("\n" * 100)
    elif MODE == "heir":  # a child that keeps the pipe open and does not end by itself
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            sleep_for_ever()
        os._exit(0)
    elif MODE == "stopped":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif MODE == "other":
        say("position classic 2 1 offer 0 0 c -/-/-/-/- - - - - -\n")
    elif MODE == "crlf":
        say(f"info depth 1\r\n\r\nbestmove {moves[0]}\r\n")
    elif MODE == "twice":
        say(f"bestmove {moves[0]}\nbestmove {moves[0]}\n")
    else:
        say(f"bestmove {moves[0]}\n")


def main():
    moves, games = [], 0
    if MODE == "mute":
        sleep_for_ever()
    while MODE == "dribble":
        say("option name a type text\n")
        time.sleep(0.2)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "azp":
            early = "bestmove 1B1\n" if MODE == "early" else ""
            say(early + "id name bad\nid author nobody\nrules classic grey duel\nneeds moves\nready\n")
        elif word == "quit" and MODE != "undead":
            break
        elif word == "go":
            think(moves)
        elif word == "ping":
            say(f"pong {rest}\n")
        else:
            if word == "clear":
                games += 1
                if MODE == "later" and games == 2:
                    sys.exit(1)
            if word == "moves":
                moves = rest.split()
            say("ok\n")


main()
