"""Accelerations by Pinocchio, for tests/pinocchio.rs to compare with.

    python make_pinocchio.py [figure.json]

writes trees.json beside this file: accelerations of random trees, which tests/vectors/mod.rs
builds again from the same seeds, number for number. With a figure (bodies as boxes, with parent,
size, placement and joint axis) it writes roach.json too: the figure in plain numbers, a state and
its accelerations.

Needs Pinocchio (`pip install pin`). Pinocchio's ways that differ from ours: quaternions x y z w,
spatial vectors (linear; angular), joints must be added depth-first, axes are of unit length.
"""

import json
import math
import pathlib
import sys

import numpy
import pinocchio

MASK = (1 << 64) - 1
HERE = pathlib.Path(__file__).parent


class Random:
    """SplitMix64: integers only, so that any language gives the same numbers."""

    def __init__(self, seed):
        self.state = seed

    def integer(self, below):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return ((z ^ (z >> 31)) >> 11) % below

    def real(self, low, high):
        return low + (high - low) * (self.integer(1 << 53) / (1 << 53))

    def vector(self, size):
        return [self.real(-size, size) for _ in range(3)]

    def quaternion(self):
        """w x y z."""
        while True:
            q = [self.real(-1.0, 1.0) for _ in range(4)]
            square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]
            if 0.01 < square < 1.0:
                length = math.sqrt(square)
                return [x / length for x in q]

    def axis(self):
        while True:
            a = self.vector(2.0)
            if a[0] * a[0] + a[1] * a[1] + a[2] * a[2] > 0.1:
                return a


def matrix(q):
    w, x, y, z = q
    return numpy.array(
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    )


def box(mass, edges):
    x, y, z = (e * e for e in edges)
    return numpy.diag([mass * (y + z) / 12.0, mass * (z + x) / 12.0, mass * (x + y) / 12.0])


def random_inertia(random):
    mass = random.real(0.2, 2.2)
    centre = random.vector(0.3)
    edges = [random.real(0.1, 0.6) for _ in range(3)]
    r = matrix(random.quaternion())
    return mass, centre, r @ box(mass, edges) @ r.T


def random_state(random, degrees, reach):
    return {
        "position": random.vector(1.0),
        "orientation": random.quaternion(),
        "q": [random.real(-reach, reach) for _ in range(degrees)],
        "omega": random.vector(3.0),
        "v": random.vector(3.0),
        "qd": [random.real(-3.0, 3.0) for _ in range(degrees)],
        "tau": [random.real(-5.0, 5.0) for _ in range(degrees)],
        "gravity": random.vector(10.0),
    }


def empty_model(free, root, state):
    """A model with its root alone: the pose of that, the number of its joint, and its turn as a quaternion."""
    model = pinocchio.Model()
    model.gravity.linear = numpy.array(state["gravity"])
    w, x, y, z = state["orientation"]
    quaternion = pinocchio.Quaternion(w, x, y, z)
    pose = pinocchio.SE3(quaternion.matrix(), numpy.array(state["position"]))
    base = 0
    if free:
        identity = pinocchio.SE3.Identity()
        base = model.addJoint(0, pinocchio.JointModelFreeFlyer(), identity, "root")
        model.appendBodyToJoint(base, inertia(root), identity)
    return model, pose, base, quaternion


def set_root(free, state, quaternion, q, v):
    if free:
        q[:3] = state["position"]
        q[3:7] = [quaternion.x, quaternion.y, quaternion.z, quaternion.w]
        v[:3], v[3:6] = state["v"], state["omega"]


def random_tree(seed, free, joints):
    """Bodies as (parent, rotation, translation, sliding, axis, inertia), and a state."""
    random = Random(seed)
    root = random_inertia(random)
    links = []
    for i in range(joints):
        parent = i if random.integer(2) == 0 else random.integer(i + 1)
        rotation = matrix(random.quaternion())
        translation = random.vector(0.5)
        sliding = random.integer(4) == 0
        axis = random.axis()
        links.append((parent, rotation, translation, sliding, axis, random_inertia(random)))
    state = random_state(random, joints, 2.0)
    if not free:
        state["omega"] = [0.0] * 3
        state["v"] = [0.0] * 3
    return root, links, state


