"""A whole rating list in memory, read line by line: the way that needs nothing but Python.

`arpad.book.frames.lists` does the same for the lists of the world, in columns.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO

from arpad.formats.lists.compare import carried, differences
from arpad.formats.lists.csv import CsvReader, write_csv
from arpad.formats.lists.hashing import canonical_hash, raw_hash
from arpad.formats.lists.names import is_found, number_in, words_of
from arpad.formats.lists.rows import MOST_PLAYERS
from arpad.formats.lists.text import TextReader
from arpad.formats.lists.writer import write_lines
from arpad.formats.lists.xml import XmlReader
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.formats.lists.compare import Difference
    from arpad.formats.lists.problems import Findings
    from arpad.formats.lists.source import ListSource
    from arpad.formats.lists.text import Choice
    from arpad.model.rating_list import Listed, ListLine, RatingList


class RowList:
    """A list, its players one by one."""

    def __init__(
        self, about: RatingList, lines: list[ListLine], findings: Findings, federations: frozenset[str] = frozenset()
    ) -> None:
        self.about, self.lines, self.findings = about, lines, findings
        self.federations = federations
        """Those of all players, also where only some were asked for."""

    @property
    def players(self) -> Iterator[Listed]:
        """The players in the order of the list."""
        return (line.listed for line in self.lines if line.listed is not None)

    def counts(self) -> dict[str, Any]:
        """Count what a list has."""
        players = list(self.players)
        return {
            "players": len(players),
            "rated": {kind: sum(getattr(player, kind).rating is not None for player in players) for kind in KINDS},
            "women": sum(player.is_woman for player in players),
            "inactive": sum(player.is_inactive for player in players),
            "federations": len({player.federation for player in players} - {""}),
            "titles": dict(sorted(Counter(player.title for player in players if player.title).items())),
            "birth_year_unknown": sum(player.birth_year is None for player in players),
            "name_empty": sum(not player.name for player in players),
            "own_spelling": sum(line.listed is not None and line.spelling is not None for line in self.lines),
        }

    def find(self, words: str) -> list[Listed]:
        """Give the players whose ID or name is asked for."""
        wanted = words_of(words)
        number = number_in(words)
        if number is not None:
            return [player for player in self.players if player.fide_id == number]
        return [player for player in self.players if is_found(wanted, player.name)]

    def differences(self, newer: RowList) -> list[Difference]:
        """Give what changed from this list to a newer one, in the columns that both have."""
        return differences(self.players, newer.players, carried(self.about) & carried(newer.about))

    def canonical_hash(self) -> str:
        """Give the hash of version 1, by which equal lists are equal."""
        return canonical_hash(self.players)

    def raw_hash(self) -> str:
        """Give the hash of version 2, by which equal lists are equal."""
        return raw_hash(self.players)

    def write(self, out: BinaryIO, about: RatingList, findings: Findings, *, raw: bool = False) -> None:
        """Write the list as `about` says; lines that are no players only where the file they came from is meant."""
        if about.form == "csv":
            write_csv(out, self.players, raw=raw)
            return
        single = about.kinds[0] if len(about.kinds) == 1 < len(self.about.kinds) else None
        same = about.dialect is self.about.dialect
        lines = (
            line
            for line in self.lines
            if (same if line.listed is None else single is None or getattr(line.listed, single).rating is not None)
        )
        write_lines(out, lines, about, findings)


def _reader(source: ListSource, findings: Findings, chosen: Choice | None) -> TextReader | XmlReader | CsvReader:
    match source.form:
        case "xml":
            return XmlReader(source.stream, findings, kind=source.kind, list_date=source.list_date)
        case "csv":
            return CsvReader(source.stream, findings, list_date=source.list_date)
        case _:
            return TextReader(source.stream, findings, kind=source.kind, list_date=source.list_date, chosen=chosen)


def read_rows(source: ListSource, findings: Findings, chosen: Choice | None = None) -> RowList | None:
    """Read a list line by line, or only the players that are `chosen`; None where it is none, which is then noted."""
    reader = _reader(source, findings, chosen)
    after = None if isinstance(reader, TextReader) else chosen
    lines: list[ListLine] = []
    federations: set[str] = set()
    rated: set[str] = set()
    seen: set[int] = set()
    for number, line in enumerate(reader):
        if number == MOST_PLAYERS:
            findings.add("list_too_large", most=MOST_PLAYERS)
            return None
        listed = line.listed
        if listed is not None:
            if listed.fide_id in seen:
                findings.add("id_twice", line.number, fide_id=listed.fide_id)
            seen.add(listed.fide_id)
            federations.add(listed.federation)
            if source.form == "csv" and len(rated) < len(KINDS):
                rated |= {kind for kind in KINDS if getattr(listed, kind).rating is not None}
        if after is None or (listed is not None and after.takes(str(listed.fide_id), listed.name)):
            lines.append(line)
    about = reader.about
    if about is None:
        return None
    if about.form == "csv":
        about = replace(about, kinds=tuple(kind for kind in KINDS if kind in rated) or KINDS)
    if isinstance(reader, TextReader):
        federations |= reader.federations
    return RowList(about, lines, findings, frozenset(federations - {""}))
