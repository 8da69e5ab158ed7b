"""``python -m corpus.sweep``: the table of ``corpus sweep``, with the runs on threads or on a cluster of Ray."""

import argparse
import os
import sys

from . import _tasks
from ._corpus import CorpusError, Sweep


def read(arguments=None):
    parser = argparse.ArgumentParser("python -m corpus.sweep", description=__doc__)
    parser.add_argument("script", help="the script")
    parser.add_argument("-D", dest="values", action="append", default=[], metavar="NAME=VALUES", help="values, as corpus sweep takes them")
    parser.add_argument("--random", type=int, metavar="N", help="N runs with parameters at random")
    parser.add_argument("--sobol", type=int, metavar="N", help="N runs of a Sobol sequence")
    parser.add_argument("--seed", type=int, default=1, help="seed of --random and --sobol")
    parser.add_argument("--out", metavar="FILE", help="the table: .csv or .jsonl [default: CSV on standard output]")
    parser.add_argument("--resume", action="store_true", help="continue the table of --out")
    _tasks.options(parser)
    job = parser.parse_args(arguments)
    job.values = _tasks.pairs(parser, job.values)
    if job.resume and not job.out:
        parser.error("--resume needs --out")
    return job


def main(arguments=None):
    job = read(arguments)
    table = os.path.splitext(job.out)[1].lstrip(".") if job.out else "csv"
    options = {"random": job.random, "sobol": job.sobol, "seed": job.seed, "table": table}
    sweep = Sweep(job.script, job.values, **options)
    first, size, mode = 0, 0, "w"
    if job.out and os.path.exists(job.out):
        with open(job.out, newline="", encoding="utf-8") as file:
            text = file.read()
        if text and not job.resume:
            raise CorpusError(f"{job.out} exists: `--resume` continues it; or remove it, or choose another name")
        try:
            first, size = sweep.kept(text)
        except CorpusError as why:
            raise CorpusError(f"cannot continue {job.out}: {why}; remove it, or choose another name") from None
        if size:
            # A line that was not written whole is removed.
            os.truncate(job.out, size)
            mode = "a"
    out = open(job.out, mode, newline="", encoding="utf-8") if job.out else sys.stdout
    with out:
        if not size:
            out.write(sweep.head())
        out.flush()
        # Workers have other working folders.
        made = (Sweep, (os.path.abspath(job.script), job.values), options)
        numbers = ((number, job.seconds, job.evaluations) for number in range(first, len(sweep)))
        for line in _tasks.Workers(made, "line", job).results(numbers):
            out.write(line)
            out.flush()


if __name__ == "__main__":
    _tasks.command(main, "interrupted; with --out, --resume goes on")
