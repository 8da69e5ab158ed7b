"""The cross-entropy method, with numpy alone: a pole is balanced by four gains."""

import numpy as np

from policy import environment, episode

rng, env = np.random.default_rng(1), environment()
mean, spread = np.zeros(4), np.full(4, 30.0)
for generation in range(8):
    gains = mean + spread * rng.standard_normal((24, 4))
    rewards = np.array([episode(env, one)[0] for one in gains])
    best = gains[np.argsort(-rewards)[:6]]
    mean, spread = best.mean(0), best.std(0) + 1e-3
    print(f"generation {generation}: best {rewards.max():.1f} of 250")
