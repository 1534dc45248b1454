"""Rating lists of any form: read line by line, or as a frame where they are large and the engine is installed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from arpad.formats.lists.problems import Findings
from arpad.formats.lists.source import opened
from arpad.formats.lists.whole import RowList, read_rows
from arpad.library.extras import has_engine, need_engine
from arpad.library.periods import day_of, known
from arpad.library.wording import WORDS
from arpad.model.bounded import opened as opened_file
from arpad.model.period import KINDS
from arpad.model.problems import Advised, ArpadError, Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date

    from arpad.book.frames.lists import FrameList
    from arpad.formats.lists.source import ListSource
    from arpad.model.problems import FileProblem
    from arpad.model.rating_list import Listed

BIG = 4 << 20
"""Lists from this size on are read as frames, where the engine is installed."""


class PublishedList:
    """A rating list as it was published: its day, its kinds of chess, its players, and what is wrong with the file."""

    def __init__(self, name: str, rating_list: RowList | FrameList) -> None:
        self.name = name
        """The name of the file."""
        self._list = rating_list

    @property
    def list_date(self) -> date | None:
        """The day of the list; None where neither the file nor its name says it."""
        return self._list.about.list_date

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of chess that it has."""
        return self._list.about.kinds

    @property
    def problems(self) -> tuple[FileProblem, ...]:
        """What is wrong with the file, or doubtful."""
        return tuple(self._list.findings.problems)

    @property
    def hash(self) -> str:
        """The same for equal lists, whatever the form of their files."""
        return self._list.canonical_hash()

    def get(self, fide_id: int) -> Listed | None:
        """Give the player with a number, or None where the list has none."""
        return next(iter(self._list.find(str(int(fide_id)))), None)

    def find(self, words: str) -> list[Listed]:
        """Give the players whose number or name it is; accents, capitals and the order of names do not matter."""
        return self._list.find(words)

    def __iter__(self) -> Iterator[Listed]:
        """Give the players one by one, in the order of the list."""
        if isinstance(self._list, RowList):
            return iter(self._list.players)
        return self._list.players()

    def __len__(self) -> int:
        return int(self._list.counts()["players"])

    def __repr__(self) -> str:
        return f"<PublishedList {self.name}: {len(self)} players>"

    def __str__(self) -> str:
        of_day = "" if self.list_date is None else f" of {self.list_date}"
        problems = f", {len(self.problems)} problem(s)" if self.problems else ""
        return f"{self.name}: {' and '.join(self.kinds)} list{of_day}, {len(self)} players{problems}"


def read_list(
    place: str | Path, *, kind: str | None = None, list_date: date | None = None, member: str | None = None
) -> PublishedList:
    """Read a rating list: TXT or XML as FIDE publishes them, CSV, Parquet, or one of them in a zip.

    `kind` and `list_date` are needed only where neither the file nor its name says them; `member` names the file in a
    zip that has several.

    >>> import arpad
    >>> from importlib.resources import files
    >>> published = arpad.read_list(str(files("arpad").joinpath("examples", "standard_may25frl.txt")))
    >>> print(published)
    standard_may25frl.txt: standard list of 2025-05-01, 7 players
    >>> [(player.fide_id, player.standard.rating) for player in published.find("kestrel")]
    [(99000011, 2284)]
    """
    if kind is not None:
        known("kind", kind, KINDS)
    day = None if list_date is None else day_of(list_date, "list_date")
    name = str(place)
    try:
        with opened_file(name) as stream:
            rating_list = list_in(stream, name, Path(name).name, kind=kind, list_date=day, member=member)
    except OSError as fault:
        raise ArpadError.of(WORDS, "not_opened", name, name=name, why=fault.strerror) from fault
    except ValueError as fault:
        raise ArpadError.of(WORDS, "not_opened", name, says="no_file", name=name, why=str(fault)) from fault
    return PublishedList(Path(name).name, rating_list)


def list_in(  # noqa: PLR0913 - what is known of a file, and where progress is shown
    stream: BinaryIO,
    name: str,
    shown: str,
    *,
    kind: str | None = None,
    list_date: date | None = None,
    member: str | None = None,
    as_frame: bool = False,
    done: Callable[[int], None] | None = None,
    stage: Callable[[str, int | None], None] = lambda _what, _total: None,
) -> RowList | FrameList:
    """Read a list from a stream, by rows or as a frame; refuse, with everything that was found, what is none."""
    findings = Findings()
    source = opened(name, stream, findings, member=member, progress=done)
    if source is not None:
        source.kind = kind or source.kind
        source.list_date = list_date or source.list_date
        stage(f"reading {shown}", source.size)
        rating_list = _read(source, findings, as_frame=as_frame)
        if rating_list is not None:
            return rating_list
    raise RefusedError(
        [
            Problem.of(WORDS, problem.code, shown, says="in_list", file=shown, fault=Advised(problem))
            for problem in findings.problems
        ]
    )


def _read(source: ListSource, findings: Findings, *, as_frame: bool) -> RowList | FrameList | None:
    big = source.size is None or source.size >= BIG
    if source.form == "parquet" or as_frame or ((big or source.is_of_book) and has_engine()):
        need_engine("parquet", source.name)
        from arpad.book.frames import lists as list_frames  # noqa: PLC0415 - an extra, and slow to load

        return list_frames.read_list(source, findings)
    return read_rows(source, findings)
