"""Works out every value that the five documents print in their examples, by the rule and by the recipes."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad import Facts, coefficient, edition
from arpad.model.numbers import hundredths
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.model.time_control import TimeControl, TimePeriod
from arpad.regulations.rules.first_rating import WEIGHTED_RATINGS
from arpad.regulations.rules.performance import PERFORMANCE, QUICK_ESTIMATE
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.crosstable import Entrant, RoundRobin
from arpad.regulations.workings.first_rating import first_rating
from arpad.regulations.workings.round_robin import round_robin

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.regulations.edition import Edition

ROOT = Path(__file__).resolve().parent.parent
RECIPES = ROOT.joinpath("docs", "explanation", "recipes")
DATA = ROOT.joinpath("tests", "data", "worked-examples.json")
KINDS = ("rule", "recipe", "misprint", "unexplained")
K_OF_THE_COLUMN = {"A": 20, "B": 20, "D": 20, "F": 30, "G": 30, "J": 30}
"""The coefficients with which 2014 and 2017 made their last column; a named variant, for no edition knows them."""
A_MINUTE = 60

Values = dict[str, object]


def examples() -> list[dict[str, Any]]:
    """Read what is printed."""
    return list(json.loads(DATA.read_text(encoding="utf-8")))


def law_of(name: str) -> Edition:
    """Give a shipped edition, or a recipe by its name."""
    recipe = RECIPES.joinpath(f"{name}.toml")
    return edition(str(recipe)) if recipe.exists() else edition(name)


def worked(example: Mapping[str, Any], name: str | None = None) -> Values:
    """Work out all values of an example by its own edition or, if named, by a recipe."""
    return {label: written(value) for label, value in _values(example, name)}


def written(value: object) -> str:
    """Write a value in the plain form of the data: no trailing zeros, no exponent.

    >>> written(Fraction(29, 2)), written(-5), written(True), written("A B")
    ('14.5', '-5', 'yes', 'A B')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        scaled = value * 100
        whole, part = divmod(abs(scaled.numerator), 100)
        sign = "-" if value < 0 else ""
        return f"{sign}{whole}" + f".{part:02}".rstrip("0").rstrip(".") if scaled.denominator == 1 else str(value)
    return str(value)


