"""The forms of the calculators: what is typed is read as the command line reads it, and every fault is a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.core.validators import BaseValidator

from arpad.library.periods import MOST_K, MOST_RATING
from arpad.model.numbers import hundredths
from arpad.model.period import KINDS, SYSTEMS, Born
from arpad.regulations.catalogue import TWIN, shipped_names
from arpad.web.forms import OfficeForm, choice_field, day_field, text_field, whole_field
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_GAMES = 60
"""So many games are worked out here; the command line takes more."""
_BETWEEN = re.compile(r"[\s,;]+")
_SCORES = {"1": 100, "0": 0, **dict.fromkeys(("½", "0.5", ".5", "1/2", "="), 50)}
_UNRATED = frozenset({"unrated", "-"})
_RATING = re.compile(r"[1-9][0-9]{2,3}", re.ASCII)
_WRONG = {"opponent": "rating", "target": "rating", "highest": "rating", "player": "no_player"}
"""Whose sentence a number has that is none, where it is that of another."""
_NEWEST_FIRST = tuple(reversed([name for name in shipped_names() if not name.endswith(TWIN)]))


def _rating_field(**more: Any) -> forms.IntegerField:  # noqa: ANN401 - as Django's
    return whole_field(min_value=1, max_value=MOST_RATING, **more)


def _edition_field(empty: str) -> forms.ChoiceField:
    def choices() -> list[tuple[str, str]]:
        return [("", says("calculator_choice", empty)), *((name, name) for name in _NEWEST_FIRST)]

    # The words are asked for with each form, not once for all.
    return forms.ChoiceField(choices=choices, widget=forms.Select, required=False)


class CalculatorForm(OfficeForm):
    """What every calculator takes: for which player, the kind of chess, the day, the edition, and one beside it."""

    words_of: ClassVar[str] = "calculator"
    OF_PLAYER: ClassVar[Mapping[str, str]] = {"rating": "rating"}
    """Which fields the state of a player fills in, and with what of it."""
    kind = choice_field(lambda: [(kind, says("kind", kind)) for kind in KINDS], as_list=True, required=False)
    on = day_field(required=False)
    edition = _edition_field("of_day")
    beside = _edition_field("none")

    def _words(self) -> None:
        """Say of a number or a day what it has to be."""
        super()._words()
        for name, field in self.fields.items():
            if isinstance(field, forms.IntegerField | forms.DateField):
                sentence = says("calculator_wrong", _WRONG.get(name, name))
                field.error_messages |= dict.fromkeys(("invalid", "min_value", "max_value"), sentence)
                for validator in field.validators:
                    if isinstance(validator, BaseValidator):
                        validator.message = sentence

    def clean_kind(self) -> str | None:
        """Give the kind of chess; None where none was chosen."""
        return self.cleaned_data["kind"] or None


class _WithPlayer(CalculatorForm):
    """A calculator that can be filled in with the state of a player."""

    player = whole_field(min_value=1, max_value=10**15, required=False)


class ExpectedForm(_WithPlayer):
    """The expected score of a game."""

    rating = _rating_field()
    opponent = _rating_field()


class _WithK(_WithPlayer):
    """What K is decided from, or K itself."""

    OF_PLAYER: ClassVar[Mapping[str, str]] = {"rating": "rating", "k": "k"}
    rating = _rating_field()
    k = whole_field(min_value=0, max_value=MOST_K, required=False)
    born = text_field(max_length=10, required=False)
    games_before = whole_field(min_value=0, max_value=100_000, required=False)
    highest = _rating_field(required=False)

    def clean_born(self) -> Born | None:
        """Give the birth date, or its year."""
        return self._read("born", Born.of) or None

    def _read(self, name: str, read: Callable[[str], Any]) -> Any:  # noqa: ANN401 - what is read
        text = self.cleaned_data[name]
        try:
            return read(text) if text else None
        except ValueError:
            raise forms.ValidationError(says("calculator_wrong", name)) from None


class EventCalculator(_WithK):
    """An event game by game."""

    games = forms.CharField(max_length=2000, widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "false"}))
    system = choice_field(
        lambda: [(system, says("calculator_system", system)) for system in SYSTEMS], as_list=True, required=False
    )

    def clean_games(self) -> list[tuple[int | None, int]]:
        """Give the games: the rating of the opponent, or None, and the score in hundredths."""
        games = []
        for number, line in enumerate(filter(None, map(str.strip, self.cleaned_data["games"].splitlines())), start=1):
            opponent, _, score = line.replace(":", " ").rpartition(" ")
            name = opponent.strip().lower()
            if score not in _SCORES or not (name in _UNRATED or _is_rating(name)):
                raise forms.ValidationError(says("calculator_wrong", "game", number=number, line=line[:40]))
            games.append((None if name in _UNRATED else int(name), _SCORES[score]))
        return _few(games)


class _WithOpponents(CalculatorForm):
    """The ratings of opponents."""

    opponents = text_field(max_length=500)

    def clean_opponents(self) -> list[int]:
        """Give the ratings of the opponents."""
        parts = [part for part in _BETWEEN.split(self.cleaned_data["opponents"]) if part]
        for part in parts:
            if not _is_rating(part):
                raise forms.ValidationError(says("calculator_wrong", "opponent", text=part[:40]))
        return _few([int(part) for part in parts])


class ScoreForm(_WithOpponents):
    """A score against opponents: for a performance, or for a first rating."""

    OF_PLAYER: ClassVar[Mapping[str, str]] = {}
    score = text_field(max_length=6)

    def clean_score(self) -> int:
        """Give the score, in hundredths."""
        try:
            score = hundredths(self.cleaned_data["score"].replace("½", ".5").replace(",", "."))
        except ValueError:
            score = None
        if score is None or score < 0 or score % 50:
            raise forms.ValidationError(says("calculator_wrong", "score"))
        return score

    def clean(self) -> dict[str, Any]:
        """Look whether the score can be made in so many games."""
        given = dict(super().clean() or self.cleaned_data)
        opponents, score = given.get("opponents"), given.get("score")
        if opponents and score is not None and score > 100 * len(opponents):
            self.add_error("score", says("calculator_wrong", "too_many_points", games=len(opponents)))
        return given


class InitialForm(ScoreForm, _WithPlayer):
    """A first rating, of anybody or as far as a player without one has come."""

    OF_PLAYER: ClassVar[Mapping[str, str]] = {"opponents": "opponents", "score": "score"}


class NeededForm(_WithOpponents, _WithK):
    """What is needed to reach a rating."""

    target = _rating_field()


class CoefficientCalculator(_WithK):
    """K, and when it changes."""

    OF_PLAYER: ClassVar[Mapping[str, str]] = {
        "rating": "rating", "born": "born", "games_before": "games_before", "highest": "highest",
    }  # fmt: skip
    k = None  # type: ignore[assignment] # it is what is asked


def _is_rating(text: str) -> bool:
    return _RATING.fullmatch(text) is not None and int(text) <= MOST_RATING


def _few(games: list[Any]) -> list[Any]:
    if not games or len(games) > MOST_GAMES:
        raise forms.ValidationError(says("calculator_wrong", "number_of_games", games=len(games), most=MOST_GAMES))
    return games
