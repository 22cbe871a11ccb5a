"""The training itself: see train.py, which has checked the configuration and the sizes of the data."""
import math
import sys

import numpy as np
import torch
import torch.nn.functional as F

from checks import held_out
from netfile import DIRECT, DIRECTS, HEAD, HIDDEN, ONE, OUTPUTS, POINTS, BUCKETS, File, Wrong, pack


class Data:
    """Arrays of several files, on the device."""

    def __init__(self, shapes, device, slopes=None):
        """slopes: for each name, a number by which the log odds that the search saw are softened:
        searches of different generations are not equally sure of themselves."""
        first = shapes[0]
        self.seats, self.features = first.seats, first.features
        parts = [self.read(s, slope) for s, slope in zip(shapes, slopes or [1] * len(shapes))]
        x, y = (np.concatenate(arrays) for arrays in zip(*parts))
        self.count = len(x)
        self.x = torch.from_numpy(x).to(device)
        self.y = torch.from_numpy(y).to(device)
        same = np.fromfile(first.name + ".same", np.uint16).reshape(-1, self.features)
        if same.max() >= self.features:
            raise Wrong(f"{first.name}.same: names features beyond {self.features}; make it again with features")
        self.same = torch.from_numpy(same.astype(np.int64)).to(device)

    @staticmethod
    def read(shape, slope):
        n, seats = shape.count, shape.seats
        x = np.fromfile(shape.name + ".x", np.int8).reshape(n, seats, shape.features)
        y = np.fromfile(shape.name + ".y", np.float32).reshape(n, 3 + 5 * seats)
        if not np.isfinite(y).all() or not np.isin(y[:, 0], range(BUCKETS)).all():
            raise Wrong(f"{shape.name}.y: holds what is no number or no bucket; make it again with features")
        saw = y[:, 3:].reshape(n, seats, 5)[:, :, 3]
        if slope != 1:
            softer = np.clip(saw, 1e-3, 1) ** slope
            saw[:] = softer / softer.sum(1, keepdims=True)
        return x, y

    def batch(self, index, exchange=0):
        """Positions, with their colours exchanged in one of the ways that change no value."""
        y = self.y[index]
        seat = y[:, 3:].view(len(index), self.seats, 5)
        x = self.x[index]
        if exchange:
            x = x[:, :, self.same[exchange]]
        return x, y[:, 0].long(), y[:, 1:3], seat


class Net(torch.nn.Module):
    """The network of src/ai/net.h in floating point."""

    def __init__(self, features):
        super().__init__()
        self.hidden = torch.nn.Parameter(torch.randn(features, HIDDEN) * 0.05)
        self.bias = torch.nn.Parameter(torch.full((HIDDEN,), 0.3))
        self.direct = torch.nn.Parameter(torch.zeros(features, BUCKETS, OUTPUTS))
        self.head = torch.nn.Parameter(torch.randn(BUCKETS, HEAD, 2 * HIDDEN) * 0.1)
        self.head_bias = torch.nn.Parameter(torch.full((BUCKETS, HEAD), 0.2))
        self.out = torch.nn.Parameter(torch.randn(BUCKETS, OUTPUTS, HEAD) * 0.05)
        self.out_bias = torch.nn.Parameter(torch.zeros(BUCKETS, OUTPUTS))

    def forward(self, x, bucket):
        n, seats, features = x.shape
        x = x.float()
        mine = (x @ self.hidden + self.bias).clamp(0, 1)
        others = (mine.sum(1, keepdim=True) - mine) / (seats - 1)
        both = torch.cat([mine, others], 2)
        middle = torch.einsum("npi,shi->npsh", both, self.head) + self.head_bias
        pick = F.one_hot(bucket, BUCKETS).float()
        out = torch.einsum("npsh,soh->npso", middle.clamp(0, 1), self.out) + self.out_bias
        out = out + (x @ self.direct.view(features, -1)).view(n, seats, BUCKETS, OUTPUTS)
        return torch.einsum("npso,ns->npo", out, pick)

    def load(self, path):
        """Takes the weights of a network file: to begin where another one ended. Features that it
        did not know yet come last, and begin with nothing."""
        file, at = File(path), 0
        known = file.features
        if known > len(self.hidden):
            raise Wrong(f"{path}: knows more features than the {len(self.hidden)} of the data")

        def take(p, one, kind):
            nonlocal at
            a = np.frombuffer(file.weights, kind, p.numel(), at)
            at += a.nbytes
            p.copy_(torch.from_numpy(a.astype(np.float32) / one).view(p.shape))

        with torch.no_grad():
            take(self.bias, ONE, "<i4")
            for s in range(BUCKETS):
                take(self.head[s], ONE, "<i2")
                take(self.head_bias[s], ONE * ONE, "<i4")
                take(self.out[s], ONE, "<i2")
                take(self.out_bias[s], ONE * ONE, "<i4")
            self.hidden.zero_()
            self.direct.zero_()
            take(self.hidden[:known], ONE, "<i2")
            direct = torch.zeros(known, DIRECTS)
            take(direct, DIRECT, "<i2")
            self.direct[:known] = direct[:, :BUCKETS * OUTPUTS].view(known, BUCKETS, OUTPUTS)
        self.limit()

    def forget(self, unseen):
        """Features that no position has: their weights are noise that would only fill the file."""
        with torch.no_grad():
            self.hidden[unseen] = 0
            self.direct[unseen] = 0

    def limit(self):
        """Keeps the weights and biases inside what the file can hold."""
        with torch.no_grad():
            self.direct.clamp_(-7.9, 7.9)
            self.hidden.clamp_(-8, 8)
            for p in (self.head, self.out):
                p.clamp_(-60, 60)
            self.bias.clamp_(-127, 127)
            for p in (self.head_bias, self.out_bias):
                p.clamp_(-8000, 8000)

    def rounded(self):
        """The same network with the numbers that the file will hold."""
        other = Net(self.hidden.shape[0]).to(self.hidden.device)
        with torch.no_grad():
            for name, one in (("hidden", ONE), ("bias", ONE), ("direct", DIRECT), ("head", ONE),
                              ("head_bias", ONE * ONE), ("out", ONE), ("out_bias", ONE * ONE)):
                getattr(other, name).copy_(torch.round(getattr(self, name) * one) / one)
        return other


