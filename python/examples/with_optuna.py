"""Optuna (pip install optuna): a pole is balanced by four gains."""

import numpy as np
import optuna

from policy import environment, episode

optuna.logging.set_verbosity(optuna.logging.WARNING)
env = environment()


def reward(trial):
    gains = [trial.suggest_float(name, -100, 100) for name in ("place", "speed", "angle", "rate")]
    return episode(env, np.array(gains))[0]


study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=1))
study.optimize(reward, n_trials=80)
print(f"best {study.best_value:.1f} of 250, gains {study.best_params}")
