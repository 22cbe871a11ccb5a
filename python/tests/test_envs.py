"""The environments, with the checks that the API tests of PettingZoo and Gymnasium make."""
import contextlib
import copy
import io
import pickle
import unittest
import warnings

import numpy as np

import azulejo
from azulejo import State
from azulejo.spaces import Box, Dict, Discrete, MultiDiscrete

SETTINGS = [{}, {"players": 4, "rules": "grey"}, {"rules": "duel"}, {"rules": "duel", "numbering": "steps"},
            {"reward": "difference", "rules": "crystal2", "players": 3}]


def play(env, checks=None):
    """One game with random legal actions; the rewards that each agent was given."""
    total = {agent: 0.0 for agent in env.agents}
    order = []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        total[agent] += reward
        order.append(agent)
        if checks:
            checks(agent, observation, reward, termination, truncation, info)
        dead = termination or truncation
        env.step(None if dead else env.action_space(agent).sample(observation["action_mask"]))
    return total, order


class TheAECEnvironment(unittest.TestCase):
    def test_attributes_and_spaces(self):
        for settings in SETTINGS:
            env = azulejo.aec_env(**settings)
            self.assertIsInstance(env.metadata["name"], str)
            self.assertIs(env.unwrapped, env)
            self.assertEqual(env.max_num_agents, len(env.possible_agents))
            self.assertEqual(len(set(env.possible_agents)), len(env.possible_agents))
            for agent in env.possible_agents:
                self.assertIs(env.observation_space(agent), env.observation_space(agent))
                self.assertIs(env.action_space(agent), env.action_space(agent))
                space = env.observation_space(agent)
                self.assertTrue(space.contains(space.sample()))
                self.assertEqual(space["action_mask"].shape, (env.action_space(agent).n,))
            env.close()

    def test_games(self):
        for settings in SETTINGS:
            with self.subTest(settings=settings):
                env = azulejo.aec_env(**settings)
                for seed in (0, 1):
                    env.reset(seed=seed)
                    self.assertEqual(env.agents, env.possible_agents)
                    self.assertEqual(env.num_agents, env.max_num_agents)
                    for agent in env.agents:
                        env.action_space(agent).seed(seed)

                    def checks(agent, observation, reward, termination, truncation, info):
                        self.assertIn(agent, env.agents)
                        self.assertEqual(agent, env.agent_selection)
                        self.assertTrue(env.observation_space(agent).contains(observation))
                        self.assertIsInstance(reward, float)
                        self.assertIsInstance(termination, bool)
                        self.assertFalse(truncation)
                        self.assertIsInstance(info, dict)
                        for table in (env.rewards, env.terminations, env.truncations, env.infos,
                                      env._cumulative_rewards):
                            self.assertEqual(set(table), set(env.agents))
                        mask = observation["action_mask"]
                        self.assertEqual(bool(mask.any()), not termination)
                        for other in env.agents:
                            if other != agent:
                                self.assertFalse(env.observe(other)["action_mask"].any())
                        if not termination:
                            self.assertEqual(reward, 0.0)
                            self.assertEqual(env.position().seat, env.possible_agents.index(agent))
                    total, order = play(env, checks)
                    self.assertEqual(env.agents, [])
                    scores = env.position().scores
                    if settings.get("reward") != "difference":
                        self.assertAlmostEqual(sum(total.values()), 0, places=5)
                    best = max(total, key=total.get)
                    self.assertIn(env.possible_agents.index(best), env.position().winners, (total, scores))
                    self.assertEqual(order[-len(scores):], env.possible_agents)  # each dead agent once

    def test_the_same_seed_is_the_same_game(self):
        games = []
        for _ in range(2):
            env = azulejo.aec_env("classic", 3)
            env.reset(seed=42)
            for agent in env.agents:
                env.action_space(agent).seed(7)
            play(env)
            games.append(env.position())
            env.reset()
            games.append(env.position())
        self.assertEqual(games[:2], games[2:])

    def test_cumulative_rewards_are_kept_for_others(self):
        env = azulejo.aec_env()
        env.reset(seed=3)
        play(env)
        env.reset(seed=4)
        self.assertEqual(set(env._cumulative_rewards.values()), {0.0})

    def test_start_positions(self):
        env = azulejo.aec_env("grey")
        start = State.start("grey", seed=8)
        env.reset(options={"start": start})
        self.assertEqual(env.position(), start)
        for wrong in (State.start("classic"), State.start("grey", 3), start.view(0)):
            with self.assertRaises(ValueError):
                env.reset(options={"start": wrong})
        with self.assertRaises(TypeError):
            env.reset(options={"start": "x"})

    def test_mistakes(self):
        env = azulejo.aec_env(illegal="raise")
        for early in (env.last, lambda: env.step(0), lambda: env.observe("player_0"), lambda: next(env.agent_iter())):
            with self.assertRaises(RuntimeError):
                early()
        env.reset(seed=1)
        before = env.position()
        for wrong in (-1, 324, 10**6):
            with self.assertRaises(azulejo.IllegalMove):
                env.step(wrong)
        for wrong in (None, 1.5, "1", True, [1]):
            with self.assertRaises(TypeError):
                env.step(wrong)
        with self.assertRaises(KeyError):
            env.observe("player_9")
        self.assertEqual(env.position(), before)
        play(env)
        for late in (lambda: env.step(0), env.last):
            with self.assertRaises(RuntimeError):
                late()
        env.close()
        with self.assertRaises(RuntimeError):
            env.reset()

    def test_an_illegal_action_loses(self):
        env = azulejo.aec_env()
        env.reset(seed=1)
        agent = env.agent_selection
        with self.assertWarnsRegex(UserWarning, f"{agent} cannot do action 324: [A-Z_]+; it loses the game") as caught:
            env.step(324)
        self.assertEqual(caught.filename, __file__)
        self.assertTrue(all(env.terminations.values()))
        self.assertEqual((env.rewards[agent], sum(env.rewards.values())), (-1, -1))
        self.assertIn(env.infos[agent]["illegal"], str(caught.warning))
        with self.assertRaises(ValueError):
            env.step(1)
        while env.agents:
            env.step(None)

    def test_rendering(self):
        env = azulejo.aec_env(render_mode="ansi")
        env.reset(seed=1)
        self.assertEqual(env.render(), env.position().text)
        self.assertEqual(env.state().shape, (2 * 237,))
        with self.assertRaises(ValueError):
            azulejo.aec_env(render_mode="opera")


