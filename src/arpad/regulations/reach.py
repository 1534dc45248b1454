"""How far a provision reaches: through overlays it also holds in other kinds of chess and for other authorities.

FIDE's rapid and blitz rules and the Hungarian ones stand over the edition of standard chess of the day. What that says
holds there too, unless they say otherwise themselves. So whoever adds a provision to an edition of standard chess adds
it to rapid, blitz and national rules. `arpad editions reach` shows it, and a test asks for every such provision.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.period import KINDS
from arpad.model.problems import EditionError
from arpad.regulations.catalogue import (
    DEFAULT_AUTHORITY,
    NoEditionError,
    authorities,
    edition,
    in_force,
    shipped_files,
    shipped_names,
)

if TYPE_CHECKING:
    from datetime import date

    from arpad.regulations.edition import Edition


class Line(NamedTuple):
    """An authority's rules for a kind of chess, through all their editions."""

    authority: str
    kind: str

    def __str__(self) -> str:
        """Name it as people do.

        >>> str(Line("fide", "rapid")), str(Line("mssz", "standard"))
        ('rapid', 'mssz standard')
        """
        return self.kind if self.authority == DEFAULT_AUTHORITY else f"{self.authority} {self.kind}"


class Reach(NamedTuple):
    """A provision of an edition in a line of rules that stands over it."""

    key: str
    line: Line
    editions: tuple[str, ...]
    """The editions of that line in which it holds."""
    begins: date
    ends: date | None
    """The first day on which it no longer holds there; None where it still does."""

    def __str__(self) -> str:
        """Write where, and from which day on.

        >>> from datetime import date
        >>> str(Reach("floor", Line("fide", "rapid"), ("fide-rb-2012-01",), date(2012, 1, 1), date(2022, 1, 1)))
        'rapid from 2012-01-01 until 2022-01-01'
        """
        return f"{self.line} from {self.begins}" + (f" until {self.ends}" if self.ends else "")


def reach_of(name: str) -> tuple[Reach, ...]:
    """Give where the provisions of a shipped edition hold besides, in the order of their names.

    What an edition only renumbers is not meant: it came with an older one.

    >>> [str(reach) for reach in reach_of("fide-2025-10") if reach.line.authority == "mssz"]
    ['mssz standard from 2025-10-01']
    """
    if name not in shipped_names():
        raise EditionError.of(
            "not_shipped",
            f"Nothing stands over {name!r}: overlays are laid over the shipped editions only, which are "
            f"{', '.join(shipped_names())}. `arpad editions diff` compares any two.",
        )
    return every_reach().get(name, ())


@cache
def every_reach() -> dict[str, tuple[Reach, ...]]:
    """Give where the provisions of all shipped editions hold through overlays."""
    days = sorted({file.effective for file in shipped_files().values() if file.effective})
    by_edition: dict[str, list[Reach]] = {}
    for line in (Line(authority, kind) for authority in authorities() for kind in KINDS):
        lasting: dict[tuple[str, str], Reach] = {}
        for day in days:
            law = _overlay(line, day)
            now = {} if law is None else _from_below(law)
            for place in [place for place in lasting if place not in now]:
                by_edition.setdefault(place[0], []).append(lasting.pop(place)._replace(ends=day))
            for place in now:
                reach = lasting.get(place) or Reach(place[1], line, (), day, None)
                lasting[place] = reach._replace(editions=tuple(dict.fromkeys([*reach.editions, now[place]])))
        for (name, _), reach in lasting.items():
            by_edition.setdefault(name, []).append(reach)
    return {name: tuple(sorted(each)) for name, each in sorted(by_edition.items())}


def _overlay(line: Line, day: date) -> Edition | None:
    """Give what a line of rules is on a day, if it stands over another then."""
    try:
        law = in_force(day, line.kind, line.authority)
    except NoEditionError:
        return None
    return law if law.base else None


def _from_below(law: Edition) -> dict[tuple[str, str], str]:
    """Give what an edition has from the one it stands over: who first said so, and the key; with its own id."""
    below = {key for key, provision in law.provisions.items() if provision.edition == law.base}
    came_with = ((_came_with(str(law.base), key), key) for key in below)
    return {(name, key): law.id for name, key in came_with if name is not None}


@cache
def _came_with(name: str, key: str) -> str | None:
    """Name the edition with which a provision came to say what it does; None where no edition ever had it."""
    law = edition(name)
    content = _content(law, key)
    if law.follows is None:
        return None if content is None else name
    return _came_with(law.follows, key) if content == _content(edition(law.follows), key) else name


def _content(law: Edition, key: str) -> Any:  # noqa: ANN401 - a number, a choice, a list, nothing
    provision = law.provisions.get(key)
    return provision.content if provision is not None and provision.present else None
