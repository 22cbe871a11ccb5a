"""Gumbel AlphaZero search (Danihelka et al., 2022) of many games at once: games, trees and network stay on the device.

The tree is open-loop. A node stands for the actions since the root, and every simulation plays them again from the root in
a position whose hidden facts were filled in anew, with chance of its own. So no simulation sees what the seat may not know,
nor the deal that the real game will have. A simulation ends at a node that is new, at the end of the game, or where a
random deal began a new round: there the network judges the new round, and the tree does not go on."""
from typing import NamedTuple

import azulejo
import torch
from azulejo.learn import legal_actions, tensor

from network import POINTS, absolute

ROUND = 6  # the byte of azj_head that counts the rounds
VISIT_OFFSET, VALUE_SCALE = 50.0, 1.0  # of the paper: how strongly values change the policy


class Found(NamedTuple):
    actions: torch.Tensor  # [games], int32: what to play
    policy: torch.Tensor  # [games, actions]: the improved policy, to learn from
    chances: torch.Tensor  # [games, players]: of each seat to win, the mean of all simulations
    leads: torch.Tensor  # [games, players]: by the network at the root


def halving(considered, simulations):
    """Sequential halving: how often an action of the considered ones must have been visited to be visited next, for each
    simulation."""
    if considered <= 1:
        return list(range(simulations))
    phases, sequence, visits, left = (considered - 1).bit_length(), [], [0] * considered, considered
    while len(sequence) < simulations:
        for _ in range(max(1, simulations // (phases * left))):
            sequence += visits[:left]
            visits[:left] = [v + 1 for v in visits[:left]]
        left = max(2, left // 2)
    return sequence[:simulations]


class Search:
    """Searches `games` positions at once, `simulations` times each."""

    def __init__(self, network, rules, players, games, simulations, considered=16, device=-1, seed=0, lead_share=0.1,
                 depth=24):
        self.network, self.players, self.games, self.simulations = network, players, games, simulations
        self.considered, self.depth, self.lead_share = considered, depth, lead_share
        self.batch = azulejo.GpuBatch(games, rules, players, device=device, seed=seed, reward="share", observe="mover",
                                      numbering="steps" if rules == "duel" else "moves", trusted=True)
        self.hidden = rules == "duel"
        b = self.batch
        self.states, self.steps, self.seat, self.done = (tensor(a) for a in (b.states, b.steps, b.seat, b.done))
        self.masks, self.seen, self.made = tensor(b.masks), tensor(b.observations), tensor(b.actions)
        self.rewards, self.scores = tensor(b.rewards), tensor(b.scores)
        self.on, self.count = self.states.device, b.action_count
        self.sequence = torch.tensor([halving(m, simulations) for m in range(considered + 1)], device=self.on)
        nodes = simulations + 1
        shape = (games, nodes, self.count)
        self.visits = torch.zeros(shape, device=self.on)
        self.sums = torch.zeros(shape, device=self.on)
        self.logits = torch.zeros(shape, device=self.on)
        self.child = torch.zeros(shape, device=self.on, dtype=torch.int16)  # 0: none
        self.judged = torch.zeros((games, nodes), device=self.on)  # what the decider expects of a node
        self.rows = torch.arange(games, device=self.on)

    def judge(self, seen, seat):
        """Logits, and for each seat the chance to win, the lead, and what is maximised."""
        logits, chances, leads = self.network(seen)
        chances, leads = absolute(chances.exp(), seat), absolute(leads, seat) * POINTS
        return logits, chances, leads, self.worth(chances, leads)

    def worth(self, chances, leads):
        return (1 - self.lead_share) * chances + self.lead_share * (0.5 + 0.5 * torch.tanh(leads / POINTS))

    def completed(self, node, legal):
        """Of a node in each game: visits, values of all actions (those not visited get an estimate), and its prior."""
        visits = self.visits[self.rows, node] * legal
        sums = self.sums[self.rows, node]
        prior = self.logits[self.rows, node].masked_fill(~legal, -torch.inf).softmax(1)
        means = sums / visits.clamp(min=1)
        total = visits.sum(1, keepdim=True)
        seen = (prior * (visits > 0)).sum(1, keepdim=True)
        mean = (prior * means * (visits > 0)).sum(1, keepdim=True) / seen.clamp(min=1e-9)
        estimate = (self.judged[self.rows, node][:, None] + total * mean) / (1 + total)
        return visits, torch.where(visits > 0, means, estimate), prior

    def improved(self, node, legal):
        """The logits of a node's policy, improved by its values; and its visits."""
        visits, values, _ = self.completed(node, legal)
        scale = (VISIT_OFFSET + visits.max(1, keepdim=True).values) * VALUE_SCALE
        return (self.logits[self.rows, node] + scale * values).masked_fill(~legal, -torch.inf), visits

    def at_root(self, legal, noise, simulation):
        """The next action of each root by sequential halving."""
        logits, visits = self.improved(torch.zeros_like(self.rows), legal)
        considered = legal.sum(1).clamp(max=self.considered)
        want = self.sequence[considered, simulation][:, None]
        score = (logits + noise).masked_fill(visits != want, -torch.inf)
        stuck = torch.isinf(score).all(1, keepdim=True)  # no action has that many visits: any of the best
        return torch.where(stuck, logits + noise - 1e6 * visits, score).argmax(1)

    def below(self, node, legal):
        logits, visits = self.improved(node, legal)
        share = visits / (1 + visits.sum(1, keepdim=True))
        return (logits.softmax(1) - share).masked_fill(~legal, -torch.inf).argmax(1)

    def simulate(self, root, noise, simulation):
        states, steps, root_legal = root
        self.states.copy_(states)
        self.steps.copy_(steps)
        if self.hidden:
            self.batch.determinise()
        node = torch.zeros(self.games, dtype=torch.long, device=self.on)
        active = torch.ones(self.games, dtype=torch.bool, device=self.on)
        over = torch.zeros_like(active)
        grows = torch.zeros_like(active)
        value = torch.zeros((self.games, self.players), device=self.on)
        won = torch.zeros_like(value)
        path = []
        for depth in range(self.depth):
            legal = root_legal if depth == 0 else legal_actions(self.masks, self.count)
            legal = legal | ~active[:, None]  # whatever: nothing is played there
            action = self.at_root(legal, noise, simulation) if depth == 0 else self.below(node, legal)
            mover = states[:, 4] if depth == 0 else self.seat.clone()
            before = self.states[:, ROUND].clone()
            self.made.copy_(torch.where(active, action, -1).to(torch.int32))
            self.batch.step()
            path.append((active.clone(), node, action, mover.long().clamp(max=self.players - 1)))
            ended = active & (self.done != 0)
            value = torch.where(ended[:, None], self.worth(self.rewards, self.lead()), value)
            won = torch.where(ended[:, None], self.rewards, won)
            over |= ended
            new_round = active & ~ended & (self.states[:, ROUND] != before)
            child = self.child[self.rows, node, action].long()
            fresh = active & ~ended & ~new_round & (child == 0)
            grows |= fresh
            active = active & ~ended & ~new_round & ~fresh
            node = torch.where(active, child, node)
            if not active.any():
                break
        logits, chances, _, worth = self.judge(self.seen, self.seat.clamp(max=self.players - 1))
        value = torch.where(over[:, None], value, worth)
        place = simulation + 1
        # Only a game whose path ended at a new node gets one: number `place`, which is its own.
        last_node, last_action = path[0][1], path[0][2]
        for was_active, at, action, _ in path:
            last_node = torch.where(was_active, at, last_node)
            last_action = torch.where(was_active, action, last_action)
        old = self.child[self.rows, last_node, last_action]
        self.child[self.rows, last_node, last_action] = torch.where(grows, torch.full_like(old, place), old)
        self.logits[:, place] = logits
        self.judged[:, place] = value.gather(1, self.seat.long().clamp(max=self.players - 1)[:, None])[:, 0]
        for was_active, at, action, mover in path:
            gain = value.gather(1, mover[:, None])[:, 0] * was_active
            self.visits[self.rows, at, action] += was_active
            self.sums[self.rows, at, action] += gain
        return torch.where(over[:, None], won, chances)

    def lead(self):
        """Own points less the best other one's, by seat."""
        scores = self.scores.float()
        others = scores[:, None, :].expand(-1, self.players, -1)
        own = torch.eye(self.players, device=self.on, dtype=torch.bool)
        return scores - others.masked_fill(own, -torch.inf).amax(2)

    @torch.no_grad()
    def run(self, states, steps, masks, seen, seat, noisy=True):
        """Searches these positions (rows of a batch of the same settings)."""
        seat = seat.clamp(max=self.players - 1)
        legal = legal_actions(masks, self.count)
        self.visits.zero_()
        self.sums.zero_()
        self.child.zero_()
        logits, chances, leads, worth = self.judge(seen, seat)
        self.logits[:, 0] = logits
        self.judged[:, 0] = worth.gather(1, seat.long()[:, None])[:, 0]
        noise = torch.zeros_like(logits)
        if noisy:
            noise = -torch.empty_like(logits).exponential_().log()
        total = chances.clone()
        for simulation in range(self.simulations):
            total += self.simulate((states, steps, legal), noise, simulation)
        zero = torch.zeros_like(self.rows)
        improved, visits = self.improved(zero, legal)
        most = (improved + noise).masked_fill(visits < visits.max(1, keepdim=True).values, -torch.inf)
        return Found(most.argmax(1).to(torch.int32), improved.softmax(1), total / (self.simulations + 1), leads)
