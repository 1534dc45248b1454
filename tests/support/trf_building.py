"""Small tournament reports for the tests, built from their columns. All names are made up."""

from __future__ import annotations

from arpad.formats.trf.reader import TrfReport, read_trf

HEADER = (
    "012 Made-up Open",
    "022 Nowhere",
    "032 FID",
    "042 2025/03/01",
    "052 2025/03/03",
    "102 Arbiter, Ann",
    "132" + " " * 88 + "25/03/01  25/03/02  25/03/03",
    "222 5400+30",
)


def player(  # noqa: PLR0913 - a record has these fields
    number: int | str,
    rounds: str = "",
    *,
    name: str | None = None,
    sex: str = "m",
    title: str = "",
    rating: str = "2000",
    federation: str = "FID",
    fide_id: str | None = None,
    born: str = "1990/05/17",
    points: str = "",
    rank: str = "",
) -> str:
    """Write a player record; rounds are given as `2w1 3b= 0-H`, a dot is a blank round."""
    text = f"Family{number}, Given" if name is None else name
    own_id = f"9900{number:0>4}" if fide_id is None else fide_id
    static = f"001 {number:>4} {sex:1}{title:>3} {text:33} {rating:>4} {federation:3} {own_id:>11} {born:10}"
    return f"{static} {points:>4} {rank:>4}" + "".join(block(part) for part in rounds.split())


def block(text: str) -> str:
    """Write one round: `12w1` is opponent 12, white, won; `0-H` is a half-point bye; a dot is nothing."""
    if text == ".":
        return " " * 10
    opponent, colour, result = text[:-2], text[-2], text[-1]
    return f"  {'0000' if opponent == '0' else opponent:>4} {colour} {result.replace('_', ' ')}"


def two(first: str = "2w1", second: str = "1b0", **more: str) -> str:
    """Write two players who met."""
    return "\n".join((player(1, first, **more), player(2, second)))


def read(*lines: str, profile: str = "lenient", encoding: str = "utf-8") -> TrfReport:
    """Read lines as a file."""
    return read_trf(("\n".join(lines) + "\n").encode(encoding), profile=profile)


def codes(report: TrfReport) -> set[str]:
    """The codes of all problems."""
    return {problem.code for problem in report.problems}


def messages(report: TrfReport, code: str) -> list[str]:
    """The messages of the problems with a code."""
    return [problem.message for problem in report.problems if problem.code == code]
