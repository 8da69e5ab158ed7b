"""Environments of Gymnasium from the declarations of a script."""

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ._corpus import Batch, CorpusError, Environment


def _spaces(told):
    """The spaces of observations and actions (SI, float64), with names and units as metadata."""
    sensors, actions, interval = told
    seen = spaces.Box(-np.inf, np.inf, (len(sensors),), np.float64)
    low = np.array([one[2] for one in actions], np.float64)
    high = np.array([one[3] for one in actions], np.float64)
    sets = spaces.Box(low, high, (len(actions),), np.float64)
    names = {
        "observations": [{"name": name, "unit": unit} for name, unit in sensors],
        "actions": [{"name": one[0], "unit": one[1]} for one in actions],
        "interval_s": interval,
    }
    return seen, sets, names


def _steps(most):
    """The most steps of an episode, or none."""
    if most is not None and not (isinstance(most, (int, np.integer)) and most > 0):
        raise ValueError(f"max_steps is a whole number above zero or None, not {most!r}")
    return most


class Env(gymnasium.Env):
    """A script as an environment of Gymnasium.

    Observations have the shape (n,) and actions the shape (m,), both in units of SI as float64; ``names`` tells their names
    and units, and ``interval_s``, the simulated time of a step. Actions lie in the ranges of the script. ``reset(seed=...)``
    sets ``param seed`` of the script. An episode is truncated after ``max_steps``, if that is given.
    """

    metadata = {"render_modes": ["rgb_array"]}

    def __init__(self, script, /, *, render_mode=None, max_steps=None, width=320, height=240, **parameters):
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"render_mode is None or 'rgb_array', not {render_mode!r}")
        self.environment = Environment(script, **parameters)
        self.observation_space, self.action_space, self.names = _spaces(self.environment.spaces())
        self.metadata = {**self.metadata, "render_fps": max(1, round(1 / self.names["interval_s"]))}
        self.render_mode = render_mode
        self._size = (width, height)
        self._max_steps = _steps(max_steps)
        self._steps = 0

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self._steps = 0
        return self.environment.reset(seed), {}

    def step(self, action):
        if self._max_steps is not None and self._steps >= self._max_steps:
            raise CorpusError(f"the episode was truncated after {self._max_steps} steps: call `reset` before the next step")
        action = np.asarray(action, np.float64).reshape(-1)
        seen, reward, terminated, why = self.environment.step(action)
        self._steps += 1
        truncated = not terminated and self._max_steps is not None and self._steps >= self._max_steps
        return seen, reward, terminated, truncated, {"why": why} if why else {}

    def render(self):
        if self.render_mode is None:
            return None
        return self.environment.render(*self._size)


class VectorEnv(gymnasium.vector.VectorEnv):
    """Environments of one script on threads, as a vector environment of Gymnasium.

    An environment whose episode has ended is reset by the next step, whose action it does not take.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, script, num_envs, /, *, threads=0, max_steps=None, **parameters):
        self.num_envs = num_envs
        self.batch = Batch(script, num_envs, threads=threads, **parameters)
        seen, sets, self.names = _spaces(self.batch.spaces())
        self.single_observation_space, self.single_action_space = seen, sets
        self.observation_space = batch_space(seen, num_envs)
        self.action_space = batch_space(sets, num_envs)
        self._max_steps = _steps(max_steps)
        self._steps = np.zeros(num_envs, np.int64)
        self._over = np.zeros(num_envs, bool)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self._steps[:] = 0
        self._over[:] = False
        return self.batch.reset(seed), {}

    def step(self, actions):
        again = self._over.copy()
        seen, rewards, terminated, why = self.batch.step(np.asarray(actions, np.float64), again)
        self._steps = np.where(again, 0, self._steps + 1)
        truncated = np.zeros(self.num_envs, bool)
        if self._max_steps is not None:
            truncated = ~terminated & (self._steps >= self._max_steps)
        self._over = terminated | truncated
        info = {"why": np.array(why, object), "_why": np.array([bool(one) for one in why])}
        return seen, rewards, terminated, truncated, info if any(why) else {}
