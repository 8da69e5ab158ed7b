"""Work in order: on threads, or on a cluster of Ray."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor

from ._corpus import CorpusError


def options(parser):
    """Adds the limits of a run, and the options that say where the work is done."""
    parser.add_argument("--seconds", type=float, metavar="S", help="most time of a run by the clock")
    parser.add_argument("--evaluations", type=int, metavar="N", help="most evaluations of a run")
    place(parser)


def place(parser):
    """Adds the options that say where the work is done."""
    parser.add_argument("--threads", type=int, metavar="N", help="threads, or with --ray the most tasks in flight")
    parser.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help="on a cluster of Ray: `auto`, or its address; without one, on this machine")


def pairs(parser, values):
    """NAME=VALUE of `-D` as pairs."""
    for value in values:
        if "=" not in value:
            parser.error(f"-D {value}: write -D NAME=VALUES")
    return [tuple(value.split("=", 1)) for value in values]


def command(main, interrupted):
    """Runs the main function of a command, and ends with a line that says what went wrong or how it goes on."""
    try:
        main()
    except (CorpusError, OSError, ValueError) as why:
        sys.exit(str(why))
    except KeyboardInterrupt:
        sys.exit(interrupted)


def write(path, text):
    """Writes a file, which is never seen half written."""
    beside = f"{path}.tmp"
    with open(beside, "w", newline="", encoding="utf-8") as file:
        file.write(text)
    os.replace(beside, path)


class Workers:
    """Calls a method of an object for each item of a list, and gives the results in order.

    ``made`` is the class of the object with its arguments: threads share one, and each worker of Ray makes its own. Ray does the
    work of a worker that dies again on another one; the work depends on nothing else, so the results are the same.
    """

    def __init__(self, made, method, job):
        self.threads = job.threads
        self.work = None
        if job.ray is None:
            self.method = getattr(made[0](*made[1], **made[2]), method)
        else:
            self.work = self._remote(made, method, job.ray or None)

    def results(self, items):
        return self._threads(items) if self.work is None else self._ray(list(items))

    def _threads(self, items):
        with ThreadPoolExecutor(self.threads or os.cpu_count() or 1) as pool:
            yield from pool.map(lambda item: self.method(*item), items)

    def _remote(self, made, method, address):
        import ray

        if not ray.is_initialized():
            ray.init(address=address, log_to_driver=False)
        known = []

        @ray.remote(max_retries=5, num_cpus=1)
        def lines(made, items):
            # Each worker reads the script once.
            if not known:
                known.append(getattr(made[0](*made[1], **made[2]), method))
            return [known[0](*item) for item in items]

        shared = ray.put(made)
        return lambda items: lines.remote(shared, items)

    def _ray(self, items):
        import ray

        cores = int(ray.cluster_resources().get("CPU", 1))
        # The driver hands out about a thousand tasks a second: many cores need tasks of several runs.
        size = max(1, min(32, len(items) // (8 * cores)))
        waiting, most = [], self.threads or 4 * cores
        for start in range(0, len(items), size):
            waiting.append(self.work(items[start : start + size]))
            if len(waiting) == most:
                yield from ray.get(waiting.pop(0))
        for one in waiting:
            yield from ray.get(one)
