"""Runs a program and says what it cost: processor time, wall time, peak memory."""

import dataclasses
import os
import statistics
import subprocess
import tempfile
import time


@dataclasses.dataclass(frozen=True)
class Cost:
    """`cpu` (user + system) and `wall` in seconds, `peak` resident memory in bytes, `out` as text."""

    cpu: float
    wall: float
    peak: int
    out: str = ""


def run(words, env=None, cwd=None, expect=(0,)):
    """Runs to the end, children included in the processor time; raises on any other status.

    This process must stay small: Linux starts a child's peak at the memory of the process it was forked from.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.monotonic()
        process = subprocess.Popen(
            [str(word) for word in words], stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=env, cwd=cwd
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        if process.returncode not in expect:
            err.seek(0)
            said = err.read()[-2000:].decode("utf-8", "replace")
            raise RuntimeError(f"{' '.join(map(str, words))} ended with {process.returncode}\n{said}")
        text = out.read(1 << 20).decode("utf-8", "replace")
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024, text)


def median(costs):
    """Middle processor and wall time, largest peak."""
    return Cost(
        statistics.median(cost.cpu for cost in costs),
        statistics.median(cost.wall for cost in costs),
        max(cost.peak for cost in costs),
        costs[-1].out,
    )
