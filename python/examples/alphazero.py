#!/usr/bin/env python3
"""A small AlphaZero: a tree search asks a network for probabilities and values, and the network learns what the search
found and how the games ended.

    alphazero.py --backend numpy --minutes 10 --save az.npz     # NumPy alone
    alphazero.py --backend torch --device cuda --hidden 512     # PyTorch
    alphazero.py --play az.npz                                  # only the matches against random and greedy

Many games are searched at once, so that the network sees the leaves of all of them together. Chance comes between rounds:
a move that ends the round is judged by the network after a deal drawn anew at each visit, and the search goes no deeper
there. Base game, grey wall and Crystal Mosaic, two seats."""
import argparse
import collections
import time

import azulejo
import numpy as np
from networks import make_net, match, new_weights

EXPLORE, NOISE, NOISE_SHARE = 1.5, 0.5, 0.25
POINTS = 20.0  # of the final difference that count like a win


def result(state):
    """What seat 0 won: half by the win, half by the difference of the scores."""
    first, second = state.scores
    win = (0 in state.winners) - (1 in state.winners)
    return 0.5 * win + 0.5 * max(-1.0, min(1.0, (first - second) / POINTS))


class Node:
    """A position in which a seat decides, with what the search has found of each legal action."""

    __slots__ = ("actions", "priors", "visits", "sums", "children", "state")

    def __init__(self, state, probabilities):
        self.state = state
        self.actions = np.flatnonzero(state.mask())
        self.priors = probabilities[self.actions]
        self.visits = np.zeros(len(self.actions), np.float32)
        self.sums = np.zeros(len(self.actions), np.float32)  # of values for the seat that decides
        self.children = {}

    def select(self):
        total = self.visits.sum()
        mean = np.where(self.visits > 0, self.sums / np.maximum(self.visits, 1), 0.0)
        return int((mean + EXPLORE * self.priors * np.sqrt(total + 1) / (1 + self.visits)).argmax())


