"""Prints the joint positions of linkage.xml after half a second, by MuJoCo 4: `pip install mujoco; python make_linkage.py`."""
import pathlib

import mujoco

model = mujoco.MjModel.from_xml_path(str(pathlib.Path(__file__).parent / "linkage.xml"))
data = mujoco.MjData(model)
while data.time < 0.5 - 1e-9:
    mujoco.mj_step(model, data)
print(*data.qpos)
