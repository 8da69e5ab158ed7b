"""Stable-Baselines3 (pip install stable-baselines3): PPO learns to walk with the roach.

    python python/examples/with_ppo.py [DECISIONS]

The policy sets six numbers: how far the legs of each tripod swing, lift and stretch.
"""

import os
import sys
import time

import gymnasium
import numpy as np
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

import corpus

WALK = os.path.join(os.path.dirname(__file__), "..", "..", "scripts", "roach", "environment.corpus")
TRIPODS = [["fl", "mr", "bl"], ["fr", "ml", "br"]]
# The parts of their ranges over which front, middle and hind legs swing, lift and stretch.
SHARES = {"f": (0.6, 0.8, 0.2), "m": (0.6, 0.8, 0.5), "b": (0.6, 0.9, 0.7)}
DECISIONS_OF_A_WALK = 40


class Tripods(gymnasium.ActionWrapper):
    """Six numbers from -1 to 1 set all legs: for each tripod how far they swing, lift and stretch."""

    def __init__(self, env):
        super().__init__(env)
        box = env.action_space
        self.action_space = gymnasium.spaces.Box(-1, 1, (6,), np.float32)
        self.middle, half = (box.low + box.high) / 2, (box.high - box.low) / 2
        names = [one["name"] for one in env.names["actions"]]
        self.mix = np.zeros((len(names), 6))
        for tripod, legs in enumerate(TRIPODS):
            for leg in legs:
                # Angles on the right have opposite signs.
                side = 1 if leg[1] == "l" else -1
                for part, share in enumerate(SHARES[leg[0]]):
                    number = names.index(f"{leg}{part}")
                    self.mix[number, 3 * tripod + part] = side * share * half[number]

    def action(self, action):
        return self.middle + self.mix @ np.clip(action, -1, 1)


def environment():
    return Tripods(corpus.Env(WALK, max_steps=DECISIONS_OF_A_WALK))


class Told(BaseCallback):
    """Prints the mean reward of the latest episodes, ten times in all."""

    def __init__(self, decisions):
        super().__init__()
        self.begun, self.every, self.due = time.perf_counter(), decisions / 10, 0

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        episodes = self.model.ep_info_buffer
        if episodes and self.num_timesteps >= self.due:
            self.due += self.every
            reward, length = (np.mean([one[k] for one in episodes]) for k in "rl")
            passed, spent = time.perf_counter() - self.begun, time.process_time()
            print(f"{self.num_timesteps:7d} decisions, {passed:5.0f} s ({spent:.0f} s of processor): reward {reward:5.1f} in {length:.0f} decisions", flush=True)


def walk(model):
    """The mean speed ahead of the policy without chance (cm/s), and for how long it walks (s)."""
    env = environment()
    seen, _ = env.reset()
    over, speeds = False, []
    while not over:
        seen, _, terminated, truncated, _ = env.step(model.predict(seen, deterministic=True)[0])
        speeds.append(10 * seen[-1])
        over = terminated or truncated
    return np.mean(speeds), len(speeds) * env.unwrapped.names["interval_s"]


def main():
    decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 400_000
    torch.set_num_threads(1)
    model = PPO(
        "MlpPolicy", make_vec_env(environment, 8, seed=1), n_steps=256, batch_size=256, n_epochs=5, gamma=0.97, learning_rate=1e-3, seed=1, device="cpu",
        policy_kwargs={"net_arch": [64, 64], "log_std_init": -1.0},
    )
    print("before: %.1f cm/s for %.2f s" % walk(model))
    model.learn(decisions, callback=Told(decisions))
    print("after: %.1f cm/s for %.2f s" % walk(model))


if __name__ == "__main__":
    main()
