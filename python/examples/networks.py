"""What the learning examples share: games as arrays, and a small network for policy and value, with NumPy (no more is
needed) or with PyTorch (on the processor or a GPU). Both have the same weights, so that what one saves the other plays.

A network sees an observation's bytes one by one, as one of LEVELS values each, and as numbers. It gives a logit to every
action, and the seat that decides a value: what it expects to win, less what the other one wins."""
import sys

import azulejo
import numpy as np

LEVELS = 8
SCALE = 20.0


def torch_or_exit():
    """PyTorch, or a sentence that says what to do without."""
    try:
        import torch
    except ImportError:
        sys.exit("PyTorch is missing: install it (pip install torch), or choose --backend numpy")
    return torch


def make_weights(size, actions, hidden, seed):
    """Random weights by name; the heads begin near zero, so that the first policy is almost uniform."""
    rng = np.random.default_rng(seed)

    def layer(inputs, outputs, scale):
        return (rng.standard_normal((inputs, outputs)) * scale / np.sqrt(inputs)).astype(np.float32)
    inputs = size * (LEVELS + 1)
    return {"w1": layer(inputs, hidden, 3.0), "b1": np.zeros(hidden, np.float32),
            "w2": layer(hidden, hidden, 1.4), "b2": np.zeros(hidden, np.float32),
            "wp": layer(hidden, actions, 0.01), "bp": np.zeros(actions, np.float32),
            "wv": layer(hidden, 1, 0.01), "bv": np.zeros(1, np.float32)}


class NumpyNet:
    """The network with NumPy: slow, and without dependencies."""

    name = "numpy"

    def __init__(self, weights, rate=1e-3, seed=0):
        self.weights = weights
        self.actions = weights["bp"].size
        self.rate = rate
        self.rng = np.random.default_rng(seed)
        self._moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in weights.items()}
        self._updates = 0

    # ---- Arrays ----
    @staticmethod
    def array(values):
        return np.array(values)

    @staticmethod
    def zeros(shape, dtype):
        return np.zeros(shape, dtype)

    @staticmethod
    def sign(same):
        return np.where(same, np.float32(1), np.float32(-1))

    @staticmethod
    def numpy(array):
        return np.asarray(array)

    def shuffled(self, count):
        return self.rng.permutation(count)

    def legal(self, masks):
        """The mask's words as bools."""
        return np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little", count=self.actions).view(bool)

    # ---- The network ----
    def _features(self, observations):
        x = np.empty((len(observations), observations.shape[1], LEVELS + 1), np.float32)
        x[:, :, :LEVELS] = np.minimum(observations, LEVELS - 1)[:, :, None] == np.arange(LEVELS, dtype=np.uint8)
        x[:, :, LEVELS] = observations / np.float32(SCALE)
        return x.reshape(len(observations), -1)

    def _forward(self, observations, masks):
        w, x = self.weights, self._features(observations)
        h1 = np.maximum(x @ w["w1"] + w["b1"], 0)
        h2 = np.maximum(h1 @ w["w2"] + w["b2"], 0)
        logits = np.where(self.legal(masks), h2 @ w["wp"] + w["bp"], np.float32(-1e9))
        logits -= logits.max(1, keepdims=True)
        log_p = logits - np.log(np.exp(logits).sum(1, keepdims=True))
        return x, h1, h2, log_p, (h2 @ w["wv"] + w["bv"])[:, 0]

    def act(self, observations, masks, best=False):
        """An action for each row, its log-probability, and the values."""
        log_p, value = self._forward(observations, masks)[3:]
        noise = 0 if best else self.rng.gumbel(size=log_p.shape).astype(np.float32)
        action = (log_p + noise).argmax(1).astype(np.int32)
        return action, log_p[np.arange(len(action)), action], value

    def evaluate(self, observations, masks):
        """Probabilities and values, as NumPy arrays."""
        log_p, value = self._forward(observations, masks)[3:]
        return np.exp(log_p), value

    def _descend(self, x, h1, h2, d_logits, d_value):
        """One step of Adam, from the gradients of logits and value."""
        w, g = self.weights, {}
        g["wp"], g["bp"] = h2.T @ d_logits, d_logits.sum(0)
        g["wv"], g["bv"] = h2.T @ d_value[:, None], d_value.sum(keepdims=True)
        d2 = (d_logits @ w["wp"].T + d_value[:, None] * w["wv"].T) * (h2 > 0)
        g["w2"], g["b2"] = h1.T @ d2, d2.sum(0)
        d1 = d2 @ w["w2"].T * (h1 > 0)
        g["w1"], g["b1"] = x.T @ d1, d1.sum(0)
        norm = np.sqrt(sum(float((part * part).sum()) for part in g.values()))
        self._updates += 1
        for name, part in g.items():
            part = part * min(1.0, 1.0 / (norm + 1e-6))
            m, v = self._moments[name]
            m += 0.1 * (part - m)
            v += 0.001 * (part * part - v)
            w[name] -= (self.rate * (m / (1 - 0.9 ** self._updates))
                        / (np.sqrt(v / (1 - 0.999 ** self._updates)) + 1e-8)).astype(np.float32)

    def learn_ppo(self, observations, masks, actions, old_log_p, advantages, returns, clip, entropy):
        """One step of PPO; returns the policy's entropy and the error of the values."""
        x, h1, h2, log_p, value = self._forward(observations, masks)
        rows, n = np.arange(len(actions)), len(actions)
        ratio = np.exp(log_p[rows, actions] - old_log_p)
        moves = np.where(advantages > 0, ratio < 1 + clip, ratio > 1 - clip)
        p = np.exp(log_p)
        finite = np.maximum(log_p, -50)
        entropies = -(p * finite).sum(1)
        d = p * (advantages * ratio * moves)[:, None]
        d[rows, actions] -= advantages * ratio * moves
        d += entropy * p * (finite + entropies[:, None])
        self._descend(x, h1, h2, d / n, (value - returns) / n)
        return float(entropies.mean()), float(((value - returns) ** 2).mean())

    def learn_targets(self, observations, masks, policies, values):
        """One step towards policies and values of a search; returns both losses."""
        x, h1, h2, log_p, value = self._forward(observations, masks)
        n = len(values)
        self._descend(x, h1, h2, (np.exp(log_p) - policies) / n, (value - values) / n)
        return float(-(policies * np.maximum(log_p, -50)).sum(1).mean()), float(((value - values) ** 2).mean())

    def saved(self):
        return self.weights


