"""The environments, with the checks that the API tests of PettingZoo and Gymnasium make."""
import unittest

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
        env = azulejo.aec_env()
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

    def test_an_illegal_action_can_lose(self):
        env = azulejo.aec_env(illegal="lose")
        env.reset(seed=1)
        agent = env.agent_selection
        env.step(324)
        self.assertTrue(all(env.terminations.values()))
        self.assertEqual(env.rewards[agent], -1)
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
                self.assertEqual(infos["final_obs"][game].shape, (2, 384))
                self.assertTrue(infos["_final_obs"][game])
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
