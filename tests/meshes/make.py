"""Writes closed meshes in all formats, and their volumes, centres and inertias by trimesh.

pip install trimesh scipy; python make.py. Everything is drawn by fixed seeds, so that the files come out the same.
"""

import json
from pathlib import Path

import numpy as np
import trimesh

HERE = Path(__file__).parent


def placed(mesh, seed):
    """The mesh turned, stretched and moved away from the origin."""
    random = np.random.default_rng(seed)
    mesh = mesh.copy()
    matrix = trimesh.transformations.random_rotation_matrix(random.random(3))
    matrix[:3, :3] = matrix[:3, :3] @ np.diag(random.uniform(0.5, 2.0, 3))
    matrix[:3, 3] = random.uniform(-3.0, 3.0, 3)
    mesh.apply_transform(matrix)
    return mesh


def edge_to_edge():
    """Two boxes that share an edge, whose vertices are one."""
    one = trimesh.creation.box()
    two = trimesh.creation.box()
    two.apply_translation([1.0, 1.0, 0.0])
    both = trimesh.util.concatenate([one, two])
    both.merge_vertices()
    return both


def hollow():
    """A ball with a hollow, off its centre."""
    inner = trimesh.creation.icosphere(subdivisions=2, radius=0.4)
    inner.apply_translation([0.2, 0.1, 0.0])
    inner.invert()
    return trimesh.util.concatenate([trimesh.creation.icosphere(subdivisions=2), inner])


MESHES = {
    "torus.stl": trimesh.creation.torus(1.0, 0.3, major_sections=24, minor_sections=12),
    "pipe.ply": trimesh.creation.annulus(0.5, 0.8, 2.0, sections=24),
    "capsule.obj": trimesh.creation.capsule(2.0, 0.5, count=[12, 12]),
    "edge.obj": edge_to_edge(),
    "hollow.ply": hollow(),
    "ball.stl": trimesh.creation.icosphere(subdivisions=2),
}


def main():
    numbers = {}
    for seed, (name, mesh) in enumerate(MESHES.items()):
        mesh = placed(mesh, seed)
        path = HERE / name
        if name.endswith(".obj"):
            mesh.export(path, digits=17, include_normals=False, header=None)
        elif name.endswith(".ply"):
            mesh.export(path, encoding="binary" if name == "pipe.ply" else "ascii")
        else:
            mesh.export(path)
        # As the file has it: STL and PLY round to single precision.
        found = trimesh.load(path, process=False)
        found = trimesh.Trimesh(np.asarray(found.triangles, float).reshape(-1, 3), np.arange(3 * len(found.faces)).reshape(-1, 3), process=False)
        numbers[name] = {
            "volume": float(found.volume),
            "centre": [float(x) for x in found.center_mass],
            "inertia": [[float(x) for x in row] for row in found.moment_inertia],
        }
    (HERE / "trimesh.json").write_text(json.dumps(numbers, indent=1) + "\n")


if __name__ == "__main__":
    main()