class Copies(unittest.TestCase):
    """pickle and copy.deepcopy in the middle of a game: the copy continues like the original, and neither disturbs the other."""

    @staticmethod
    def copies(thing):
        return pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)

    def test_batches(self):
        for settings in ({"rules": "duel", "numbering": "steps", "observe": "all", "last_observations": True},
                         {"starts": [State.start(seed=i) for i in range(5)], "threads": 2}, {"chance": True, "stay": True}):
            batch = azulejo.Batch(5, seed=3, **settings)
            for _ in range(40):
                batch.step(batch.random_actions())
            copies = self.copies(batch)
            here = batch.state(0)
            for _ in range(60):
                batch.step(batch.random_actions())
            for other in copies:
                self.assertEqual(other.state(0), here)
                for _ in range(60):
                    other.step(other.random_actions())
                for name in ("seat", "done", "scores", "rewards", "masks", "observations", "last_observations"):
                    np.testing.assert_array_equal(getattr(other, name), getattr(batch, name), name)
                self.assertFalse(other.masks.flags.writeable)
            batch.close()
            for other in self.copies(batch):
                with self.assertRaises(RuntimeError):
                    other.reset(1)

    def test_environments(self):
        env = azulejo.aec_env("duel", numbering="steps")
        for other in self.copies(env):  # before the first reset, too
            other.reset(seed=1)
        env.reset(seed=5)
        for _ in range(9):
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        copies = self.copies(env)
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
        for other in copies:
            self.assertNotEqual(other.position(), env.position())
            other.step(int(np.flatnonzero(other.last()[0]["action_mask"])[-1]))
            self.assertEqual((other.position(), other.agent_selection), (env.position(), env.agent_selection))
            np.testing.assert_equal(other.last(), env.last())
        env.reset()
        for other in copies:
            other.reset()
            self.assertEqual(other.position(), env.position())
        vector = azulejo.vector_env(3)
        vector.reset(seed=4)
        for other in self.copies(vector):
            np.testing.assert_equal(other.step(other.batch.random_actions())[:2], copy.deepcopy(vector).step(
                copy.deepcopy(vector).batch.random_actions())[:2])


