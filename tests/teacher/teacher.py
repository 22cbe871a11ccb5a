#!/usr/bin/env python3
"""The teacher (tools/teacher) on the processor, with PyTorch: `make train-test`. The schedule of the search, what a search
finds where the game ends, what it may not see, the targets of learning, and runs that are cut off and go on."""
import json
import os
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import numpy as np
import torch

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools/teacher"
sys.path[:0] = [str(ROOT / "tests/support"), str(TOOLS)]
import azulejo  # noqa: E402
from arena import Player, play, rows_of, words_of  # noqa: E402
from label import blend  # noqa: E402
from network import Teacher, absolute, load, relative, save  # noqa: E402
from search import Search, halving  # noqa: E402
from selfplay import returns  # noqa: E402
from tap import check, end  # noqa: E402

torch.set_num_threads(1)


def new_teacher(rules="classic", players=2):
    torch.manual_seed(3)
    probe = azulejo.GpuBatch(1, rules, players, device=-1, numbering="steps" if rules == "duel" else "moves")
    return Teacher(rules, players, probe.observation_size, probe.action_count, 32, 1).eval()


def schedule():
    for considered in range(17):
        for simulations in (1, 2, 7, 16, 32, 100):
            sequence = halving(considered, simulations)
            check(len(sequence) == simulations and sequence[0] == 0 and max(sequence) <= simulations,
                  f"{considered} considered actions, {simulations} simulations: one visit each", sequence)
    check(halving(4, 8) == [0, 0, 0, 0, 1, 1, 2, 2], "four actions in eight simulations", halving(4, 8))


def seats():
    rows = torch.arange(6.0).view(2, 3)
    turned = absolute(rows, torch.tensor([0, 2]))
    check(turned.tolist() == [[0, 1, 2], [4, 5, 3]], "rows by seat from the decider on become rows by seat", turned)
    check(torch.equal(relative(turned, torch.tensor([0, 2])), rows), "and back")


def targets():
    """Two decisions of one game that ends with the second, then one of the next game."""
    def row(done, chances, won=(0, 0), lead=(0, 0), seat=0):
        return {"done": torch.tensor([done]), "chances": torch.tensor([chances]), "leads": torch.zeros(1, 2),
                "won": torch.tensor([won], dtype=torch.float), "lead": torch.tensor([lead], dtype=torch.float),
                "seat": torch.tensor([seat])}
    kept = [row(False, [0.5, 0.5]), row(True, [0.6, 0.4], (0, 1), (-7, 7), 1), row(False, [0.9, 0.1])]
    returns(kept, 0.9)
    close = torch.allclose
    check(close(kept[2]["target"], torch.tensor([[0.9, 0.1]])), "the last position has the search's own view", kept[2])
    check(close(kept[1]["target"], torch.tensor([[1.0, 0.0]])) and close(kept[1]["ahead"], torch.tensor([[7.0, -7.0]]) / 20),
          "the last decision of a game has its result, from the decider on", kept[1])
    check(close(kept[0]["target"], torch.tensor([[0.9 * 0 + 0.1 * 0.6, 0.9 + 0.1 * 0.4]])),
          "an earlier one has nine tenths of it, and a tenth of what the search saw later", kept[0])


def last_positions(rules, players, count):
    """Positions of last rounds with few moves, which a search can look through to the end of the game."""
    found, seed = [], 0
    while len(found) < count:
        seed += 1
        rng, chooser = azulejo.Rng(seed), azulejo.Rng(seed, 1)
        state = azulejo.State(rules, players).deal(rng)
        while not state.over:
            moves = state.moves()
            after = [state.play(move) for move in moves]
            if len(moves) > 1 and all(s.over for s in after) and len({0 in s.winners for s in after}) > 1:
                found.append(state)
                break
            state = after[chooser.below(len(moves))].deal(rng)
    return found


def finds_wins():
    """Where one move decides the game and an untrained network knows nothing, the search plays a move that wins."""
    for players in (2, 3):
        states = last_positions("classic", players, 12)
        player = Player(new_teacher(players=players), 12, 48, -1, 5)
        good = 0
        for state, move in zip(states, player.moves(states)):
            won = {str(m): state.seat in state.play(m).winners for m in state.moves()}
            good += won[str(move)] or not any(won.values())
        check(good == len(states), f"{players} seats: a winning last move is found where there is one", f"{good} of {len(states)}")