class TorchNet:
    """The same with PyTorch."""

    name = "torch"

    def __init__(self, weights, rate=1e-3, seed=0, device="cpu"):
        self.torch = torch = torch_or_exit()
        torch.manual_seed(seed)
        self.device = torch.device(device)
        self.weights = {name: torch.tensor(w, device=self.device, requires_grad=True) for name, w in weights.items()}
        self.actions = weights["bp"].size
        self.adam = torch.optim.Adam(self.weights.values(), lr=rate, fused=self.device.type == "cuda")
        self._bits = torch.arange(64, device=self.device)
        self._levels = torch.arange(LEVELS, device=self.device, dtype=torch.uint8)

    @property
    def rate(self):
        return self.adam.param_groups[0]["lr"]

    @rate.setter
    def rate(self, rate):
        self.adam.param_groups[0]["lr"] = rate

    def array(self, values):
        """NumPy arrays are copied; tensors of this device stay what they are."""
        if isinstance(values, np.ndarray):
            values = values.view(np.int64) if values.dtype == np.uint64 else values
            return self.torch.tensor(values, device=self.device)
        return values

    def zeros(self, shape, dtype):
        kinds = {"uint64": "int64"}
        return self.torch.zeros(shape, dtype=getattr(self.torch, kinds.get(np.dtype(dtype).name, np.dtype(dtype).name)),
                                device=self.device)

    @staticmethod
    def sign(same):
        return same.float() * 2 - 1

    @staticmethod
    def numpy(array):
        return array.detach().cpu().numpy()

    def shuffled(self, count):
        return self.torch.randperm(count, device=self.device)

    def legal(self, masks):
        return ((masks[:, :, None] >> self._bits) & 1).flatten(1)[:, :self.actions].bool()

    def _forward(self, observations, masks):
        torch, w = self.torch, self.weights
        narrow = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        x = torch.empty((*observations.shape, LEVELS + 1), dtype=narrow, device=self.device)
        x[:, :, :LEVELS] = observations.clamp(max=LEVELS - 1)[:, :, None] == self._levels
        x[:, :, LEVELS] = observations.to(narrow) / SCALE
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            h = torch.relu(torch.addmm(w["b1"], x.flatten(1), w["w1"]))
            h = torch.relu(torch.addmm(w["b2"], h, w["w2"]))
            logits, value = torch.addmm(w["bp"], h, w["wp"]), torch.addmm(w["bv"], h, w["wv"])[:, 0]
        log_p = torch.log_softmax(logits.float().masked_fill(~self.legal(masks), -1e9), 1)
        return log_p, value.float()

    def act(self, observations, masks, best=False):
        with self.torch.no_grad():
            log_p, value = self._forward(observations, masks)
            noisy = log_p if best else log_p - self.torch.empty_like(log_p).exponential_().log()
            action = noisy.argmax(1)
            return action.to(self.torch.int32), log_p.gather(1, action[:, None])[:, 0], value

    def evaluate(self, observations, masks):
        with self.torch.no_grad():
            log_p, value = self._forward(self.array(observations), self.array(masks))
            return self.numpy(log_p.exp()), self.numpy(value)

    def _descend(self, loss):
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        self.torch.nn.utils.clip_grad_norm_(self.weights.values(), 1.0)
        self.adam.step()

    def learn_ppo(self, observations, masks, actions, old_log_p, advantages, returns, clip, entropy):
        log_p, value = self._forward(observations, masks)
        ratio = (log_p.gather(1, actions.long()[:, None])[:, 0] - old_log_p).exp()
        gain = self.torch.minimum(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages).mean()
        entropies = -(log_p.exp() * log_p.clamp(min=-50)).sum(1).mean()
        error = ((value - returns) ** 2).mean()
        self._descend(0.5 * error - gain - entropy * entropies)
        return entropies.detach(), error.detach()

    def learn_targets(self, observations, masks, policies, values):
        log_p, value = self._forward(self.array(observations), self.array(masks))
        error = ((value - self.array(values)) ** 2).mean()
        cross = -(self.array(policies) * log_p.clamp(min=-50)).sum(1).mean()
        self._descend(0.5 * error + cross)
        return float(cross.detach()), float(error.detach())

    def saved(self):
        return {name: self.numpy(w) for name, w in self.weights.items()}


