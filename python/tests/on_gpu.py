#!/usr/bin/env python3
"""GpuBatch and PyTorch on one device: sharing without copies, lifetimes, streams, errors, playouts by a network.

    on_gpu.py [--device 0]      the number of a GPU, or -1: the kernels on the processor

Prints TAP; what needs PyTorch is skipped, and counted, where there is none. `make gpu-test` runs it on a GPU."""
import argparse
import gc
import sys
import traceback

import azulejo
import numpy as np
from azulejo import Batch, GpuBatch

try:
    import torch
except ImportError:
    torch = None

DEVICE = -1
ARRAYS = ("seat", "done", "refused", "scores", "rewards", "masks", "observations")
TESTS, NEED_TORCH = [], []


def test(function):
    TESTS.append(function)
    return function


def needs_torch(function):
    NEED_TORCH.append(function)
    return test(function)


def expect(kind, function, *arguments, **named):
    try:
        function(*arguments, **named)
    except kind:
        return
    raise AssertionError(f"{kind} was not raised")


def write(array, values):
    """Fills an array on the device."""
    if DEVICE < 0:
        np.asarray(array)[...] = values
    else:
        torch.from_dlpack(array).copy_(torch.from_numpy(values))


@test
def the_same_games_as_on_the_processor():
    for rules, players, numbering in (("classic", 2, "moves"), ("crystal2", 4, "moves"), ("duel", 2, "moves"), ("duel", 2, "steps")):
        gpu = GpuBatch(500, rules, players, device=DEVICE, seed=5, numbering=numbering, observe="all")
        with Batch(500, rules, players, seed=5, numbering=numbering, observe="all") as batch:
            for _ in range(60):
                gpu.random_actions()
                batch.step(gpu.actions.numpy())
                gpu.step()
                for name in ARRAYS:
                    expected = getattr(batch, name)
                    np.testing.assert_array_equal(getattr(gpu, name).numpy().view(expected.dtype), expected)
            assert [gpu.state(i) for i in range(9)] == [batch.state(i) for i in range(9)]


@needs_torch
def tensors_are_the_memory():
    gpu = GpuBatch(300, "duel", device=DEVICE, seed=1, numbering="steps")
    shared = {name: torch.from_dlpack(getattr(gpu, name)) for name in (*ARRAYS, "actions")}
    for _ in range(25):
        gpu.random_step()
    for name, tensor in shared.items():
        array = getattr(gpu, name)
        address = (getattr(array, "__cuda_array_interface__", None) or array.__array_interface__)["data"][0]
        assert tensor.data_ptr() == address and tuple(tensor.shape) == array.shape, name
        assert tensor.device.type == ("cpu" if DEVICE < 0 else "cuda"), name
        np.testing.assert_array_equal(tensor.cpu().numpy(), array.numpy())


@needs_torch
def actions_of_torch_are_made():
    gpu = GpuBatch(300, device=DEVICE, seed=2)
    with Batch(300, seed=2) as batch:
        for _ in range(40):
            chosen = torch.from_dlpack(gpu.actions)
            legal = azulejo.learn.legal_actions(torch.from_dlpack(gpu.masks), gpu.action_count)
            chosen.copy_(legal.to(torch.uint8).argmax(1))
            batch.step(chosen.cpu().numpy())
            gpu.step()
            np.testing.assert_array_equal(gpu.observations.numpy(), batch.observations)
        assert not gpu.refused.numpy().any()
        torch.from_dlpack(gpu.actions).fill_(10**6)  # nonsense is refused, game by game
        before = gpu.hash()
        gpu.step()
        assert gpu.refused.numpy().all() and gpu.hash() == before


@needs_torch
def the_array_interface_is_read():
    gpu = GpuBatch(64, device=DEVICE, seed=3)
    array = gpu.masks if DEVICE >= 0 else np.asarray(gpu.masks)  # PyTorch reads the interface of the processor by NumPy
    tensor = torch.as_tensor(array, device="cuda" if DEVICE >= 0 else "cpu")
    gpu.random_step()
    gpu.wait()
    np.testing.assert_array_equal(tensor.cpu().numpy(), gpu.masks.numpy())


