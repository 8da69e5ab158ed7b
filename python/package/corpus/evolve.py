"""``python -m corpus.evolve``: the evolution of ``corpus evolve``, with the trials on threads or on a cluster of Ray."""

import argparse
import os
import sys

from . import _tasks
from ._corpus import CorpusError, Evolution


def read(arguments=None):
    parser = argparse.ArgumentParser("python -m corpus.evolve", description=__doc__)
    parser.add_argument("task", help="the task: its word, or a script")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder for the state and the best creatures")
    parser.add_argument("--population", type=int, default=300, metavar="N", help="number of creatures in a generation")
    parser.add_argument("--generations", type=int, default=100, metavar="N", help="number of generations")
    parser.add_argument("--brain", default="neural", help="what the brains consist of")
    parser.add_argument("--limbs", default="box", help="shape of the parts: box or frustum")
    parser.add_argument("--body", metavar="FILE", help="evolve brains alone, on the body of this genotype")
    parser.add_argument("--shares", default="30,40,40", metavar="M,C,G", help="shares of mutation, crossover and grafting")
    parser.add_argument("--trials", type=int, default=3, metavar="N", help="trials of each creature, of which the worst counts")
    parser.add_argument("--collide", action="store_true", help="let the parts of a creature collide with each other")
    parser.add_argument("--archive", action="append", default=[], metavar="NAME=A..B:N", help="keep the best creature of each of N cells")
    parser.add_argument("--species", type=int, metavar="N", help="divide each generation into at most N species, which share their fitness")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random numbers")
    parser.add_argument("--resume", action="store_true", help="continue the evolution in the folder")
    _tasks.place(parser)
    job = parser.parse_args(arguments)
    job.archive = [one for some in job.archive for one in some.split(",")]
    try:
        job.shares = [float(share) for share in job.shares.split(",")]
    except ValueError:
        parser.error("--shares: three numbers, such as 30,40,40")
    if os.path.exists(job.task):
        job.task = text_of(job.task)
    job.body = job.body and text_of(job.body)
    return job


def text_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return file.read()


def save(folder, evolution):
    for name, text in evolution.files():
        path = os.path.join(folder, name)
        if text is not None:
            _tasks.write(path, text)
        elif os.path.exists(path):
            os.remove(path)


def main(arguments=None):
    job = read(arguments)
    names = ["population", "generations", "brain", "shares", "trials", "collide", "archive", "seed", "limbs", "species", "body"]
    options = {name: getattr(job, name) for name in names}
    evolution = Evolution(job.task, **options)
    os.makedirs(job.out, exist_ok=True)
    path = os.path.join(job.out, "state.json")
    if job.resume and os.path.exists(path):
        evolution.resume(text_of(path))
    elif job.resume:
        print(f"there is no {path} to continue: the evolution begins", file=sys.stderr)
    elif os.path.exists(path):
        raise CorpusError(f"{path} holds an evolution: continue it with --resume, or choose another --out")
    evolution.refuse_others(job.out)
    workers = _tasks.Workers((Evolution, (job.task,), options), "measure", job)
    while len(evolution) < job.generations:
        evolution.tell(list(workers.results(evolution.ask())))
        save(job.out, evolution)
        print(evolution.told(), flush=True)
    if evolution.best is None:
        raise CorpusError(f"all creatures are faulty: {evolution.told()}")
    print(f"the best has fitness {evolution.best:.4f}: {os.path.join(job.out, 'champion.corpus')}")


if __name__ == "__main__":
    _tasks.command(main, "interrupted; --resume goes on")
