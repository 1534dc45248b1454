"""What a check of an event gives: findings with their articles, the games that are not rated, and a verdict."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arpad.events.wording import WORDS
from arpad.model.wording import LANGUAGE

if TYPE_CHECKING:
    from arpad.events.wording import Source
    from arpad.model.problems import ProblemFacts
    from arpad.regulations.edition import Citation

REFUSES, DROPS, WARNING, NOTE, UNKNOWN, PASSES = SEVERITIES = (
    "refuses", "drops", "warning", "note", "unknown", "passes",
)  # fmt: skip
"""How much a finding weighs: the event is not rated; these games are not; to be mended; to be known; not known here
because a fact is missing; asked and answered."""


YES, NO, OPEN = RATEABLE = ("yes", "no", "unknown")


@dataclass(frozen=True, slots=True)
class Finding:
    """One condition of the regulations, and how the event stands to it."""

    code: str
    severity: str
    says: tuple[str, ...]
    """The names of its sentences: in the section of its code, or with their own section before a full stop."""
    facts: ProblemFacts = field(default_factory=dict)
    """What its sentences tell: plain values, lists and records of them."""
    mends: tuple[str, ...] = ()
    """The names of the sentences that say what to do about it; none where nothing needs to be done."""
    citations: tuple[Citation, ...] = ()
    players: tuple[int, ...] = ()
    """Starting numbers of those concerned; none where it is everybody."""
    rounds: tuple[int, ...] = ()
    decides: bool = True
    """Of what is not known: True where the answer could refuse the event or drop games."""

    @property
    def message(self) -> str:
        """What was found, and why it matters, in English."""
        return self.sentence()

    @property
    def fix(self) -> str:
        """What to do about it, in English; empty where nothing needs to be done."""
        return self.advice()

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say what was found, in a language."""
        places = [name.split(".") if "." in name else (self.code, name) for name in self.says]
        return " ".join(WORDS.say(section, name, self.facts, language) for section, name in places)

    def advice(self, language: str = LANGUAGE) -> str:
        """Say what to do about it, in a language."""
        return " ".join(WORDS.say("fix", name, self.facts, language) for name in self.mends)

    def __repr__(self) -> str:
        return f"<Finding {self.code}, {self.severity}>"

    def __str__(self) -> str:
        cited = "; ".join(str(citation) for citation in self.citations)
        return f"{self.code}: {self.message}{f' [{cited}]' if cited else ''}"


@dataclass(frozen=True, slots=True)
class DroppedGame:
    """A game that was played and is not rated, by the starting numbers of its players."""

    round: int
    first: int
    second: int
    reason: str
    """The code of the finding that says why."""
    citation: Citation | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an event can be rated, and everything that was looked at."""

    findings: tuple[Finding, ...]
    dropped: tuple[DroppedGame, ...] = ()
    edition: str | None = None
    kind: str | None = None
    system: str | None = None
    cycles: int = 1
    """Of a round robin: how often everybody met everybody."""
    before_play: bool = False
    """True where only entries were there to be checked."""
    used: dict[str, Source] = field(default_factory=dict)
    """Where the kind, the system and the time control were taken from."""
    rated_as: str | None = None
    """The system by whose rules its games count: Swiss for a round robin with an unplayed game, and for an official
    match with an unrated player, which is rated all the same."""

    @property
    def rateable(self) -> str:
        """`no` where something refuses the event, `unknown` where a missing fact could, else `yes`."""
        severities = {finding.severity for finding in self.findings}
        if REFUSES in severities:
            return NO
        if any(finding.severity == UNKNOWN and finding.decides for finding in self.findings):
            return OPEN
        return YES

    @property
    def summary(self) -> str:
        """The verdict in a sentence, in English."""
        return self.sentence()

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say the verdict in a language."""
        from arpad.events.check.official import NOTHING_LEFT  # noqa: PLC0415 - the checks give findings of this module

        questions = sum(finding.severity == UNKNOWN and finding.decides for finding in self.findings)
        facts = {"before_play": self.before_play, "games": len(self.dropped), "questions": questions}
        is_empty = self.rateable != NO and any(finding.code == NOTHING_LEFT for finding in self.findings)
        return WORDS.say("verdict", "nothing_left" if is_empty else self.rateable, facts, language)

    def __repr__(self) -> str:
        return f"<Verdict {self.rateable}, {self.edition}: {len(self.findings)} findings>"

    def __str__(self) -> str:
        """Write the sentence, and then every finding that asks for something."""
        asks = [finding for finding in self.findings if finding.severity not in {NOTE, PASSES}]
        return "\n".join([self.summary[:1].upper() + self.summary[1:], *(f"{ask.severity}: {ask}" for ask in asks)])

    def of(self, severity: str) -> tuple[Finding, ...]:
        """Give the findings of one severity."""
        return tuple(finding for finding in self.findings if finding.severity == severity)

    def reasons(self) -> dict[tuple[int, int, int], str]:
        """Give why each game is left out, by round and starting numbers, the lower first."""
        return {
            (game.round, min(game.first, game.second), max(game.first, game.second)): game.reason
            for game in self.dropped
        }

    def why_dropped(self, number_of_round: int, first: int, second: int) -> Finding | None:
        """Give the finding by which a game is left out, that of its players first; None where it is not."""
        pair = min(first, second), max(first, second)
        reason = self.reasons().get((number_of_round, *pair))
        about = [
            finding
            for finding in self.findings
            if finding.code == reason and (not finding.rounds or number_of_round in finding.rounds)
        ]
        nearest = [finding for finding in about if not finding.players or set(pair) & set(finding.players)]
        return next(iter([*nearest, *about]), None)

    def is_dropped(self, number_of_round: int, first: int, second: int) -> bool:
        """Tell whether a game is left out, whoever is named first."""
        return (number_of_round, min(first, second), max(first, second)) in self.reasons()
