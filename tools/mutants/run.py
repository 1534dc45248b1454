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
from mutants.pool import Answer, Pool, job, whole
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

    def add(self, mutant: Mutant, answer: Answer) -> None:
        """Take the answer of a mutant in."""
        self.mutants += 1
        if "invalid" in answer:
            self.invalid.append(f"{mutant.edition}: {mutant.words}: {answer['invalid']}")
            return
        for row in mutant.rows:
            if row in answer["caught"]:
                self.caught.add((mutant.edition, row))
            else:
                ended = "".join(f"; {test} ended by {how}" for test, how in answer["others"].items())
                self.survived.append(f"{mutant.edition} {row}: {mutant.words}, {answer['ran']} tests ran{ended}")

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
    """Run the tests of the chosen mutants with nothing broken, then each mutant."""
    outcome, begun = Outcome(), time.perf_counter()
    jobs = []
    for mutant in chosen:
        try:
            jobs.append((mutant, job(mutant)))
        except MutantError as fault:
            outcome.invalid.append(str(fault))
    outcome.failing = failing_unbroken([mutant for mutant, _ in jobs], pool)
    for (mutant, _), answer in zip(jobs, pool.answers(asked for _, asked in jobs), strict=True):
        outcome.add(mutant, answer)
    outcome.seconds = time.perf_counter() - begun
    return outcome


def failing_unbroken(chosen: list[Mutant], pool: Pool) -> list[str]:
    """Name the tests of mutants that fail with nothing broken: what they catch proves nothing."""
    rows: dict[str, set[str]] = {}
    tests: dict[str, set[str]] = {}
    for mutant in chosen:
        rows.setdefault(mutant.edition, set()).update(mutant.rows)
        tests.setdefault(mutant.edition, set()).update(mutant.tests)
    answers = pool.answers(whole(edition, rows[edition], tests[edition]) for edition in rows)
    return [
        f"{edition}: {test}"
        for edition, answer in zip(rows, answers, strict=True)
        for test in (*answer.get("caught", {}).values(), *answer.get("others", ()), answer.get("invalid"))
        if test
    ]


def sampled(rows: int) -> list[Mutant]:
    """Give one mutant for each of so many rows: always the same, from all editions."""
    first_of_row = {(mutant.edition, row): mutant for mutant in reversed(every_mutant()) for row in mutant.rows}
    order = sorted(first_of_row, key=lambda key: sha256(" ".join(key).encode()).hexdigest())
    chosen = [first_of_row[key] for key in order[:rows]]
    return [mutant for place, mutant in enumerate(chosen) if mutant not in chosen[:place]]


def report(outcome: Outcome) -> str:
    """Say in a few lines what became of the mutants."""
    rows = f"{outcome.mutants} mutants, {len(outcome.caught)} rows caught by their own tests"
    lines = [
        f"{rows}, {len(outcome.survived)} survived, {len(outcome.invalid)} invalid, {outcome.seconds:.0f} s",
        *(f"survived: {what}" for what in outcome.survived),
        *(f"invalid: {what}" for what in outcome.invalid),
        *(f"fails with nothing broken: {test}" for test in outcome.failing),
        *(f"tested, but without a mutant: {row}" for row in outcome.without),
    ]
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
        chosen = [mutant for mutant in chosen if mutant.edition in editions and given.row in (None, *mutant.rows)]
        outcome = ran(chosen, pool)
    if not (given.row or given.sample):
        outcome.without = [f"{name} {row}" for name in editions for row in missing(name)]
        outcome.invalid += [fault for name in editions for fault in faults(name)]
    print(report(outcome))
    if is_whole:
        RESULTS.write_text(json.dumps(outcome.summary(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return 0 if outcome.is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
