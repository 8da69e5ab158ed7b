"""pycma (pip install cma): a pole is balanced by four gains."""

import cma

from policy import environment, episode

env = environment()
search = cma.CMAEvolutionStrategy(4 * [0.0], 20.0, {"seed": 1, "maxiter": 12, "verbose": -9})
while not search.stop():
    gains = search.ask()
    search.tell(gains, [-episode(env, one)[0] for one in gains])
print(f"best {-search.result.fbest:.1f} of 250, gains {search.result.xbest.round(2)}")
