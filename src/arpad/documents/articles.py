"""Articles of an edition as the documented JSON: what each asks, what arpad does about it, where, and what tests it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.documents.editions import plain_content
from arpad.regulations.register import provisions, row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.regulations.amended_text import Amendment, FollowedArticle
    from arpad.regulations.register import RegisterRow, TextRemark


def articles_data(edition: str, article: str | None, rows: Iterable[RegisterRow]) -> dict[str, Any]:
    """Give the rows of an article, or those of a whole edition."""
    return {
        "edition": edition,
        "article": article,
        "rows": [row_data(of_article) for of_article in rows],
        "amendments": [],
        "remark": None,
    }


def followed_data(asked: FollowedArticle, article: str) -> dict[str, Any]:
    """Give the rows of an article as it stands in an edition, and what amended it, up to that edition and later."""
    amendments = [(amendment, False) for amendment in asked.amendments]
    amendments += [(amendment, True) for amendment in asked.later]
    return {
        **articles_data(asked.edition, article, asked.rows),
        "amendments": [_amendment_data(amendment, is_later=is_later) for amendment, is_later in amendments],
    }


def remark_data(remark: TextRemark) -> dict[str, Any]:
    """Give a reading or an erratum, with the rows that it is about."""
    return {
        **articles_data("", remark.id, remark.citing),
        "edition": None,
        "remark": {"id": remark.id, "title": remark.title, "text": remark.text},
    }


def _amendment_data(amendment: Amendment, *, is_later: bool) -> dict[str, Any]:
    return {
        "edition": amendment.edition,
        "effective": None if amendment.effective is None else amendment.effective.isoformat(),
        "later": is_later,
        "requirements": [of_article.requirement for of_article in amendment.rows],
        "provisions": [
            {"key": provision.key, "content": plain_content(provision), "reconstructed": provision.reconstructed}
            for provision in amendment.provisions
        ],
    }


def row_data(of_article: RegisterRow) -> dict[str, Any]:
    """Give a row of the register, with its provisions and what other editions ask in the same matter."""
    return {
        "edition": of_article.edition,
        "article": of_article.article,
        "topic": of_article.topic,
        "kind": of_article.kind,
        "requirement": of_article.requirement,
        "does": of_article.does,
        "where": list(of_article.where),
        "provisions": [
            {"key": provision.key, "content": plain_content(provision)} for provision in provisions(of_article)
        ],
        "counterparts": [_counterpart_data(of_article, row(*place)) for place in of_article.counterparts],
        "errata": list(of_article.errata),
        "readings": list(of_article.readings),
        "status": of_article.status,
        "tested_by": list(of_article.tests),
        "reason": of_article.reason or None,
    }


def _counterpart_data(of_article: RegisterRow, counterpart: RegisterRow) -> dict[str, Any]:
    return {
        "edition": counterpart.edition,
        "article": counterpart.article,
        "same": counterpart.requirement == of_article.requirement,
        "requirement": counterpart.requirement,
    }
