"""Articles of an edition as the documented JSON: what each asks, what arpad does about it, where, and what tests it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.documents.editions import plain_content
from arpad.regulations.register import provisions, row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.regulations.register import RegisterRow


def articles_data(edition: str, article: str | None, rows: Iterable[RegisterRow]) -> dict[str, Any]:
    """Give the rows of an article, or those of a whole edition."""
    return {"edition": edition, "article": article, "rows": [row_data(of_article) for of_article in rows]}


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