class WhatPettingZooTests(unittest.TestCase):
    """The checks of pettingzoo.test: api_test, seed_test, render_test and state_test, which cannot be installed here. There
    is no parallel_api_test: the seats act in turn (is_parallelizable is False), as in PettingZoo's own board games."""

    @staticmethod
    def action(env, agent, observation, dead):
        return None if dead else env.action_space(agent).sample(observation["action_mask"])

    def check_tables(self, env):
        self.assertEqual(env.num_agents, len(env.agents))
        self.assertLessEqual(set(env.agents), set(env.possible_agents))
        for table in (env.rewards, env.terminations, env.truncations, env.infos):
            self.assertEqual(set(table), set(env.agents))
        for agent in env.agents:
            self.assertIsInstance(env.terminations[agent], bool)
            self.assertIsInstance(env.truncations[agent], bool)
            self.assertIsInstance(float(env.rewards[agent]), float)
            self.assertIsInstance(env.infos[agent], dict)

    def check_observation(self, env, agent, observation, first):
        self.assertEqual(observation.keys(), first.keys())
        for name, part in observation.items():
            self.assertEqual((part.dtype, part.shape), (first[name].dtype, first[name].shape))
            self.assertEqual(part.dtype, env.observation_space(agent)[name].dtype)
            self.assertFalse(np.isnan(part).any() or np.isinf(part).any())
        self.assertTrue(env.observation_space(agent).contains(observation))
        self.assertTrue(env.observation_space(agent).contains(env.observe(agent)))

    def play(self, env, cycles):
        """api_test's play_test: rewards are added up by ourselves, nobody comes back, nobody is left out."""
        env.reset()
        first, *_ = env.last()
        self.assertIsNone(env.last(observe=False)[0])
        finished, seen, sums = set(), set(), dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter(env.num_agents * cycles):
            seen.add(agent)
            self.assertNotIn(agent, finished)
            observation, reward, termination, truncation, info = env.last()
            self.assertEqual(reward, sums[agent])
            self.assertIsInstance(info, dict)
            self.check_observation(env, agent, observation, first)
            dead = termination or truncation
            if dead:
                finished.add(agent)
            action = self.action(env, agent, observation, dead)
            self.assertTrue(dead or env.action_space(agent).contains(action))
            sums[agent] = 0.0
            env.step(action)
            for other, reward in env.rewards.items():
                sums[other] += reward
            self.check_tables(env)
            self.assertEqual(finished & set(env.agents), set())  # a dead agent goes with its last step
        if not env.agents:
            self.assertEqual(finished, seen)
        return finished

    def test_api(self):
        for settings in SETTINGS:
            with self.subTest(settings=settings):
                env = azulejo.aec_env(**settings)
                self.assertIsInstance(env.metadata, dict)
                self.assertIs(env.metadata["is_parallelizable"], False)
                for cycles in (3, 1000):  # broken off, and to the end
                    done = self.play(env, cycles)
                self.assertEqual(done, set(env.possible_agents))
                for seed in range(3):  # games begin anew whatever was before
                    env.reset(seed=seed)
                    self.assertEqual(env.agents, env.possible_agents)
                    self.check_tables(env)
                    self.assertFalse(any(env.rewards.values()) or any(env._cumulative_rewards.values()))
                env.close()

    def test_action_flexibility(self):
        """An action of one game is made in the next one, as np.int32, legal there or not; by default nothing is raised."""
        for settings in SETTINGS:
            env = azulejo.aec_env(**settings)
            for _ in range(12):
                env.reset()
                action = self.action(env, env.agent_selection, env.last()[0], False)
                self.assertIsNone(env.step(action))
                env.reset()
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    self.assertIsNone(env.step(np.int32(action)))
                self.check_tables(env)
                for agent in env.agent_iter(40):  # a game that ended so is left as any other
                    observation, _, termination, _, info = env.last()
                    self.assertEqual(info, env.infos[agent])  # so there are no arrays in it
                    env.step(self.action(env, agent, observation, termination))

    def test_closing(self):
        env = azulejo.aec_env()
        env.close()
        env = azulejo.aec_env()
        env.reset(seed=np.int64(3))
        env.step(np.array(int(np.flatnonzero(env.last()[0]["action_mask"])[0])))
        env.close()
        env.close()

    def test_dead_agents_take_none_only(self):
        env = azulejo.aec_env("duel", numbering="steps", players=2)
        env.reset(seed=2)
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination:
                break
            env.step(self.action(env, agent, observation, False))
        for agent in env.possible_agents:
            self.assertEqual(env.agent_selection, agent)
            with self.assertRaises(ValueError):
                env.step(0)
            env.step(None)
        self.assertEqual(env.agents, [])

    def test_seeds(self):
        """seed_test: two environments with one seed give the same, step by step; later games without a seed, too."""
        for settings in SETTINGS:
            pair = [azulejo.aec_env(**settings) for _ in range(2)]
            for seed in (42, None):
                for env in pair:
                    env.reset(seed=seed)
                    for i, agent in enumerate(env.possible_agents):
                        env.action_space(agent).seed(i)
                for first, second in zip(pair[0].agent_iter(), pair[1].agent_iter()):
                    self.assertEqual(first, second)
                    a, b = pair[0].last(), pair[1].last()
                    np.testing.assert_equal(a, b)
                    actions = [self.action(env, first, a[0], a[2]) for env in pair]
                    self.assertEqual(*actions)
                    for env, action in zip(pair, actions):
                        env.step(action)
                self.assertEqual(pair[0].agents, pair[1].agents)

    def test_state(self):
        env = azulejo.aec_env("grey", 3)
        env.reset(seed=1)
        for agent in env.agent_iter(20):
            state = env.state()
            self.assertTrue(env.state_space.contains(state))
            self.assertEqual(state.dtype, env.state_space.dtype)
            env.step(self.action(env, agent, env.last()[0], env.last()[2]))

    def test_every_render_mode(self):
        for mode in azulejo.AECEnv.metadata["render_modes"]:
            env = azulejo.aec_env(render_mode=mode)
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                env.reset(seed=1)
                for agent in env.agent_iter(10):
                    shown = env.render()
                    self.assertIsInstance(shown, str if mode == "ansi" else type(None))
                    env.step(self.action(env, agent, env.last()[0], env.last()[2]))
                env.close()
            self.assertEqual(bool(printed.getvalue()), mode == "human")