def _values(example: Mapping[str, Any], name: str | None) -> Iterator[tuple[str, object]]:
    variant = "K of the column" if name == "K of the column" else None
    law = law_of(example["edition"] if name is None or variant else name) if example["edition"] else None
    inputs = example["inputs"]
    match example["id"].partition("-")[2]:
        case "time":
            yield from _time(inputs)
        case "weighted":
            yield from _weighted(law, inputs)
        case "roundrobin":
            ks = K_OF_THE_COLUMN if variant else inputs["k"]
            yield from _round_robin_values(_played(law, inputs, ks), law)
        case "comment":
            yield "C better off", _remark(law, inputs)
        case "turnover":
            load = law.value("k_load_remark") if law else 0
            yield from ((f"games for K={k}", (2 * load + k) // (2 * k)) for k, _ in inputs["pairs"])
        case "pooled":
            yield from _pooled(law, inputs)
        case "expect-2145" | "expect-2388":
            yield from _expected(law, inputs)
        case "list-below" | "list-above" | "list-half":
            yield from _listed(law, inputs)
        case "tpr":
            yield from _performances(law, inputs)
        case _:
            yield from _tables()


def _time(inputs: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for control in inputs["controls"]:
        minutes, increment = control["periods_min"], control["increment_s"]
        *first, last = (TimePeriod(A_MINUTE * minute, increment) for minute in minutes)
        # The document prints no moves for the first period; where it ends does not matter to the sum.
        early = tuple(TimePeriod(period.seconds, increment, 40) for period in first)
        given = TimeControl((*early, last)).seconds(inputs["moves"])
        yield f"minutes for {minutes}+{increment}s", Fraction(given, A_MINUTE)


def _weighted(law: Edition | None, inputs: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    parts = {"rating": [part["ru"] for part in inputs["parts"]], "games": [part["games"] for part in inputs["parts"]]}
    yield "games", sum(parts["games"])
    yield "Rn", ints(WEIGHTED_RATINGS, _known(law)).run({}, parts).whole["rating"]


def _known(law: Edition | None) -> Edition:
    if law is None:
        message = "this example needs an edition"
        raise ValueError(message)
    return law


def crosstable(scores: Mapping[str, int]) -> list[list[list[int]]]:
    """Find results of single games with these whole scores: the player that needs least meets the rest first."""
    names = list(scores)
    left = dict(scores)
    cells: dict[tuple[str, str], int] = {}
    while len(left) > 1:
        lowest = min(left, key=lambda name: (left[name], names.index(name)))
        others = sorted((name for name in left if name != lowest), key=lambda name: (left[name], names.index(name)))
        for place, other in enumerate(others):
            wins = place < left[lowest]
            cells[lowest, other], cells[other, lowest] = (100, 0) if wins else (0, 100)
            left[other] -= not wins
        del left[lowest]
    return [[[cells[name, other]] if name != other else [] for other in names] for name in names]


def _played(law: Edition | None, inputs: Mapping[str, Any], ks: Mapping[str, int]) -> RoundRobin:
    entrants = [Entrant(name, rating, ks.get(name)) for name, rating in inputs["ratings"].items()]
    return round_robin(_known(law), entrants, crosstable(inputs["scores"]))


def _round_robin_values(table: RoundRobin, law: Edition | None) -> Iterator[tuple[str, object]]:
    yield from (("Rar", table.rar), ("dpa", table.dpa), ("Ra", table.ra))
    cap = _known(law).value("difference_cap")
    rows = {row.entrant.id: row for row in table.rows}
    for name, row in rows.items():
        points = {"p": row.p, "PD": row.pd, "We": row.expected, "change": row.change}
        exact = {key: Fraction(value, 100) for key, value in points.items() if value is not None}
        values: Values = {"p": exact.get("p"), "dp": row.dp, "dp (unrated)": row.dp, "Rc": row.rc, "Ru": row.ru}
        values |= dict.fromkeys(("Rc(new)", "Rc(new) table", "Rc(new) text"), row.rc_new)
        values |= dict.fromkeys(("Ru(new)", "Ru(new) table"), row.ru_new)
        values |= {"D": row.difference, "PD": exact.get("PD"), "We": exact.get("We")}
        values |= dict.fromkeys(("dR", "K*(W-We)", "Kchg"), exact.get("change"))
        yield from ((f"{name} {key}", value) for key, value in values.items() if value is not None)
        own = row.entrant.rating or row.ru or 0
        limited = dict(row.limited)
        yield from ((f"{name}: {other} counts as", value) for other, value in limited.items())
        yield f"{name} is more than {cap} below", " ".join(other for other, value in limited.items() if value > own)
        for other, value in limited.items():
            shift = value - (rows[other].entrant.rating or rows[other].ru or 0)
            yield f"{name}: correction {value}-{value - shift}", shift
            yield f"{name}: {shift}/{row.games}", (2 * shift + row.games) // (2 * row.games)


def _remark(law: Edition | None, inputs: Mapping[str, Any]) -> bool:
    """Take F stronger and give C's point to H, unrated too, so that dpa stays as it was."""
    before = next(example["inputs"] for example in examples() if example["id"] == "2003-roundrobin")
    stronger = before | {
        "ratings": before["ratings"] | {"F": inputs["F_rating"]},
        "scores": before["scores"] | {"C": inputs["C_score"], "H": before["scores"]["H"] + 1},
    }
    then, now = (_played(law, given, before["k"]).rows[2] for given in (before, stronger))
    return (now.ru_new or 0) > (then.ru_new or 0) and (now.ru or 0) > (then.ru or 0)


def _event(average: int, games: int, score: int, day: date) -> Event:
    """Spread a score over games against one rating; only the sums matter."""
    won, rest = divmod(score, 100)
    scores = [100] * won + [rest] * (rest > 0) + [0] * games
    return Event(day, day, None, tuple(Game(average, score) for score in scores[:games]))


def _entered(law: Edition, events: tuple[Event, ...]) -> RatingPeriod:
    return RatingPeriod("standard", date(2017, 3, 1), Player(None), events, str(_path(law)))


def _path(law: Edition) -> Path | str:
    recipe = RECIPES.joinpath(f"{law.id.removeprefix('recipe-')}.toml")
    return recipe if recipe.exists() else law.id


def _pooled(law: Edition | None, inputs: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    parts = inputs["parts"]
    scores = [hundredths(str(part["score"])) for part in parts]
    days = [date(2017, 2, day) for day in (1, 2, 3)]
    events = tuple(
        _event(part["average"], part["games"], score, day) for part, score, day in zip(parts, scores, days, strict=True)
    )
    result = first_rating(_entered(_known(law), events), explained=True)
    lines = {line.step.name: line.value for line in result.lines}
    yield "third event: score from 4", Fraction(result.events[2].score, 100)
    yield "total score from 12", Fraction(result.score, 100)
    yield "average of the 12 opponents", round(result.ra or 0)
    yield "half points above 50 %", lines["half_points_above"]
    yield "amount added", (result.ru or 0) - (result.ra or 0)
    yield "initial rating", result.published


def _expected(law: Edition | None, inputs: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    given = {"rating": inputs["rating"], "average": inputs["opponents_average"], "games": inputs["games"]}
    for k in (40, 20, 10):
        whole = ints(QUICK_ESTIMATE, _known(law)).run(given | {"score": 100 * inputs["score"], "k": k}, {}).whole
        yield "difference", abs(whole["difference"])
        yield "PD", Fraction(whole["expectation"], 100)
        yield "expected points", Fraction(whole["expected"], 100)
        yield f"change, K={k}", whole["change"]


def _listed(law: Edition | None, inputs: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    average, games, score = inputs["opponents_average"], inputs["games"], hundredths(str(inputs["score"]))
    result = first_rating(_entered(_known(law), (_event(average, games, score, date(2017, 2, 1)),)))
    whole = _performed(law, average, games, score)
    yield "p", Fraction(result.p or 0, 100)
    yield "dp", result.dp
    yield "initial rating", result.published
    yield "initial rating equals average", result.published == average == whole["performance"]
    yield "TPR", whole["performance"]
    yield "TPR (same number below 50 %)", whole["performance"]
    yield "points above 50 %", Fraction(2 * score - 100 * games, 200)
    facts = [Facts(result.published or 0, result.published, games + more, Born(1980, 1, 1)) for more in range(31)]
    ks = [coefficient(_known(law), fact, date(2017, 3, 1)).k for fact in facts]
    yield "further games with K=40", ks.count(40)


def _performed(law: Edition | None, average: int, games: int, score: int) -> Mapping[str, Any]:
    given = {"opponents": average * games, "games": games, "score": score}
    return ints(PERFORMANCE, _known(law)).run(given, {}).whole


def _performances(law: Edition | None, inputs: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for score in inputs["scores"]:
        whole = _performed(law, inputs["opponents_average"], inputs["games"], 100 * score)
        yield f"dp for {score}/{inputs['games']}", whole["percentage_difference"]
        yield f"TPR for {score}/{inputs['games']}", whole["performance"]


def _tables() -> Iterator[tuple[str, object]]:
    """Take the cells from the tables as arpad uses them, which the self-check ties to each other."""
    law = edition("fide-2024-03")
    middles = law.table("expectation_table").cells()
    differences = law.table("percentage_table")

    def ends(name: str, chance: int) -> list[int]:
        cells = edition(name).table("expectation_table").cells()
        return [key for key in sorted(cells) if key >= 0 and cells[key] == chance]

    holds = True
    for chance in range(51, 100):
        keys = [key for key in middles if key >= 0 and middles[key] == chance]
        holds = holds and (min(keys) + max(keys)) // 2 == differences.at(chance)
    yield "self-check holds for the canonical tables", holds
    yield "2003: lower end of class .77", ends("fide-2003-07", 77)[0]
    yield "2009: upper end of class .87", ends("fide-2009-07", 87)[-1]
    yield "2009: lower end of class .88", ends("fide-2009-07", 88)[0]
    yield "2024: p of the first row (dp 800)", next(p for p in range(101) if differences.at(p) == 800) // 100  # noqa: PLR2004
    lower = edition("mssz-2017-01").table("expectation_table").cells()
    yield "2017: PD(lower) of class 180-188", Fraction(lower[-180], 100)
    yield "2017: PD(lower) of class 189-197", Fraction(lower[-189], 100)