def soften(saw, bucket, config):
    """What the search saw, its log odds times a number: it may be too sure of itself. One number,
    or one for each bucket."""
    slope = torch.as_tensor(config.get("slope", 1.0), dtype=torch.float32, device=saw.device)
    if slope.dim():
        slope = slope[bucket].unsqueeze(1)
    return F.softmax(slope * saw.clamp(1e-3, 1).log(), 1)


def losses(net, data, index, config):
    """Log loss of the chances and of the points, of a batch in random colours."""
    exchange = int(torch.randint(len(data.same), ()))
    x, bucket, _, seat = data.batch(index, exchange)
    out = net(x, bucket)
    log = F.log_softmax(out[:, :, 0], 1)
    mix = config["search_share"]
    saw = soften(seat[:, :, 3], bucket, config)
    target = (1 - mix) * seat[:, :, 2] + mix * saw
    final = (1 - mix) * seat[:, :, 1] + mix * seat[:, :, 4]
    to_come = (final - seat[:, :, 0]) / POINTS
    win = -(target * log).sum(1).mean()
    points = F.smooth_l1_loss(out[:, :, 1], to_come)
    return win, points


@torch.no_grad()
def test(net, data, index):
    """Log loss against the outcome: the network's; for two seats the hand-made evaluation's and
    that of the network that was built in when the features were made; and how far the network is
    from what the search saw (Kullback-Leibler)."""
    total, n = np.zeros(4), 0
    for part in index.split(65536):
        x, bucket, others, seat = data.batch(part)
        log = F.log_softmax(net(x, bucket)[:, :, 0], 1)
        won = seat[:, :, 2]
        total[0] -= (won * log).sum().item()
        for i in range(2 if data.seats == 2 else 0):
            p = others[:, i].clamp(1e-4, 1 - 1e-4)
            total[1 + i] -= (won[:, 0] * p.log() + won[:, 1] * (1 - p).log()).sum().item()
        saw = seat[:, :, 3].clamp(1e-4, 1)
        total[3] += (saw * (saw.log() - log)).sum().item()
        n += len(part)
    return (total / n).tolist()


@torch.no_grad()
def calibration(net, data, index):
    """By tenths of the predicted chance of seat 0: how many, predicted, won."""
    chance, won = [], []
    for part in index.split(65536):
        x, bucket, _, seat = data.batch(part)
        chance.append(F.softmax(net(x, bucket)[:, :, 0], 1)[:, 0])
        won.append(seat[:, 0, 2])
    chance, won = torch.cat(chance), torch.cat(won)
    table = []
    for i in range(10):
        at = (chance >= i / 10) & (chance < (i + 1) / 10 if i < 9 else chance <= 1)
        n = int(at.sum())
        table.append([n, chance[at].mean().item() if n else None,
                      won[at].mean().item() if n else None])
    return table


