"""``python -m corpus.sweep``: the table of ``corpus sweep``, with the runs on threads or on a cluster of Ray."""

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor

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
    parser.add_argument("--seconds", type=float, metavar="S", help="most time of a run by the clock")
    parser.add_argument("--evaluations", type=int, metavar="N", help="most evaluations of a run")
    parser.add_argument("--threads", type=int, metavar="N", help="threads, or with --ray the most tasks in flight")
    parser.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help="on a cluster of Ray: `auto`, or its address; without one, on this machine")
    job = parser.parse_args(arguments)
    for value in job.values:
        if "=" not in value:
            parser.error(f"-D {value}: write -D NAME=VALUES")
    if job.resume and not job.out:
        parser.error("--resume needs --out")
    return job


def in_order_on_threads(sweep, first, job):
    """The lines from a run on, in order."""
    count = job.threads or os.cpu_count() or 1
    with ThreadPoolExecutor(count) as pool:
        yield from pool.map(lambda number: sweep.line(number, job.seconds, job.evaluations), range(first, len(sweep)))


def in_order_on_ray(make, sweep, first, job):
    """The lines from a run on, in order. Ray makes the runs of a worker that dies again on another one."""
    import ray

    if not ray.is_initialized():
        ray.init(address=job.ray or None, log_to_driver=False)
    limits = (job.seconds, job.evaluations)
    made = {}

    @ray.remote(max_retries=5, num_cpus=1)
    def lines(make, numbers, limits):
        # Each worker reads the script once.
        if not made:
            made[0] = Sweep(*make[0], **make[1])
        return [made[0].line(number, *limits) for number in numbers]

    cores = int(ray.cluster_resources().get("CPU", 1))
    # The driver hands out about a thousand tasks a second: many cores need tasks of several runs.
    size = max(1, min(32, (len(sweep) - first) // (8 * cores)))
    tasks = [range(start, min(start + size, len(sweep))) for start in range(first, len(sweep), size)]
    shared, waiting, most = ray.put(make), [], job.threads or 4 * cores
    for numbers in tasks:
        waiting.append(lines.remote(shared, numbers, limits))
        if len(waiting) == most:
            yield from ray.get(waiting.pop(0))
    for one in waiting:
        yield from ray.get(one)


def main(arguments=None):
    job = read(arguments)
    table = os.path.splitext(job.out)[1].lstrip(".") if job.out else "csv"
    values = [tuple(value.split("=", 1)) for value in job.values]
    options = {"random": job.random, "sobol": job.sobol, "seed": job.seed, "table": table}
    # Workers have other working folders.
    make = ((os.path.abspath(job.script), values), options)
    sweep = Sweep(job.script, values, **options)
    first, size, mode = 0, 0, "w"
    if job.out and os.path.exists(job.out):
        with open(job.out, newline="", encoding="utf-8") as file:
            text = file.read()
        if text and not job.resume:
            raise CorpusError(f"{job.out} exists: `--resume` continues it; or remove it, or choose another name")
        first, size = sweep.kept(text)
        if size:
            # A line that was not written whole is removed.
            os.truncate(job.out, size)
            mode = "a"
    out = open(job.out, mode, newline="", encoding="utf-8") if job.out else sys.stdout
    with out:
        if not size:
            out.write(sweep.head())
        out.flush()
        lines = in_order_on_threads(sweep, first, job) if job.ray is None else in_order_on_ray(make, sweep, first, job)
        for line in lines:
            out.write(line)
            out.flush()


if __name__ == "__main__":
    try:
        main()
    except (CorpusError, OSError, ValueError) as why:
        sys.exit(str(why))
    except KeyboardInterrupt:
        sys.exit("interrupted; with --out, --resume goes on")
