"""Articulated creatures moved by physics: runs, worlds and environments of scripts.

All numbers are in units of SI (angles in radians) unless a text has another unit: ``run("walk.corpus", stride="20deg")``.
A script is the path of a file, or a text of several lines. What is wrong with one is a `CorpusError`, whose text is the report.
"""

from ._corpus import (
    Batch,
    CorpusError,
    Environment,
    Evolution,
    Row,
    Search,
    State,
    Sweep,
    World,
    __version__,
    run,
)

__all__ = [
    "Batch",
    "CorpusError",
    "Env",
    "Environment",
    "Evolution",
    "Row",
    "Search",
    "State",
    "Sweep",
    "VectorEnv",
    "World",
    "__version__",
    "run",
]


def __getattr__(name):
    # Gymnasium is wanted only by those who use these.
    if name in ("Env", "VectorEnv"):
        from . import gym

        return getattr(gym, name)
    raise AttributeError(f"module 'corpus' has no attribute {name!r}")