class Search:
    """Trees of many games; each of `simulations` rounds adds a leaf to every tree and asks the network once."""

    def __init__(self, net, seed):
        self.net, self.rng, self.deals = net, np.random.default_rng(seed), azulejo.Rng(seed)

    def judge(self, states):
        """Probabilities, and values for the seat that decides."""
        observations = np.stack([state.observe(state.seat) for state in states])
        packed = np.packbits([state.mask() for state in states], axis=1, bitorder="little")
        masks = np.zeros((len(states), (packed.shape[1] + 7) // 8 * 8), np.uint8)
        masks[:, :packed.shape[1]] = packed
        return self.net.evaluate(observations, masks.view(np.uint64))

    def descend(self, root):
        """The path to a leaf: (node, index) pairs, the leaf's position, and whether it becomes a node."""
        node, path = root, []
        while True:
            index = node.select()
            path.append((node, index))
            child = node.children.get(index)
            if child is None:
                after = node.state.play(node.state.move_of_action(int(node.actions[index])))
                if after.over or after.seat is not None:
                    return path, after, True
                return path, after.deal(self.deals), False
            if isinstance(child, azulejo.State):  # the end of the game
                return path, child, False
            node = child

    def run(self, states, simulations):
        """Searched roots of these positions."""
        roots = [Node(state, p) for state, p in zip(states, self.judge(states)[0])]
        for root in roots:
            noise = self.rng.dirichlet(np.full(len(root.actions), NOISE)).astype(np.float32)
            root.priors = (1 - NOISE_SHARE) * root.priors + NOISE_SHARE * noise
        for _ in range(simulations):
            leaves = [self.descend(root) for root in roots]
            asked = [leaf for leaf in leaves if not leaf[1].over]
            judged = iter(zip(*self.judge([leaf[1] for leaf in asked]))) if asked else iter(())
            for path, state, stays in leaves:
                if state.over:
                    value, child = result(state), state
                else:
                    probabilities, mine = next(judged)
                    value = float(mine) if state.seat == 0 else -float(mine)
                    child = Node(state, probabilities) if stays else None
                if stays:
                    path[-1][0].children[path[-1][1]] = child
                for node, index in path:
                    node.visits[index] += 1
                    node.sums[index] += value if node.state.seat == 0 else -value
        return roots


def play_games(search, args, seed):
    """Whole games of the search against itself; positions with their policies and results."""
    rngs = [azulejo.Rng(seed, i) for i in range(args.games)]
    states = [azulejo.State(args.rules, 2).deal(rng) for rng in rngs]
    history, positions = [[] for _ in states], []
    while live := [i for i, state in enumerate(states) if not state.over]:
        for i, root in zip(live, search.run([states[i] for i in live], args.simulations)):
            policy = np.zeros(states[i].actions, np.float32)
            policy[root.actions] = root.visits / root.visits.sum()
            history[i].append((states[i].observe(states[i].seat), states[i].mask(), policy, states[i].seat))
            sharp = policy.astype(np.float64) ** (1 if len(history[i]) < args.varied else 4)
            action = search.rng.choice(len(sharp), p=sharp / sharp.sum())
            states[i] = states[i].play(states[i].move_of_action(int(action))).deal(rngs[i])
    for state, steps in zip(states, history):
        value = result(state)
        positions += [(seen, mask, policy, value if seat == 0 else -value) for seen, mask, policy, seat in steps]
    return positions, float(np.mean([state.scores for state in states]))


def learn(net, memory, args, rng):
    packed = np.packbits([position[1] for position in memory], axis=1, bitorder="little")
    masks = np.zeros((len(memory), (packed.shape[1] + 7) // 8 * 8), np.uint8)
    masks[:, :packed.shape[1]] = packed
    masks, said = masks.view(np.uint64), (0.0, 0.0)
    for _ in range(args.updates):
        rows = rng.integers(len(memory), size=args.minibatch)
        chosen = [memory[row] for row in rows]
        said = net.learn_targets(np.stack([p[0] for p in chosen]), masks[rows], np.stack([p[2] for p in chosen]),
                                 np.array([p[3] for p in chosen], np.float32))
    return said


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rules", choices=["classic", "grey", "crystal1", "crystal2"], default="classic")
    parser.add_argument("--backend", choices=["torch", "numpy"], default="torch")
    parser.add_argument("--device", default="cpu", help="PyTorch's: cpu, cuda")
    parser.add_argument("--games", type=int, default=32, help="played at once, in each iteration")
    parser.add_argument("--simulations", type=int, default=24, help="of the search for each move")
    parser.add_argument("--varied", type=int, default=20, help="moves of a game that are drawn by the visits")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--memory", type=int, default=20000, help="positions to learn from")
    parser.add_argument("--updates", type=int, default=60, help="steps of learning in an iteration")
    parser.add_argument("--minibatch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--iterations", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=200, help="games against each bot at the end")
    parser.add_argument("--save")
    parser.add_argument("--play", help="a file of --save: no training")
    args = parser.parse_args()
    weights = dict(np.load(args.play)) if args.play else new_weights(args.rules, args.hidden, args.seed)
    net = make_net(args.backend, weights, args.rate, args.seed, args.device)
    search, rng = Search(net, args.seed), np.random.default_rng(args.seed)
    memory, start, iteration = collections.deque(maxlen=args.memory), time.monotonic(), 0
    while not args.play and time.monotonic() - start < 60 * args.minutes and iteration < args.iterations:
        positions, score = play_games(search, args, args.seed * 10**6 + iteration)
        memory.extend(positions)
        policy, value = learn(net, list(memory), args, rng)
        iteration += 1
        print(f"{(time.monotonic() - start) / 60:6.2f} min  {iteration:4} iterations  {len(positions)} new positions  "
              f"score {score:5.1f}  losses {policy:5.3f} and {value:5.3f}", flush=True)
    if args.save:
        np.savez(args.save, **net.saved())
    for rival in ("random", "greedy"):
        share = match(net, args.rules, rival, args.matches, args.seed)
        print(f"{100 * share:.1f} % of {args.matches} games against {rival}, without a search", flush=True)


if __name__ == "__main__":
    main()
