#!/usr/bin/env python3
"""Labels positions between rounds with a teacher's view, for the small networks to learn from:

    build-lite/features data/out SHARD...          # positions of `azulejo selfplay` as arrays
    label.py teacher.pt data/out SHARD...          # replaces the search's chances in data/out.y by the teacher's

The next round of every position is dealt --deals times; the label is the mean of what the teacher expects after each deal,
by its network or, with --simulations, by a search. The shards must be those that the arrays were made of, in their order.

With --blend the label is a blend of search and teacher in log odds. Its two weights are fitted to the results of the first
four fifths of the positions. The labels are replaced only if the blend predicts the results of the other fifth better than
the search. The losses are written to data/out.labels.json."""
import argparse
import json
import os
import struct
import sys
from pathlib import Path

import azulejo
import numpy as np
import torch
from azulejo.learn import tensor

from network import absolute, load
from search import Search

HEAD = struct.Struct("<8sHBBHHQIIIIIIQQQ")
VERSION = 3


def read_shard(path):
    """Rule set, seats, and the positions of a shard."""
    data = Path(path).read_bytes()
    head = HEAD.unpack_from(data) if len(data) >= HEAD.size else None
    if not head or head[0] != b"AZJ-PLAY" or head[1] != VERSION:
        raise SystemExit(f"{path} is no shard of version {VERSION}")
    rules, players, state_bytes, label_bytes, count = head[2], head[3], head[4], head[5], head[9]
    if len(data) != HEAD.size + count * (state_bytes + label_bytes):
        raise SystemExit(f"{path} has {len(data)} bytes, which do not fit its {count} positions")
    rows = np.frombuffer(data, np.uint8, offset=HEAD.size).reshape(count, state_bytes + label_bytes)
    try:
        states = [azulejo.State.from_bytes(row[:state_bytes].tobytes()) for row in rows]
    except (azulejo.AzulejoError, ValueError) as error:
        raise SystemExit(f"{path} holds an impossible position: {error}") from None
    return rules, players, states


@torch.no_grad()
def chances(network, states, args):
    """Of each position the chance of every seat to win, mean over deals of the next round."""
    settings = network.settings
    rules, players = settings["rules"], settings["players"]
    batch = azulejo.GpuBatch(len(states), rules, players, device=args.device, starts=states,
                             numbering="steps" if rules == "duel" else "moves", trusted=True)
    seen, seat, masks = tensor(batch.observations), tensor(batch.seat), tensor(batch.masks)
    search = None
    if args.simulations:
        search = Search(network, rules, players, len(states), args.simulations, device=args.device, seed=args.seed)
    total = torch.zeros((len(states), players), dtype=torch.float64, device=seen.device)
    for deal in range(args.deals):
        batch.reset(args.seed * 10**6 + deal)
        if search:
            found = search.run(tensor(batch.states), tensor(batch.steps), masks, seen, seat, noisy=False).chances
        else:
            found = absolute(network(seen)[1].exp(), seat)
        total += found
    return (total / args.deals).cpu().numpy()


def log_loss(won, view):
    return float(-(won * np.log(np.clip(view, 1e-4, 1))).sum(1).mean())


def pooled(search, teacher, weights):
    """The blend of two views: log odds times their weights, turned into chances that add up to one."""
    views = [torch.as_tensor(view, dtype=torch.float64).clamp(1e-4, 1).log() for view in (search, teacher)]
    return (weights[0] * views[0] + weights[1] * views[1]).log_softmax(1)


def fit_blend(won, search, teacher):
    """The weights of search and teacher that predict the results best."""
    weights = torch.tensor([1.0, 0.0], dtype=torch.float64, requires_grad=True)
    target = torch.as_tensor(won, dtype=torch.float64)
    solver = torch.optim.LBFGS([weights], max_iter=50, line_search_fn="strong_wolfe")

    def loss():
        solver.zero_grad()
        value = -(target * pooled(search, teacher, weights)).sum(1).mean()
        value.backward()
        return value

    solver.step(loss)
    return weights.detach()


def blend(won, search, teacher):
    """The labels to use, and a report. Positions of one game stand together, so the last fifth are other games."""
    cut = len(won) * 4 // 5
    weights = fit_blend(won[:cut], search[:cut], teacher[:cut])
    labels = pooled(search, teacher, weights).exp().numpy()
    views = {"search": search, "teacher": teacher, "blend": labels}
    held = {name: log_loss(won[cut:], view[cut:]) for name, view in views.items()}
    better = held["blend"] < held["search"]
    report = {"fitted": cut, "held_out": len(won) - cut, "weights": weights.tolist(), "log_loss": held, "used": better}
    return (labels if better else search), report


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("teacher")
    parser.add_argument("arrays", help="the name that was given to features")
    parser.add_argument("shards", nargs="+")
    parser.add_argument("--deals", type=int, default=64)
    parser.add_argument("--simulations", type=int, default=0)
    parser.add_argument("--blend", action="store_true", help="mix with the search's chances, if that predicts better")
    parser.add_argument("--games", type=int, default=16384, help="positions at once")
    parser.add_argument("--device", type=int, default=-1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    network, _, _ = load(args.teacher, "cpu" if args.device < 0 else f"cuda:{args.device}")
    network.eval()
    count, players, _, rules = Path(f"{args.arrays}.txt").read_text(encoding="utf-8").split()
    if (rules, int(players)) != (network.settings["rules"], network.settings["players"]):
        raise SystemExit(f"{args.teacher} plays {network.settings['rules']} with {network.settings['players']} seats, "
                         f"{args.arrays} is {rules} with {players}")
    states = []
    for path in args.shards:
        of, seats, more = read_shard(path)
        if of != azulejo.rules.rules_number(rules) or seats != int(players):
            raise SystemExit(f"{path} is of another game than {args.arrays}")
        states += more
    if len(states) != int(count):
        raise SystemExit(f"the shards have {len(states)} positions, {args.arrays} has {count}: name the same shards")
    rows = np.fromfile(f"{args.arrays}.y", np.float32).reshape(int(count), 3 + 5 * int(players))
    by_seat = rows[:, 3:].reshape(int(count), int(players), 5)
    scores = np.array([state.scores for state in states], np.float32)
    if not np.array_equal(by_seat[:, :, 0], scores):
        raise SystemExit(f"the scores of the shards are not those of {args.arrays}: name the same shards in the same order")
    before = by_seat[:, :, 3].copy()
    for at in range(0, len(states), args.games):
        by_seat[at:at + args.games, :, 3] = chances(network, states[at:at + args.games], args)
        print(f"{min(at + args.games, len(states))} of {len(states)} positions", file=sys.stderr, flush=True)
    won = by_seat[:, :, 2]
    for name, view in (("search", before), ("teacher", by_seat[:, :, 3])):
        print(f"{name}: log loss {log_loss(won, view):.4f} of {count} positions")
    if args.blend:
        by_seat[:, :, 3], report = blend(won, before, by_seat[:, :, 3].copy())
        Path(f"{args.arrays}.labels.json").write_text(json.dumps(report) + "\n", encoding="utf-8")
        print(json.dumps(report))
    rows.tofile(f"{args.arrays}.y.part")
    os.replace(f"{args.arrays}.y.part", f"{args.arrays}.y")


if __name__ == "__main__":
    main()