def begin(data, config, device):
    """A new network, or the one to begin with."""
    net = Net(data.features).to(device)
    if "start_from" in config:
        net.load(config["start_from"])
    return net


def plan_of(opt, rate, steps):
    # Of ten steps, a tenth would be a rise without length, by which PyTorch divides.
    return torch.optim.lr_scheduler.OneCycleLR(opt, rate, total_steps=steps,
                                               pct_start=0.2 if steps == 10 else 0.1)


def must_be_finite(numbers, when):
    if not all(math.isfinite(n) for n in numbers):
        sys.exit(f"train.py: {when}: the loss is no number any more, nothing was written; "
                 'a smaller "rate" may help')


def train(data, config, device):
    torch.manual_seed(config["seed"])
    held = held_out(data.count, config)
    learn = torch.arange(data.count - held, device=device)
    hold = torch.arange(data.count - held, data.count, device=device)
    net = begin(data, config, device)
    opt = torch.optim.AdamW(net.parameters(), lr=config["rate"],
                            weight_decay=config["weight_decay"])
    batch = config["batch"]
    steps = config["epochs"] * ((len(learn) + batch - 1) // batch)
    plan = plan_of(opt, config["rate"], steps)
    log = []
    for epoch in range(config["epochs"]):
        order = learn[torch.randperm(len(learn), device=device)]
        total = torch.zeros(2, device=device)
        parts = order.split(batch)
        for part in parts:
            win, points = losses(net, data, part, config)
            opt.zero_grad()
            (win + config["points_weight"] * points).backward()
            opt.step()
            plan.step()
            net.limit()
            total += torch.stack([win.detach(), points.detach()])
        loss, hand, before, far = test(net, data, hold)
        win, points = (total / len(parts)).tolist()
        must_be_finite((win, points, loss, far), f"epoch {epoch + 1}")
        log.append({"epoch": epoch + 1, "win": win, "points": points, "held_out": loss,
                    "from_search": far, "hand_made": hand, "before": before})
        print(f"epoch {epoch + 1:3}  win {win:.4f}  points {points:.4f}  "
              f"held out {loss:.4f} (hand-made {hand:.4f}, before {before:.4f}), "
              f"from search {far:.4f}", flush=True)
    return net, hold, log


def weights_of(net):
    """The weights as the file holds them."""
    def whole(p, one, kind):
        return np.round(p.detach().cpu().numpy() * one).astype(kind)

    out = whole(net.bias, ONE, "<i4").tobytes()
    for s in range(BUCKETS):
        out += whole(net.head[s], ONE, "<i2").tobytes()
        out += whole(net.head_bias[s], ONE * ONE, "<i4").tobytes()
        out += whole(net.out[s], ONE, "<i2").tobytes()
        out += whole(net.out_bias[s], ONE * ONE, "<i4").tobytes()
    out += whole(net.hidden, ONE, "<i2").tobytes()
    direct = whole(net.direct, DIRECT, "<i2").reshape(-1, BUCKETS * OUTPUTS)
    return out + np.pad(direct, ((0, 0), (0, DIRECTS - BUCKETS * OUTPUTS))).tobytes()


def learn(config, generation, shapes):
    """Trains: the bytes of the network's file, and the report."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Data(shapes, device, config.get("slopes"))
    print(f"{data.count} positions, {data.seats} seats, {data.features} features", flush=True)
    net, hold, log = train(data, config, device)
    net.forget(~(data.x != 0).any(0).any(0))
    rounded = net.rounded()
    loss, hand, before, far = test(rounded, data, hold)
    must_be_finite((loss, far, *(p.sum().item() for p in net.parameters())), "as written")
    print(f"as written: held out {loss:.4f} (hand-made {hand:.4f}, before {before:.4f}), "
          f"from search {far:.4f}")
    report = {"config": {**config, "generation": generation}, "positions": data.count, "log": log,
              "as_written": loss, "from_search": far, "hand_made": hand, "before": before,
              "calibration": calibration(rounded, data, hold)}
    return pack(config["rules"], data.seats, data.features, generation, weights_of(net)), report
