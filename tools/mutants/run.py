"""Breaks arpad in every way of the tables and sees whether the tests named for the rows notice; `make mutants`.

A row of the register counts as tested only while this holds: for each of its mutants, a test that names the row and
is listed with the mutant fails by an assertion. What does not load, or ends otherwise, proves nothing.

    python tools/mutants/run.py                          all tables; writes bench/results-mutants.json
    python tools/mutants/run.py --edition fide-2014-07   one table
    python tools/mutants/run.py --row 8.54               the mutants of a row
    python tools/mutants/run.py --sample 12              twelve rows, always the same
    python tools/mutants/run.py --suggest                looks for mutants of rows that have none, and prints them
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mutants import suggest
from mutants.pool import Pool, job, whole
from mutants.table import ROOT, SOURCE, Mutant, MutantError, every_mutant, faults, missing, tested_rows

import arpad as package
from arpad.regulations.register import registered

RESULTS = ROOT.joinpath("bench", "results-mutants.json")
WORKERS = 2


@dataclass
class Outcome:
    """What became of the mutants."""

    mutants: int = 0
    caught: set[tuple[str, str]] = field(default_factory=set)
    survived: list[str] = field(default_factory=list)
    invalid: list[str] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    """Tests that fail with nothing broken."""
    without: list[str] = field(default_factory=list)
    """Rows that count as tested and have no mutant."""
    seconds: float = 0

    @property
    def is_good(self) -> bool:
        """Whether every row that was tried is caught by its own tests, and none was left out."""
        return not (self.survived or self.invalid or self.failing or self.without)

    def summary(self) -> dict[str, object]:
        """The figures, for a file."""
        return {
            "mutants": self.mutants,
            "rows_tested": sum(len(tested_rows(name)) for name in registered()),
            "rows_caught": len(self.caught),
            "survived": self.survived,
            "invalid": self.invalid,
            "failing_unbroken": self.failing,
            "rows_without_mutant": self.without,
            "workers": WORKERS,
            "seconds": round(self.seconds),
        }


def ran(chosen: list[Mutant], pool: Pool) -> Outcome:
    """Run the tests of the chosen mutants unbroken, then each mutant."""
    outcome, begun = Outcome(), time.perf_counter()
    sound = []
    for one in chosen:
        try:
            sound.append((one, job(one)))
        except MutantError as fault:
            outcome.invalid.append(str(fault))
    editions = dict.fromkeys(one.edition for one, _ in sound)
    unbroken = [
        whole(
            name,
            {row for one, _ in sound if one.edition == name for row in one.rows},
            {test for one, _ in sound if one.edition == name for test in one.tests},
        )
        for name in editions
    ]
    for name, answer in zip(editions, pool.answers(unbroken), strict=True):
        wrong = [*answer.get("caught", {}).values(), *answer.get("others", ()), answer.get("invalid")]
        outcome.failing += [f"{name}: {test}" for test in wrong if test]
    for (one, _), answer in zip(sound, pool.answers(given for _, given in sound), strict=True):
        outcome.mutants += 1
        if "invalid" in answer:
            outcome.invalid.append(f"{one.edition}: {one.words}: {answer['invalid']}")
            print(f"invalid   {outcome.invalid[-1]}", flush=True)
            continue
        for row in one.rows:
            if row in answer["caught"]:
                outcome.caught.add((one.edition, row))
            else:
                others = "; ".join(f"{test}: {said}" for test, said in answer["others"].items())
                outcome.survived.append(
                    f"{one.edition} {row}: {one.words} ({answer['ran']} tests ran) {others}".strip()
                )
                print(f"survived  {outcome.survived[-1]}", flush=True)
    outcome.seconds = time.perf_counter() - begun
    return outcome


def sampled(rows: int) -> list[Mutant]:
    """Give one mutant for each of so many rows: always the same, from all editions."""
    every = {(one.edition, row): one for one in reversed(every_mutant()) for row in one.rows}
    order = sorted(every, key=lambda key: sha256(" ".join(key).encode()).hexdigest())
    return list({id(every[key]): every[key] for key in order[:rows]}.values())


def told(outcome: Outcome) -> str:
    """Say in a few lines what became of the mutants."""
    rows = f"{outcome.mutants} mutants, {len(outcome.caught)} rows caught by their own tests"
    rest = f"{len(outcome.survived)} survived, {len(outcome.invalid)} invalid, {outcome.seconds:.0f} s"
    lines = [f"{rows}, {rest}"]
    lines += [f"fails with nothing broken: {test}" for test in outcome.failing]
    lines += [f"tested, but without a mutant: {row}" for row in outcome.without]
    return "\n".join(lines)


def main(words: list[str]) -> int:
    """Run what is asked for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--edition", choices=registered())
    asked.add_argument("--row")
    asked.add_argument("--sample", type=int)
    asked.add_argument("--suggest", action="store_true")
    asked.add_argument("--workers", type=int, default=WORKERS)
    given = asked.parse_args(words)
    if not Path(package.__file__).is_relative_to(SOURCE):
        asked.error(
            f"arpad is read from {package.__file__}, not from {SOURCE}; install it from here, or set PYTHONPATH."
        )
    editions = [given.edition] if given.edition else list(registered())
    is_whole = not (given.edition or given.row or given.sample)
    with Pool(given.workers) as pool:
        if given.suggest:
            return suggest.suggested(editions, given.row, pool)
        chosen = sampled(given.sample) if given.sample else every_mutant()
        chosen = [one for one in chosen if one.edition in editions and given.row in (None, *one.rows)]
        outcome = ran(chosen, pool)
    if not (given.row or given.sample):
        outcome.without = [f"{name} {row}" for name in editions for row in missing(name)]
        outcome.invalid += [fault for name in editions for fault in faults(name)]
    print(told(outcome))
    if is_whole:
        RESULTS.write_text(json.dumps(outcome.summary(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return 0 if outcome.is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
