"""The page of the watch over the scale: alarms first, then a section for each kind of chess with charts and tables.

It stands alone: no script, nothing fetched. Every chart has its numbers behind it, every part the articles it is for.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from arpad.engine.charts import STYLE, Axes, Limits, Line, columns, lines, waterfall
from arpad.engine.integrity_alarms import FIGURES, LEAST_LISTS
from arpad.engine.integrity_games import WATCHED_FROM, WATCHED_TO
from arpad.engine.integrity_law import citation_words
from arpad.engine.integrity_numbers import (
    NONE,
    between,
    change,
    counted,
    difference,
    exact,
    folded_table,
    nearest,
    points_text,
    rounded,
    signed,
    table,
    whole,
    with_minus,
)
from arpad.engine.integrity_people import BAND, PERCENTILES, STEADY_FROM, STEADY_TO
from arpad.engine.integrity_points import A_POINT, DECISIONS, GAMES, ITEMS, MEMBERS, UNLISTED
from arpad.engine.integrity_style import BASIC
from arpad.model.numbers import decimal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_SHOWN = 50
"""So many players are named in the page; the data have all."""
_TELLING = 100
"""So many games of a difference are asked before it is drawn on its own."""
_SEXES = {"M": "men", "F": "women", "": "not given"}


def page(data: Mapping[str, Any]) -> str:
    """Write the page of a list."""
    kinds: Mapping[str, Any] = data["kinds"]
    title = f"The scale on the list of {data['list']}"
    links = "".join(f'<a href="#{kind}">{kind.capitalize()}</a>' for kind in kinds)
    about = (
        '<p class="quiet">Is a rating still worth what it was? What is on the list, how steady adults moved, whether '
        "favourites score what the table promises, and where points came from and went.</p>"
    )
    body = [
        f"<h1>The scale on the list of <span>{escape(data['list'])}</span></h1>",
        about,
        f"<nav>{links}</nav>",
        *_attention(kinds),
    ]
    for kind, one in kinds.items():
        body += _section(kind, one, data["list"])
    body.append(
        "<footer>Worked out by arpad in whole numbers; means are rounded to hundredths, percentiles are the rating at "
        "the nearest rank. The same numbers, and those too many for a page, stand in integrity.json. Not affiliated "
        "with FIDE.</footer>"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{BASIC}{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _attention(kinds: Mapping[str, Any]) -> list[str]:
    said = [(kind, one) for kind, each in kinds.items() for one in each["alarms"]]
    if not said:
        return ['<div class="note fine"><p><strong>No alarm.</strong> No figure is outside its limits.</p></div>']
    listed = "".join(
        f"<li><strong>{kind.capitalize()}.</strong> {escape(with_minus(one['words']))}</li>" for kind, one in said
    )
    return [f'<div class="note"><p><strong>{counted(len(said), "alarm")}</strong></p><ul>{listed}</ul></div>']


def _section(kind: str, one: Mapping[str, Any], day: str) -> list[str]:
    return [
        f'<section id="{kind}">',
        f'<h2>{kind.capitalize()}</h2><p class="quiet">Edition {escape(one["edition"])}.</p>',
        *_overview(one),
        *_players(one),
        *_steady(one),
        *_expectation(one),
        *_points(one),
        *_series(one, day),
        *_load(one),
        "</section>",
    ]


def _overview(one: Mapping[str, Any]) -> list[str]:
    every, points, figures = one["players"]["all"], one["points"], one["figures"]
    shown = {
        "rated": whole(every["number"]),
        "active": whole(every["active"]),
        "mean of the active": points_text(every["active_mean"]),
        "first ratings": whole(points["entries"]["number"]),
        "their median": whole(points["entries"]["median"]),
        "player-games": whole(points["player_games"]),
        "steady adults, 12 months": signed(figures["steady_year"]["value"]),
    }
    cells = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in shown.items())
    return [f'<dl class="numbers">{cells}</dl>', _left_out(one["left_out"])]


def _left_out(reasons: Mapping[str, int]) -> str:
    """Say whom the page does not count: who has a rating in the book and is not on the published list."""
    if not reasons:
        return '<p class="quiet">Counted are the players of the published list: everybody who has a rating.</p>'
    said = ", ".join(f"{ITEMS[reason][1]} {whole(number)}" for reason, number in reasons.items())
    return (
        f'<p class="quiet">Counted are the players of the published list. Left out are {whole(sum(reasons.values()))} '
        f"who have a rating in the book and are not on it: {said}. Games that they played count among the games.</p>"
    )


def _players(one: Mapping[str, Any]) -> list[str]:
    found = one["players"]
    bands, ages = found["bands"], found["ages"]
    if not bands:
        return ["<h3>Who is on the list</h3><p>Nobody is rated.</p>"]
    most = max(bands, key=lambda each: each["number"])
    charts = [
        columns(
            Axes(
                "Players by rating", "rating, from", "players",
                f"Bars for bands of {BAND} points from {bands[0]['group']} to {bands[-1]['group']}; the fullest begins "
                f"at {most['group']} with {most['number']} players.",
            ),
            [str(each["group"]) for each in bands], [each["number"] for each in bands], whole,
        ),
        lines(
            Axes(
                "Ratings by age", "age in the year of the list", "points",
                "Mean: " + ", ".join(f"{each['group']}: {nearest(each['mean'])}" for each in ages) + ".",
            ),
            [each["group"] for each in ages],
            [
                Line("mean", [each["mean"] for each in ages]),
                Line("a quarter is below", [A_POINT * each["p25"] for each in ages]),
                Line("a quarter is above", [A_POINT * each["p75"] for each in ages]),
            ],
            nearest,
        ),
    ]  # fmt: skip
    named = [{**each, "group": each["group"] or NONE} for each in found["federations"]]
    tables = [
        _described("Rating bands", "from", bands),
        _described("Ages", "age", ages),
        _described("Sexes", "", [{**each, "group": _SEXES[each["group"]]} for each in found["sexes"]]),
        _described("Federations", "federation", named),
    ]  # fmt: skip
    return ["<h3>Who is on the list</h3>", _law(one, "players"), _grid(charts), *tables]


def _described(title: str, of: str, rows: Iterable[Mapping[str, Any]]) -> str:
    head = [of, "rated", "active", "mean", "mean of active", *(f"{each} %" for each in PERCENTILES)]
    cells = [
        [str(row["group"]), whole(row["number"]), whole(row["active"]), points_text(row["mean"]),
         points_text(row["active_mean"]), *(whole(row[f"p{each}"]) for each in PERCENTILES)]
        for row in rows
    ]  # fmt: skip
    return folded_table(title, head, cells)


def _steady(one: Mapping[str, Any]) -> list[str]:
    words = {"list": "last list", "year": "a year ago"}
    rows = [
        [f"{words[name]}, {each['since'] or 'not at hand'}", whole(each["number"]), signed(each["mean"]),
         whole(each["up"]), whole(each["still"]), whole(each["down"])]
        for name, each in one["steady"].items()
    ]  # fmt: skip
    head = ["since", "players", "mean", "up", "same", "down"]
    said = (
        f"<p>Players of {STEADY_FROM} to {STEADY_TO} years who were rated then and are now, were no longer new, and "
        "played in between. Their strength hardly changes as a group; if their ratings do, the scale moves.</p>"
    )
    return ["<h3>Steady adults</h3>", _law(one, "steady"), said, table(head, rows)]


def _expectation(one: Mapping[str, Any]) -> list[str]:
    found = one["expectation"]
    bands = found["bands"]
    if not bands:
        return ["<h3>Expected and actual score</h3><p>No game between rated players of different rating.</p>"]
    watched = found["watched"]
    names = [difference(each["from"]) for each in bands]
    told = (
        f"Three lines over the rating difference. Between {WATCHED_FROM} and {WATCHED_TO} points favourites scored "
        f"{signed(None if watched['excess'] is None else -watched['excess'])} per cent against the table."
    )
    chart = lines(
        Axes("Score of the higher-rated player", "rating difference, from", "per cent", told),
        [str(each["from"]) for each in bands],
        [
            Line("actual score", [each["score"] for each in bands]),
            Line("by the table", [each["table"] for each in bands]),
            Line("as counted, with the largest difference", [each["counted"] for each in bands]),
        ],
        nearest,
    )
    rows = [
        [name, whole(each["games"]), decimal(each["score"]), decimal(each["table"]), decimal(each["counted"]),
         signed(each["table"] - each["score"])]
        for name, each in zip(names, bands, strict=True)
    ]  # fmt: skip
    head = ["difference", "games", "actual %", "by the table %", "as counted %", "table less actual"]
    said = (
        f"<p>{counted(found['games'], 'game')} between rated players, and {counted(found['equals'], 'game')} between "
        f"equals, which say nothing about favourites. For differences of {WATCHED_FROM} to {WATCHED_TO} the table less "
        f"the actual score is {signed(watched['excess'])} per cent.</p>"
    )
    return [
        "<h3>Expected and actual score</h3>",
        _law(one, "expectation"),
        said,
        _grid([chart, _promised(bands)]),
        folded_table("The numbers", head, rows),
    ]


def _promised(bands: Sequence[Mapping[str, Any]]) -> str:
    """Draw what the table promises favourites beyond what they score, where enough games tell it."""
    told = f"One line over the rating difference, with a mark for each that has {_TELLING} games or more."
    excess = [each["table"] - each["score"] if each["games"] >= _TELLING else None for each in bands]
    return lines(
        Axes("Promised beyond the actual score", "rating difference, from", "per cent", told),
        [str(each["from"]) for each in bands],
        [Line("table less actual", excess)],
        points_text,
        Limits(usual=(0, 0)),
    )


def _points(one: Mapping[str, Any]) -> list[str]:
    found = one["points"]
    by_group: dict[str, list[Mapping[str, Any]]] = {}
    for item in found["items"]:
        by_group.setdefault(item["group"], []).append(item)
    charts = [
        _fall("Points that came and went with players", [*by_group[MEMBERS], *by_group[UNLISTED]]),
        _fall("Points made and taken from those who stayed", [*by_group[DECISIONS], *by_group[GAMES]]),
    ]
    rows = [["all ratings of the last list", "", exact(found["opening"])]]
    rows += [
        [
            ITEMS[item["item"]][1],
            whole(item["players"]) if item["players"] is not None else "",
            change(item["points"]),
        ]
        for item in found["items"]
    ]
    rows.append(["all ratings of this list", "", exact(found["closing"])])
    left = next(item for item in found["items"] if item["item"] == "residual")
    even = (
        f"{change(left['points'])} points are unexplained, and {counted(left['players'], 'player')} not at the rating "
        "that games and decisions give."
        if left["points"] or left["players"]
        else "Every item has a source of its own, and nothing is left over: the account comes out even."
    )
    earlier = found["closed_before"]
    since = (
        f" The page of the last list closed with {exact(earlier)}; {change(found['opening'] - earlier)} are of "
        "decisions that were entered since, about that list."
        if earlier is not None and earlier != found["opening"]
        else ""
    )
    adjusted = f" One-off: {escape(', '.join(found['adjustments']))}." if found["adjustments"] else ""
    said = (
        f"<p>{even} {counted(found['games_of_both'], 'game')} counted for both players, "
        f"{counted(found['games_of_one'], 'game')} for one of them. What an edition works out over a whole event, such "
        f"as an average or the one upgrade, cannot be told game by game and stands as one item.{adjusted}{since}</p>"
    )
    return [
        "<h3>Where points came from and went</h3>",
        _law(one, "points"),
        said,
        _grid(charts),
        folded_table("The account", ["item", "players", "points"], rows),
    ]


def _fall(title: str, items: Sequence[Mapping[str, Any]]) -> str:
    steps = [(ITEMS[one["item"]][1], one["points"]) for one in items if one["points"]]
    told = "Steps: " + (", ".join(f"{name} {change(value)}" for name, value in steps) or "none") + "."
    return waterfall(Axes(title, "rating points", "", told), steps, rounded)


def _series(one: Mapping[str, Any], day: str) -> list[str]:
    charts, rows, reasons = [], [], []
    for each in one["series"]:
        figure = FIGURES[each["figure"]]
        values = [*each["before"], {"list": day, "value": each["value"]}]
        usual, fixed = each["usual"], each["fixed"]
        reasons.append(f"<li><strong>{escape(figure.words.capitalize())}.</strong> {escape(figure.why)}</li>")
        rows.append(
            [figure.words, points_text(each["value"]), whole(each["number"]), between(fixed["low"], fixed["high"]),
             NONE if usual is None else between(usual["low"], usual["high"]),
             "" if each["enough"] else "too few for the limit"]
        )  # fmt: skip
        if each["value"] is None:
            continue
        told = f"{len(values)} lists; this one {decimal(each['value'])} {figure.unit}."
        charts.append(
            lines(
                Axes(figure.words.capitalize(), "list", figure.unit, told),
                [str(point["list"])[2:7] for point in values],
                [Line(figure.words, [point["value"] for point in values])],
                points_text,
                Limits((fixed["low"], fixed["high"]), None if usual is None else (usual["low"], usual["high"])),
            )
        )
    head = ["figure", "now", "from so many", "fixed limits", "usual range", ""]
    history = [
        [str(point["list"]), *(points_text(each["before"][place]["value"]) for each in one["series"])]
        for place, point in enumerate(one["series"][0]["before"])
    ]
    said = (
        "<p>The usual range is the mean of the lists before and three standard deviations to either side; it needs "
        f"{LEAST_LISTS} lists and is drawn as a band. Fixed limits are dashed lines.</p>"
    )
    return [
        "<h3>Against the last twelve lists</h3>",
        _law(one, "series"),
        said,
        _grid(charts, "small"),
        table(head, rows),
        folded_table("The lists before", ["list", *(FIGURES[each["figure"]].words for each in one["series"])], history),
        f"<details><summary>Why these limits</summary><ul>{''.join(reasons)}</ul></details>",
    ]


def _load(one: Mapping[str, Any]) -> list[str]:
    made = []
    for each in one["load"]:
        found = each["players"]
        does = "K is reduced for them" if each["binding"] else "a remark that binds nobody: such ratings swing too far"
        made += [
            f"<h3>K times games above {each['limit']}</h3>",
            f'<p class="law">{escape(citation_words(each["citation"]))}</p>',
            f"<p>{counted(len(found), 'player')}; {does}.</p>",
        ]
        rows = [
            [str(row["fide_id"]), str(row["k"]), str(row["games"]), whole(row["product"])] for row in found[:_SHOWN]
        ]
        if rows:
            more = f", the first {_SHOWN} of them" if len(found) > _SHOWN else ""
            made.append(folded_table(f"The players{more}", ["FIDE number", "K", "games", "K times games"], rows))
    return made


def _law(one: Mapping[str, Any], part: str) -> str:
    grouped: dict[tuple[str, str], list[str]] = {}
    for each in one["citations"][part]:
        grouped.setdefault((each["edition"], each["standing"]), []).append(each["article"])
    cited = [
        citation_words({"edition": name, "article": ", ".join(articles), "standing": standing})
        for (name, standing), articles in grouped.items()
    ]
    return f'<p class="law">{escape("; ".join(cited))}</p>'


def _grid(parts: Sequence[str], kind: str = "") -> str:
    inner = "".join(f"<div>{one}</div>" for one in parts)
    return f'<div class="{f"grid {kind}".strip()}">{inner}</div>'
