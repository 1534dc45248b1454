"""A million inputs in process, two thousand through the real command: no traceback, no hang, no memory without bound.

    make fuzz-million                                  # all of it; bench/results-fuzz.json
    python tools/fuzz/million.py --inputs 10000 --commands 50
    python tools/fuzz/million.py --only 4711           # one input again, with its traceback

Every input follows from the seed and its number. Helpers work on a share each; a watchdog ends one that takes more than
ten seconds of the processor for an input, or a minute by the clock. A helper that has taken more than a gigabyte is
ended too; both are findings.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESULTS = ROOT / "bench" / "results-fuzz.json"
SECONDS, SECONDS_BY_THE_CLOCK = 10, 60
MEGABYTES = 1000
_REPORTED = 500
"""So many inputs a helper does before it says how far it is."""


class Finding(NamedTuple):
    """Something that must not be: the input, what it was given to, and what happened."""

    number: int
    target: str
    what: str


def chosen(number: int, seed: int, targets: dict[str, Any]) -> tuple[str, Random]:
    """Give the target of an input, and the chance from which it is made."""
    chance = Random(f"{seed}:{number}")  # noqa: S311 - no secret
    return chance.choices(list(targets), [target.weight for target in targets.values()])[0], chance


def tried(number: int, seed: int, targets: dict[str, Any], folder: Path) -> tuple[str, str]:
    """Make an input and give it to its target; whatever is raised is a finding."""
    from mutations import mutated  # noqa: PLC0415 - the helpers load it, not the watchdog

    name, chance = chosen(number, seed, targets)
    target = targets[name]
    return name, target.act(mutated(target.samples, target.way, chance), chance, folder / target.name)


def help_with(pipe: Connection, first: int, last: int, seed: int) -> None:
    """Do a share: say the number before every input, and after some what became of them."""
    import readers  # noqa: PLC0415 - see above

    readers.loaded_as_in_tests()
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - what libraries say is not at stake
    os.dup2(sys.stderr.fileno(), 2)
    targets = readers.targets()
    with tempfile.TemporaryDirectory() as name:
        outcomes: Counter[tuple[str, str]] = Counter()
        slowest: dict[str, float] = {}
        for number in range(first, last):
            pipe.send(("at", number))
            start = time.process_time()
            try:
                target, outcome = tried(number, seed, targets, Path(name))
            except BaseException as fault:  # noqa: BLE001 - panics too
                target, outcome = chosen(number, seed, targets)[0], "finding"
                lines = traceback.format_exception(fault)
                pipe.send(("finding", Finding(number, target, "".join(lines[-4:])[-1500:])))
            outcomes[target, outcome] += 1
            slowest[target] = max(slowest.get(target, 0.0), time.process_time() - start)
            megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            if megabytes > MEGABYTES:
                pipe.send(("finding", Finding(number, target, f"{megabytes} MB of memory")))
            if number == last - 1 or not number % _REPORTED or megabytes > MEGABYTES:
                pipe.send(("done", (outcomes, slowest, megabytes)))
                outcomes, slowest = Counter(), {}
            if megabytes > MEGABYTES:
                return


class Share:
    """A helper and what it is at; begun again after the input at which it was ended."""

    def __init__(self, first: int, last: int, seed: int) -> None:
        self.at, self.last, self.seed = first, last, seed
        self.findings: list[Finding] = []
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.slowest: dict[str, float] = {}
        self.megabytes = 0
        self._begin(first)

    def _begin(self, first: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, there = context.Pipe(duplex=False)
        self.process: BaseProcess = context.Process(target=help_with, args=(there, first, self.last, self.seed))
        self.process.start()
        there.close()
        self.at, self.since, self.cpu = first, time.monotonic(), _processor_seconds(self.process.pid)

    def is_at_work(self) -> bool:
        """Take what the helper says; end and begin it again where an input takes too long."""
        try:
            while self.pipe.poll(0):
                self._take(*self.pipe.recv())
        except EOFError:
            self.process.join()
            return self._goes_on("the process ended")
        used = _processor_seconds(self.process.pid) - self.cpu
        if used > SECONDS or time.monotonic() - self.since > SECONDS_BY_THE_CLOCK:
            self.process.kill()
            self.process.join()
            return self._goes_on(f"more than {SECONDS} s")
        return True

    def _take(self, what: str, content: Any) -> None:  # noqa: ANN401 - a number, a finding, or counts
        if what == "at":
            self.at, self.since, self.cpu = content, time.monotonic(), _processor_seconds(self.process.pid)
        elif what == "finding":
            self._note(content)
        else:
            outcomes, slowest, megabytes = content
            self.outcomes += outcomes
            self.slowest |= {name: max(value, self.slowest.get(name, 0.0)) for name, value in slowest.items()}
            self.megabytes = max(self.megabytes, megabytes)

    def _note(self, finding: Finding) -> None:
        self.findings.append(finding)
        print(f"{finding.number} ({finding.target}): {finding.what}", flush=True)

    def _goes_on(self, why: str) -> bool:
        if self.at >= self.last - 1 and self.process.exitcode == 0:
            return False
        if not (self.findings and self.findings[-1].number == self.at):
            self._note(Finding(self.at, "?", why))
        if self.at >= self.last - 1:
            return False
        self._begin(self.at + 1)
        return True


def _processor_seconds(process: int | None) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def in_process(inputs: int, seed: int, helpers: int, first: int) -> tuple[dict[str, Any], list[Finding]]:
    """Share the inputs among helpers and watch over them."""
    size = -(-inputs // helpers)
    shares = [Share(start, min(start + size, first + inputs), seed) for start in range(first, first + inputs, size)]
    working, start, shown = list(shares), time.monotonic(), 0.0
    while working:
        working = [share for share in working if share.is_at_work()]
        time.sleep(0.05)
        if time.monotonic() - shown > SECONDS_BY_THE_CLOCK:
            shown = time.monotonic()
            count = sum(sum(share.outcomes.values()) for share in shares)
            findings_so_far = sum(len(share.findings) for share in shares)
            print(f"{count} of {inputs}, {int(shown - start)} s, {findings_so_far} findings", flush=True)
    findings = [finding for share in shares for finding in share.findings]
    outcomes: Counter[tuple[str, str]] = sum((share.outcomes for share in shares), Counter())
    by_target: dict[str, Any] = {}
    for (name, outcome), count in sorted(outcomes.items()):
        by_target.setdefault(name, {"outcomes": {}})["outcomes"][outcome] = count
    for name, counts in by_target.items():
        counts["slowest_seconds"] = round(max(share.slowest.get(name, 0.0) for share in shares), 3)
    counts = {
        "inputs": sum(outcomes.values()),
        "seconds": round(time.monotonic() - start),
        "most_megabytes": max(share.megabytes for share in shares),
        "targets": by_target,
    }
    return counts, findings


def through_the_command(inputs: int, seed: int) -> tuple[dict[str, Any], list[Finding]]:
    """Give inputs to the real command, each in a process of its own."""
    import readers  # noqa: PLC0415 - see above
    from mutations import happens, mutated  # noqa: PLC0415 - see above

    targets = readers.targets()
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "POLARS_MAX_THREADS": "2"}
    environment.pop("ARPAD_TRACEBACK", None)
    commands = {
        "trf": ("trf", "show"), "check": ("check",), "rate": ("rate", "--k", "20"), "games": ("trf", "games"),
        "player": ("player",), "roundrobin": ("roundrobin",), "list text": ("list", "show"),
        "list xml": ("list", "show"), "list csv": ("list", "hash"), "list diff": ("list", "show"),
        "edition": ("editions", "show"), "list parquet": ("list", "show"), "book": ("book", "check"),
    }  # fmt: skip
    outcomes: Counter[str] = Counter()
    findings: list[Finding] = []
    slowest, megabytes = 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(inputs):
            chance = Random(f"{seed}:command:{number}")  # noqa: S311 - no secret
            name = chance.choice(list(commands))
            place = Path(folder) / targets[name].name
            raw = mutated(targets[name].samples, targets[name].way, chance)
            if name == "book":
                place = readers.odd_book(place.with_name("book"), chance)
            else:
                place.write_bytes(readers.odd_parquet(raw, chance) if name == "list parquet" else raw)
            more = ["--json"] if happens(chance, 50) else []
            words = [sys.executable, "-m", "arpad", *commands[name], str(place), *more]
            what, seconds, used = _of_command(words, environment, is_json=bool(more))
            slowest, megabytes = max(slowest, seconds), max(megabytes, used)
            if what.startswith("exit"):
                outcomes[what] += 1
            else:
                findings.append(Finding(number, f"the command {' '.join(commands[name])}", what))
    counts = {"inputs": inputs, "outcomes": dict(sorted(outcomes.items())), "slowest_seconds": round(slowest, 2)}
    return counts | {"most_megabytes": megabytes}, findings


def _of_command(words: list[str], environment: dict[str, str], *, is_json: bool) -> tuple[str, float, int]:
    """Run a command; give what became of it, its processor time, and the most memory that one has taken so far."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, env=environment) as running:  # noqa: S603 - our own command
        try:
            out, err = running.communicate(timeout=SECONDS_BY_THE_CLOCK)
        except subprocess.TimeoutExpired:
            running.kill()
            return "a hang", SECONDS_BY_THE_CLOCK, 0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    megabytes = used.ru_maxrss // 1024
    seconds = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    wrong_words = (b"Traceback", b"panicked", b"fault in arpad", b"\x1b")
    wrong = [word for word in wrong_words if word in err + out]
    try:
        json.loads(out if is_json else b"0")
    except ValueError:
        wrong.append(b"no JSON")
    if wrong or running.returncode not in {0, 1, 2, 3, 4} or seconds > SECONDS or megabytes > MEGABYTES:
        what = f"{wrong}, {running.returncode}, {seconds:.1f} s, {megabytes} MB: {err[-800:]!r}"
        return what, seconds, megabytes
    return f"exit {running.returncode}", seconds, megabytes


def main() -> int:
    """Run everything, print and write the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--commands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--helpers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=int, help="try a single input again")
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    sys.path.insert(0, str(HERE))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(HERE), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    if given.only is not None:
        import readers  # noqa: PLC0415 - only then

        readers.loaded_as_in_tests()
        with tempfile.TemporaryDirectory() as folder:
            print(tried(given.only, given.seed, readers.targets(), Path(folder)))
        return 0
    counts, findings = in_process(given.inputs, given.seed, given.helpers, given.first)
    commands, more = through_the_command(given.commands, given.seed)
    findings += more
    results = {"seed": given.seed, "in_process": counts, "through_the_command": commands, "findings": len(findings)}
    given.results.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(results, indent=1))
    for finding in more:
        print(f"{finding.number} ({finding.target}): {finding.what}")
    return bool(findings)


if __name__ == "__main__":
    sys.exit(main())
