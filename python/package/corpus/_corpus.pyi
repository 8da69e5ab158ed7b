"""The compiled part of the module."""

import os
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

Script = Union[str, "os.PathLike[str]"]
Parameter = Union[str, float, int, bool]

__version__: str

class CorpusError(Exception):
    """A mistake of a script, or of a call. The text is the report, with places and what to do."""

class Row:
    """What a run found. It can be pickled, and so handed from process to process."""

    @property
    def ended(self) -> str:
        """``done``, ``failed``, ``mistake``, ``diverged``, ``out-of-seconds``, ``out-of-evaluations`` or ``stopped``."""
    @property
    def reason(self) -> str:
        """The report of a mistake or of the first failed expectation, in one line; otherwise empty."""
    @property
    def parameters(self) -> List[Tuple[str, str]]:
        """The given parameters."""
    @property
    def results(self) -> Dict[str, Union[float, bool, str]]:
        """Results by name, numbers in units of SI."""
    @property
    def units(self) -> Dict[str, str]:
        """Units of the results that are numbers; ``1`` for plain ones."""
    @property
    def failed(self) -> List[str]:
        """Expectations that failed, with both sides."""
    @property
    def warnings(self) -> Dict[str, int]:
        """Warnings: how many of each code."""
    @property
    def evaluations(self) -> int:
        """Evaluations of the dynamics."""
    def __getitem__(self, name: str) -> Union[float, bool, str]:
        """A result in units of SI. KeyError if the run gave none of this name."""

def run(
    script: Script,
    /,
    *,
    max_seconds: Optional[float] = None,
    max_evaluations: Optional[int] = None,
    **parameters: Parameter,
) -> Row:
    """Runs a script once, without prints and files. A mistake is in the row, and no exception.

    max_seconds is the most time by the clock of the machine (s).
    """

class World:
    """The world of a script, after its lines. Threads may share it; one at a time uses it."""

    def __init__(self, script: Script, /, **parameters: Parameter) -> None: ...
    def go(self, seconds: float) -> None:
        """Simulates a time (s), with gaits, timers and events."""
    def run(self, lines: str) -> str:
        """Runs lines of the language. Returns what they print."""
    def __getitem__(self, path: str) -> Union[float, bool, str, NDArray[np.float64]]:
        """A quantity such as ``world["trunk.z"]`` in units of SI; vectors have the shape (3,)."""
    @property
    def time(self) -> float:
        """The clock (s)."""
    def state(self) -> NDArray[np.float64]:
        """The state vectors of all figures, one after another: positions and speeds (SI), shape (n,)."""
    def render(self, width: int = 320, height: int = 240) -> NDArray[np.uint8]:
        """A picture: red, green and blue, shape (height, width, 3)."""
    def nothing(self) -> None:
        """Does nothing: to measure the cost of a call."""

Spaces = Tuple[List[Tuple[str, str]], List[Tuple[str, str, float, float]], float]

class State:
    """The state of an environment at a moment."""

class Environment:
    """A script that a controller steps: one with ``observe``, ``action``, ``reward``, ``terminate`` and ``decide``."""

    def __init__(self, script: Script, /, **parameters: Parameter) -> None: ...
    def spaces(self) -> Spaces:
        """(name, unit) of each observation, (name, unit, least, most) of each action, and the time of a step (s)."""
    def reset(self, seed: Optional[int] = None) -> NDArray[np.float64]:
        """Begins an episode. A seed sets ``param seed`` of the script. Returns the observations, shape (n,)."""
    def step(self, actions: ArrayLike) -> Tuple[NDArray[np.float64], float, bool, str]:
        """Takes actions of the shape (m,) in units of SI. Returns observations, reward, whether the episode has ended, and why."""
    def observe(self) -> NDArray[np.float64]:
        """The observations now, shape (n,)."""
    def state(self) -> State:
        """The state now."""
    def restore(self, state: State) -> None:
        """Goes back to a state of an episode with the same seed."""
    def render(self, width: int = 320, height: int = 240) -> NDArray[np.uint8]:
        """A picture: red, green and blue, shape (height, width, 3)."""

class Batch:
    """Environments of one script, stepped on threads (0: one for each processor). The bits do not depend on their number."""

    def __init__(self, script: Script, count: int, /, threads: int = 0, **parameters: Parameter) -> None: ...
    def __len__(self) -> int: ...
    def spaces(self) -> Spaces:
        """As those of each environment."""
    def reset(self, seed: Optional[int] = None) -> NDArray[np.float64]:
        """Begins all episodes: that of environment i with seed + i. Returns observations of the shape (count, n)."""
    def step(
        self, actions: ArrayLike, again: Optional[ArrayLike] = None
    ) -> Tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_], List[str]]:
        """Takes actions of the shape (count, m). Environments marked in ``again`` are reset instead of stepped.

        Returns observations (count, n), rewards (count,), which episodes have ended (count,), and why.
        """