@needs_torch
def tensors_outlive_everything():
    kept, copies = [], []
    for i in range(20):
        gpu = GpuBatch(1000, device=DEVICE, seed=i)
        copies.append(gpu.observations.numpy())
        kept.append(torch.from_dlpack(gpu.observations))
        gpu.masks.__dlpack__()  # a capsule that nobody takes
        del gpu
    gc.collect()
    for tensor, copy in zip(kept, copies):
        np.testing.assert_array_equal(tensor.cpu().numpy(), copy)
    del kept[:10], copies[:10], tensor
    gc.collect()
    for tensor, copy in zip(kept, copies):
        np.testing.assert_array_equal(tensor.cpu().numpy(), copy)


@needs_torch
def memory_is_given_back():
    if DEVICE < 0:
        return
    free = []
    for i in range(21):
        gpu = GpuBatch(200000, "duel", device=DEVICE, seed=i)
        assert torch.from_dlpack(gpu.observations).sum() > 0
        del gpu
        gc.collect()
        free.append(torch.cuda.mem_get_info(DEVICE)[0])
    # The driver keeps its stacks after the first one; a batch has 340 MB of masks alone.
    assert free[-1] > free[0] - 64 * 2**20, f"{(free[0] - free[-1]) >> 20} MB are lost"


@needs_torch
def another_stream_waits():
    if DEVICE < 0:
        return
    gpu, stream = GpuBatch(100000, device=DEVICE, seed=4), torch.cuda.Stream(DEVICE)
    for _ in range(30):
        gpu.random_step()
        with torch.cuda.stream(stream):
            seen = torch.from_dlpack(gpu.observations).clone()
        stream.synchronize()
        np.testing.assert_array_equal(seen.cpu().numpy(), gpu.observations.numpy())


@test
def hidden_facts_are_filled_in():
    """determinise() changes what the seat to move may not know, and nothing that it knows."""
    gpu = GpuBatch(64, "duel", device=DEVICE, seed=6, numbering="steps")
    for _ in range(60):
        gpu.random_step()
    before, seen = [gpu.state(i) for i in range(64)], gpu.observations.numpy()
    gpu.determinise()
    after = [gpu.state(i) for i in range(64)]
    assert all(a.view(a.seat) == b.view(b.seat) for a, b in zip(after, before))
    assert sum(a != b for a, b in zip(after, before)) > 32
    np.testing.assert_array_equal(gpu.observations.numpy(), seen)


@test
def garbage_in_a_state_is_refused():
    """Rows of random bytes refuse their action, and the other games go on."""
    numbers = np.random.default_rng(8)
    for rules, numbering in (("classic", "moves"), ("duel", "steps")):
        starts = [azulejo.State(rules) for _ in range(64)]
        gpu, same = (GpuBatch(64, rules, device=DEVICE, seed=9, numbering=numbering, starts=starts) for _ in range(2))
        bad = numbers.random(64) < 0.3
        rows = gpu.states.numpy()
        rows[bad] = numbers.integers(0, 256, rows[bad].shape)
        write(gpu.states, rows)
        generators = gpu.generators.numpy()
        generators[bad] = 0
        write(gpu.generators, generators)
        write(gpu.steps, np.where(bad, numbers.integers(-2**31, 2**31, 64), 0).astype(np.int32))
        for batch in (gpu, same):
            batch.random_step()
        assert ((gpu.refused.numpy() != 0) == bad).all() and not same.refused.numpy().any()
        assert all(gpu.state(int(i)) == same.state(int(i)) for i in np.flatnonzero(~bad))
        assert (gpu.states.numpy()[bad] == rows[bad]).all()
        expect(azulejo.AzulejoError, gpu.determinise)
        expect(azulejo.AzulejoError, gpu.check)
        gpu.hash()
        if numbering == "moves":
            expect(azulejo.AzulejoError, gpu.playout, 10)
        gpu.reset(9)
        gpu.check()


