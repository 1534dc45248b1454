"""The addresses of lists on the site, and which lines of one an address asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.http import Http404
from django.urls import reverse

from arpad.model.period import KINDS, STANDARD
from arpad.publication.list_rows import AGES, ORDERS, PARTS, AskedLines
from arpad.storage.queries.lists import list_version
from arpad.web.public.frame import BEING_MADE, FOR_EVER, with_query
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import QueryDict

    from arpad.storage.models import ListVersion
    from arpad.web.public.frame import Site

ROWS = 100
"""So many lines stand on a page."""
_MOST_PAGE = 1_000_000
_FILTERS = ("kind", "show", "federation", "title", "sex", "age", "order")


def list_address(version: ListVersion, part: str = "", /, **given: str) -> str:
    """Give the address of a page of a list in this revision: numbers, scale, changes, files, or its lines."""
    day = version.list_date
    name = f"site_list_{part}" if part else "site_list_revision"
    return with_query(reverse(name, args=[day.year, day.month, version.revision]), **given)


def month_address(version: ListVersion) -> str:
    """Give the address that always leads to the newest revision of a list."""
    return reverse("site_list", args=[version.list_date.year, version.list_date.month])


def asked_list(site: Site, year: int, month: int, revision: int | None = None) -> ListVersion:
    """Give the published list of a month, or say that there is none; the newest is known with the site."""
    newest = site.newest
    if newest is not None and revision in {None, newest.revision}:
        day = newest.list_date
        if (day.year, day.month) == (year, month):
            return newest
    version = None if site.system is None else list_version(site.system, year, month, revision)
    if version is None:
        raise Http404
    return version


class Life(NamedTuple):
    """What a page follows from, as a hash, and how long it may be kept."""

    fingerprint: str = ""
    life: str = BEING_MADE


def life_of(version: ListVersion, *, is_for_ever: bool = True) -> Life:
    """Give what a page follows from that follows from a list alone; nothing while its tables are lacking."""
    if not version.public_files:
        return Life()
    before = version.goes_on_from
    then = [] if before is None else [before.list_hash, *sorted(before.public_files.values())]
    parts = (version.list_hash, *sorted(version.public_files.values()), *then)
    return Life("/".join(parts), FOR_EVER if is_for_ever else BEING_MADE)


def page_of(query: QueryDict, lines: int | None = None) -> int:
    """Read which page is asked for: the first where it is none, the last where there are not so many lines."""
    text = query.get("page", "1")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 1  # noqa: PLR2004 - short
    return min(max(number, 1), _MOST_PAGE if lines is None else max(1, -(-lines // ROWS)))


@dataclass(frozen=True, slots=True)
class LinesInAddress:
    """Which lines an address asks for, and the addresses of others."""

    path: str
    given: Mapping[str, str]
    page: int

    @classmethod
    def of(cls, path: str, query: QueryDict) -> LinesInAddress:
        """Read an address; what it asks for that there is not is passed over."""
        given = {name: query.get(name, "").strip()[:12] for name in _FILTERS}
        allowed: dict[str, tuple[str, ...]] = {"kind": KINDS, "show": PARTS, "sex": ("M", "F"), "age": AGES}
        for name, values in allowed.items():
            if given[name] not in values:
                given[name] = ""
        if given["order"].removeprefix("-") not in ORDERS:
            given["order"] = ""
        if given["kind"] == STANDARD:
            given["kind"] = ""
        return cls(path, {name: value for name, value in given.items() if value}, page_of(query))

    @property
    def kind(self) -> str:
        """The kind of chess."""
        return self.given.get("kind", STANDARD)

    @property
    def order(self) -> str:
        """The order: by the rating of the kind, where no other is asked for."""
        return self.given.get("order", f"-{self.kind}")

    @property
    def is_plain(self) -> bool:
        """True where nothing is asked for but the first page."""
        return not self.given and self.page == 1

    @property
    def lines(self) -> AskedLines:
        """What is asked of the list."""
        of = self.given
        return AskedLines(
            self.kind, of.get("federation", ""), of.get("title", ""), of.get("sex", ""), of.get("age", ""),
            of.get("show", ""), self.order, (self.page - 1) * ROWS, ROWS,
        )  # fmt: skip

    def address(self, **changes: str) -> str:
        """Give the address with something else asked for, on its first page."""
        asked = {**self.given, **changes}
        if asked.get("kind") == STANDARD:
            asked["kind"] = ""
        return with_query(self.path, **{name: asked.get(name, "") for name in (*_FILTERS, "page")})

    def only(self, **wanted: str) -> str:
        """Give the address with nothing else asked for, but in the same kind of chess."""
        return with_query(self.path, **{"kind": self.given.get("kind", ""), **wanted})

    def turned(self, order: str, *, falls_first: bool) -> str:
        """Give the address in an order, or in it the other way round."""
        first, other = (f"-{order}", order) if falls_first else (order, f"-{order}")
        wanted = other if self.order == first else first
        return self.address(order="" if wanted == f"-{self.kind}" else wanted)

    def sorted_by(self, order: str) -> str:
        """Say whether the lines stand in an order, and how."""
        if self.order.removeprefix("-") != order:
            return ""
        return "descending" if self.order.startswith("-") else "ascending"

    @property
    def words(self) -> str:
        """Say in a few words what is asked for; empty where nothing is."""
        parts = [says("site_show", self.given["show"])] if "show" in self.given else []
        parts += [self.given[name] for name in ("federation", "title") if name in self.given]
        parts += [says("site_sex", self.given["sex"])] if "sex" in self.given else []
        parts += [self.given["age"].upper()] if "age" in self.given else []
        return ", ".join(parts)
