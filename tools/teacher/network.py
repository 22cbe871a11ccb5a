"""The teacher: a network for policy and value of one rule set and number of seats, which sees observations byte by byte.

It gives a logit to every action, the chance to win of every seat, and by how many points each seat is expected to be ahead
of the best other one. Seats are counted from the one that decides, as in observations; absolute() turns them round."""
import json
import os
import pickle
import zipfile

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

LEVELS = 8  # a byte is seen as one of these values, and as a number
SCALE = 20.0
POINTS = 20.0  # points ahead by which the network's sums are scaled
VERSION = 1


class Block(nn.Module):
    """Two layers beside a direct path."""

    def __init__(self, width):
        super().__init__()
        self.norm, self.first, self.second = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x):
        return x + self.second(F.relu(self.first(self.norm(x))))


class Teacher(nn.Module):
    def __init__(self, rules, players, size, actions, width=768, blocks=4):
        super().__init__()
        self.settings = {"rules": rules, "players": players, "size": size, "actions": actions, "width": width,
                         "blocks": blocks}
        self.players = players
        self.size = size
        self.input = nn.Linear(size * (LEVELS + 1), width)
        self.body = nn.Sequential(*(Block(width) for _ in range(blocks)), nn.LayerNorm(width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 2 * players)
        for head in (self.policy, self.value):  # begins with an even policy and even chances
            nn.init.normal_(head.weight, std=0.001)
            nn.init.zeros_(head.bias)

    def forward(self, observations):
        """Logits of the actions, log-chances of the seats and their leads in points / POINTS, from the decider on."""
        values = observations.clamp(max=LEVELS - 1).long()
        x = torch.zeros((*observations.shape, LEVELS + 1), device=observations.device, dtype=self.input.weight.dtype)
        x.scatter_(2, values.unsqueeze(2), 1)
        x[:, :, LEVELS] = observations.to(x.dtype) / SCALE
        x = self.body(self.input(x.flatten(1)))
        value = self.value(x).float()
        return self.policy(x).float(), F.log_softmax(value[:, :self.players], 1), value[:, self.players:]


def absolute(rows, seat):
    """Rows by seat from the decider on -> rows by seat from 0 on, and back with -seat."""
    players = rows.shape[1]
    places = (torch.arange(players, device=rows.device) - seat[:, None].long()) % players
    return rows.gather(1, places)


def relative(rows, seat):
    """Rows by seat from 0 on -> from the decider on."""
    return absolute(rows, -seat.long())


def save(path, network, extra, optimizer=None, half=False):
    """Weights and what else is wanted to go on, in one file that is complete or not there. `extra` is kept as JSON, so that
    the file can be read without running code of its own. With `half` the weights have 16 bits."""
    part = f"{path}.part"
    moments = optimizer.state_dict()["state"] if optimizer else {}
    weights = {name: value.half() if half else value for name, value in network.state_dict().items()}
    torch.save({"version": VERSION, "settings": json.dumps(network.settings), "weights": weights,
                "moments": moments, "extra": json.dumps(extra)}, part)
    with open(part, "rb+") as file:
        os.fsync(file.fileno())
    os.replace(part, path)


def load(path, device):
    """The network of a file, what else is in it, and the moments of its optimiser."""
    try:
        data = torch.load(path, map_location=device, weights_only=True)
    except (RuntimeError, zipfile.BadZipFile, EOFError, pickle.UnpicklingError) as error:
        raise SystemExit(f"{path} is no network of a teacher, or is damaged: {error}") from None
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise SystemExit(f"{path} is no network of a teacher of version {VERSION}")
    network = Teacher(**json.loads(data["settings"])).to(device)
    network.load_state_dict(data["weights"])
    return network, json.loads(data["extra"]), data["moments"]


def log_line(path, row):
    """Appends a row of numbers, as one line of JSON."""
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps({k: round(v, 6) if isinstance(v, float) else v for k, v in row.items()}) + "\n")


def seeded(seed):
    """The same seed for every source of chance; products of matrices in TF32 where the device has it."""
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(seed)
    np.random.seed(seed % 2**32)
