"""Accelerations by Pinocchio of trees with joints of every kind, for tests/joint_kinds.rs to compare with.

    python make_joints.py

writes joint_kinds.json beside this file; tests/joint_kinds.rs builds the same trees again from the same seeds. A joint of several
degrees of freedom is a composite of Pinocchio's joints; a ball is its spherical joint, whose velocities are in the axes of the body.
"""

import numpy
import pinocchio
from make_pinocchio import Random, empty_model, inertia, matrix, random_inertia, random_state, set_root, write

ROTARY, SLIDING, SCREW, UNIVERSAL, CYLINDRICAL, PLANAR, BALL, FREE, WELD = range(9)
DEGREES = [1, 1, 1, 2, 2, 3, 3, 6, 0]


def random_tree(seed, free, joints):
    random = Random(seed)
    root = random_inertia(random)
    links = []
    for i in range(joints):
        parent = i if random.integer(2) == 0 else random.integer(i + 1)
        rotation = matrix(random.quaternion())
        translation = random.vector(0.5)
        kind = random.integer(9)
        first, second = random.axis(), random.axis()
        pitch = random.real(-0.3, 0.3)
        links.append((parent, rotation, translation, kind, first, second, pitch, random_inertia(random)))
    degrees = sum(DEGREES[link[3]] for link in links)
    state = random_state(random, degrees, 1.7)
    return root, links, state


def unit(axis):
    return numpy.array(axis) / numpy.linalg.norm(axis)


def composite(*parts):
    joint = pinocchio.JointModelComposite()
    for part in parts:
        joint.addJoint(part, pinocchio.SE3.Identity())
    return joint


def model_of(kind, first, second, pitch):
    turn, slide = pinocchio.JointModelRevoluteUnaligned, pinocchio.JointModelPrismaticUnaligned
    first, second = unit(first), unit(second)
    x, y, z = numpy.eye(3)
    if kind == ROTARY:
        return turn(first)
    if kind == SLIDING:
        return slide(first)
    if kind == SCREW:
        return pinocchio.JointModelHelicalUnaligned(first, pitch)
    if kind == UNIVERSAL:
        return composite(turn(first), turn(second))
    if kind == CYLINDRICAL:
        return composite(slide(first), turn(first))
    if kind == PLANAR:
        return composite(slide(x), slide(y), turn(z))
    if kind == BALL:
        return pinocchio.JointModelSpherical()
    return composite(slide(x), slide(y), slide(z), pinocchio.JointModelSpherical())


def accelerations(free, root, links, state):
    """(dw; dv) of the root and qdd, in our order."""
    model, pose, base, quaternion = empty_model(free, root, state)
    identity = pinocchio.SE3.Identity()

    # Of each body: Pinocchio's joint, and where the body is in that joint's frame.
    at = {0: (base, identity if free else pose)}
    children = [[i for i, link in enumerate(links) if link[0] == b] for b in range(len(links) + 1)]
    waiting = list(reversed(children[0]))
    while waiting:
        i = waiting.pop()
        parent, rotation, translation, kind, first, second, pitch, mass = links[i]
        carrier, offset = at[parent]
        placement = offset * pinocchio.SE3(rotation, numpy.array(translation))
        if kind == WELD:
            if carrier != 0:
                model.appendBodyToJoint(carrier, inertia(mass), placement)
            at[i + 1] = (carrier, placement)
        else:
            joint = model_of(kind, first, second, pitch)
            number = model.addJoint(carrier, joint, placement, f"joint{i}")
            model.appendBodyToJoint(number, inertia(mass), identity)
            at[i + 1] = (number, identity)
        waiting.extend(reversed(children[i + 1]))

    q, v, tau = pinocchio.neutral(model), numpy.zeros(model.nv), numpy.zeros(model.nv)
    set_root(free, state, quaternion, q, v)
    done = 0
    places = []
    for i, link in enumerate(links):
        kind, count = link[3], DEGREES[link[3]]
        if count == 0:
            continue
        joint = model.joints[at[i + 1][0]]
        ours = slice(done, done + count)
        position = state["q"][ours]
        if kind in (BALL, FREE):
            turn = pinocchio.Quaternion(pinocchio.exp3(numpy.array(position[-3:])))
            position = list(position[:-3]) + [turn.x, turn.y, turn.z, turn.w]
        q[joint.idx_q : joint.idx_q + len(position)] = position
        v[joint.idx_v : joint.idx_v + count] = state["qd"][ours]
        tau[joint.idx_v : joint.idx_v + count] = state["tau"][ours]
        places += range(joint.idx_v, joint.idx_v + count)
        done += count
    a = pinocchio.aba(model, model.createData(), q, v, tau)
    ours = list(a[3:6]) + list(a[:3]) if free else [0.0] * 6
    return [float(x) for x in ours + [a[place] for place in places]]


def main():
    trees = []
    for seed in range(200):
        free = seed % 2 == 0
        joints = 1 + seed * 5 % 17
        root, links, state = random_tree(5000 + seed, free, joints)
        trees.append({"free": free, "joints": joints, "a": accelerations(free, root, links, state)})
    write("joint_kinds.json", {"source": f"Pinocchio {pinocchio.__version__}", "trees": trees}, "trees")


if __name__ == "__main__":
    main()
