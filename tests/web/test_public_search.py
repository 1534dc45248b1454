"""Searching on the site: a number, words in any order, an error, filters; only who has a public page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from web_offices import HOSTILE, OWN

if TYPE_CHECKING:
    from arpad.storage.opening import OfficeFolder

pytestmark = pytest.mark.usefixtures("office")


def _text(address: str) -> str:
    page = Client().get(address)
    assert page.status_code == 200
    return page.content.decode()


def _shown(limit: int = 5) -> list[tuple[int, str]]:
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - needs an office
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.shown import may_be_named  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    rows = list(PlayerRow.objects.order_by("fide_id").values_list("fide_id", "name"))
    named = may_be_named(system, [number for number, _ in rows])
    return [row for row in rows if row[0] in named and row[1] != HOSTILE][:limit]


def test_a_number_leads_straight_to_the_player() -> None:
    """Nobody is looked up for it: the page of the player says who it is, or why there is none."""
    page = Client().get("/search/", {"q": " 100034 "})
    assert page.status_code == 302
    assert page.headers["Location"] == "/players/100034"


@pytest.mark.parametrize("turned", [False, True])
def test_a_name_in_any_order_and_with_an_error(turned: bool) -> None:
    """The player stands on the page, with a link."""
    for number, name in _shown():
        words = name.replace(",", " ").split()
        typed = " ".join(reversed(words) if turned else words)
        assert f"/players/{number}/" in _text(f"/search/?q={typed}")
        assert f"/players/{number}/" in _text(f"/search/?q={typed[:2]}{typed[3:]}")


def test_filters_are_part_of_the_address(office: OfficeFolder) -> None:
    """A federation leaves the others out; what is no filter is not asked."""
    del office
    text = _text(f"/search/?q=a&federation={OWN}")
    rows = re.findall(r"</td><td>([A-Z]{3})</td>", text)
    assert rows
    assert set(rows) == {OWN}
    assert f'value="{OWN}" selected' in text
    assert "Nobody is called so" in _text(f"/search/?q=a&federation={OWN}&title=GM&age=U8")
    assert _text("/search/?q=a&federation=nowhere").count("<tr>") > 1


def test_who_has_no_page_is_not_given() -> None:
    """Not by the name, not by a nearly so."""
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - needs an office

    shown = {number for number, _ in _shown(10**6)}
    hidden = [row for row in PlayerRow.objects.values_list("fide_id", "name") if row[0] not in shown][:5]
    for number, name in hidden:
        if name != HOSTILE:
            assert f"/players/{number}/" not in _text(f"/search/?q={name}")


def test_markup_is_text_and_results_are_not_indexed() -> None:
    """What was typed comes back as text; search engines are to leave results alone, and not the empty form."""
    text = _text("/search/?q=%3Cscript%3Ealert(1)")
    assert "<script>alert" not in text
    assert "noindex" in text
    assert "noindex" not in _text("/search/")
    assert 'rel="canonical" href="http://testserver/search/"' in text
