#!/usr/bin/env python3
"""An engine that behaves well until it is told to think, and then misbehaves as its argument says."""
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
    elif MODE == "twice":
        say(f"bestmove {moves[0]}\nbestmove {moves[0]}\n")
    else:
        say(f"bestmove {moves[0]}\n")


def main():
    moves = []
    if MODE == "mute":
        sleep_for_ever()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "azp":
            say("id name bad\nid author nobody\nrules classic grey duel\nneeds moves\nready\n")
        elif word == "quit" and MODE != "undead":
            break
        elif word == "go":
            think(moves)
        elif word == "ping":
            say(f"pong {rest}\n")
        else:
            if word == "moves":
                moves = rest.split()
            say("ok\n")


main()
