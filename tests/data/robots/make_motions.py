#!/usr/bin/env python3
"""Where the joints of the robots are after half a second in free flight under torques, by MuJoCo: writes motions.json.

    pip install mujoco
    ./make_motions.py [FILE ...]     # of other files: printed, not kept

Contacts, limits and dry friction are off, springs, dampers, armatures and servos are on. Steps are of Runge and Kutta's fourth order; "error" is
what half the steps change.
"""
import json
import os
import random
import sys

import mujoco
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
OURS = ["hopper.xml", "half_cheetah.xml", "walker2d.xml", "ant.xml", "humanoid.xml", "quadruped.urdf", "arm.xml", "kinds.xml"]
SECONDS = 0.5


def load(path):
    if not path.endswith(".urdf"):
        return mujoco.MjModel.from_xml_path(path)
    spec = mujoco.MjSpec.from_file(path)
    spec.compiler.fusestatic = False
    spec.compiler.discardvisual = True
    for mesh in list(spec.meshes):
        mesh_geoms = [g for g in spec.geoms if g.meshname == mesh.name]
        for geom in mesh_geoms:
            spec.delete(geom)
        spec.delete(mesh)
    root = spec.worldbody.first_body()
    root.add_freejoint()
    return spec.compile()


def fly(model, start, speed, torque, step):
    data = mujoco.MjData(model)
    model.opt.timestep = step
    data.qpos[:], data.qvel[:], data.qfrc_applied[:] = start, speed, torque
    for _ in range(round(SECONDS / step)):
        mujoco.mj_step(model, data)
    return data.qpos.copy()


def motion(path):
    chance = random.Random(os.path.basename(path))
    model = load(path)
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    flags = mujoco.mjtDisableBit
    model.opt.disableflags |= flags.mjDSBL_CONTACT | flags.mjDSBL_LIMIT | flags.mjDSBL_FRICTIONLOSS | flags.mjDSBL_EQUALITY | flags.mjDSBL_CONSTRAINT
    start, speed, torque = model.qpos0.copy(), [0.0] * model.nv, [0.0] * model.nv
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    weight = float(sum(model.body_mass))
    joints, free = [], None
    for j in range(model.njnt):
        kind, q, v = model.jnt_type[j], model.jnt_qposadr[j], model.jnt_dofadr[j]
        if kind == mujoco.mjtJoint.mjJNT_FREE:
            body = model.jnt_bodyid[j]
            linear = [chance.uniform(-1, 1) for _ in range(3)]
            own = [chance.uniform(-2, 2) for _ in range(3)]
            turned = data.xmat[body].reshape(3, 3) @ own
            speed[v:v + 6] = linear + own
            free = {"linear": linear, "angular": list(turned), "q": int(q)}
        elif kind == mujoco.mjtJoint.mjJNT_BALL:
            # Its three positions are the rotation vector, its rates the angular velocity in the body's axes. Forces on it are none: ours
            # are of the rotation vector.
            turn = np.array([chance.uniform(-0.6, 0.6) for _ in range(3)])
            mujoco.mju_axisAngle2Quat(start[q:q + 4], turn / np.linalg.norm(turn), np.linalg.norm(turn))
            speed[v:v + 3] = [chance.uniform(-1, 1) for _ in range(3)]
            name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, j)
            for i, axis in enumerate(("rx", "ry", "rz")):
                joints.append({"name": f"{name}_{axis}", "ball": [int(q), i], "start": float(turn[i]), "speed": float(speed[v + i]), "torque": 0.0})
        else:
            start[q] += chance.uniform(-0.3, 0.3) if kind == mujoco.mjtJoint.mjJNT_HINGE else chance.uniform(-0.01, 0.01)
            speed[v] = chance.uniform(-1, 1) * (1 if kind == mujoco.mjtJoint.mjJNT_HINGE else 0.05)
            torque[v] = chance.uniform(-0.3, 0.3) * weight * (0.1 if kind == mujoco.mjtJoint.mjJNT_HINGE else 1)
            name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, j)
            joints.append({"name": name, "at": int(q), "start": float(start[q]), "speed": float(speed[v]), "torque": float(torque[v])})
    end = fly(model, start, speed, torque, 2e-5)
    half = fly(model, start, speed, torque, 1e-5)
    for joint in joints:
        if "ball" in joint:
            at, i = joint.pop("ball")
            turn = np.zeros(3)
            mujoco.mju_quat2Vel(turn, half[at:at + 4], 1.0)
            joint["end"] = float(turn[i])
        else:
            joint["end"] = float(half[joint.pop("at")])
    if free:
        q = free.pop("q")
        free["end"] = [float(x) for x in half[q:q + 7]]
    return {"file": os.path.basename(path), "error": float(abs(half - end).max()), "joints": joints, "root": free}


if __name__ == "__main__":
    given = sys.argv[1:]
    made = [motion(os.path.join(HERE, f) if not given else f) for f in (given or OURS)]
    for one in made:
        print(one["file"], one["error"], file=sys.stderr)
    text = json.dumps(made, indent=1)
    if given:
        print(text)
    else:
        open(os.path.join(HERE, "motions.json"), "w").write(text + "\n")
