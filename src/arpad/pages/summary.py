"""The page of a list: how many are on it, the largest gains and losses, the players new and gone, and the articles.

One file without anything from elsewhere, whole without its script; on a phone tables keep the columns that matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.pages.html import Cell, element, finder, folded, items, joined, link, page, quiet, table
from arpad.pages.law import ARTICLES, CitedArticles
from arpad.pages.numbers import NONE, direction, gain, plain, whole
from arpad.pages.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from arpad.pages.html import Content, Fragment

_SECTIONS = ("numbers", "changes", "movements", "corrections", "federations", ARTICLES)
_COUNTS = (
    ("listed", "listed"),
    ("women", "fields"),
    ("inactive", "inactive"),
    ("events", "played"),
    ("played", "changes"),
    ("games", "changes"),
    ("points", "changes"),
    ("entered", "new"),
)
"""What is counted, and what the articles beside it are about."""
MOVEMENTS = (
    "new", "below_floor", "excluded", "died", "suspended", "no_federation", "became_inactive", "returned",
)  # fmt: skip
_CORRECTED = 20
"""So many corrections are shown at once, the others folded away."""
_PARTS = ("list", "by_federation", "inactive", "titled_unrated", "delisted", "top")


def summary_page(summary: Mapping[str, Any]) -> str:
    """Write the page from the data of a summary."""
    return page(_title(summary), summary_parts(summary), "summary", with_script=True)


def summary_parts(summary: Mapping[str, Any]) -> Iterator[Fragment]:
    """Give what the page shows, part by part."""
    yield element("h1", _title(summary))
    for kind, edition in summary["editions"].items():
        yield quiet(f"{kind}: {edition['id']}, {edition['title']}")
    has_articles, has_corrections = any(summary["articles"].values()), bool(summary["corrections"])
    absent = {ARTICLES: not has_articles, "corrections": not has_corrections}
    sections = [name for name in _SECTIONS if not absent.get(name)]
    yield element("nav", *(link(f"#{name}", says("summary_section", name)) for name in sections))
    yield finder("Find a player or a federation:")
    cited = CitedArticles()
    yield from numbers_section(summary, cited)
    yield from biggest_changes(summary, cited)
    yield from movements_section(summary, cited)
    yield from corrections_section(summary)
    yield from _federations(summary, cited)
    yield from cited.section()
    yield element("footer", "Made by arpad. No official rating, and not affiliated with FIDE.")


def corrections_section(summary: Mapping[str, Any]) -> Iterator[Fragment]:
    """Tell whose base was corrected and why: published before, corrected base, change, now; nothing without any."""
    of_kinds = summary["corrections"]
    if not of_kinds:
        return
    yield _section("corrections")
    yield quiet("What was published before stays; this list goes on from the corrected base.")
    for kind, corrected in of_kinds.items():
        yield element("h3", kind.capitalize())
        if corrected["events"]:
            yield items(f"{cause['sentence'][:1].upper()}{cause['sentence'][1:]}." for cause in corrected["events"])
        players = corrected["players"]
        if not players:
            yield element("p", "Nobody's base changes by it.")
            continue
        because = "; ".join(cause["sentence"] for cause in corrected["events"])
        yield _corrected(players[:_CORRECTED], because)
        if len(players) > _CORRECTED:
            yield folded(f"{whole(len(players) - _CORRECTED)} more", _corrected(players[_CORRECTED:], because))


def _corrected(players: Sequence[Mapping[str, Any]], because: str) -> Fragment:
    """Write corrected bases; the reason beside a name where it is another than that of all."""
    head: list[Content | Cell] = [Cell("Name", "text"), Cell("", "text wide"), "before", "base", "change", "now"]
    return table(head, (_corrected_cells(player, because) for player in players), "sortable filtered")


def _corrected_cells(player: Mapping[str, Any], because: str) -> Iterator[Content | Cell]:
    own = element("small", f"because {player['because']}") if player["because"] != because else None
    yield Cell(joined([player["name"], " ", _aside(player["fide_id"], "quiet wide"), own]), "name")
    yield Cell(player["federation"], "text wide")
    yield plain(player["before"])
    shift = None if player["before"] is None or player["base"] is None else player["base"] - player["before"]
    yield Cell(plain(player["base"]), direction(shift))
    yield Cell(gain(player["change"]), direction(player["change"]))
    yield plain(player["after"])


def _title(summary: Mapping[str, Any]) -> str:
    return f"Rating list of {summary['list']}"


def _section(name: str) -> Fragment:
    return element("h2", says("summary_section", name), id=name)


def _aside(words: Content, kind: str = "quiet") -> Fragment:
    return element("span", words, class_=kind)


def numbers_section(summary: Mapping[str, Any], cited: CitedArticles, published: str = "") -> Iterator[Fragment]:
    """Give the counts of each kind of chess, with the articles that rule them, and how many lines are `published`."""
    kinds = summary["kinds"]
    rows: list[list[Content | Cell]] = [
        [Cell(joined([says("summary_count", key), element("small", _articles(summary, about, cited))]), "name"),
         *(whole(counts[key]) for counts in kinds.values())]
        for key, about in _COUNTS
    ]  # fmt: skip
    parts = ", ".join(
        f"{says('list_part', name)} {whole(count)}" for name, count in summary["parts"].items() if name in _PARTS
    )
    yield _section("numbers")
    yield table([Cell("", "text"), *(says("kind_head", kind) for kind in kinds)], rows)
    yield quiet(f"{published or says('summary', 'published')}: {parts}.")


def biggest_changes(summary: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    """Give the biggest gains and losses of each kind of chess, side by side."""
    yield _section("changes")
    yield quiet(_articles(summary, "changes", cited))
    for kind in summary["kinds"]:
        gains, losses = summary["gains"][kind], summary["losses"][kind]
        if gains or losses:
            yield element("h3", kind.capitalize())
            yield element("div", _players(gains), _players(losses), class_="side")


def movements_section(
    summary: Mapping[str, Any], cited: CitedArticles, of_player: Callable[[int, str], str] | None = None
) -> Iterator[Fragment]:
    """Tell who is new on the list, dropped, inactive or back; on a site, with the addresses of the players."""
    yield _section("movements")
    moved = {name: summary["movements"][name] for name in MOVEMENTS if summary["movements"][name]}
    for name, by_kind in moved.items():
        counts = ", ".join(f"{says('kind', kind)} {whole(movement['count'])}" for kind, movement in by_kind.items())
        articles = _articles(summary, name, cited)
        title = [element("strong", says("movement", name)), f": {counts}"]
        tables = (
            element(
                "div",
                element("h3", says("kind_head", kind), *_how_many(movement)),
                _players(movement["first"], of_player),
            )
            for kind, movement in by_kind.items()
        )
        # Links stand under the title: what unfolds has nothing else in it that can be chosen.
        yield folded(joined(title), quiet(articles) if articles else None, element("div", *tables, class_="side"))
    if not moved:
        yield element("p", says("summary", "nobody"))


def _how_many(movement: Mapping[str, Any]) -> tuple[Content, ...]:
    """Say how many are named, where it is not all of them."""
    named, count = len(movement["first"]), movement["count"]
    return (" ", _aside(says("summary", "highest", named=named, count=whole(count)))) if named < count else ()


def _federations(summary: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    kinds = summary["kinds"]
    head = [Cell("Federation", "name"), *(kind.capitalize() for kind in kinds), Cell("new", "wide"),
            Cell("rating officer", "text wide")]  # fmt: skip
    yield _section("federations")
    yield quiet(
        "Players on the list, new ones, and who answers for ratings. ", _articles(summary, "federations", cited)
    )
    rows = (_federation_cells(federation, kinds) for federation in summary["federations"])
    yield table(head, rows, "sortable filtered")


def _federation_cells(federation: Mapping[str, Any], kinds: Mapping[str, Any]) -> Iterator[Content | Cell]:
    name: list[Content] = [federation["federation"] or NONE]
    if federation["suspended"]:
        name += [" ", _aside("suspended", "mark")]
    if federation["name"]:
        name += [" ", _aside(federation["name"], "quiet wide")]
    yield Cell(joined(name), "name")
    yield from (whole(federation[f"{kind}_listed"]) for kind in kinds)
    yield Cell(whole(sum(federation[f"{kind}_new"] for kind in kinds)), "wide")
    officer = ", ".join(federation[part] for part in ("officer", "contact") if federation[part])
    yield Cell(officer or NONE, "text wide")


def _players(players: Sequence[Mapping[str, Any]], of_player: Callable[[int, str], str] | None = None) -> Fragment:
    """Write players with their ratings before and now, and the change where anybody has one."""
    has_changes = any(player.get("change") for player in players)
    changes = [says("summary", "change")] if has_changes else []
    return table(
        [
            Cell(says("summary", "name"), "name"),
            Cell(says("summary", "federation"), "text"),
            says("summary", "before"),
            *changes,
            says("summary", "now"),
        ],
        (_player_cells(player, of_player, has_changes=has_changes) for player in players),
        "sortable filtered",
    )


def _player_cells(
    player: Mapping[str, Any], of_player: Callable[[int, str], str] | None, *, has_changes: bool
) -> Iterator[Content | Cell]:
    change, name = player.get("change"), player["name"]
    called = name if of_player is None else link(of_player(player["fide_id"], name), name)
    yield Cell(joined([called, " ", _aside(player["fide_id"], "quiet wide")]), "name")
    yield Cell(player["federation"], "text")
    yield plain(player["before"])
    if has_changes:
        yield Cell(gain(change), direction(change))
    yield plain(player["after"])


def _articles(summary: Mapping[str, Any], subject: str, cited: CitedArticles) -> Fragment:
    """Cite the articles of a subject, of every kind of chess that has other ones."""
    of_kinds = [articles[subject] for articles in summary["articles"].values() if subject in articles]
    return cited.of_text(
        "; ".join(dict.fromkeys(article for cited_text in of_kinds for article in cited_text.split("; ")))
    )
