"""pyribs (pip install ribs): MAP-Elites, an archive of controllers by how far and how fast the cart goes."""

import numpy as np
from ribs.archives import GridArchive
from ribs.emitters import GaussianEmitter
from ribs.schedulers import Scheduler

from policy import environment, episode

env = environment()
archive = GridArchive(solution_dim=4, dims=[10, 10], ranges=[(0, 2), (0, 4)])
emitter = GaussianEmitter(archive, sigma=15.0, x0=np.zeros(4), batch_size=20, seed=1)
scheduler = Scheduler(archive, [emitter])
for _ in range(10):
    rewards, kinds = [], []
    for gains in scheduler.ask():
        reward, seen = episode(env, gains)
        rewards.append(reward)
        kinds.append([np.abs(seen[:, 0]).max(), np.abs(seen[:, 1]).max()])
    scheduler.tell(rewards, kinds)
print(f"{archive.stats.num_elites} controllers, the best with {archive.stats.obj_max:.1f} of 250")
