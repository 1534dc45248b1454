"""Reasons for which a report is returned or an event refused: in words, each with the article it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_REASONS, MOST_TEXT = 100, 2000


@dataclass(frozen=True, slots=True)
class ReasonWithArticle:
    """A reason: what is wrong, by which article, and where in the report."""

    text: str
    article: str = ""
    """As it is cited: edition and article."""
    where: str = ""

    @property
    def facts(self) -> dict[str, str]:
        """What the log says of it."""
        return {"text": self.text.strip(), "article": self.article.strip(), "where": self.where.strip()}


def reasons_problems(reasons: Sequence[ReasonWithArticle], where: str, *, need_articles: bool) -> Iterator[Problem]:
    """Say what is wrong with reasons: none, empty or too long ones, and those without an article where one is asked."""
    if not reasons or len(reasons) > MOST_REASONS:
        yield Problem.of(WORDS, "no_reasons", where, most=MOST_REASONS)
    if any(not reason.text.strip() or len(reason.text) > MOST_TEXT for reason in reasons):
        yield Problem.of(WORDS, "empty_reason", where, most=MOST_TEXT)
    if need_articles and any(not reason.article.strip() for reason in reasons):
        yield Problem.of(WORDS, "reason_without_article", where)


def cited(reasons: Sequence[ReasonWithArticle]) -> tuple[str, ...]:
    """Give the articles on which reasons rest, each once."""
    return tuple(dict.fromkeys(reason.article.strip() for reason in reasons if reason.article.strip()))