def accelerations(free, root, links, state):
    """(dw; dv) of the root and qdd, in our order."""
    model, pose, base, quaternion = empty_model(free, root, state)
    numbers = {0: base}
    children = [[i for i, link in enumerate(links) if link[0] == b] for b in range(len(links) + 1)]
    waiting = list(reversed(children[0]))
    while waiting:
        i = waiting.pop()
        parent, rotation, translation, sliding, axis, mass = links[i]
        placement = pinocchio.SE3(rotation, numpy.array(translation))
        if parent == 0 and not free:
            placement = pose * placement
        unit = numpy.array(axis) / numpy.linalg.norm(axis)
        kind = (
            pinocchio.JointModelPrismaticUnaligned
            if sliding
            else pinocchio.JointModelRevoluteUnaligned
        )
        number = model.addJoint(numbers[parent], kind(unit), placement, f"joint{i}")
        model.appendBodyToJoint(number, inertia(mass), pinocchio.SE3.Identity())
        numbers[i + 1] = number
        waiting.extend(reversed(children[i + 1]))

    q, v, tau = numpy.zeros(model.nq), numpy.zeros(model.nv), numpy.zeros(model.nv)
    set_root(free, state, quaternion, q, v)
    for i, link in enumerate(links):
        scale = numpy.linalg.norm(link[4])
        joint = model.joints[numbers[i + 1]]
        q[joint.idx_q] = scale * state["q"][i]
        v[joint.idx_v] = scale * state["qd"][i]
        tau[joint.idx_v] = state["tau"][i] / scale
    a = pinocchio.aba(model, model.createData(), q, v, tau)
    ours = list(a[3:6]) + list(a[:3]) if free else [0.0] * 6
    for i, link in enumerate(links):
        ours.append(a[model.joints[numbers[i + 1]].idx_v] / numpy.linalg.norm(link[4]))
    return [float(x) for x in ours]


def inertia(given):
    mass, centre, about_centre = given
    return pinocchio.Inertia(mass, numpy.array(centre), about_centre)


def figure(path):
    """Bodies of a figure file in the form random_tree gives them."""
    bodies = json.loads(pathlib.Path(path).read_text())["bodies"]
    names = [b["name"] for b in bodies]
    masses = [
        (b["mass_kg"], b["model_center_m"], numpy.diag(b["inertia_about_center_kgm2"]))
        for b in bodies
    ]
    links = []
    for b, mass in zip(bodies[1:], masses[1:]):
        rotation = numpy.array(b["link_rotation"])
        axis = numpy.array(b["joint_axis_local"])
        if b["joint_axis_parent"] is not None:
            axis = rotation.T @ numpy.array(b["joint_axis_parent"])
        parent = names.index(b["parent"])
        links.append((parent, rotation, b["link_translation_m"], False, list(axis), mass))
    return masses[0], links


def plain(body):
    mass, centre, about_centre = body
    return {"mass": mass, "centre": centre, "about_centre": about_centre.tolist()}


def write(name, data, rows):
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in data.pop(rows))
    head = json.dumps(data, separators=(",", ":"))[1:-1]
    (HERE / name).write_text("{" + head + (",\n" if head else "\n") + f'"{rows}":[\n{lines}\n]}}\n')


def main():
    trees = []
    for seed in range(200):
        free = seed % 2 == 0
        joints = 1 + seed * 7 % (34 if free else 40)
        root, links, state = random_tree(seed, free, joints)
        trees.append({"free": free, "joints": joints, "a": accelerations(free, root, links, state)})
    source = f"Pinocchio {pinocchio.__version__}"
    write("trees.json", {"source": source, "trees": trees}, "trees")

    for path in sys.argv[1:2]:
        root, links = figure(path)
        _, _, state = random_tree(1000, True, len(links))
        state["q"] = [0.25 * q for q in state["q"]]
        state["tau"] = [1e-8 * t for t in state["tau"]]
        state["gravity"] = [0.0, 0.0, -9.8]
        data = {
            "source": source,
            "root": plain(root),
            **state,
            "a": accelerations(True, root, links, state),
            "links": [
                {
                    "parent": parent,
                    "rotation": rotation.tolist(),
                    "translation": translation,
                    "axis": axis,
                    "inertia": plain(mass),
                }
                for parent, rotation, translation, _, axis, mass in links
            ],
        }
        write("roach.json", data, "links")


if __name__ == "__main__":
    main()
