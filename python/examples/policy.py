"""A linear controller of the pole, for the examples beside this file."""

import os

import numpy as np

import corpus

POLE = os.path.join(os.path.dirname(__file__), "pole.corpus")


def episode(environment, gains, seed=1, steps=250):
    """The reward of an episode in which the push is a sum of gains times observations (N), and the observations."""
    seen, total, all_seen = environment.reset(seed), 0.0, []
    for _ in range(steps):
        push = np.clip(gains @ seen, -20, 20)
        seen, reward, terminated, _ = environment.step(np.array([push]))
        total += reward
        all_seen.append(seen)
        if terminated:
            break
    return total, np.array(all_seen)


def environment():
    return corpus.Environment(POLE)
