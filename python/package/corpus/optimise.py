"""``python -m corpus.optimise``: the search of ``corpus optimise``, with the runs on threads or on a cluster of Ray."""

import argparse
import os
import sys

from . import _tasks
from ._corpus import CorpusError, Search


def read(arguments=None):
    parser = argparse.ArgumentParser("python -m corpus.optimise", description=__doc__)
    parser.add_argument("script", help="the script")
    parser.add_argument("--for", dest="most", action="append", default=[], metavar="RESULT", help="a result to make as large as possible")
    parser.add_argument("--least", action="append", default=[], metavar="RESULT", help="a result to make as small as possible")
    parser.add_argument("--archive", action="append", default=[], metavar="NAME=A..B:N", help="keep the best of each of N cells of a result")
    parser.add_argument("--keep", action="append", default=[], metavar="EXPECT", help="an expectation that must be met")
    parser.add_argument("--runs", type=int, default=200, metavar="N", help="number of runs")
    parser.add_argument("--seed", type=int, default=1, help="seed of the search")
    parser.add_argument("-D", dest="values", action="append", default=[], metavar="NAME=VALUES", help="values of parameters that are not searched")
    parser.add_argument("--out", metavar="FILE", help="write the script with the best parameters")
    parser.add_argument("--table", metavar="FILE", help="write the archive or the Pareto set as a table (.csv)")
    parser.add_argument("--state", metavar="FILE", help="file for the state of the search [default: NAME.optimise.json]")
    parser.add_argument("--resume", action="store_true", help="continue the search of the state")
    _tasks.options(parser)
    job = parser.parse_args(arguments)
    job.values = _tasks.pairs(parser, job.values)
    job.archive = [one for some in job.archive for one in some.split(",")]
    if not job.most + job.least:
        parser.error("name a result with --for or --least")
    return job


def main(arguments=None):
    job = read(arguments)
    path = job.state or os.path.splitext(os.path.basename(job.script))[0] + ".optimise.json"
    options = {"most": job.most, "least": job.least, "keep": job.keep, "archive": job.archive, "values": job.values, "seed": job.seed}
    search = Search(job.script, **options)
    search.refuse_others(job.out, job.table)
    if os.path.exists(path):
        if not job.resume:
            raise CorpusError(f"{path} is the state of an earlier search: `--resume` continues it; or remove it, or choose another name with `--state`")
        with open(path, newline="", encoding="utf-8") as file:
            search.resume(file.read())
    # Workers have other working folders.
    made = (Search, (os.path.abspath(job.script),), options)
    workers = _tasks.Workers(made, "outcome", job)
    goes_on, broken = True, ""
    while goes_on:
        runs = ((parameters, job.seconds, job.evaluations) for parameters in search.ask(job.runs))
        outcomes = list(workers.results(runs))
        broken = broken or next((why for _, _, why in outcomes if why), "")
        goes_on = search.tell(job.runs, [(values, missed) for values, missed, _ in outcomes])
        if job.table and search.table():
            _tasks.write(job.table, search.table())
        if goes_on:
            _tasks.write(path, search.saved())
    print(search.summary(job.runs, broken), end="")
    if job.out:
        text, left = search.winner()
        _tasks.write(job.out, text)
        if left:
            print(f"an included file declares other parameters: run {job.out} with {' '.join(left)}", file=sys.stderr)


if __name__ == "__main__":
    _tasks.command(main, "interrupted; --resume goes on")
