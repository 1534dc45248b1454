"""The regulations on the site: every edition and article has a page, with its rule, its tests and what changed."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from arpad.regulations.catalogue import shipped_names
from arpad.regulations.register import register, registered, remarks

pytestmark = pytest.mark.usefixtures("office")


def _text(address: str) -> str:
    page = Client().get(address)
    assert page.status_code == 200, address
    return page.content.decode()


def test_every_edition_has_a_page_with_its_articles() -> None:
    """Those with a text list every row of the register; the others what is known of them."""
    overview = _text("/regulations/")
    for name in shipped_names():
        text = _text(f"/regulations/{name}/")
        assert text.count("<dt><a ") == (len(register(name)) if name in registered() else 0), name
        assert name.endswith("-print") or f"/regulations/{name}/" in overview


def test_an_article_shows_what_carries_it_out_and_what_holds_it() -> None:
    """Its sentence in our words, the rule with its text, its tests, other editions, and the readings."""
    text = _text("/regulations/fide-2014-07/8.54/")
    assert "A rating difference of more than 400 counts as 400." in text
    assert "counted_difference" in text
    assert "regulations/rules/rated_event.py" in text
    assert "/regulations/fide-2009-07/8.54/" in text
    assert re.search(r"tests? that holds? it", text)


def test_an_article_of_an_amendment_is_that_of_its_text() -> None:
    """A citation leads somewhere, also of an edition whose text was not seen."""
    text = _text("/regulations/fide-2026-01/8.3.2-d/")
    assert "this article is that of fide-2024-03" in text
    assert "Amended later by" in _text("/regulations/fide-2024-03/8.3.1/")
    assert Client().get("/regulations/fide-2026-01/99.9/").status_code == 404
    assert Client().get("/regulations/nowhere/").status_code == 404


@pytest.mark.parametrize("name", registered())
def test_every_row_of_a_register_has_a_page(name: str) -> None:
    """By the address that a citation gets."""
    from arpad.web.public.article import articles_of  # noqa: PLC0415 - needs an office
    from arpad.web.public.law_places import article_in_address  # noqa: PLC0415 - the same

    known = articles_of(name)
    assert {article_in_address(row.article) for row in register(name)} <= set(known)


def test_what_changed_between_two_editions() -> None:
    """Side by side, with links to the articles; asked for by a form."""
    text = _text("/regulations/fide-2022-01/to/fide-2024-03/")
    assert "provisions differ" in text
    assert "/regulations/fide-2024-03/" in text
    asked = Client().get("/regulations/", {"first": "fide-2014-07", "second": "fide-2024-03"})
    assert asked.headers["Location"] == "/regulations/fide-2014-07/to/fide-2024-03/"


def test_readings_errata_and_worked_examples() -> None:
    """Each has its page, or its place on a page."""
    overview = _text("/regulations/readings/")
    assert overview.count('class="what"') == len(remarks())
    assert "/regulations/fide-2014-07/" in _text("/regulations/readings/r-001/")
    assert "Erratum" in overview or "E 1" in overview
    worked = _text("/regulations/worked-examples/")
    assert 'id="2003-roundrobin"' in worked
    assert "misprint" in worked


def test_an_edition_of_the_office_itself_leads_to_all_editions() -> None:
    """It has no page of its own here; a citation of it is no dead link."""
    from arpad.web.public.law_places import article_address  # noqa: PLC0415 - needs an office

    assert article_address("our-own-2026", "4.1") == "/regulations/"
    assert Client().get(article_address("fide-2024-03", "5.1")).status_code == 200
