#!/usr/bin/env python3
"""Trains a teacher by self-play, on a GPU or on the processor:

    selfplay.py --rules classic --device 0 --minutes 9 --out teacher.pt

Games, search and network stay on the device. The file is written about once a minute, so a run that is cut off goes on
where it was when the same command is given again. Each iteration is a line of OUT.jsonl. --slim writes a second file, a
sixth of the size, without the optimiser's moments and with weights of 16 bits; a run can go on from it, too."""
import argparse
import os
import time
from pathlib import Path

import azulejo
import torch
from azulejo.learn import legal_actions, tensor
from torch.nn import functional as F

from network import POINTS, Teacher, load, log_line, relative, save, seeded
from search import Search


class Games:
    """The games that are played, and the search that plays them."""

    def __init__(self, network, args, seed):
        settings = {"numbering": "steps" if args.rules == "duel" else "moves", "reward": "share", "observe": "mover"}
        self.batch = azulejo.GpuBatch(args.games, args.rules, args.players, device=args.device, seed=seed, trusted=True,
                                      **settings)
        self.search = Search(network, args.rules, args.players, args.games, args.simulations, args.considered, args.device,
                             seed + 1, args.lead_share)
        b = self.batch
        self.states, self.steps, self.seat, self.done = (tensor(a) for a in (b.states, b.steps, b.seat, b.done))
        self.masks, self.seen, self.made = tensor(b.masks), tensor(b.observations), tensor(b.actions)
        self.rewards, self.scores = tensor(b.rewards), tensor(b.scores)

    def play(self, steps):
        """Positions of `steps` decisions in each game, with what the search found and what came of it."""
        kept, ended, points = [], 0, 0.0
        for _ in range(steps):
            found = self.search.run(self.states, self.steps, self.masks, self.seen, self.seat)
            row = {"seen": self.seen.clone(), "masks": self.masks.clone(), "policy": found.policy.half(),
                   "seat": self.seat.clone(), "chances": found.chances, "leads": found.leads}
            self.made.copy_(found.actions)
            self.batch.step()
            row["done"] = (self.done != 0).clone()
            row["won"] = self.rewards.clone()
            scores = self.scores.float()
            own = torch.eye(scores.shape[1], device=scores.device, dtype=torch.bool)
            best = scores[:, None, :].expand(-1, scores.shape[1], -1).masked_fill(own, -torch.inf).amax(2)
            row["lead"] = scores - best
            ended += int(row["done"].sum())
            points += float((scores.mean(1) * row["done"]).sum())
            kept.append(row)
        return kept, ended, points / max(ended, 1)


def returns(kept, trust):
    """Of every position the share of the win and the lead that came of it, by seat. Where a game has not ended, and in
    part (1 - trust) everywhere, the search's own view of later positions takes the place of the result."""
    won, lead = kept[-1]["chances"], kept[-1]["leads"]
    for i in reversed(range(len(kept))):
        row = kept[i]
        done = row["done"][:, None]
        if i < len(kept) - 1:
            after = kept[i + 1]
            won = trust * won + (1 - trust) * after["chances"]
            lead = trust * lead + (1 - trust) * after["leads"]
        won = torch.where(done, row["won"], won)
        lead = torch.where(done, row["lead"], lead)
        row["target"] = relative(won, row["seat"])
        row["ahead"] = relative(lead, row["seat"]) / POINTS


def losses(network, seen, masks, policy, target, ahead):
    logits, chances, leads = network(seen)
    legal = legal_actions(masks, logits.shape[1])
    log_p = logits.masked_fill(~legal, -1e9).log_softmax(1)
    return {"policy": -(policy.float() * log_p).sum(1).mean() + (policy.float() * policy.float().clamp(min=1e-9).log()).sum(1).mean(),
            "value": -(target * chances).sum(1).mean(), "lead": F.mse_loss(leads, ahead)}


