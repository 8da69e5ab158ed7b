"""Stable-Baselines3 (pip install stable-baselines3): PPO learns to balance a pole."""

import sys

from stable_baselines3 import PPO
from stable_baselines3.common.evaluation import evaluate_policy

import corpus
from policy import POLE

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
env = corpus.Env(POLE, max_steps=250)
model = PPO("MlpPolicy", env, seed=1, device="cpu")
print("before: %.1f (spread %.1f)" % evaluate_policy(model, env, 5))
model.learn(steps)
print("after: %.1f (spread %.1f) of 250" % evaluate_policy(model, env, 5))
