"""The calculators: free input or the state of a player, by any edition, two side by side; an answer is an address.

Nothing is computed here: every calculator asks what the command of its name asks, and shows the same fragments.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.http import Http404

from arpad.library.calculations import law_of, single_event
from arpad.library.needed import needed
from arpad.model import period as model
from arpad.model.clock import today
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import KINDS, STANDARD
from arpad.model.problems import ArpadError, RefusedError
from arpad.pages.calculated import calculated_parts
from arpad.pages.letter import Letter, explained_parts
from arpad.regulations.workings.coefficient import Facts
from arpad.regulations.workings.expected_score import expected_score
from arpad.regulations.workings.explained_coefficient import explained_coefficient
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.performance_rating import performance_rating
from arpad.regulations.workings.plain_words import plain_words
from arpad.regulations.workings.rating_of_score import rating_of_score
from arpad.regulations.workings.warnings import notices
from arpad.storage.site.player_state import player_state, with_results
from arpad.web.public.calculator_forms import (
    CoefficientCalculator,
    EventCalculator,
    ExpectedForm,
    InitialForm,
    NeededForm,
    ScoreForm,
)
from arpad.web.public.frame import Sheet, public_page, release
from arpad.web.public.law_places import article_address
from arpad.web.public.player_places import player_address
from arpad.web.wording import WORDS, says

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from django.http import HttpRequest, QueryDict

    from arpad.pages.html import Fragment
    from arpad.regulations.edition import Edition
    from arpad.storage.site.player_state import PlayerState
    from arpad.web.public.calculator_forms import CalculatorForm
    from arpad.web.public.frame import Answer, Site

    Given = Mapping[str, Any]
    Parts = Iterator[Fragment]

_PLACE = "calculators"
_MORE = ("kind", "on", "edition", "beside")
_ABOUT_K = ("k", "born", "games_before", "highest")


@dataclass(frozen=True, slots=True)
class Calculator:
    """A calculator: its form, and what gives the parts of its answer by an edition."""

    name: str
    form: type[CalculatorForm]
    answer: Callable[[Given, str | None], Parts]
    command: str
    example: str


class AnswerByEdition(NamedTuple):
    """An answer, by one edition."""

    title: str
    parts: Sequence[Fragment]
    refusal: str


def _law(given: Given, edition: str | None) -> Edition:
    return law_of(edition, given["kind"], given["on"])


def _expected(given: Given, edition: str | None) -> Parts:
    law = _law(given, edition)
    own = expected_score(law, given["rating"], given["opponent"], side=0, printed=True)
    other = expected_score(law, given["opponent"], given["rating"], side=1, printed=True)
    headings = (says("calculator_side", "own"), says("calculator_side", "other"))
    yield from calculated_parts(str(own), (), [*own.lines, *other.lines], [law], headings, article_address)


def _event(given: Given, edition: str | None) -> Parts:
    day = given["on"] or today()
    kind = given["kind"] or (STANDARD if edition is None else law_of(edition, None, day).kind)
    player = model.Player(Rating(given["rating"]), given["k"], given["born"], given["games_before"], given["highest"])
    games = tuple(
        model.Game(None if opponent is None else Rating(opponent), Hundredths(score), place)
        for place, (opponent, score) in enumerate(given["games"], start=1)
    )
    event = model.Event(day, day, Rating(given["rating"]), games, system=given["system"] or "swiss")
    period = single_event(player, event, kind, edition, None)
    if period is None:
        raise RefusedError.of(WORDS, "calculator_no_list", "on")
    explanation = explain(period)
    remarks = [notice.sentence() for notice in notices(explanation.result)]
    letter = Letter("", None, None, explanation, (), plain_words(explanation.result), remarks)
    yield from explained_parts(letter, article_address)


def _performance(given: Given, edition: str | None) -> Parts:
    law, opponents = _law(given, edition), given["opponents"]
    result = performance_rating(law, sum(opponents), len(opponents), given["score"])
    yield from calculated_parts(str(result), (), result.lines, [law], (), article_address)


def _initial(given: Given, edition: str | None) -> Parts:
    law, opponents = _law(given, edition), given["opponents"]
    result = rating_of_score(law, sum(opponents), len(opponents), given["score"])
    answer = says(
        "calculator_answer", "initial", rating=result.rating, games=result.games, is_published=not result.reasons
    )
    yield from calculated_parts(answer, result.reasons, result.lines, [law], (), article_address)


def _needed(given: Given, edition: str | None) -> Parts:
    facts = {name: given[name] for name in _ABOUT_K}
    result = needed(given["rating"], given["target"], given["opponents"], on=given["on"], kind=given["kind"],
                    edition=edition, **facts)  # fmt: skip
    _, lines = explain(result.result.period)
    remarks = [notice.sentence() for notice in notices(result.result)]
    of_list = [line for line in lines if line.game is None]
    yield from calculated_parts(str(result), remarks, of_list, [result.result.law], (), article_address)


def _coefficient(given: Given, edition: str | None) -> Parts:
    law, day = _law(given, edition), given["on"] or today()
    facts = Facts(given["rating"], given["highest"], given["games_before"], given["born"])
    result = explained_coefficient(law, facts, day)
    remarks = [notice.sentence() for notice in result.warnings]
    yield from calculated_parts(str(result), remarks, result.lines, [law], (), article_address)


CALCULATORS = {
    each.name: each
    for each in (
        Calculator("expected", ExpectedForm, _expected, "arpad expected 2600 2150", "rating=2600&opponent=2150"),
        Calculator("event", EventCalculator, _event, "arpad change --rating 1956 --k 20 --game 1990:1",
                   "rating=1956&k=20&games=1990+1%0D%0A2105+%C2%BD%0D%0A1850+0"),
        Calculator("initial", InitialForm, _initial, "arpad initial --opponents 1800,1750,1900,1820,1770 --score 3",
                   "opponents=1800+1750+1900+1820+1770&score=3"),
        Calculator("performance", ScoreForm, _performance, "arpad performance --opponents 2410,2387 --score 1.5",
                   "opponents=2410+2387+2295+2501&score=2.5"),
        Calculator("needed", NeededForm, _needed, "arpad needed 2000 --rating 1956 --k 20 --each 2000 --rounds 9",
                   "rating=1956&k=40&target=2000&opponents=1900+1950+2000+2050+2100"),
        Calculator("coefficient", CoefficientCalculator, _coefficient, "arpad coefficient --rating 2210 --born 2009",
                   "rating=2210&born=2009&games_before=45&highest=2240"),
    )
}  # fmt: skip
"""By the name in the address."""


@public_page
def calculators_page(request: HttpRequest, site: Site) -> Answer:  # noqa: ARG001 - everybody sees the same
    """Show which calculators there are."""
    names = [(name, says("calculator", name), says("calculator_about", name)) for name in CALCULATORS]
    title, description = says("site", "calculators"), says("site", "calculators_description")
    return Sheet("calculators.html", title, description, {"names": names}, fingerprint=release(), place=_PLACE)


@public_page
def calculator_page(request: HttpRequest, site: Site, name: str) -> Answer:
    """Show a calculator, with its answer where it was asked."""
    calculator = CALCULATORS.get(name)
    if calculator is None:
        raise Http404
    state = _state(site, request.GET, calculator.form)
    data = _filled(calculator, request.GET, state)
    form, is_asked = _asked_form(calculator, request.GET, data, state)
    answers = _answers(calculator, form) if is_asked and form.is_valid() else []
    context = {
        "calculator": calculator,
        "form": form,
        "own": [form[field] for field in _own(form)],
        "more": [form[field] for field in _MORE],
        "is_more_open": any(data.get(field) for field in _MORE),
        "answers": answers,
        "state": state,
        "state_address": "" if state is None else player_address(state.number, state.name),
        "others": [(other, says("calculator", other), other == name) for other in CALCULATORS],
        "about": says("calculator_about", name),
    }
    title, description = says("calculator", name), says("calculator_about", name)
    return Sheet("calculator.html", title, description, context, place=_PLACE, is_indexed=not is_asked)


def _asked_form(
    calculator: Calculator, asked: QueryDict, data: Mapping[str, str], state: PlayerState | None
) -> tuple[CalculatorForm, bool]:
    """Give the form, and whether it was asked: something was typed, or the state of a player says everything."""
    own = [name for name in calculator.form.base_fields if name not in _MORE and name != "player"]
    is_unknown = bool(asked.get("player")) and state is None and "player" in calculator.form.base_fields
    is_typed = is_unknown or any(asked.get(name) for name in own)
    if not is_typed and (state is None or not calculator.form(data).is_valid()):
        return calculator.form(initial=data), False
    form = calculator.form(data)
    if is_unknown:
        form.add_error("player", says("calculator_wrong", "player"))
    return form, True


def _own(form: CalculatorForm) -> list[str]:
    """Name the fields of a calculator in the order in which they are asked for."""
    order = ("player", "rating", "opponent", "target", "opponents", "games", "score", *_ABOUT_K, "system")
    return [name for name in order if name in form.fields]


def _state(site: Site, asked: QueryDict, form: type[CalculatorForm]) -> PlayerState | None:
    text, kind = asked.get("player", ""), asked.get("kind") or STANDARD
    if site.system is None or not (text.isascii() and text.isdigit() and len(text) < 16) or kind not in KINDS:  # noqa: PLR2004 - 63 bits
        return None
    state = player_state(site.system, int(text), kind)
    return with_results(site.system, state, kind) if state is not None and "opponents" in form.OF_PLAYER else state


def _filled(calculator: Calculator, asked: QueryDict, state: PlayerState | None) -> dict[str, str]:
    """Give what was typed, and where nothing was, the state of the player."""
    data = {name: asked.get(name, "").strip() for name in calculator.form.base_fields}
    if state is not None:
        for name, of_state in calculator.form.OF_PLAYER.items():
            value = getattr(state, of_state)
            if not data.get(name) and value is not None:
                data[name] = str(value)
    return data


def _answers(calculator: Calculator, form: CalculatorForm) -> list[AnswerByEdition]:
    """Give the answer by the edition that was chosen, and by the one beside it."""
    given = form.cleaned_data
    answers = []
    for edition in (given["edition"] or None, *([given["beside"]] if given["beside"] else ())):
        try:
            parts, refusal = list(calculator.answer(given, edition)), ""
        except ArpadError as fault:
            parts, refusal = [], fault.sentence()
            if not given["beside"]:
                form.take(fault)
                return []
        answers.append(AnswerByEdition(edition or _of_day(given), parts, refusal))
    return answers


def _of_day(given: Given) -> str:
    """Name the edition that is in force on the day that was asked for."""
    try:
        return says("calculator_choice", "of_day_named", edition=_law(given, None).id)
    except ArpadError:
        return says("calculator_choice", "of_day")
