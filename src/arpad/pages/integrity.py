"""The page of the watch over the scale: alarms first, then a section for each kind of chess with charts and tables.

It stands alone, nothing is fetched, and the script only sorts tables. Every chart has its numbers behind it, every part
the articles it is for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.model.numbers import counted, decimal
from arpad.pages.account_of_points import ITEMS, account_parts
from arpad.pages.charts import Axes, Curve, Limits, columns, lines
from arpad.pages.html import definitions, element, folded, grid, items, joined, link, page, quiet, table
from arpad.pages.law import ARTICLES, CitedArticles
from arpad.pages.numbers import (
    NONE,
    between,
    difference,
    nearest,
    points_text,
    signed,
    whole,
    with_minus,
)
from arpad.publication.integrity.alarms import FIGURES, LEAST_LISTS
from arpad.publication.integrity.law import STANDINGS
from arpad.publication.integrity.measures import (
    A_POINT,
    BAND,
    PERCENTILES,
    STEADY_FROM,
    STEADY_TO,
    WATCHED_FROM,
    WATCHED_TO,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from arpad.pages.html import Content, Fragment

_SHOWN = 50
"""How many players are named in the page; the data have all."""
_TELLING = 100
"""How many games of a difference are asked before it is drawn on its own."""
_LEAST_PLAYERS, _LEAST_POINTS, _LEAST_SCORE, _LEAST_EXCESS = 5, 20_000, 1000, 400
"""What the axes span at least: players, and hundredths of rating points and of per cents."""
_OF_LEAST_WIDTH = 4
"""So many times what is no news the axis of a figure spans at least."""
_SEXES = {"M": "men", "F": "women", "": "not given"}
_ABOUT = (
    "Is a rating still worth what it was? What is on the list, how steady adults moved, whether favourites score what "
    "the table promises, and where points came from and went."
)
_SMALL_PRINT = (
    "Worked out by arpad in whole numbers; means are rounded to hundredths, percentiles are the rating at the nearest "
    "rank. The same numbers, and those too many for a page, stand in integrity.json. Not affiliated with FIDE."
)


def integrity_page(watch: Mapping[str, Any]) -> str:
    """Write the page of a list."""
    return page(f"The scale on the list of {watch['list']}", integrity_parts(watch), "integrity", with_script=True)


def integrity_parts(watch: Mapping[str, Any]) -> Iterator[Fragment]:
    """Give what the page shows, part by part."""
    kinds: Mapping[str, Any] = watch["kinds"]
    yield element("h1", "The scale on the list of ", element("span", watch["list"]))
    yield quiet(_ABOUT)
    # At the end of the page it would stand alone on a last sheet of paper, wherever that happens to begin.
    yield quiet(_SMALL_PRINT)
    yield element("nav", *(link(f"#{kind}", kind.capitalize()) for kind in kinds), link(f"#{ARTICLES}", "The articles"))
    yield _attention(kinds)
    cited = CitedArticles()
    for kind, watched in kinds.items():
        yield element("section", "\n", joined(_section(kind, watched, watch["list"], cited), "\n"), "\n", id=kind)
    yield from cited.section()


def _attention(kinds: Mapping[str, Any]) -> Fragment:
    """Say what is outside its limits; and that nothing is only as far as the figures could be judged."""
    alarms = [(kind, alarm) for kind, watched in kinds.items() for alarm in watched["alarms"]]
    rows = [(kind, row) for kind, watched in kinds.items() for row in watched["series"]]
    unjudged = [(kind, row) for kind, row in rows if not row["judged"]]
    parts: list[Content] = []
    if alarms:
        parts.append(element("p", element("strong", counted(len(alarms), "alarm"))))
        parts.append(items(_remark(f"{kind.capitalize()}.", with_minus(alarm["words"])) for kind, alarm in alarms))
    elif not unjudged:
        parts.append(element("p", _remark("No alarm.", "No figure is outside its limits.")))
    elif len(unjudged) < len(rows):
        judged = f"{len(rows) - len(unjudged)} of {counted(len(rows), 'figure')}"
        parts.append(element("p", _remark("Judged in part.", f"{judged}: none of these is outside its limits.")))
    else:
        parts.append(element("p", _remark("Nothing could be judged.", "Whether the scale moves cannot be told yet.")))
    if unjudged:
        parts.append(folded("Not judged, and why", items(_unjudged(kind, row) for kind, row in unjudged)))
    return element("div", *parts, class_="note" if alarms else "note open" if unjudged else "note fine")


def _unjudged(kind: str, row: Mapping[str, Any]) -> Fragment:
    """Say why a figure was not held against anything."""
    return _remark(f"{kind.capitalize()}, {FIGURES[row['figure']].words}:", f"{_why_unjudged(row)}.")


def _why_unjudged(row: Mapping[str, Any]) -> str:
    if row["value"] is None:
        return "there is nothing to work it out from"
    known = sum(point["value"] is not None for point in row["before"])
    lists = f"{counted(known, 'list')} before, and a usual range needs {LEAST_LISTS}"
    if all(limit is None for limit in row["fixed"].values()):
        return f"it has no fixed limit; {lists}"
    enough = FIGURES[row["figure"]].enough
    return f"it comes from {whole(row['number'])}, and its fixed limit needs {whole(enough)}; {lists}"


def _remark(about: str, words: str) -> Fragment:
    return joined([element("strong", about), f" {words}"])


def _section(kind: str, watched: Mapping[str, Any], day: str, cited: CitedArticles) -> Iterator[Fragment]:
    yield element("h2", kind.capitalize())
    yield quiet(f"Edition {watched['edition']}.")
    yield from _overview(watched)
    yield from _players(watched, cited)
    yield from _steady(watched, cited)
    yield from _expectation(watched, cited)
    yield from _points(watched, cited)
    yield from _series(watched, day, cited)
    yield from _load(watched, cited)


def _overview(watched: Mapping[str, Any]) -> Iterator[Fragment]:
    every, points, figures = watched["players"]["all"], watched["points"], watched["figures"]
    shown = {
        "rated": whole(every["number"]),
        "active": whole(every["active"]),
        "mean of the active": points_text(every["active_mean"]),
        "first ratings": whole(points["entries"]["number"]),
        "their median": whole(points["entries"]["median"]),
        "player-games": whole(points["player_games"]),
        "steady adults, 12 months": signed(figures["steady_year"]["value"]),
    }
    yield definitions(shown, "numbers")
    yield quiet(_left_out(watched["left_out"]))


def _left_out(reasons: Mapping[str, int]) -> str:
    """Say which players the page does not count: those with a rating in the book and not on the published list."""
    if not reasons:
        return "Counted are the players of the published list: everybody who has a rating."
    listed = ", ".join(f"{ITEMS[reason]} {whole(number)}" for reason, number in reasons.items())
    return (
        f"Counted are the players of the published list. Left out are {whole(sum(reasons.values()))} who have a rating "
        f"in the book and are not on it: {listed}. Games that they played count among the games."
    )


def _players(watched: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    yield element("h3", "Who is on the list")
    players = watched["players"]
    bands, ages = players["bands"], players["ages"]
    if not bands:
        yield element("p", "Nobody is rated.")
        return
    yield _law(watched, "players", cited)
    yield grid([_by_rating(bands), _by_age(ages)])
    yield _described("Rating bands", "from", bands)
    yield _described("Ages", "age", ages)
    yield _described("Sexes", "", [{**sex, "group": _SEXES[sex["group"]]} for sex in players["sexes"]])
    named = [{**federation, "group": federation["group"] or NONE} for federation in players["federations"]]
    yield _described("Federations", "federation", named)


def _by_rating(bands: Sequence[Mapping[str, Any]]) -> Fragment:
    most = max(bands, key=lambda band: int(band["number"]))
    sentence = f"Bars for bands of {BAND} points from {bands[0]['group']} to {bands[-1]['group']}; "
    sentence += f"the fullest begins at {most['group']} with {most['number']} players."
    axes = Axes("Players by rating", "rating, from", "players", sentence, _LEAST_PLAYERS)
    return columns(axes, [str(band["group"]) for band in bands], [band["number"] for band in bands], whole)


def _by_age(ages: Sequence[Mapping[str, Any]]) -> Fragment:
    description = "Mean: " + ", ".join(f"{age['group']}: {nearest(age['mean'])}" for age in ages) + "."
    return lines(
        Axes("Ratings by age", "age in the year of the list", "points", description, _LEAST_POINTS),
        [age["group"] for age in ages],
        [
            Curve("mean", [age["mean"] for age in ages]),
            Curve("a quarter is below", [A_POINT * age["p25"] for age in ages]),
            Curve("a quarter is above", [A_POINT * age["p75"] for age in ages]),
        ],
        nearest,
    )


def _described(title: str, of: str, rows: Iterable[Mapping[str, Any]]) -> Fragment:
    head = [of, "rated", "active", "mean", "mean of active", *(f"{percent} %" for percent in PERCENTILES)]
    cells = (
        [str(row["group"]), whole(row["number"]), whole(row["active"]), points_text(row["mean"]),
         points_text(row["active_mean"]), *(whole(row[f"p{percent}"]) for percent in PERCENTILES)]
        for row in rows
    )  # fmt: skip
    return folded(title, table(head, cells, "sortable"))


def _steady(watched: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    words = {"list": "last list", "year": "a year ago"}
    rows = (
        [f"{words[name]}, {adults['since'] or 'not at hand'}", whole(adults["number"]), signed(adults["mean"]),
         whole(adults["up"]), whole(adults["still"]), whole(adults["down"])]
        for name, adults in watched["steady"].items()
    )  # fmt: skip
    yield element("h3", "Steady adults")
    yield _law(watched, "steady", cited)
    yield element(
        "p",
        f"Players of {STEADY_FROM} to {STEADY_TO} years who were rated then and are now, were no longer new, and "
        "played in between. Their strength hardly changes as a group; if their ratings do, the scale moves.",
    )
    yield table(["since", "players", "mean", "up", "same", "down"], rows)


def _expectation(watched: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    yield element("h3", "Expected and actual score")
    expectation = watched["expectation"]
    bands, excess = expectation["bands"], expectation["watched"]["excess"]
    if not bands:
        yield element("p", "No game between rated players of different rating.")
        return
    rows = (
        [difference(band["from"]), whole(band["games"]), decimal(band["score"]), decimal(band["table"]),
         decimal(band["counted"]), signed(band["table"] - band["score"])]
        for band in bands
    )  # fmt: skip
    head = ["difference", "games", "actual %", "by the table %", "as counted %", "table less actual"]
    yield _law(watched, "expectation", cited)
    yield element(
        "p",
        f"{counted(expectation['games'], 'game')} between rated players, and {counted(expectation['equals'], 'game')} "
        f"between equals, which say nothing about favourites. For differences of {WATCHED_FROM} to {WATCHED_TO} the "
        f"table less the actual score is {signed(excess)} per cent.",
    )
    is_told = any(band["games"] >= _TELLING for band in bands)
    yield grid([_scored(bands, excess), *([_promised(bands)] if is_told else [])])
    yield folded("The numbers", table(head, rows))


def _scored(bands: Sequence[Mapping[str, Any]], excess: int | None) -> Fragment:
    """Draw what favourites score beside what the table promises them."""
    sentence = (
        f"Three lines over the rating difference. Between {WATCHED_FROM} and {WATCHED_TO} points favourites scored "
        f"{signed(None if excess is None else -excess)} per cent against the table."
    )
    return lines(
        Axes("Score of the higher-rated player", "rating difference, from", "per cent", sentence, _LEAST_SCORE),
        [str(band["from"]) for band in bands],
        [
            Curve("actual score", [band["score"] for band in bands]),
            Curve("by the table", [band["table"] for band in bands]),
            Curve("as counted, with the largest difference", [band["counted"] for band in bands]),
        ],
        nearest,
    )


def _promised(bands: Sequence[Mapping[str, Any]]) -> Fragment:
    """Draw what the table promises favourites beyond what they score, where enough games tell it."""
    sentence = f"One line over the rating difference, with a mark for each that has {_TELLING} games or more."
    excess = [band["table"] - band["score"] if band["games"] >= _TELLING else None for band in bands]
    return lines(
        Axes("Promised beyond the actual score", "rating difference, from", "per cent", sentence, _LEAST_EXCESS),
        [str(band["from"]) for band in bands],
        [Curve("table less actual", excess)],
        points_text,
        Limits(usual=(0, 0)),
    )


def _points(watched: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    yield element("h3", "Where points came from and went")
    yield _law(watched, "points", cited)
    yield from account_parts(watched["points"])


def _series(watched: Mapping[str, Any], day: str, cited: CitedArticles) -> Iterator[Fragment]:
    series: Sequence[Mapping[str, Any]] = watched["series"]
    head = ["figure", "now", "from so many", "fixed limits", "usual range", ""]
    history = (
        [str(point["list"]), *(points_text(figure["before"][place]["value"]) for figure in series)]
        for place, point in enumerate(series[0]["before"])
    )
    figures = [FIGURES[watched_figure["figure"]] for watched_figure in series]
    yield element("h3", "Against the last twelve lists")
    yield _law(watched, "series", cited)
    yield element(
        "p",
        "The usual range is the mean of the lists before and three standard deviations to either side; it needs "
        f"{LEAST_LISTS} lists and is drawn as a band. Fixed limits are dashed lines.",
    )
    yield grid(
        [_over_time(watched_figure, day) for watched_figure in series if watched_figure["value"] is not None], "small"
    )
    yield table(head, (_series_cells(watched_figure) for watched_figure in series))
    yield folded("The lists before", table(["list", *(figure.words for figure in figures)], history))
    reasons = (_remark(f"{figure.words.capitalize()}.", figure.why) for figure in figures)
    yield folded("Why these limits", items(reasons))


def _series_cells(series: Mapping[str, Any]) -> list[str]:
    usual, fixed = series["usual"], series["fixed"]
    return [
        FIGURES[series["figure"]].words,
        points_text(series["value"]),
        whole(series["number"]),
        between(fixed["low"], fixed["high"]),
        NONE if usual is None else between(usual["low"], usual["high"]),
        "" if series["judged"] else "not judged",
    ]


def _over_time(series: Mapping[str, Any], day: str) -> Fragment:
    figure = FIGURES[series["figure"]]
    values = [*series["before"], {"list": day, "value": series["value"]}]
    usual, fixed = series["usual"], series["fixed"]
    sentence = f"{len(values)} lists; this one {decimal(series['value'])} {figure.unit}."
    return lines(
        Axes(figure.words.capitalize(), "list", figure.unit, sentence, _OF_LEAST_WIDTH * figure.least_width),
        [str(point["list"])[2:7] for point in values],
        [Curve(figure.words, [point["value"] for point in values])],
        points_text,
        Limits((fixed["low"], fixed["high"]), None if usual is None else (usual["low"], usual["high"])),
    )


def _load(watched: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    for load in watched["load"]:
        players = load["players"]
        does = "K is reduced for them" if load["binding"] else "a remark that binds nobody: such ratings swing too far"
        yield element("h3", f"K times games above {load['limit']}")
        citation = load["citation"]
        law = _of_edition(citation["edition"], [citation["article"]], citation["standing"], cited)
        yield element("p", law, class_="law")
        yield element("p", f"{counted(len(players), 'player')}; {does}.")
        if players:
            more = f", the first {_SHOWN} of them" if len(players) > _SHOWN else ""
            rows = ([row["fide_id"], row["k"], row["games"], whole(row["product"])] for row in players[:_SHOWN])
            yield folded(f"The players{more}", table(["FIDE number", "K", "games", "K times games"], rows))


def _law(watched: Mapping[str, Any], part: str, cited: CitedArticles) -> Fragment:
    """Cite the articles of a part, those of an edition together."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for citation in watched["citations"][part]:
        grouped.setdefault((citation["edition"], citation["standing"]), []).append(citation["article"])
    groups = (_of_edition(name, articles, standing, cited) for (name, standing), articles in grouped.items())
    return element("p", joined(groups, "; "), class_="law")


def _of_edition(name: str, articles: Sequence[str], standing: str, cited: CitedArticles) -> Fragment:
    """Cite articles of an edition, which is named once, and how they stand to the edition in force."""
    links = (cited.link(name, article, None if place == 0 else article) for place, article in enumerate(articles))
    return joined([joined(links, ", "), f" ({STANDINGS[standing]})" if STANDINGS[standing] else None])
