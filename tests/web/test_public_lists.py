"""The lists of the public site: filters and orders as addresses, revisions, what never changes, pages beside them."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import polars as pl
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arpad.publication.list_changes import changed_lines, compared_lists, counts_of_changes
from arpad.publication.list_rows import AskedLines, in_orders, lines_of
from arpad.publication.public_list import public_list

if TYPE_CHECKING:
    from arpad.storage.opening import OfficeFolder

pytestmark = pytest.mark.usefixtures("office")
DAY = date(2026, 11, 1)
PLACE = "/lists/2026-11/r1/"
_NUMBER = re.compile(r"/players/(\d+)/")


def text(address: str) -> str:
    """Give a page as text."""
    page = Client().get(address)
    assert page.status_code == 200, address
    return page.content.decode()


def numbers(address: str) -> list[int]:
    """Give the players of a page, in their order."""
    return [int(number) for number in _NUMBER.findall(text(address).partition("<tbody>")[2])]


def of_list() -> pl.DataFrame:
    """Give the list as it was published."""
    import io  # noqa: PLC0415 - beside its only use

    from arpad.storage.archived_files import archive  # noqa: PLC0415 - after Django is set up
    from arpad.storage.models import ListVersion  # noqa: PLC0415 - the same

    digest = ListVersion.objects.get(list_date=DAY).files["list.parquet"]
    return pl.read_parquet(io.BytesIO(archive().read(digest)))


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("", pl.col("standard_rating").is_not_null()),
        ("?kind=rapid", pl.col("rapid_rating").is_not_null()),
        ("?show=active&sex=F", pl.col("standard_rating").is_not_null() & (pl.col("flag") == "w")),
        ("?age=u20", pl.col("standard_rating").is_not_null() & (pl.col("birth_year") >= 2006)),
        ("?age=65%2B", pl.col("standard_rating").is_not_null() & (pl.col("birth_year") <= 1961)),
        ("?title=FM&kind=blitz", pl.col("blitz_rating").is_not_null() & (pl.col("title") == "FM")),
        ("?federation=AJX", pl.col("standard_rating").is_not_null() & (pl.col("federation") == "AJX")),
        ("?federation=ZZZ", pl.lit(value=False)),
    ],
)
def test_filters_are_addresses(asked: str, holds: pl.Expr) -> None:
    """A page has exactly those of the published list for whom the address asks, the best rated first."""
    kind = "rapid" if "rapid" in asked else "blitz" if "blitz" in asked else "standard"
    order = [f"{kind}_rating", "name", "fide_id"]
    expected = of_list().filter(holds).sort(order, descending=[True, False, False])["fide_id"].to_list()
    assert numbers(f"{PLACE}{asked}") == expected[:100]


def test_pages_of_a_hundred() -> None:
    """No player is on two pages, and none on no page, in whatever order."""
    whole = of_list().filter(pl.col("standard_rating").is_not_null())
    for order in ("", "order=name", "order=-change", "order=standard", "order=-name"):
        both = [numbers(f"{PLACE}?{order}&page={page}") for page in (1, 2)]
        assert [len(page) for page in both] == [100, whole.height - 100]
        assert len(set(both[0]) | set(both[1])) == whole.height
    assert numbers(f"{PLACE}?order=name") == whole.sort("name", "fide_id")["fide_id"].to_list()[:100]
    assert not numbers(f"{PLACE}?page=99999999999")[100:]


def test_a_place_is_shared() -> None:
    """Players of the same rating share a place, on every page."""
    frame = pl.DataFrame(
        {"fide_id": [1, 2, 3, 4], "name": ["A", "B", "C", "D"], "standard_rating": [1500, 1600, 1600, 1400]}
    )
    nobody = pl.DataFrame(schema={"fide_id": pl.Int64})
    table = in_orders(public_list({"list": frame}, nobody, None, nobody), DAY)
    asked = [lines_of(table, AskedLines(first=first, many=2), DAY).places for first in (0, 1, 2)]
    assert asked == [[1, 1], [1, 3], [3, 4]]


def test_what_never_changes() -> None:
    """A revision is kept for ever, the address of the month is not; a page that the reader has is not written again."""
    fixed = Client().get(PLACE)
    assert "immutable" in fixed.headers["Cache-Control"]
    again = Client().get(PLACE, headers={"If-None-Match": fixed.headers["ETag"]})
    assert again.status_code == 304
    newest = Client().get("/lists/2026-11/")
    assert "immutable" not in newest.headers["Cache-Control"]
    assert 'rel="canonical" href="http://testserver/lists/2026-11/r1/"' in newest.content.decode()


def test_a_filtered_page_is_not_indexed() -> None:
    """Search engines are asked to the list itself, not to every filter: the young are in those."""
    assert "noindex" not in text(PLACE)
    assert "noindex" in text(f"{PLACE}?age=u12")


def test_two_revisions(office: OfficeFolder) -> None:
    """The address of the month leads to the newest and says why there is a second; the first stays."""
    del office
    from arpad.storage.models import ListVersion  # noqa: PLC0415 - after Django is set up

    version = ListVersion.objects.get(list_date=DAY)
    ListVersion.objects.filter(pk=version.pk).update(stage="revised")
    reason = "A result came in <b>wrong</b>"
    second = ListVersion.objects.get(pk=version.pk)
    second.pk, second.revision, second.reason, second.stage = None, 2, reason, "published"
    second.save(force_insert=True)
    try:
        page = text("/lists/2026-11/")
        assert "A result came in &lt;b&gt;wrong&lt;/b&gt;" in page
        assert "/lists/2026-11/r2/" in page
        assert "This list was revised" not in text("/lists/2026-11/r2/")
        assert text("/lists/2026-11/r1/")
        assert "wrong" in text("/about/")
    finally:
        second.delete()
        ListVersion.objects.filter(pk=version.pk).update(stage="published")


def test_before_the_tables_are_written() -> None:
    """Pages say that a list waits for its tables; nothing of that is kept."""
    from arpad.storage.models import ListVersion  # noqa: PLC0415 - after Django is set up

    version = ListVersion.objects.get(list_date=DAY)
    ListVersion.objects.filter(pk=version.pk).update(public_files={})
    try:
        for page in (PLACE, "/lists/2026-11/", f"{PLACE}changes/", "/month/"):
            assert "being written" in text(page)
        assert "immutable" not in Client().get(PLACE).headers["Cache-Control"]
        assert text("/federations/")
    finally:
        version.save(update_fields=["public_files"])


def test_numbers_lead_to_players_and_articles() -> None:
    """Who is new or gone is a link to the player, an article one to the regulations, on the page of the scale too."""
    in_numbers = text(f"{PLACE}numbers/").partition("<main")[2].partition("</main>")[0]
    assert re.search(r'<td class="name"><a href="/players/-?\d+/', in_numbers)
    for page in (in_numbers, text(f"{PLACE}scale/")):
        assert 'href="/regulations/fide-' in page
        assert 'href="#article' not in page


def test_every_page_of_a_list() -> None:
    """Numbers, scale, changes and files are there; an unknown list, revision or page is not."""
    for page in ("numbers/", "scale/", "changes/", "changes/?what=rating&kind=rapid", "files/"):
        assert "November 2026" in text(f"{PLACE}{page}")
    for address in (
        "/lists/2026-09/",
        "/lists/2026-11/r2/",
        "/lists/2026-10/r1/numbers/",
        "/lists/2026-10/r1/changes/",
    ):
        assert Client().get(address).status_code == 404
    assert "2026" in text("/lists/")


def test_two_lists_compared() -> None:
    """Who came and left, and each column that changed, is counted once for a player."""
    then = pl.DataFrame({"fide_id": [1, 2, 3], "name": ["A", "B", "C"], "standard_rating": [1500, 1600, 1700]})
    now = pl.DataFrame({"fide_id": [1, 2, 4], "name": ["A", "B b", "D"], "standard_rating": [1510, 1600, 1800]})
    nobody = pl.DataFrame(schema={"fide_id": pl.Int64})
    before, after = (in_orders(public_list({"list": frame}, nobody, None, nobody), DAY) for frame in (then, now))
    marked = compared_lists(before, after)
    counts = {name: count for name, count in counts_of_changes(marked).items() if count}
    assert counts == {"came": 1, "left": 1, "rating": 1, "person": 1}
    assert changed_lines(marked, "", "standard")["fide_id"].to_list() == [4, 3, 2, 1]
    assert changed_lines(marked, "rating", "standard")["fide_id"].to_list() == [1]


def test_a_page_asks_the_database_little() -> None:
    """The lines come from the archive, so a page asks a few queries whatever it shows."""
    text(PLACE)
    with CaptureQueriesContext(connection) as asked:
        text(f"{PLACE}?order=name&page=2")
    assert len(asked) <= 6, [query["sql"] for query in asked]


def test_federations_and_about() -> None:
    """A federation has its page, with its own players alone; about the data says how to verify."""
    assert "/federations/AJX/" in text("/federations/")
    own = of_list().filter(pl.col("federation") == "AJX")["fide_id"].to_list()
    assert set(map(int, _NUMBER.findall(text("/federations/AJX/")))) <= set(own)
    assert Client().get("/federations/ZZZ/").status_code == 404
    assert "C-001" in text("/about/")


def test_the_young_stand_in_no_order_of_losses() -> None:
    """Whoever may be under 18 and lost stands behind, with those who did not play, whichever way round."""
    frame = pl.DataFrame({
        "fide_id": [1, 2, 3, 4, 5], "name": ["A", "B", "C", "D", "E"], "birth_year": [2012, 1980, 2012, None, 1970],
        "standard_rating": [1500, 1600, 1700, 1750, 1800],
    })  # fmt: skip
    before = frame.select("fide_id", standard_rating=pl.Series([1590, 1640, 1660, 1800, 1800]))
    nobody = pl.DataFrame(schema={"fide_id": pl.Int64})
    table = in_orders(public_list({"list": frame}, nobody, before, nobody), DAY)
    orders = [
        lines_of(table, AskedLines(order=order), DAY).lines["fide_id"].to_list() for order in ("change", "-change")
    ]
    assert orders[0][:3] == [2, 5, 3]
    assert orders[1][:3] == [3, 5, 2]
    assert [set(order[3:]) for order in orders] == [{1, 4}, {1, 4}]


def test_the_top_lists_have_the_places_of_the_pages_of_players() -> None:
    """In every kind of chess, among everybody, women, a federation: who is active there, and at which place."""
    from arpad.model.period import KINDS  # noqa: PLC0415 - needs an office
    from arpad.storage.models import ListVersion  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.list_table import list_table  # noqa: PLC0415 - the same
    from arpad.storage.site.shown import shown_player  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    table = list_table(ListVersion.objects.get(list_date=DAY))
    assert table is not None
    shown = {number: shown_player(system, number) for number in table["fide_id"].to_list()}
    for kind in KINDS:
        for scope, asked in (("everybody", {}), ("women", {"sex": "F"}), ("federation", {"federation": "AJX"})):
            lines = lines_of(table, AskedLines(kind, part="active", order=f"-{kind}", many=10_000, **asked), DAY)
            of_list, place = {}, 0
            for number, each in zip(lines.lines["fide_id"], lines.places or (), strict=True):
                place = each or place
                of_list[number] = place
            of_players = {
                number: rank.place
                for number, player in shown.items()
                if player is not None and (scope != "federation" or number in of_list)
                for rank in player.ranks
                if (rank.kind, rank.scope) == (kind, scope)
            }
            assert of_list == of_players, (kind, scope)
            assert of_list
