#!/usr/bin/env python3
"""Proximal policy optimisation by self-play: from random play to a network that beats `greedy`.

    ppo.py --device cuda --minutes 4 --save ppo.npz      # PyTorch on a GPU: games and network stay on it
    ppo.py --device cpu --games 512 --minutes 60         # PyTorch on the processor
    ppo.py --backend numpy --games 128 --steps 32 --minibatch 1024 --hidden 64 --minutes 25    # NumPy alone: beats random
    ppo.py --play ppo.npz                                # only the matches against random and greedy

One network plays both seats of every game. A decision's reward is the change of the score difference until the next
decision, seen from the seat that decides, and a win at the end; since what one seat wins the other one loses, the value
of the next position counts with the sign of the seat that decides there."""
import argparse
import time

import numpy as np
from networks import Games, make_net, match, new_weights

LAMBDA, CLIP, EPOCHS, POINTS = 0.95, 0.2, 2, 20.0
ENTROPY, LAST_RATE = (0.02, 0.002), 2e-5  # at the beginning and at the end


class Rollout:
    """`steps` decisions in every game, and what they were worth."""

    def __init__(self, net, games, steps, size, words):
        self.net, self.games, self.steps = net, games, steps
        self.observations = net.zeros((steps, games, size), np.uint8)
        self.masks = net.zeros((steps, games, words), np.uint64)
        self.seats = net.zeros((steps + 1, games), np.uint8)
        self.actions = net.zeros((steps, games), np.int32)
        self.log_p = net.zeros((steps, games), np.float32)
        self.values = net.zeros((steps + 1, games), np.float32)
        self.rewards = net.zeros((steps, games), np.float32)
        self.goes_on = net.zeros((steps, games), np.float32)
        self.advantages = net.zeros((steps, games), np.float32)

    def play(self, env):
        """Fills the arrays; returns how many games ended and the mean of their scores."""
        lead = lead_of(env)
        ended, points = 0.0, 0.0
        for t in range(self.steps):
            self.observations[t], self.masks[t], self.seats[t] = env.observations, env.masks, env.seat
            self.actions[t], self.log_p[t], self.values[t] = self.net.act(self.observations[t], self.masks[t])
            env.step(self.actions[t])
            mine = self.net.sign(self.seats[t] == 0)
            done, after = env.done * np.float32(1), lead_of(env)
            self.rewards[t] = mine * ((after - lead) / POINTS + env.rewards[:, 0])
            self.goes_on[t] = 1 - done
            lead = after * self.goes_on[t]
            ended, points = ended + done.sum(), points + (done * env.scores.sum(1)).sum()
        self.seats[self.steps] = env.seat
        self.values[self.steps] = self.net.act(env.observations, env.masks)[2]
        self._estimate()
        return float(ended), float(points) / 2 / max(1.0, float(ended))

    def _estimate(self):
        """Generalised advantages, the next decision's with its seat's sign."""
        gain = 0 * self.values[0]
        for t in reversed(range(self.steps)):
            sign = self.net.sign(self.seats[t] == self.seats[t + 1]) * self.goes_on[t]
            gain = self.rewards[t] + sign * self.values[t + 1] - self.values[t] + LAMBDA * sign * gain
            self.advantages[t] = gain

    def learn(self, minibatch, entropy):
        flat = [a.reshape(-1, *a.shape[2:]) for a in (self.observations, self.masks, self.actions, self.log_p)]
        returns = (self.advantages + self.values[:-1]).reshape(-1)
        advantages = self.advantages.reshape(-1)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        said = (0.0, 0.0)
        for _ in range(EPOCHS):
            order = self.net.shuffled(len(returns))
            for first in range(0, len(returns), minibatch):
                rows = order[first:first + minibatch]
                said = self.net.learn_ppo(*(a[rows] for a in flat), advantages[rows], returns[rows], CLIP, entropy)
        return float(said[0]), float(said[1])


def lead_of(env):
    """The score of seat 0 less that of seat 1."""
    scores = env.scores
    return (scores[:, 0] - scores[:, 1]) * np.float32(1)


def train(net, args):
    env = Games(net, args.games, args.rules, args.seed)
    rollout = Rollout(net, args.games, args.steps, env.observations.shape[1], env.masks.shape[1])
    start, iteration, decisions = time.monotonic(), 0, 0
    while (spent := (time.monotonic() - start) / 60) < args.minutes and iteration < args.iterations:
        left = 1 - max(spent / args.minutes, iteration / args.iterations)
        net.rate = LAST_RATE + left * (args.rate - LAST_RATE)
        ended, score = rollout.play(env)
        entropy, error = rollout.learn(args.minibatch, ENTROPY[1] + left * (ENTROPY[0] - ENTROPY[1]))
        decisions += args.games * args.steps
        iteration += 1
        if iteration % args.every == 0:
            spent = (time.monotonic() - start) / 60
            print(f"{spent:6.2f} min  {iteration:5} iterations  {decisions / 1e6:8.2f} M decisions  "
                  f"{decisions / spent / 6e7:6.3f} M/s  {ended:8.0f} games  score {score:6.1f}  "
                  f"entropy {entropy:5.3f}  error {error:5.3f}", flush=True)
    return (time.monotonic() - start) / 60


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--backend", choices=["torch", "numpy"], default="torch")
    parser.add_argument("--device", default="cpu", help="PyTorch's: cpu, cuda, cuda:1")
    parser.add_argument("--games", type=int, default=8192, help="played at once")
    parser.add_argument("--steps", type=int, default=64, help="of each game in an iteration")
    parser.add_argument("--minibatch", type=int, default=32768)
    parser.add_argument("--hidden", type=int, default=512)
    parser.add_argument("--rate", type=float, default=6e-4, help="of learning, at the beginning")
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--iterations", type=int, default=10**9)
    parser.add_argument("--every", type=int, default=25, help="iterations between lines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=1000, help="games against each bot at the end")
    parser.add_argument("--rivals", nargs="*", default=["random", "greedy"])
    parser.add_argument("--save")
    parser.add_argument("--resume", help="a file of --save to go on from, best with a lower --rate")
    parser.add_argument("--play", help="a file of --save: no training")
    args = parser.parse_args()
    begun = args.play or args.resume
    weights = dict(np.load(begun)) if begun else new_weights(args.rules, args.hidden, args.seed)
    net = make_net(args.backend, weights, args.rate, args.seed, args.device)
    minutes = 0.0 if args.play else train(net, args)
    if args.save:
        np.savez(args.save, **net.saved())
    for rival in args.rivals:
        share = match(net, args.rules, rival, args.matches, args.seed)
        print(f"after {minutes:.2f} min: {100 * share:.1f} % of {args.matches} games against {rival}", flush=True)


if __name__ == "__main__":
    main()