class TheVectorEnvironment(unittest.TestCase):
    def test_conventions(self):
        env = azulejo.vector_env(6, "duel", numbering="steps")
        observation, infos = env.reset(seed=5)
        self.assertEqual(env.num_envs, 6)
        self.assertTrue(env.observation_space.contains(observation))
        self.assertTrue(env.action_space.contains(env.action_space.sample()))
        ended = 0
        for _ in range(400):
            actor = infos["seat"]
            observation, reward, terminated, truncated, infos = env.step(env.batch.random_actions())
            self.assertTrue(env.observation_space.contains(observation))
            self.assertEqual((reward.shape, terminated.dtype, truncated.any()), ((6,), bool, False))
            np.testing.assert_array_equal(reward, infos["rewards"][np.arange(6), actor])
            for game in np.flatnonzero(terminated):
                ended += 1
                self.assertTrue(env.single_observation_space.contains(infos["final_obs"][game]))
                np.testing.assert_array_equal(infos["final_obs"][game]["observation"],
                                              infos["last_observations"][game, actor[game]])
                self.assertEqual(infos["last_observations"].shape, (6, 2, 384))
                np.testing.assert_array_equal(infos["final_info"]["scores"][game], infos["scores"][game])
                self.assertTrue(infos["_final_obs"][game] and infos["_final_info"][game])
        self.assertGreater(ended, 3)
        env.close()
        with self.assertRaises(RuntimeError):
            env.step(np.zeros(6, int))

    def test_seeds_and_starts(self):
        env = azulejo.vector_env(2)
        first, _ = env.reset(seed=5)
        other, _ = env.reset()
        again, _ = env.reset(seed=5)
        np.testing.assert_array_equal(first["observation"], again["observation"])
        self.assertFalse(np.array_equal(first["observation"], other["observation"]))
        starts = [State.start(seed=i) for i in range(2)]
        env.reset(options={"starts": starts})
        self.assertEqual([env.batch.state(i) for i in range(2)], starts)
        with self.assertRaises(ValueError):
            env.reset(options={"starts": starts[:1]})

    def test_an_illegal_action_is_an_error(self):
        env = azulejo.vector_env(2)
        env.reset(seed=1)
        with self.assertRaises(azulejo.AzulejoError):
            env.step([324, 324])


class Spaces(unittest.TestCase):
    def test_samples_are_contained(self):
        for space in (Discrete(5), Discrete(3, start=2), MultiDiscrete([2, 3]), Box(0, 255, (4,), np.uint8),
                      Box(-1.0, 1.0, (2, 2), np.float32), Dict({"a": Discrete(2), "b": Box(0, 1, (1,), np.int8)})):
            space.seed(1)
            first = [repr(space.sample()) for _ in range(5)]
            space.seed(1)
            self.assertEqual([repr(space.sample()) for _ in range(5)], first)
            self.assertTrue(all(space.contains(space.sample()) for _ in range(20)), space)
            self.assertFalse(space.contains("x"))
        self.assertEqual(Discrete(9).sample(np.eye(9, dtype=np.int8)[4]), 4)
        self.assertNotIn(5, Discrete(5))
        self.assertNotIn(np.zeros(4, np.int64) - 1, Box(0, 255, (4,), np.uint8))


if __name__ == "__main__":
    unittest.main()