def learn(network, optimizer, kept, args):
    """One pass over the positions in random order; the mean losses."""
    names = ("seen", "masks", "policy", "target", "ahead")
    data = [torch.cat([row[name] for row in kept]) for name in names]
    order = torch.randperm(len(data[0]), device=data[0].device)
    sums, parts = {}, 0
    for rows in order.split(args.minibatch):
        parts += 1
        said = losses(network, *(array[rows] for array in data))
        optimizer.zero_grad(set_to_none=True)
        (said["policy"] + said["value"] + 0.5 * said["lead"]).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        for name, loss in said.items():
            sums[name] = sums.get(name, 0.0) + loss.detach()
    return {name: float(total) / parts for name, total in sums.items()}


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rules", choices=["classic", "grey", "crystal1", "crystal2", "duel"], default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--device", type=int, default=-1, help="the number of a GPU; -1: the processor")
    parser.add_argument("--games", type=int, default=8192, help="played at once")
    parser.add_argument("--simulations", type=int, default=32, help="of the search for each move")
    parser.add_argument("--considered", type=int, default=16, help="actions that the search begins with at the root")
    parser.add_argument("--steps", type=int, default=16, help="decisions of each game in an iteration")
    parser.add_argument("--trust", type=float, default=0.9, help="how much of a value comes from the result")
    parser.add_argument("--lead-share", type=float, default=0.1, help="how much the lead counts beside the win")
    parser.add_argument("--minibatch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--width", type=int, default=768)
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=9.0, help="of this call")
    parser.add_argument("--iterations", type=int, default=10**9, help="in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", required=True)
    parser.add_argument("--slim", help="a second, smaller file of the network")
    args = parser.parse_args()
    if args.games < 1 or args.simulations < 1 or args.considered < 1 or args.steps < 2:
        parser.error("games, simulations and considered must be 1 or more, steps 2 or more")
    return args


def resume(args, device):
    """The network to go on with, its optimiser and how many iterations it has learned."""
    probe = azulejo.GpuBatch(1, args.rules, args.players, device=-1, numbering="steps" if args.rules == "duel" else "moves")
    done, moments = 0, None
    if Path(args.out).exists():
        network, extra, moments = load(args.out, device)
        wanted = {"rules": args.rules, "players": args.players, "width": args.width, "blocks": args.blocks}
        for name, value in wanted.items():
            if network.settings[name] != value:
                raise SystemExit(f"{args.out} has {name} {network.settings[name]}, not {value}: choose another --out")
        done = extra["iterations"]
    else:
        network = Teacher(args.rules, args.players, probe.observation_size, probe.action_count, args.width,
                          args.blocks).to(device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=1e-4)
    if moments:
        optimizer.load_state_dict({**optimizer.state_dict(), "state": moments})
    for group in optimizer.param_groups:
        group["lr"] = args.rate
    return network, optimizer, done


def main():
    args = read_arguments()
    start = saved = time.monotonic()
    seeded(args.seed)
    device = "cpu" if args.device < 0 else f"cuda:{args.device}"
    network, optimizer, done = resume(args, device)
    seeded(args.seed * 10**6 + done)
    games = Games(network, args, args.seed * 10**6 + done)

    def store():
        extra = {"iterations": done, "arguments": vars(args)}
        save(args.out, network, extra, optimizer)
        if args.slim:
            save(args.slim, network, extra, half=True)

    while done < args.iterations and time.monotonic() - start < 60 * args.minutes:
        began = time.monotonic()
        network.eval()
        kept, ended, points = games.play(args.steps)
        returns(kept, args.trust)
        played = time.monotonic()
        network.train()
        said = learn(network, optimizer, kept, args)
        done += 1
        row = {"iteration": done, "games": ended, "points": points, **said, "play_s": played - began,
               "learn_s": time.monotonic() - played, "positions": args.steps * args.games}
        log_line(f"{os.path.splitext(args.out)[0]}.jsonl", row)
        print("  ".join(f"{k} {v:.4g}" if isinstance(v, float) else f"{k} {v}" for k, v in row.items()), flush=True)
        if time.monotonic() - saved > 60:
            store()
            saved = time.monotonic()
    store()


if __name__ == "__main__":
    main()
