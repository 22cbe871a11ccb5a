"""Networks of PyTorch on a GpuBatch: its arrays as tensors, and playouts by a network, which never leave the device."""
from __future__ import annotations

from typing import Any, Callable, NamedTuple, Tuple

from ._lib import integer
from .gpu import DeviceArray, GpuBatch


class Playouts(NamedTuple):
    """What network_playout() played: decisions, games that ended, and the mean reward of each seat in them."""

    decisions: int
    games: int
    rewards: Tuple[float, ...]


def _torch() -> Any:
    try:
        import torch
    except ImportError:
        raise ImportError("PyTorch is missing: install it (pip install torch); the rest of azulejo works without it") from None
    return torch


def tensor(array: Any) -> Any:
    """One of a GpuBatch's arrays as a tensor of PyTorch: the same memory."""
    if not isinstance(array, DeviceArray):  # PyTorch ends the process where it cannot use an array, as one with negative strides
        raise TypeError(f"array must be one of a GpuBatch's arrays, not {type(array).__name__}")
    return _torch().from_dlpack(array)


def legal_actions(masks: Any, actions: int) -> Any:
    """The words of a batch's masks (int64 [games, words]) as bools [games, actions]."""
    torch = _torch()
    bits = masks[:, :, None] >> torch.arange(64, device=masks.device)
    return (bits & 1).flatten(1)[:, :actions].bool()


def sample_actions(logits: Any, legal: Any, best: bool = False) -> Any:
    """For each row an action that is legal, drawn by the logits, or the best one; int32 as a batch wants it."""
    torch = _torch()
    logits = logits.float().masked_fill(~legal, -torch.inf)
    if not best:  # the largest of logits with Gumbel's noise is drawn by their softmax
        logits = logits - torch.empty_like(logits).exponential_().log()
    return logits.argmax(1).to(torch.int32)


def network_playout(batch: GpuBatch, network: Callable[[Any], Any], steps: int, best: bool = False) -> Playouts:
    """Plays `steps` decisions in every game by a network: a function of observations (uint8 [games, size] on the device)
    that returns logits [games, actions], or a tuple that begins with them. The batch must observe the mover."""
    if not isinstance(batch, GpuBatch):
        raise TypeError(f"batch must be a GpuBatch, not {type(batch).__name__}")
    count = integer(steps, 1, 10**6, "steps")
    if batch.observations is None or len(batch.observations.shape) != 2:
        raise ValueError('the batch must be made with observe="mover"')
    torch = _torch()
    observations, masks, actions = tensor(batch.observations), tensor(batch.masks), tensor(batch.actions)
    done, rewards = tensor(batch.done), tensor(batch.rewards)
    ended = torch.zeros((), dtype=torch.int64, device=done.device)
    total = torch.zeros(batch.players, dtype=torch.float64, device=done.device)
    with torch.no_grad():
        for _ in range(count):
            logits = network(observations)
            logits = logits[0] if isinstance(logits, tuple) else logits
            if logits.shape != (batch.games, batch.action_count):
                raise ValueError(f"the network must return logits of shape {(batch.games, batch.action_count)}, not "
                                 f"{tuple(logits.shape)}")
            actions.copy_(sample_actions(logits, legal_actions(masks, batch.action_count), best))
            batch.step()
            ended += done.sum()
            total += rewards.sum(0, dtype=torch.float64)
    games = int(ended)
    return Playouts(count * batch.games, games, tuple(float(r) / max(games, 1) for r in total))


__all__ = ["Playouts", "legal_actions", "network_playout", "sample_actions", "tensor"]
