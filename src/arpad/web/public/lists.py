"""The lists: all of them, one with its filters and orders, its numbers, its scale, and what changed from another."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from django.http import Http404
from django.utils.formats import date_format

from arpad.model.period import KINDS, STANDARD
from arpad.model.problems import ArpadError
from arpad.pages.integrity import integrity_parts
from arpad.pages.law import CitedArticles
from arpad.pages.summary import movements_section, numbers_section
from arpad.publication.list_changes import CHANGES, changed_lines, counts_of_changes
from arpad.publication.list_rows import AGES, CHANGE, NAME, PARTS, lines_of
from arpad.storage.queries.archived import archived_json
from arpad.storage.queries.lists import published_lists
from arpad.storage.site.list_table import comparison, federations_on, list_table
from arpad.web.public.frame import Sheet, public_page
from arpad.web.public.law_places import article_address
from arpad.web.public.list_lines import options_of, rows_of
from arpad.web.public.list_places import (
    ROWS,
    LinesInAddress,
    asked_list,
    life_of,
    list_address,
    month_address,
)
from arpad.web.public.player_places import player_address
from arpad.web.views.lists import INTEGRITY, SUMMARY
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from django.http import HttpRequest

    from arpad.storage.models import ListVersion
    from arpad.web.public.frame import Answer, Site

_PLACE = "lists"
_TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")


class HeadOfColumn(NamedTuple):
    """The head of a column by which lines can be put into order."""

    words: str
    address: str
    sorted: str
    is_number: bool = False
    is_wide: bool = False


class Pill(NamedTuple):
    """A list that many look for, as a link."""

    words: str
    address: str
    is_here: bool


class Tab(NamedTuple):
    """A page of a list as a link."""

    words: str
    address: str
    is_here: bool


@public_page
def lists_page(request: HttpRequest, site: Site) -> Answer:  # noqa: ARG001 - everybody sees the same
    """Show every published list with its revisions."""
    days = [] if site.system is None else published_lists(site.system)
    rows = [
        {
            "day": day,
            "address": month_address(day.newest),
            "versions": [(each, list_address(each)) for each in day.versions],
        }
        for day in days
    ]
    words = says("site_list", "all_description", office=site.title)
    return Sheet("lists.html", says("site_list", "all"), words, {"rows": rows}, place=_PLACE)


@public_page
def list_page(request: HttpRequest, site: Site, year: int, month: int, revision: int | None = None) -> Answer:
    """Show the lines of a list: of the newest revision where none is named, and then why there is a second."""
    version = asked_list(site, year, month, revision)
    asked = LinesInAddress.of(request.path, request.GET)
    title = _title(version)
    table = list_table(version)
    context = {"version": version, "asked": asked, "tabs": list(tabs_of(version, "")), "month": month_address(version)}
    if revision is None:
        context |= {"revisions": _revisions(site, version), "fixed": list_address(version)}
    if table is None:
        return Sheet("list_waits.html", title, title, context, of_list=version, place=_PLACE, is_indexed=False)
    lines = lines_of(table, asked.lines, version.list_date)
    context |= {
        "total": lines.total,
        "rows": rows_of(lines, asked.kind),
        "heads": list(_heads(asked)),
        "other_kinds": [kind for kind in KINDS if kind != asked.kind],
        "kinds": [Pill(says("kind", kind), asked.address(kind=kind, order=""), kind == asked.kind) for kind in KINDS],
        "pills": list(_pills(asked)),
        "federations": options_of(federations_on(version), asked.given.get("federation", "")),
        "titles": _TITLES,
        "ages": AGES,
        "parts": PARTS,
        "first": (asked.page - 1) * ROWS + 1,
        "last": (asked.page - 1) * ROWS + lines.lines.height,
        "before": asked.address(page=str(asked.page - 1) if asked.page > 2 else "") if asked.page > 1 else "",  # noqa: PLR2004 - the first is plain
        "after": asked.address(page=str(asked.page + 1)) if asked.page * ROWS < lines.total else "",
    }
    life = life_of(version, is_for_ever=revision is not None)
    words = says(
        "site_list",
        "description",
        list=date_format(version.list_date, "YEAR_MONTH_FORMAT"),
        office=site.title,
        count=lines.total,
    )
    return Sheet(
        "list.html", f"{title}: {asked.words}" if asked.words else title, words, context,
        canonical=list_address(version) if asked.is_plain else "", of_list=version, is_indexed=asked.is_plain,
        place=_PLACE, fingerprint=life.fingerprint, life=life.life,
    )  # fmt: skip


def _title(version: ListVersion) -> str:
    return says("site_list", "title", list=date_format(version.list_date, "YEAR_MONTH_FORMAT"))


def tabs_of(version: ListVersion, here: str) -> Iterator[Tab]:
    """Give the pages of a list as links."""
    pages = ["", *(["numbers"] if SUMMARY in version.files else []), *(["scale"] if INTEGRITY in version.files else [])]
    pages += ["changes"] if version.goes_on_from is not None else []
    for page in (*pages, "files"):
        yield Tab(says("site_list_tab", page or "lines"), list_address(version, page), page == here)


def _revisions(site: Site, version: ListVersion) -> list[tuple[ListVersion, str]]:
    """Give the revisions of a list where there are several."""
    days = [] if site.system is None else published_lists(site.system)
    of_day = next((day.versions for day in days if day.list_date == version.list_date), ())
    return [(each, list_address(each)) for each in of_day] if len(of_day) > 1 else []


def _heads(asked: LinesInAddress) -> Iterator[HeadOfColumn]:
    kind = asked.kind
    yield HeadOfColumn(says("site_column", "place"), "", "", is_number=True)
    yield HeadOfColumn(says("site_column", "name"), asked.turned(NAME, falls_first=False), asked.sorted_by(NAME))
    yield HeadOfColumn(says("site_column", "federation"), "", "", is_wide=True)
    yield HeadOfColumn(says("site_column", "born"), "", "", is_number=True, is_wide=True)
    yield HeadOfColumn(says("kind", kind), asked.turned(kind, falls_first=True), asked.sorted_by(kind), is_number=True)
    yield HeadOfColumn(
        says("site_column", "change"), asked.turned(CHANGE, falls_first=True), asked.sorted_by(CHANGE), is_number=True
    )
    yield HeadOfColumn(says("site_column", "games"), "", "", is_number=True, is_wide=True)
    yield HeadOfColumn("K", "", "", is_number=True, is_wide=True)
    for other in (each for each in KINDS if each != kind):
        yield HeadOfColumn(
            says("kind", other),
            asked.turned(other, falls_first=True),
            asked.sorted_by(other),
            is_number=True,
            is_wide=True,
        )


def _pills(asked: LinesInAddress) -> Iterator[Pill]:
    """Give the lists that many look for."""
    wanted: list[dict[str, str]] = [{}, {"show": "active"}, {"show": "active", "sex": "F"}]
    wanted += [{"show": "active", "age": age} for age in AGES]
    wanted += [{"show": show} for show in PARTS[1:]]
    names = ["all", "top", "women", *(age.upper() for age in AGES), *PARTS[1:]]
    given = {name: value for name, value in asked.given.items() if name not in {"kind", "order"}}
    for name, of in zip(names, wanted, strict=True):
        yield Pill(says("site_pill", name) if name.islower() else name, asked.only(**of), given == of)


@public_page
def numbers_page(request: HttpRequest, site: Site, year: int, month: int, revision: int) -> Answer:  # noqa: ARG001 - the address
    """Show a list in numbers: how many, who came and went, by which articles."""
    version = asked_list(site, year, month, revision)
    cited, summary = CitedArticles((), article_address), public_summary(_data(version, SUMMARY))
    parts = [
        *numbers_section(summary, cited, says("summary", "published")),
        *movements_section(summary, cited, player_address),
        *cited.section(),
    ]
    return _of_list(version, "numbers", parts)


def public_summary(summary: dict[str, Any]) -> dict[str, Any]:
    """Leave out of a summary who was excluded or kept off and why, which never leaves the office."""
    moved = summary.get("movements", {})
    public = {what: of if what in _PUBLIC_MOVEMENTS else {} for what, of in moved.items()}
    return {**summary, "movements": public}


_PUBLIC_MOVEMENTS = ("new", "below_floor", "became_inactive", "returned")


@public_page
def scale_page(request: HttpRequest, site: Site, year: int, month: int, revision: int) -> Answer:  # noqa: ARG001 - the address
    """Show the watch over the scale of a list, with the lists before it."""
    version = asked_list(site, year, month, revision)
    return _of_list(
        version,
        "scale",
        [part for part in integrity_parts(_data(version, INTEGRITY), article_address) if not part.startswith("<h1")],
    )


def _data(version: ListVersion, name: str) -> dict[str, Any]:
    digest = version.files.get(name)
    if digest is None:
        raise Http404
    try:
        return archived_json(digest)
    except (ArpadError, json.JSONDecodeError) as damaged:
        raise Http404 from damaged


def _of_list(version: ListVersion, page: str, parts: Sequence[str]) -> Sheet:
    title, life = f"{_title(version)}: {says('site_list_tab', page)}", life_of(version)
    context = {
        "version": version,
        "tabs": list(tabs_of(version, page)),
        "parts": parts,
        "month": month_address(version),
    }
    words = says("site_list", f"{page}_description", list=date_format(version.list_date, "YEAR_MONTH_FORMAT"))
    return Sheet(
        "list_part.html", title, words, context,
        of_list=version, place=_PLACE, fingerprint=life.fingerprint, life=life.life,
    )  # fmt: skip


@public_page
def changes_page(request: HttpRequest, site: Site, year: int, month: int, revision: int) -> Answer:
    """Show what is different from another list: the one before, or any that is named."""
    version = asked_list(site, year, month, revision)
    days = [] if site.system is None else published_lists(site.system)
    others = [each for day in days for each in day.versions if each.pk != version.pk]
    named = {f"{each.list_date:%Y-%m}-r{each.revision}": each for each in others}
    usual = version.goes_on_from
    with_name = request.GET.get("with", "")
    other = named.get(with_name) or (
        None if usual is None else next((each for each in others if each.pk == usual.pk), None)
    )
    if other is None:
        raise Http404
    other = asked_list(site, other.list_date.year, other.list_date.month, other.revision)
    older, newer = sorted((other, version), key=lambda each: (each.list_date, each.revision))
    marked = comparison(older, newer)
    if marked is None:
        return Sheet(
            "list_waits.html", _title(version), _title(version), {"version": version}, of_list=version, place=_PLACE
        )
    what, kind = request.GET.get("what", ""), request.GET.get("kind", "")
    what, kind = what if what in CHANGES else "", kind if kind in KINDS else STANDARD
    page = LinesInAddress.of(request.path, request.GET).page
    lines = changed_lines(marked, what, kind)
    counts = counts_of_changes(marked)
    given = {"with": with_name if with_name in named else "", "what": what, "kind": "" if kind == STANDARD else kind}

    def address(**changes: str) -> str:
        return list_address(version, "changes", **{**given, **changes})

    context = {
        "version": version, "older": older, "newer": newer, "tabs": list(tabs_of(version, "changes")),
        "counts": [(name, counts[name], address(what=name), name == what) for name in CHANGES],
        "all": (address(what=""), not what),
        "names": list(named.items()),
        "chosen": f"{other.list_date:%Y-%m}-r{other.revision}",
        "what": what, "kind": kind, "kinds": KINDS, "total": lines.height,
        "rows": [(player_address(row["fide_id"], row["called"]), row, list(_differences(row)))
                 for row in lines.slice((page - 1) * ROWS, ROWS).iter_rows(named=True)],
        "first": (page - 1) * ROWS + 1, "last": min(page * ROWS, lines.height),
        "before": address(page=str(page - 1)) if page > 1 else "",
        "after": address(page=str(page + 1)) if page * ROWS < lines.height else "",
        "month": month_address(version),
    }  # fmt: skip
    title = says(
        "site_list",
        "changes_title",
        before=date_format(older.list_date, "YEAR_MONTH_FORMAT"),
        after=date_format(newer.list_date, "YEAR_MONTH_FORMAT"),
    )
    return Sheet("list_changes.html", title, title, context, of_list=version, place=_PLACE, is_indexed=not request.GET)


def _differences(row: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Give what changed of a player: name of the column, before, after."""
    if row["is_came"] or row["is_left"]:
        return
    for name, was in row.items():
        column = name.removesuffix("_was")
        if name.endswith("_was") and was != row[column]:
            yield column, _shown(column, was), _shown(column, row[column])


def _shown(column: str, value: Any) -> Any:  # noqa: ANN401 - of any column
    """Give a value as people read it: the flag says who is active."""
    if column != "flag" or value is None:
        return value
    return says("site_activity", "inactive" if "i" in value else "active")
