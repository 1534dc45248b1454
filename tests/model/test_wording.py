"""The language of templates: numbers, lists, choices, phrases and lengths of time, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from arpad.model import wording
from arpad.model.wording import Wording, parsed

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    ("{games} {games:game|games}", {"games": 1}, "1 game"),
    ("{games} {games:game|games}", {"games": 0}, "0 games"),
    ("{players:Player|Players} {players:list}", {"players": [3]}, "Player 3"),
    ("{players:Player|Players} {players:list}", {"players": [1, 2]}, "Players 1 and 2"),
    ("{players:list}", {"players": [*range(1, 10)]}, "1, 2, 3, 4, 5, 6, 7, 8 and 9"),
    ("{players:list}", {"players": [*range(1, 20)]}, "1, 2, 3, 4, 5, 6, 7, 8 and 11 more"),
    ("{players:list}", {"players": [1, 1, 2]}, "1 and 2"),
    ("{rounds:?In {rounds:round|rounds} {rounds:list} a|A} game", {"rounds": (2, 3)}, "In rounds 2 and 3 a game"),
    ("{rounds:?In {rounds:round|rounds} {rounds:list} a|A} game", {"rounds": ()}, "A game"),
    ("{late:?late}", {"late": False}, ""),
    ("{moves:with ' or '}; {texts!r}", {"moves": [35, 40], "texts": ["a", "b"]}, "35 or 40; 'a', 'b'"),
    ("{whom!u:in approver} let it pass.", {"whom": "president"}, "The President of FIDE let it pass."),
    ("{of:list rated}", {"of": [{"number": 1, "rating": 2000}, {"number": 2, "rating": None}]}, "1 (2000) and 2 (-)"),
    ("{of:with '; ' plain}", {"of": [1, 2]}, "<1>; <2>"),
    ("{one:as rated}", {"one": {"number": 7, "rating": 1}}, "7 (1)"),
    ("{time:minutes}", {"time": 7200}, "120 minutes"),
    ("{time:minutes}", {"time": 90}, "1 minute 30 seconds"),
    ("{time:minutes}", {"time": 30}, "0 minutes 30 seconds"),
    ("{time:hours}", {"time": 43208}, "12 hours 8 seconds"),
    ("{time:hours}", {"time": 3000}, "50 minutes"),
    ("{time:hours}", {"time": 0}, "0 minutes"),
]
SECTIONS = """
[approver]
president = "the President of FIDE"
[phrase]
rated = "{number} ({rating:?{rating}|-})"
plain = "<{it}>"
"""


def written(folder: Path, template: str, facts: dict[str, Any], language: str = "en") -> str:
    """Write a template into a language file, and say it."""
    words = folder / "words"
    words.mkdir(exist_ok=True)
    words.joinpath(f"{language}.toml").write_text(f'[test]\nit = """{template}"""\n{SECTIONS}', encoding="utf-8")
    return Wording(str(folder / "room.py")).say("test", "it", facts, language)


@pytest.mark.parametrize(("template", "facts", "expected"), CASES)
def test_a_template_with_its_facts(tmp_path: Path, template: str, facts: dict[str, Any], expected: str) -> None:
    """What is written for a place."""
    assert written(tmp_path, template, facts) == expected


@pytest.mark.parametrize("template", ["{name", "{a b}", "{name:loudly}", "{name:?{a|b}"])
def test_a_template_that_is_none_is_refused(template: str) -> None:
    """A place that is not closed, has no name, or does not say what to do."""
    with pytest.raises(ValueError, match="place"):
        parsed(template)


@pytest.mark.parametrize(
    ("number", "expected"), [(1, "1 partia"), (3, "3 partie"), (5, "5 partii"), (12, "12 partii"), (22, "22 partie")]
)
def test_another_language_has_its_own_forms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, expected: str
) -> None:
    """Which numbers take which form is said by the grammar of a language, in its file."""
    grammar = "plural = [{ numbers = [1] }, { ends = [2, 3, 4], but_not = [12, 13, 14] }]"
    tmp_path.joinpath("pl.toml").write_text(grammar, encoding="utf-8")
    monkeypatch.setattr(wording, "_GRAMMAR", str(tmp_path))

    assert written(tmp_path, "{games} {games:partia|partie|partii}", {"games": number}, "pl") == expected