def hidden():
    """Two states that the seat cannot tell apart get the same search, bit for bit."""
    rng, chooser = azulejo.Rng(4), azulejo.Rng(5)
    state = azulejo.State("duel", 2).deal(rng)
    for _ in range(9):
        moves = state.moves()
        state = state.play(moves[chooser.below(len(moves))]).deal(rng)
    view = state.view(state.seat)
    others = [view.determinise(azulejo.Rng(seed)) for seed in range(6)]
    check(len({o.to_bytes() for o in others}) > 1, "the states differ in what is hidden")
    network, results = new_teacher("duel"), []
    for other in others:
        search = Search(network, "duel", 2, 1, 24, device=-1, seed=9)
        batch = azulejo.GpuBatch(1, "duel", 2, device=-1, numbering="steps", starts=[other])
        masks, seen, seat = (torch.from_dlpack(a) for a in (batch.masks, batch.observations, batch.seat))
        found = search.run(rows_of([other], 1, "cpu"), torch.zeros(1, dtype=torch.int32), masks, seen, seat, noisy=False)
        results.append((found.actions.tolist(), found.policy.tolist(), found.chances.tolist()))
    check(all(r == results[0] for r in results), "and none of it reaches the search")


def no_peeking():
    """The search deals by chance of its own: the generator of the real game changes nothing in what it finds."""
    network = new_teacher()
    batch = azulejo.GpuBatch(8, device=-1, seed=1)
    states, masks, seen, seat = (torch.from_dlpack(a) for a in (batch.states, batch.masks, batch.observations, batch.seat))
    before = torch.from_dlpack(batch.generators).clone()
    found = [Search(network, "classic", 2, 8, 16, device=-1, seed=3).run(
        states.clone(), torch.zeros(8, dtype=torch.int32), masks, seen, seat, noisy=False).policy for _ in range(2)]
    check(torch.equal(*found), "the same seed gives the same search")
    check(torch.equal(before, torch.from_dlpack(batch.generators)), "and the game's generators are left alone")


def run(folder, *arguments):
    return subprocess.run([sys.executable, str(TOOLS / "selfplay.py"), "--games", "8", "--simulations", "4", "--steps", "4",
                           "--width", "32", "--blocks", "1", "--minibatch", "16", "--out", str(folder / "t.pt"), *arguments],
                          capture_output=True, text=True, check=False)


def goes_on(folder):
    for rules in ("classic", "duel"):
        (folder / rules).mkdir()
        for iterations in (1, 3):
            done = run(folder / rules, "--rules", rules, "--iterations", str(iterations))
            check(done.returncode == 0, f"{rules}: trains up to iteration {iterations}", done.stderr)
        rows = [json.loads(line) for line in (folder / rules / "t.jsonl").read_text().splitlines()]
        check([row["iteration"] for row in rows] == [1, 2, 3], f"{rules}: each iteration once in the log", rows)
        check(all(np.isfinite(row[name]) for row in rows for name in ("policy", "value", "lead")), f"{rules}: losses are numbers")
    slim = run(folder / "duel", "--rules", "duel", "--iterations", "4", "--slim", str(folder / "slim.pt"))
    check(slim.returncode == 0 and (folder / "slim.pt").stat().st_size < (folder / "duel/t.pt").stat().st_size / 4,
          "a slim file is written, too", slim.stderr)
    (folder / "duel/t.pt").write_bytes((folder / "slim.pt").read_bytes())
    more = run(folder / "duel", "--rules", "duel", "--iterations", "5")
    check(more.returncode == 0 and "iteration 5" in more.stdout, "and a run goes on from it", more.stdout + more.stderr)
    wrong = run(folder / "classic", "--rules", "grey")
    check(wrong.returncode == 1 and "has rules classic, not grey" in wrong.stderr, "another rule set is refused", wrong.stderr)
    (folder / "classic/t.pt").write_bytes(b"no network")
    broken = run(folder / "classic")
    check(broken.returncode == 1 and "is no network" in broken.stderr and "Traceback" not in broken.stderr,
          "a damaged file is refused", broken.stderr)


