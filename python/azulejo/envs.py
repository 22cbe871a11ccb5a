"""Environments by the conventions of PettingZoo (AEC) and Gymnasium (VectorEnv), with or without these packages."""
from __future__ import annotations

import warnings
from typing import Any, Dict as Dict_, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._lib import AzulejoError, IllegalMove, NOBODY, integer
from .batch import Batch, check_actions
from .rules import State
from .spaces import Box, Dict, Discrete, MultiDiscrete

try:
    from pettingzoo import AECEnv as _AECBase
except ImportError:
    _AECBase = object  # type: ignore[assignment,misc]
try:
    from gymnasium.vector import VectorEnv as _VectorBase
except ImportError:
    _VectorBase = object  # type: ignore[assignment,misc]
try:
    from gymnasium.vector import AutoresetMode as _AutoresetMode
    SAME_STEP: Any = _AutoresetMode.SAME_STEP
except ImportError:  # not installed, or older than 1.1
    SAME_STEP = "SameStep"

RENDER_MODES = ("ansi", "human")


def _option(options: Any, name: str) -> Any:
    if options is not None and not isinstance(options, dict):
        raise TypeError(f"options must be a dict, not {type(options).__name__}")
    return (options or {}).get(name)


def _observation_space(size: int, actions: int) -> Dict:
    return Dict({"observation": Box(0, 255, (size,), np.uint8), "action_mask": Box(0, 1, (actions,), np.int8)})


def _there(array: Optional[np.ndarray]) -> np.ndarray:
    """An array that a batch was asked to have."""
    assert array is not None
    return array


