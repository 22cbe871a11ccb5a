#!/usr/bin/env python3
"""Plays a teacher against a bot, every deal once from each seat:

    arena.py teacher.pt --bot greedy --games 200
    arena.py teacher.pt --bot strong --nodes 2000 --games 100 --simulations 64 --device 0

With --simulations 0 the teacher plays the best move of its policy, without a search."""
import argparse
import math
from concurrent.futures import ThreadPoolExecutor

import azulejo
import numpy as np
import torch

from network import load
from search import Search


def rows_of(states, count, device):
    """States as rows of a batch, the last one again up to `count`."""
    width = azulejo.GpuBatch(1, states[0].rules, states[0].players, device=-1).states.shape[1]
    rows = np.zeros((count, width), np.uint8)
    for i in range(count):
        data = states[min(i, len(states) - 1)].to_bytes()
        rows[i, :len(data)] = np.frombuffer(data, np.uint8)
    return torch.from_numpy(rows).to(device)


def words_of(masks):
    packed = np.packbits(masks, axis=1, bitorder="little")
    wide = np.zeros((len(masks), (packed.shape[1] + 7) // 8 * 8), np.uint8)
    wide[:, :packed.shape[1]] = packed
    return torch.from_numpy(wide.view(np.int64))


class Player:
    """The teacher as a player of many games."""

    def __init__(self, network, games, simulations, device, seed):
        rules, players = network.settings["rules"], network.settings["players"]
        self.network, self.simulations, self.games = network, simulations, games
        self.device = next(network.parameters()).device
        self.search = Search(network, rules, players, games, simulations, device=device, seed=seed) if simulations else None

    @torch.no_grad()
    def moves(self, states):
        """A move for each of at most `games` states of the classic family."""
        masks = np.stack([state.mask() for state in states])
        seen = torch.from_numpy(np.stack([state.observe(state.seat) for state in states])).to(self.device)
        if not self.search:
            legal = torch.from_numpy(masks).to(self.device).bool()
            chosen = self.network(seen)[0].masked_fill(~legal, -torch.inf).argmax(1)
        else:
            pad = torch.arange(self.games, device=self.device).clamp(max=len(states) - 1)
            seat = torch.tensor([state.seat for state in states], dtype=torch.uint8, device=self.device)
            found = self.search.run(rows_of(states, self.games, self.device), self.search.steps.clone().zero_(),
                                    words_of(masks).to(self.device)[pad], seen[pad], seat[pad], noisy=False)
            chosen = found.actions[:len(states)]
        return [state.move_of_action(int(action)) for state, action in zip(states, chosen.tolist())]


def play(player, bot, nodes, rules, players, games, seed):
    """What the teacher won of `games` games, one number each; seat i % players is its own."""
    states = [azulejo.State(rules, players) for _ in range(games)]
    rngs = [azulejo.Rng(seed, i // players) for i in range(games)]
    engines = [azulejo.Engine(bot, seed=seed + i, memory=1 << 22) for i in range(games)]
    own = [i % players for i in range(games)]

    def answer(i):
        return engines[i].analyse(states[i].view(states[i].seat), nodes=nodes).lines[0].moves[0]

    with ThreadPoolExecutor() as pool:
        while True:
            states = [state.deal(rng) for state, rng in zip(states, rngs)]
            live = [i for i, state in enumerate(states) if not state.over]
            if not live:
                break
            mine = [i for i in live if states[i].seat == own[i]]
            others = [i for i in live if states[i].seat != own[i]]
            made = dict(zip(others, pool.map(answer, others)))
            for at in range(0, len(mine), player.games):
                part = mine[at:at + player.games]
                made.update(zip(part, player.moves([states[i] for i in part])))
            for i, move in made.items():
                states[i] = states[i].play(move)
    for engine in engines:
        engine.close()
    return [(own[i] in state.winners) / len(state.winners) for i, state in enumerate(states)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("teacher")
    parser.add_argument("--bot", choices=azulejo.bots(), default="greedy")
    parser.add_argument("--nodes", type=int, default=1000, help="of the bot, for a move")
    parser.add_argument("--simulations", type=int, default=0, help="of the teacher, for a move")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--device", type=int, default=-1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    network, extra, _ = load(args.teacher, "cpu" if args.device < 0 else f"cuda:{args.device}")
    rules, players = network.settings["rules"], network.settings["players"]
    if rules == "duel":
        parser.error("Duel's teacher moves in steps, which this program does not put together yet")
    network.eval()
    player = Player(network, min(args.games, 512), args.simulations, args.device, args.seed)
    won = play(player, args.bot, args.nodes, rules, players, args.games, args.seed)
    share = sum(won) / len(won)
    groups = [sum(won[i:i + players]) / players for i in range(0, len(won), players)]
    error = math.sqrt(sum((g - share) ** 2 for g in groups) / max(1, len(groups) - 1) / len(groups)) if len(groups) > 1 else 1
    print(f"{rules}, {players} seats: {100 * share:.1f} % (± {196 * error:.1f}) of {len(won)} games against {args.bot} with "
          f"{args.nodes} nodes; {args.simulations} simulations, {extra['iterations']} iterations")


if __name__ == "__main__":
    main()
