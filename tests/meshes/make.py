"""Writes closed meshes in all formats, and their volumes, centres and inertias by trimesh.

pip install trimesh scipy pycollada; python make.py. Everything is drawn by fixed seeds, so that the files come out the same.
"""

import json
import re
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
    "cone.glb": trimesh.creation.cone(0.5, 1.2, sections=12),
    "prism.dae": trimesh.creation.cylinder(0.6, 1.5, sections=7),
    "pyramid.msh": trimesh.creation.cone(0.7, 0.9, sections=5),
}


def write_msh(mesh, path):
    """MuJoCo's binary format: counts of vertices, normals, texture coordinates and triangles, then these."""
    with path.open("wb") as file:
        np.array([len(mesh.vertices), 0, 0, len(mesh.faces)], "<i4").tofile(file)
        np.asarray(mesh.vertices, "<f4").tofile(file)
        np.asarray(mesh.faces, "<i4").tofile(file)


def read(path):
    """The triangles of a file as trimesh reads it, with z up."""
    if path.suffix == ".msh":
        vertices, _, _, _ = counts = np.fromfile(path, "<i4", 4)
        places = np.fromfile(path, "<f4", 3 * vertices, offset=16).reshape(-1, 3)
        faces = np.fromfile(path, "<i4", 3 * counts[3], offset=16 + 12 * vertices).reshape(-1, 3)
        return places[faces].astype(float)
    found = trimesh.load(path, process=False, force="mesh")
    triangles = np.asarray(found.triangles, float)
    if path.suffix == ".glb":
        x, y, z = np.moveaxis(triangles, -1, 0)
        triangles = np.stack([x, -z, y], axis=-1)
    return triangles


def main():
    numbers = {}
    for seed, (name, mesh) in enumerate(MESHES.items()):
        mesh = placed(mesh, seed)
        path = HERE / name
        if name.endswith(".obj"):
            mesh.export(path, digits=17, include_normals=False, header=None)
        elif name.endswith(".ply"):
            mesh.export(path, encoding="binary" if name == "pipe.ply" else "ascii")
        elif name.endswith(".msh"):
            write_msh(mesh, path)
        else:
            mesh.export(path)
        if name.endswith(".dae"):
            # Without the time of writing and random names.
            text = re.sub(r"<(created|modified)>[^<]*", r"<\1>2000-01-01T00:00:00", path.read_text())
            names = {}
            text = re.sub(r"[0-9a-f]{32}", lambda name: names.setdefault(name[0], f"name{len(names)}"), text)
            # The numbers of single precision that readers take them for, to their last digit.
            exact = lambda array: " ".join(repr(float(np.float32(x))) for x in array[2].split())
            text = re.sub(r"(<float_array[^>]*>)([^<]*)", lambda array: array[1] + exact(array), text)
            path.write_text(text)
        # As the file has it: most formats round to single precision.
        triangles = read(path)
        found = trimesh.Trimesh(triangles.reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3), process=False)
        numbers[name] = {
            "volume": float(found.volume),
            "centre": [float(x) for x in found.center_mass],
            "inertia": [[float(x) for x in row] for row in found.moment_inertia],
        }
    (HERE / "trimesh.json").write_text(json.dumps(numbers, indent=1) + "\n")


if __name__ == "__main__":
    main()