def labels(folder):
    """Labels take the place of the search's chances, and of nothing else; other shards are refused."""
    program, features = Path(os.environ["AZULEJO"]), Path(os.environ["BUILD"]) / "features"
    subprocess.run([program, "selfplay", "--games", "6", "--nodes", "20", "--out", folder / "data", "--rules", "grey"],
                   check=True, capture_output=True)
    shards = sorted((folder / "data").glob("*.azp"))
    subprocess.run([features, folder / "x", *shards], check=True, capture_output=True)
    before = np.fromfile(folder / "x.y", np.float32).reshape(-1, 13)
    save(folder / "grey.pt", new_teacher("grey"), {"iterations": 0})
    made = [subprocess.run([sys.executable, TOOLS / "label.py", folder / "grey.pt", folder / "x", *of, "--deals", "3"],
                           capture_output=True, text=True, check=False) for of in (shards, shards * 2)]
    after = np.fromfile(folder / "x.y", np.float32).reshape(-1, 13)
    changed = [3 + 3, 3 + 8]
    check(made[0].returncode == 0 and "log loss" in made[0].stdout, "positions are labelled", made[0].stderr)
    check(np.array_equal(np.delete(before, changed, 1), np.delete(after, changed, 1)), "everything else stays")
    check(np.allclose(after[:, changed].sum(1), 1, atol=1e-5) and not np.allclose(before[:, changed], after[:, changed]),
          "chances of the teacher", after[:3])
    check(made[1].returncode == 1 and "name the same shards" in made[1].stderr, "other shards are refused", made[1].stderr)


def blends():
    """The blend predicts better than either view where both know something, and is left out where the teacher knows nothing."""
    rng = np.random.default_rng(2)
    odds = rng.normal(size=20000)
    won = (rng.random(20000) < 1 / (1 + np.exp(-odds))).astype(float)
    won = np.stack([won, 1 - won], 1)

    def view(error):
        chance = 1 / (1 + np.exp(-(odds + error)))
        return np.stack([chance, 1 - chance], 1)

    search, teacher = view(rng.normal(size=20000)), view(rng.normal(size=20000))
    labels, report = blend(won, search, teacher)
    loss = report["log_loss"]
    check(report["used"] and loss["blend"] < loss["search"] - 0.005 and loss["blend"] < loss["teacher"] - 0.005,
          "two views with errors of their own are worth more than one", report)
    check(np.allclose(labels.sum(1), 1) and report["held_out"] == 4000, "labels are chances; a fifth is held out", report)
    misled = np.where(np.arange(20000)[:, None] < 16000, won * 0.9 + 0.05, 1 - (won * 0.9 + 0.05))
    labels, report = blend(won, search, misled)
    check(not report["used"] and np.array_equal(labels, search),
          "a teacher that knows the fitted part only changes nothing", report)


def plays(folder):
    network = new_teacher()
    save(folder / "new.pt", network, {"iterations": 0})
    again, _, _ = load(folder / "new.pt", "cpu")
    check(all(torch.equal(a, b) for a, b in zip(network.state_dict().values(), again.state_dict().values())), "saved and read")
    won = play(Player(again.eval(), 4, 4, -1, 1), "random", 1, "classic", 2, 4, 1)
    check(len(won) == 4 and all(w in (0, 0.5, 1) for w in won), "whole games against a bot", won)
    masks = np.zeros((1, 70), bool)
    masks[0, [0, 63, 64, 69]] = True
    check(words_of(masks).tolist() == [[-2**63 + 1, 33]], "masks as words", words_of(masks))


def main():
    with tempfile.TemporaryDirectory() as folder:
        for test in (schedule, seats, targets, finds_wins, hidden, no_peeking, goes_on, labels, blends, plays):
            try:
                test(*([Path(folder)] if test.__code__.co_argcount else []))
            except Exception:  # pylint: disable=broad-except
                check(False, test.__name__, traceback.format_exc())
    sys.exit(end())


main()