def make_net(backend, weights, rate=1e-3, seed=0, device="cpu"):
    return NumpyNet(weights, rate, seed) if backend == "numpy" else TorchNet(weights, rate, seed, device)


class Games:
    """Many games of two seats as arrays of a network: on the processor copies of a Batch's arrays, on a GPU the tensors
    that share a GpuBatch's memory."""

    def __init__(self, net, games, rules, seed):
        self.net, self.games = net, games
        numbering = "steps" if rules == "duel" else "moves"
        self.on_gpu = net.name == "torch" and net.device.type == "cuda"
        if self.on_gpu:
            self.batch = azulejo.GpuBatch(games, rules, seed=seed, numbering=numbering, device=net.device.index or 0)
            self._shared = {name: net.torch.from_dlpack(getattr(self.batch, name))
                            for name in ("observations", "masks", "seat", "done", "scores", "rewards", "actions")}
        else:
            self.batch = azulejo.Batch(games, rules, seed=seed, numbering=numbering)

    def __getattr__(self, name):
        """observations, masks, seat, done, scores or rewards."""
        return self._shared[name] if self.on_gpu else self.net.array(getattr(self.batch, name))

    def step(self, actions):
        if self.on_gpu:
            self._shared["actions"].copy_(actions)
            self.batch.step()
        else:
            self.batch.step(self.net.numpy(actions))


def new_weights(rules, hidden, seed):
    with azulejo.Batch(1, rules, numbering="steps" if rules == "duel" else "moves") as batch:
        return make_weights(batch.observation_size, batch.actions, hidden, seed)


def match(net, rules, rival, games, seed=1):
    """The network's share of the wins against a bot: games in pairs with the same deals and the seats exchanged. The
    network makes its most probable move."""
    numbering = "steps" if rules == "duel" else "moves"
    with azulejo.Batch(games, rules, numbering=numbering, stay=True) as batch, azulejo.Engine(rival) as engine:
        for game in range(games):
            batch.reset_game(game, seed, game // 2)
        mine, wins = np.arange(games) % 2, 0.0
        pending = [[] for _ in range(games)]  # the steps of a bot's move
        while (batch.seat < 2).any():
            actions = np.full(games, -1, np.int32)
            turn = np.flatnonzero(batch.seat == mine)
            if len(turn):
                chosen = net.act(net.array(batch.observations[turn]), net.array(batch.masks[turn]), best=True)[0]
                actions[turn] = net.numpy(chosen)
            for game in np.flatnonzero((batch.seat != mine) & (batch.seat < 2)):
                if not pending[game]:
                    state = batch.state(game)
                    move = engine.analyse(state.view(state.seat), nodes=1).move
                    pending[game] = state.steps(move)
                actions[game] = pending[game].pop(0)
            batch.step(actions)
            ended = np.flatnonzero(batch.done)
            wins += float((batch.rewards[ended, mine[ended]] + 1).sum() / 2)
        return wins / games