@test
def the_last_observations_are_those_of_the_end():
    settings = {"seed": 3, "last_observations": True, "stay": True, "chance": True}
    gpu = GpuBatch(64, device=DEVICE, **settings)
    with Batch(64, **settings) as batch:
        for _ in range(300):
            gpu.random_actions()
            batch.step(gpu.actions.numpy())
            gpu.step()
            for game in np.flatnonzero(batch.refused):
                batch.reset_game(game, 5, game)
                gpu.reset_game(game, 5, game)
            for name in ("last_observations", "observations", "done", "masks"):
                expected = getattr(batch, name)
                np.testing.assert_array_equal(getattr(gpu, name).numpy().view(expected.dtype), expected)
        assert batch.last_observations.any()


@test
def games_begin_where_told():
    starts = [azulejo.State("grey", 2).deal(azulejo.Rng(seed)) for seed in range(5)]
    gpu = GpuBatch(5, "grey", device=DEVICE, starts=starts)
    assert [gpu.state(i) for i in range(5)] == starts
    width = gpu.states.shape[1]
    raw = gpu.states.numpy()
    assert all(raw[i].tobytes()[:len(s.to_bytes())] == s.to_bytes() for i, s in enumerate(starts)) and width >= 256
    for wrong, error in ((starts[:4], ValueError), ("starts", TypeError)):
        try:
            GpuBatch(5, "grey", device=DEVICE, starts=wrong)
        except error:
            continue
        raise AssertionError(f"{wrong} was taken")


@test
def wrong_requests():
    array = GpuBatch(4, device=DEVICE).scores
    for wrong in ({"copy": True}, {"dl_device": (7, 0)}):
        expect(BufferError, array.__dlpack__, **wrong)
    for wrong in (0, -2, "x", True):
        expect(ValueError, array.__dlpack__, stream=wrong)
    expect(ValueError, GpuBatch, 4, device=-2)
    expect(azulejo.AzulejoError, GpuBatch, 4, device=999)
    expect(azulejo.AzulejoError, GpuBatch(4, "duel", device=DEVICE, numbering="steps").playout, 5)


@needs_torch
def a_network_plays():
    gpu = GpuBatch(512, device=DEVICE, seed=6)
    device = "cuda" if DEVICE >= 0 else "cpu"
    torch.manual_seed(1)
    network = torch.nn.Linear(gpu.observation_size, gpu.action_count, device=device)
    played = azulejo.learn.network_playout(gpu, lambda seen: network(seen.float() / 20), 200)
    assert played.decisions == 512 * 200 and played.games > 512, played
    assert abs(sum(played.rewards)) < 1e-9 and not gpu.refused.numpy().any(), played
    same = [GpuBatch(64, device=DEVICE, seed=7) for _ in range(2)]
    for batch in same:
        azulejo.learn.network_playout(batch, lambda seen: (network(seen.float() / 20), None), 50, best=True)
    assert same[0].hash() == same[1].hash()
    expect(ValueError, azulejo.learn.network_playout, gpu, lambda seen: network(seen.float())[:, 1:], 1)
    expect(ValueError, azulejo.learn.network_playout, GpuBatch(4, device=DEVICE, observe="all"), network, 1)
    expect(ValueError, azulejo.learn.network_playout, gpu, network, 0)
    expect(TypeError, azulejo.learn.network_playout, Batch(4), network, 1)


@test
def without_torch_it_says_so():
    if torch is None:
        expect(ImportError, azulejo.learn.tensor, GpuBatch(4, device=DEVICE).seat)


def main():
    global DEVICE
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--device", type=int, default=0)
    DEVICE = parser.parse_args().device
    print(f"1..{len(TESTS)}")
    failed = 0
    for number, function in enumerate(TESTS, 1):
        name = function.__name__.replace("_", " ")
        if function in NEED_TORCH and torch is None:
            print(f"ok {number} - {name} # SKIP PyTorch is missing")
            continue
        try:
            function()
            print(f"ok {number} - {name}", flush=True)
        except Exception:  # whatever it is, the next test runs
            failed += 1
            print(f"not ok {number} - {name}\n# " + traceback.format_exc().rstrip().replace("\n", "\n# "), flush=True)
    sys.exit(failed > 0)


main()
