"""How many queries each page asks of the database: a baseline, so that nobody adds one for every row by mistake.

`ARPAD_RENEW_QUERIES=1 pytest tests/web/test_queries.py` writes the baseline anew, where that is meant.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from office_addresses import address, address_names, parts
from office_rights import RIGHTS
from web_offices import logged_in, make_busy

from arpad.storage.models import GameRow, PlayerRow
from arpad.web.public.player_places import player_address

if TYPE_CHECKING:
    from arpad.storage.opening import OfficeFolder

BASELINE = Path(__file__).parent.parent / "data" / "office-queries.json"


def counted() -> dict[str, int]:
    """Count the queries of every page that an administrator reads."""
    client, of = logged_in("vera"), parts()
    counts = {}
    for name in address_names():
        row = RIGHTS[name]
        if row.method == "GET" and "A" in row.open_to and row.status == 200:
            place = address(name, of)
            client.get(place)
            with CaptureQueriesContext(connection) as asked:
                assert client.get(place).status_code == 200
            counts[name] = len(asked)
    return counts


def test_queries_of_each_page(office: OfficeFolder) -> None:
    """Each page asks as often as the baseline says."""
    del office
    make_busy()
    counts = counted()
    if os.environ.get("ARPAD_RENEW_QUERIES"):
        BASELINE.write_text(json.dumps(counts, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    baseline = json.loads(BASELINE.read_text(encoding="utf-8"))
    assert counts == baseline, {name: (baseline.get(name), n) for name, n in counts.items() if baseline.get(name) != n}


@pytest.mark.usefixtures("office")
def test_more_rows_ask_no_more() -> None:
    """A table of one row asks as often as one of fifty."""
    client = logged_in("vera")
    client.get("/office/players/")
    counts = []
    for asked in ("", "?federation=AAA&sex=F", "?page=3"):
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/office/players/{asked}")
        counts.append(len(queries))
    assert max(counts) == counts[0], counts


def test_a_public_page_looks_games_up(office: OfficeFolder) -> None:
    """The page of a player asks for the games with either colour by an index, and looks at no other game."""
    del office
    player = PlayerRow.objects.get(fide_id=GameRow.objects.order_by("row_number").first().white)  # type: ignore[union-attr]
    place = player_address(player.fide_id, player.name)
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(place).status_code == 200
    of_games = [query["sql"] for query in asked.captured_queries if "storage_gamerow" in query["sql"]]
    assert of_games
    if connection.vendor == "sqlite":
        for query in of_games:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {query}")
                plan = " ".join(str(row) for row in cursor.fetchall())
            assert "white=?" in plan, plan
            assert "black=?" in plan, plan
