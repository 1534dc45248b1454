"""What is recorded with its article: games after a decided match, inactive players."""

from __future__ import annotations

import pytest

from arpad import edition

RECORDED = [
    # edition, article, key, what the article says: typed from the documents
    ("fide-2003-07", "6.5", "decided_match", "not_rated"),
    ("fide-2009-07", "6.5", "decided_match", "not_rated"),
    ("fide-2014-07", "6.5", "decided_match", "not_rated"),
    ("fide-2024-03", "6.2", "decided_match", "not_rated_unless_requested"),
    # 2003: fewer than four make inactive, and four must then suffice to be active again (R-020, E 33)
    ("fide-2003-07", "9.2.3a", "inactive_below", 4),
    ("fide-2003-07", "9.2.3c", "active_again_from", 4),
    # from 2009: none at all, and one
    ("fide-2009-07", "7.23(a)", "inactive_below", 1),
    ("fide-2009-07", "7.23(c)", "active_again_from", 1),
    ("fide-2014-07", "7.23 a", "inactive_below", 1),
    ("fide-2014-07", "7.23 b", "active_again_from", 1),
    ("fide-2024-03", "7.2.2 a", "inactive_below", 1),
    ("fide-2024-03", "7.2.2 b", "active_again_from", 1),
]


@pytest.mark.parametrize(
    ("name", "article", "key", "content"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in RECORDED],
)
def test_the_edition_records_it_with_its_article(name: str, article: str, key: str, content: object) -> None:
    """The provision has the content of the document, cited by the article in which it stands."""
    law = edition(name)

    assert (content, article) == (law.value(key), law.cite(key).article)


@pytest.mark.article("9.2.3c", edition="fide-2003-07")
def test_the_print_of_2003_asks_for_more_than_four() -> None:
    """As printed a player with exactly four games would stay active, but not become so: the print has five."""
    printed = edition("fide-2003-07-print")

    assert (printed.value("inactive_below"), printed.value("active_again_from")) == (4, 5)