class Sweep:
    """The points and the table of ``corpus sweep``."""

    def __init__(
        self,
        script: Script,
        values: Sequence[Tuple[str, str]],
        *,
        random: Optional[int] = None,
        sobol: Optional[int] = None,
        seed: int = 1,
        table: str = "csv",
    ) -> None: ...
    def __len__(self) -> int: ...
    def head(self) -> str:
        """The lines before the first row."""
    def point(self, number: int) -> List[Tuple[str, str]]:
        """The parameters of a run, numbered from 0."""
    def line(
        self, number: int, max_seconds: Optional[float] = None, max_evaluations: Optional[int] = None
    ) -> str:
        """Makes a run, and returns its line."""
    def kept(self, text: str) -> Tuple[int, int]:
        """How many rows of this sweep a table has, and its length up to the end of the last whole one (bytes)."""

class Search:
    """The search of ``corpus optimise``, whose runs are made by the caller, in any order and anywhere."""

    def __init__(
        self,
        script: Script,
        *,
        most: Sequence[str] = (),
        least: Sequence[str] = (),
        keep: Sequence[str] = (),
        archive: Sequence[str] = (),
        values: Sequence[Tuple[str, str]] = (),
        seed: int = 1,
    ) -> None: ...
    def ask(self, most: int) -> List[List[Tuple[str, str]]]:
        """The parameters of the runs of the next generation; fewer than a generation at the end of ``most`` runs in all."""
    def outcome(
        self,
        parameters: Sequence[Tuple[str, str]],
        max_seconds: Optional[float] = None,
        max_evaluations: Optional[int] = None,
    ) -> Tuple[Optional[List[float]], float, str]:
        """Makes a run. Returns its results and features (SI), by how much the expectations of ``keep`` failed, and why it did not reach its end."""
    def tell(self, most: int, outcomes: Sequence[Tuple[Optional[List[float]], float]]) -> bool:
        """Takes results and failures of the runs of `ask`, in their order. Returns whether the search goes on."""
    def saved(self) -> str:
        """The text of the file of ``--state``."""
    def resume(self, text: str) -> None:
        """Continues from such a text."""
    def table(self) -> Optional[str]:
        """The text of the file of ``--table``: of an archive or a Pareto set."""
    def summary(self, runs: int, broken: str = "") -> str:
        """Lines that tell the best parameters. CorpusError if there are none."""
    @staticmethod
    def refuse_others(out: Optional[str] = ..., table: Optional[str] = ...) -> None:
        """Raises :class:`CorpusError` if a file of ``--out`` or ``--table`` exists that no search has written."""

    def winner(self) -> Tuple[str, List[str]]:
        """The script with the best parameters as default values, and parameters of included files as arguments."""

class Evolution:
    """The evolution of ``corpus evolve``, whose trials are made by the caller, in any order and anywhere."""

    def __init__(
        self,
        task: str,
        *,
        population: int = 300,
        generations: int = 100,
        brain: str = "neural",
        shares: Sequence[float] = (30.0, 40.0, 40.0),
        trials: int = 3,
        collide: bool = False,
        archive: Sequence[str] = (),
        seed: int = 1,
        limbs: str = "box",
        species: Optional[int] = None,
    ) -> None:
        """``task`` is the word of a task, or the text of a script of several lines."""
    def __len__(self) -> int:
        """The number of generations that were measured."""
    def ask(self) -> List[Tuple[str, List[List[Tuple[str, str]]]]]:
        """Genotype of each creature of the next generation, and the parameters of its trials."""
    def measure(self, genotype: str, trials: Sequence[Sequence[Tuple[str, str]]]) -> Tuple[Optional[float], List[float], str]:
        """Makes the trials of a creature. Returns fitness and features of the archive (SI) in its worst one, or None and its fault."""
    def tell(self, found: Sequence[Tuple[Optional[float], List[float], str]]) -> None:
        """Takes what `measure` gave for all creatures of `ask`, in their order."""
    def files(self) -> List[Tuple[str, Optional[str]]]:
        """Names and texts of the files of the last generation; None for a file to remove."""
    def resume(self, text: str) -> None:
        """Continues from the text of ``state.json``."""
    def refuse_others(self, folder: str) -> None:
        """Raises :class:`CorpusError` if the files of this evolution would replace others in a folder."""

    def told(self) -> str:
        """A line that tells the outcome of the last generation."""
    @property
    def best(self) -> Optional[float]:
        """Fitness of the best of the last generation; None if all are faulty."""
