"""The lines of a list as the rows of its table, and the federations to choose from.

A page has a hundred lines, each with a dozen cells, and two hundred federations. A template would take most of the time
of the page for them, so they are put together from fragments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.model.period import KINDS, STANDARD
from arpad.pages.html import NOTHING, element, joined, link
from arpad.pages.numbers import NONE, with_minus
from arpad.web.public.player_places import player_address
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.pages.html import Content, Fragment
    from arpad.publication.list_rows import LinesOfList


def options_of(codes: Sequence[str], chosen: str) -> Fragment:
    """Write codes as what can be chosen in a form."""
    return joined(element("option", code, selected="selected" if code == chosen else None) for code in codes)


def rows_of(lines: LinesOfList, kind: str) -> Fragment:
    """Write the rows of some lines of a list, by a kind of chess."""
    words = {name: says("site_line", name) for name in ("new", "inactive", "best")}
    marks = {name: element("small", text, class_="tag") for name, text in words.items()}
    star = element(
        "span", "★", element("span", " ", words["best"], class_="seen-by-reader"), class_="best", title=words["best"]
    )
    others = [f"{each}_rating" for each in KINDS if each != kind]
    places = lines.places or [0] * lines.lines.height

    def changed(line: Mapping[str, Any]) -> tuple[Content, ...]:
        rating, before = line[f"{kind}_rating"], line[f"{kind}_before"]
        if rating is None or rating == before:
            return ()
        if before is None:
            return (marks["new"],)
        change = rating - before
        way = element("span", with_minus(f"{change:+}"), class_="up" if change > 0 else "down")
        return way, star if line[f"{kind}_best"] else NOTHING

    def row(place: int, line: Mapping[str, Any]) -> Fragment:
        is_idle = "i" in line["flag"] if kind == STANDARD else bool(line[f"{kind}_inactive"])
        rating = line[f"{kind}_rating"]
        return element(
            "tr",
            element("td", place or None, class_="number place"),
            element("th", *_player(line, marks["inactive"] if is_idle else None), scope="row", class_="name"),
            element("td", line["federation"], class_="wide"),
            element("td", line["birth_year"], class_="number wide"),
            element("td", NONE if rating is None else rating, class_="number strong"),
            element("td", *changed(line), class_="number"),
            element("td", line[f"{kind}_games"] or None, class_="number wide"),
            element("td", line[f"{kind}_k"], class_="number wide"),
            *(element("td", line[other], class_="number wide quiet") for other in others),
        )

    return joined((row(*each) for each in zip(places, lines.lines.iter_rows(named=True), strict=True)), "\n")


def _player(line: Mapping[str, Any], mark: Fragment | None) -> list[Content]:
    """Write who it is: title, name, a mark, and on a narrow screen federation and year of birth below."""
    title, number, name, born = line["title"] or line["womens_title"], line["fide_id"], line["name"], line["birth_year"]
    before = [element("span", title, class_="title"), " "] if title else []
    behind = [" ", mark] if mark is not None else []
    below = line["federation"] if not born else f"{line['federation']} · {born}"
    called = link(player_address(number, name), element("bdi", name or number))
    return [*before, called, *behind, element("span", below, class_="narrow quiet small")]
