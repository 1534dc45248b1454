"""The page of the watch over the scale: alarms first, then a section for each kind of chess with charts and tables.

It stands alone, nothing is fetched, and the script only sorts tables. Every chart has its numbers behind it, every part
the articles it is for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.model.numbers import decimal
from arpad.pages.account_of_points import account_parts
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
from arpad.pages.wording import counted, says
from arpad.publication.integrity.alarms import FIGURES, LEAST_LISTS, figure_words, of_figure
from arpad.publication.integrity.law import standing_words
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
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from arpad.pages.html import Content, Fragment

_SHOWN = 50
"""How many players are named in the page; the data have all."""
_TELLING = 100
"""How many games of a difference are asked before it is drawn on its own."""
_LEAST_PLAYERS, _LEAST_POINTS, _LEAST_SCORE, _LEAST_EXCESS = 5, 20_000, 1000, 400
"""What the axes span at least: players, and hundredths of rating points and of per cents."""
_OF_LEAST_WIDTH = 4
"""So many times what is no news the axis of a figure spans at least."""


def integrity_page(watch: Mapping[str, Any]) -> str:
    """Write the page of a list."""
    return page(says("scale", "title", list=watch["list"]), integrity_parts(watch), "integrity", with_script=True)


def integrity_parts(watch: Mapping[str, Any], address: Callable[[str, str], str] | None = None) -> Iterator[Fragment]:
    """Give what the page shows, part by part; on a site that has the regulations, with the addresses of articles."""
    kinds: Mapping[str, Any] = watch["kinds"]
    before, day, after = says("scale", "title", list=watch["list"]).partition(watch["list"])
    yield element("h1", before, element("span", day), after)
    yield quiet(says("scale", "about"))
    # At the end of the page it would stand alone on a last sheet of paper, wherever that happens to begin.
    yield quiet(says("scale", "small_print"))
    of_kinds = (link(f"#{kind}", says("kind_head", kind)) for kind in kinds)
    yield element("nav", *of_kinds, None if address else link(f"#{ARTICLES}", says("law", "articles")))
    yield _attention(kinds)
    cited = CitedArticles((), address)
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
        parts.append(element("p", element("strong", counted("alarms", len(alarms)))))
        parts.append(
            items(_remark(f"{says('kind_head', kind)}.", with_minus(alarm["words"])) for kind, alarm in alarms)
        )
    elif not unjudged:
        parts.append(element("p", _remark(says("scale", "no_alarm"), says("scale", "none_outside"))))
    elif len(unjudged) < len(rows):
        judged = says("scale", "judged", judged=len(rows) - len(unjudged), figures=len(rows))
        parts.append(element("p", _remark(says("scale", "in_part"), judged)))
    else:
        parts.append(element("p", _remark(says("scale", "not_at_all"), says("scale", "not_told_yet"))))
    if unjudged:
        parts.append(folded(says("scale", "not_judged_and_why"), items(_unjudged(kind, row) for kind, row in unjudged)))
    return element("div", *parts, class_="note" if alarms else "note open" if unjudged else "note fine")


def _unjudged(kind: str, row: Mapping[str, Any]) -> Fragment:
    """Say why a figure was not held against anything."""
    about = says("scale", "figure_of", kind=kind, figure=figure_words(row["figure"]))
    return _remark(about, f"{_why_unjudged(row)}.")


def _why_unjudged(row: Mapping[str, Any]) -> str:
    if row["value"] is None:
        return says("scale", "nothing_there")
    known = sum(point["value"] is not None for point in row["before"])
    lists = says("scale", "too_few_lists", before=known, needed=LEAST_LISTS)
    if all(limit is None for limit in row["fixed"].values()):
        return says("scale", "no_limit", lists=lists)
    enough = FIGURES[row["figure"]].enough
    return says("scale", "too_few", number=whole(row["number"]), needed=whole(enough), lists=lists)


def _remark(about: str, words: str) -> Fragment:
    return joined([element("strong", about), f" {words}"])


def _section(kind: str, watched: Mapping[str, Any], day: str, cited: CitedArticles) -> Iterator[Fragment]:
    yield element("h2", says("kind_head", kind))
    yield quiet(says("scale", "edition", edition=watched["edition"]))
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
        "mean_of_active": points_text(every["active_mean"]),
        "first_ratings": whole(points["entries"]["number"]),
        "their_median": whole(points["entries"]["median"]),
        "player_games": whole(points["player_games"]),
        "steady_year": signed(figures["steady_year"]["value"]),
    }
    yield definitions({says("scale_number", name): value for name, value in shown.items()}, "numbers")
    yield quiet(_left_out(watched["left_out"]))


def _left_out(reasons: Mapping[str, int]) -> str:
    """Say which players the page does not count: those with a rating in the book and not on the published list."""
    if not reasons:
        return says("scale", "all_counted")
    listed = ", ".join(f"{says('account_item', reason)} {whole(number)}" for reason, number in reasons.items())
    return says("scale", "left_out", number=whole(sum(reasons.values())), listed=listed)


def _players(watched: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    yield element("h3", says("scale", "players"))
    players = watched["players"]
    bands, ages = players["bands"], players["ages"]
    if not bands:
        yield element("p", says("scale", "nobody"))
        return
    yield _law(watched, "players", cited)
    yield grid([_by_rating(bands), _by_age(ages)])
    yield _described("bands", bands)
    yield _described("ages", ages)
    sexes = ({**sex, "group": says("sex", sex["group"] or "not_given")} for sex in players["sexes"])
    yield _described("sexes", sexes)
    named = [{**federation, "group": federation["group"] or NONE} for federation in players["federations"]]
    yield _described("federations", named)


def _by_rating(bands: Sequence[Mapping[str, Any]]) -> Fragment:
    most = max(bands, key=lambda band: int(band["number"]))
    first, last = bands[0]["group"], bands[-1]["group"]
    facts = {"band": BAND, "first": first, "last": last, "fullest": most["group"], "players": most["number"]}
    axes = _axes("by_rating", _LEAST_PLAYERS, **facts)
    return columns(axes, [str(band["group"]) for band in bands], [band["number"] for band in bands], whole)


def _by_age(ages: Sequence[Mapping[str, Any]]) -> Fragment:
    means = ", ".join(f"{age['group']}: {nearest(age['mean'])}" for age in ages)
    return lines(
        _axes("by_age", _LEAST_POINTS, means=means),
        [age["group"] for age in ages],
        [
            Curve(says("scale_line", "mean"), [age["mean"] for age in ages]),
            Curve(says("scale_line", "below"), [A_POINT * age["p25"] for age in ages]),
            Curve(says("scale_line", "above"), [A_POINT * age["p75"] for age in ages]),
        ],
        nearest,
    )


def _axes(chart: str, least: int, /, **facts: object) -> Axes:
    """Give the words of a chart: its title, what its axes count, and what it shows as a sentence."""
    across, up = says("scale_across", chart), says("scale_up", chart)
    return Axes(says("scale_chart", chart), across, up, says("scale_shows", chart, **facts), least)


def _columns(*names: str) -> list[str]:
    return [says("scale_column", name) for name in names]


def _described(of: str, rows: Iterable[Mapping[str, Any]]) -> Fragment:
    title, first = says("scale_groups", of), says("scale_group", of)
    percentiles = (f"{percent} %" for percent in PERCENTILES)
    head = [first, *_columns("rated", "active", "mean", "mean_of_active"), *percentiles]
    cells = (
        [str(row["group"]), whole(row["number"]), whole(row["active"]), points_text(row["mean"]),
         points_text(row["active_mean"]), *(whole(row[f"p{percent}"]) for percent in PERCENTILES)]
        for row in rows
    )  # fmt: skip
    return folded(title, table(head, cells, "sortable"))


def _steady(watched: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    rows = (
        [_since(name, adults["since"]), whole(adults["number"]), signed(adults["mean"]), whole(adults["up"]),
         whole(adults["still"]), whole(adults["down"])]
        for name, adults in watched["steady"].items()
    )  # fmt: skip
    yield element("h3", says("scale", "steady"))
    yield _law(watched, "steady", cited)
    yield element("p", says("scale", "steady_about", youngest=STEADY_FROM, oldest=STEADY_TO))
    yield table(_columns("since", "players", "mean", "up", "same", "down"), rows)


def _since(name: str, list_day: str | None) -> str:
    return says("scale_since", name, since=list_day or says("scale", "not_at_hand"))


def _expectation(watched: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    yield element("h3", says("scale", "expectation"))
    expectation = watched["expectation"]
    bands, excess = expectation["bands"], expectation["watched"]["excess"]
    if not bands:
        yield element("p", says("scale", "no_game"))
        return
    rows = (
        [difference(band["from"]), whole(band["games"]), decimal(band["score"]), decimal(band["table"]),
         decimal(band["counted"]), signed(band["table"] - band["score"])]
        for band in bands
    )  # fmt: skip
    head = _columns("difference", "games", "actual", "by_table", "as_counted", "table_less_actual")
    yield _law(watched, "expectation", cited)
    games, equals = counted("games", expectation["games"]), counted("games", expectation["equals"])
    facts = {"least": WATCHED_FROM, "most": WATCHED_TO, "excess": signed(excess)}
    yield element("p", says("scale", "expectation_about", games=games, equals=equals, **facts))
    is_told = any(band["games"] >= _TELLING for band in bands)
    yield grid([_scored(bands, excess), *([_promised(bands)] if is_told else [])])
    yield folded(says("scale", "the_numbers"), table(head, rows))


def _scored(bands: Sequence[Mapping[str, Any]], excess: int | None) -> Fragment:
    """Draw what favourites score beside what the table promises them."""
    against = signed(None if excess is None else -excess)
    return lines(
        _axes("score", _LEAST_SCORE, least=WATCHED_FROM, most=WATCHED_TO, against=against),
        [str(band["from"]) for band in bands],
        [
            Curve(says("scale_line", "actual"), [band["score"] for band in bands]),
            Curve(says("scale_line", "by_table"), [band["table"] for band in bands]),
            Curve(says("scale_line", "as_counted"), [band["counted"] for band in bands]),
        ],
        nearest,
    )


def _promised(bands: Sequence[Mapping[str, Any]]) -> Fragment:
    """Draw what the table promises favourites beyond what they score, where enough games tell it."""
    excess = [band["table"] - band["score"] if band["games"] >= _TELLING else None for band in bands]
    return lines(
        _axes("promised", _LEAST_EXCESS, games=_TELLING),
        [str(band["from"]) for band in bands],
        [Curve(says("scale_column", "table_less_actual"), excess)],
        points_text,
        Limits(usual=(0, 0)),
    )


def _points(watched: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    yield element("h3", says("scale", "points"))
    yield _law(watched, "points", cited)
    yield from account_parts(watched["points"])


def _series(watched: Mapping[str, Any], day: str, cited: CitedArticles) -> Iterator[Fragment]:
    series: Sequence[Mapping[str, Any]] = watched["series"]
    head = [*_columns("figure", "now", "from_so_many", "fixed_limits", "usual_range"), ""]
    history = (
        [str(point["list"]), *(points_text(figure["before"][place]["value"]) for figure in series)]
        for place, point in enumerate(series[0]["before"])
    )
    names = [watched_figure["figure"] for watched_figure in series]
    yield element("h3", says("scale", "series"))
    yield _law(watched, "series", cited)
    yield element("p", says("scale", "series_about", needed=LEAST_LISTS))
    yield grid(
        [_over_time(watched_figure, day) for watched_figure in series if watched_figure["value"] is not None], "small"
    )
    yield table(head, (_series_cells(watched_figure) for watched_figure in series))
    head = [*_columns("list"), *map(figure_words, names)]
    yield folded(says("scale", "lists_before"), table(head, history))
    reasons = (_remark(f"{figure_words(name).capitalize()}.", of_figure("why", name)) for name in names)
    yield folded(says("scale", "why_these_limits"), items(reasons))


def _series_cells(series: Mapping[str, Any]) -> list[str]:
    usual, fixed = series["usual"], series["fixed"]
    return [
        figure_words(series["figure"]),
        points_text(series["value"]),
        whole(series["number"]),
        between(fixed["low"], fixed["high"]),
        NONE if usual is None else between(usual["low"], usual["high"]),
        "" if series["judged"] else says("scale", "not_judged"),
    ]


def _over_time(series: Mapping[str, Any], day: str) -> Fragment:
    name, figure = series["figure"], FIGURES[series["figure"]]
    words, unit = figure_words(name), of_figure("unit", name)
    values = [*series["before"], {"list": day, "value": series["value"]}]
    usual, fixed = series["usual"], series["fixed"]
    sentence = says("scale", "over_time", lists=len(values), value=decimal(series["value"]), unit=unit)
    return lines(
        Axes(words.capitalize(), says("scale_column", "list"), unit, sentence, _OF_LEAST_WIDTH * figure.least_width),
        [str(point["list"])[2:7] for point in values],
        [Curve(words, [point["value"] for point in values])],
        points_text,
        Limits((fixed["low"], fixed["high"]), None if usual is None else (usual["low"], usual["high"])),
    )


def _load(watched: Mapping[str, Any], cited: CitedArticles) -> Iterator[Fragment]:
    for load in watched["load"]:
        players = load["players"]
        does = says("scale", "reduced" if load["binding"] else "binds_nobody")
        yield element("h3", says("scale", "load", limit=load["limit"]))
        citation = load["citation"]
        law = _of_edition(citation["edition"], [citation["article"]], citation["standing"], cited)
        yield element("p", law, class_="law")
        yield element("p", f"{counted('players', len(players))}; {does}.")
        if players:
            title = says("scale", "players_of_load", shown=_SHOWN, is_more=len(players) > _SHOWN)
            head = _columns("number", "k", "games", "k_times_games")
            rows = ([row["fide_id"], row["k"], row["games"], whole(row["product"])] for row in players[:_SHOWN])
            yield folded(title, table(head, rows))


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
    stands = standing_words(standing)
    return joined([joined(links, ", "), f" ({stands})" if stands else None])