class AECEnv(_AECBase):
    """One game in which the agents "player_0" … act in turn: PettingZoo's AEC interface.

    An observation is a dict of "observation" (bytes: azulejo.layout()) and "action_mask" (int8). Rewards come when the
    game ends. An action that the mask does not allow ends the game with a warning, as in PettingZoo's own board games: its
    agent gets -1 and the others 0, and infos have the reason as "illegal". With illegal="raise" it raises IllegalMove, and
    the game stays. Environments can be copied and pickled in the middle of a game."""

    metadata: Dict_[str, Any] = {"name": "azulejo_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False,
                                 "render_fps": 1}

    def __init__(self, rules: str = "classic", players: int = 2, numbering: str = "moves", reward: str = "win",
                 illegal: str = "lose", render_mode: Optional[str] = None, tablets: int = 0) -> None:
        if illegal not in ("raise", "lose"):
            raise ValueError(f'illegal must be "raise" or "lose", not {illegal!r}')
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be one of {RENDER_MODES}, not {render_mode!r}")
        self.render_mode, self.illegal = render_mode, illegal
        self._batch = Batch(1, rules, players, numbering=numbering, observe="all", reward=reward, stay=True,
                            tablets=tablets)
        self.possible_agents: List[str] = [f"player_{seat}" for seat in range(self._batch.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self._batch.actions
        self.observation_spaces = {a: _observation_space(self._batch.observation_size, actions)
                                   for a in self.possible_agents}
        self.action_spaces = {a: Discrete(actions) for a in self.possible_agents}
        self.state_space = Box(0, 255, (self._batch.players * self._batch.observation_size,), np.uint8)
        self._random = np.random.default_rng()
        self.agents: List[str] = []

    # ---- Spaces ----
    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "AECEnv":
        return self

    # ---- A game ----
    def reset(self, seed: Optional[int] = None, options: Optional[Dict_[str, Any]] = None) -> None:
        """Starts a game; the same seed gives the same game. options["start"]: a State to start from."""
        start = _option(options, "start")
        if start is not None and not isinstance(start, State):
            raise TypeError(f"options['start'] must be a State, not {type(start).__name__}")
        if start is not None and start.rules != self._batch.state(0).rules:
            raise ValueError(f"options['start'] is a position of {start.rules}")
        if seed is not None:
            self._random = np.random.default_rng(integer(seed, 0, 2**64 - 1, "a seed"))
        self._batch.reset(int(self._random.integers(2**63)) if seed is None else seed)
        if start is not None:
            if start.players != len(self.possible_agents):
                raise ValueError(f"options['start'] has {start.players} seats")
            self._batch.set(0, start)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict_[str, Dict_[str, Any]] = {agent: {} for agent in self.agents}
        self._skip: Optional[str] = None
        if self._batch.state(0).over:
            raise AzulejoError("GAME_OVER", "options['start'] is over")
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        seat = int(self._batch.seat[0])
        return self.possible_agents[seat] if seat != NOBODY else self.agent_selection

    def _ready(self) -> None:
        if not hasattr(self, "agent_selection"):
            raise RuntimeError("reset() must be called first")

    def observe(self, agent: str) -> Dict_[str, np.ndarray]:
        """What an agent sees; its mask is 0 where it does not decide."""
        self._ready()
        seat = self._seat_of[agent]
        mask = np.zeros(self._batch.actions, np.int8)
        if seat == self._batch.seat[0] and not self.terminations.get(agent, True):
            mask[:] = self._batch.action_masks()[0]
        return {"observation": _there(self._batch.observations)[0, seat].copy(), "action_mask": mask}

    def last(self, observe: bool = True) -> Tuple[Any, float, bool, bool, Dict_[str, Any]]:
        """Observation, reward since its last action, termination, truncation and info of the agent to act."""
        self._ready()
        agent = self.agent_selection
        if agent not in self.terminations:
            raise RuntimeError("the game is over: reset() starts the next one")
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: Union[int, np.integer, np.ndarray, None]) -> None:
        """Makes the action of agent_selection; None for an agent whose game has ended."""
        self._ready()
        agent = self.agent_selection
        if not self.agents:
            raise RuntimeError("the game is over: reset() starts the next one")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = integer(action.item() if isinstance(action, np.ndarray) and action.shape == () else action,
                         -(2**31), 2**31 - 1, "an action")
        if self._batch.step(np.array([number], np.int32)):
            self._illegal(agent, number)
        else:
            self._cumulative_rewards[agent] = 0.0
            self._give(self._batch.rewards[0], bool(self._batch.done[0]))
        if self.render_mode == "human":
            self.render()

    def _illegal(self, agent: str, number: int) -> None:
        code = str(self._batch.refusal(0))
        why = f"{agent} cannot do action {number}: {code}"
        if self.illegal == "raise":
            raise IllegalMove(code, why)
        warnings.warn(f"{why}; it loses the game", stacklevel=3)
        self._cumulative_rewards[agent] = 0.0
        self._give([-1.0 if other == agent else 0.0 for other in self.possible_agents], True)
        self.infos[agent]["illegal"] = code

    def _give(self, rewards: Sequence[float], over: bool) -> None:
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(rewards[seat])
            self._cumulative_rewards[agent] += float(rewards[seat])
            self.terminations[agent] = over
            if over:
                self.infos[agent] = {"score": int(self._batch.scores[0, seat])}
        if over:  # every agent is asked once more, and answers None
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._mover()

    def _was_dead_step(self, action: Any) -> None:
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        tables: Tuple[Dict_[str, Any], ...] = (self.terminations, self.truncations, self.rewards, self._cumulative_rewards,
                                               self.infos)
        for table in tables:
            del table[agent]
        self.agents.remove(agent)
        for other in self.agents:
            self.rewards[other] = 0.0
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they act, until the game is over."""
        self._ready()
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    # ---- Looking ----
    def state(self) -> np.ndarray:
        """The observations of all seats in one row."""
        return _there(self._batch.observations)[0].reshape(-1).copy()

    def position(self) -> State:
        """The whole position, which no agent sees."""
        return self._batch.state(0)

    def render(self) -> Optional[str]:
        text = self.position().text
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        self._batch.close()

    def __str__(self) -> str:
        return str(self.metadata["name"])


def aec_env(rules: str = "classic", players: int = 2, **settings: Any) -> AECEnv:
    """One game with PettingZoo's AEC interface; `settings` are those of AECEnv."""
    return AECEnv(rules, players, **settings)


class VectorEnv(_VectorBase):
    """Many games with Gymnasium's vector interface: in every game the seat that decides is the agent.

    reset() and step() return observations of the movers: a dict of "observation" [num_envs, size] and "action_mask"
    [num_envs, actions]. The reward is that of the seat that acted; infos have "seat" (who decides now), "rewards" and
    "scores" of all seats, and where a game ended (terminations) "final_obs" of all seats of that game. An ended game
    starts anew in the same step. An action that the mask does not allow raises an error."""

    metadata: Dict_[str, Any] = {"name": "azulejo_v0", "render_modes": [], "autoreset_mode": "same_step"}

    def __init__(self, num_envs: int, rules: str = "classic", players: int = 2, numbering: str = "moves",
                 reward: str = "win", threads: int = 1, copy: bool = True) -> None:
        """`copy` False: observations are the batch's own arrays, which the next step changes."""
        self.batch = Batch(num_envs, rules, players, numbering=numbering, reward=reward, last_observations=True,
                           threads=threads)
        self.num_envs, self.copy, self.render_mode, self.spec = self.batch.games, bool(copy), None, None
        self.closed = False
        size, actions = self.batch.observation_size, self.batch.actions
        self.single_observation_space = _observation_space(size, actions)
        self.single_action_space = Discrete(actions)
        self.observation_space = Dict({
            "observation": Box(0, 255, (self.num_envs, size), np.uint8),
            "action_mask": Box(0, 1, (self.num_envs, actions), np.int8)})
        self.action_space = MultiDiscrete(np.full(self.num_envs, actions))
        self._rng = np.random.default_rng()
        self._games = np.arange(self.num_envs)

    def _observation(self) -> Dict_[str, np.ndarray]:
        seen = _there(self.batch.observations)
        return {"observation": seen.copy() if self.copy else seen, "action_mask": self.batch.action_masks().view(np.int8)}

    def _infos(self) -> Dict_[str, Any]:
        return {"seat": self.batch.seat.copy()}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict_[str, Any]] = None
              ) -> Tuple[Dict_[str, np.ndarray], Dict_[str, Any]]:
        """Starts all games; the same seed gives the same games. options["starts"]: a State for each game."""
        starts = _option(options, "starts")
        if starts is not None and (not isinstance(starts, (list, tuple)) or len(starts) != self.num_envs):
            raise ValueError(f"options['starts'] must be a list of {self.num_envs} States")
        if seed is not None:
            self._rng = np.random.default_rng(integer(seed, 0, 2**64 - 1, "a seed"))
        self.batch.reset(int(self._rng.integers(2**63)) if seed is None else seed)
        for game, start in enumerate(starts or ()):
            self.batch.set(game, start)
        return self._observation(), self._infos()

    def step(self, actions: Any) -> Tuple[Dict_[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, Dict_[str, Any]]:
        """Observations, rewards, terminations, truncations, infos."""
        actor = self.batch.seat.copy()
        if self.batch.step(actions):
            check_actions(self.batch)
        done = self.batch.done.astype(bool)
        infos = self._infos()
        infos["rewards"], infos["scores"] = self.batch.rewards.copy(), self.batch.scores.copy()
        if done.any():
            final, last = np.empty(self.num_envs, object), _there(self.batch.last_observations).copy()
            for game in np.flatnonzero(done):
                final[game] = {"observation": last[game, actor[game]], "action_mask": np.zeros(self.batch.actions, np.int8)}
            infos["final_obs"], infos["_final_obs"], infos["last_observations"] = final, done, last
            infos["final_info"] = {name: infos[name] for name in ("rewards", "scores")}
            infos["_final_info"] = done
        return (self._observation(), self.batch.rewards[self._games, actor], done, np.zeros(self.num_envs, bool), infos)

    def close(self, **unused: Any) -> None:
        self.batch.close()
        self.closed = True

    @property
    def unwrapped(self) -> "VectorEnv":
        return self


def vector_env(num_envs: int, rules: str = "classic", players: int = 2, **settings: Any) -> VectorEnv:
    """Many games with Gymnasium's vector interface; `settings` are those of VectorEnv."""
    return VectorEnv(num_envs, rules, players, **settings)
