"""Takes pictures of the main pages of the example office, as wide as a telephone and as a desk, to look at.

`make office-pictures` (FOLDER=pictures) makes the example where it is not there, serves a copy of it and looks at the
pages in Chromium. Nobody compares the pictures: whoever changes a page or the stylesheet looks at them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
DAY = "2026-11-18"
PAGES = (
    "front", "next_list", "checklist", "players", "player", "events", "event", "lists", "list", "list_difference",
    "put_right", "log", "proof",
)  # fmt: skip
"""The names of the addresses, as in the addresses of the office; of what has parts there is one of each."""
OF_EVENTS = (
    "inbox", "events", "new_event", "office_event", "event_report_page", "event_players", "office_event_return",
    "office_event_accept", "office_event_decide_appeal", "question", "with_fide",
)  # fmt: skip
"""Those of an event's life: a report that is looked at, an appeal, a question."""
READER = "administrator"

if TYPE_CHECKING:
    from playwright.sync_api import Page


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--example", type=Path, default=ROOT / "example-office", help="the example office")
    parser.add_argument(
        "--pages", nargs="+", default=(*PAGES, *OF_EVENTS), help="names of addresses; the main pages if not given"
    )
    parser.add_argument("--dark", action="store_true", help="as somebody sees it who likes it dark")
    return parser.parse_args()


def log_in(opened: Page) -> None:
    """Log in; in the example the second factor is optional."""
    from arpad.lab.office_world.world import SEED  # noqa: PLC0415 - after the path is set
    from arpad.storage.example_people import password_of  # noqa: PLC0415 - the same

    opened.goto("/office/log-in/")
    opened.fill("#id_username", READER)
    opened.fill("#id_password", password_of(SEED, READER))
    opened.click("button.button")
    opened.wait_for_selector(".places", state="attached")


def addresses(names: list[str]) -> dict[str, str]:
    """Give the address of each page, of a player and an event of which there is something to see."""
    from django.urls import reverse  # noqa: PLC0415 - once an office is open

    from arpad.storage.models import EventRow, GameRow, ListVersion, RegisteredEvent  # noqa: PLC0415 - the same

    version = ListVersion.objects.filter(stage="published", revision__gt=1).latest("list_date")
    event = EventRow.objects.filter(rated_for=version.list_date).latest("event_id").event_id
    game = GameRow.objects.filter(event_id=event).order_by("row_number").first()
    of_list = {"year": version.list_date.year, "month": version.list_date.month}
    lives = dict(RegisteredEvent.objects.values_list("stage", "number").order_by("-number"))
    received = {"number": lives.get("received", 0)}
    parts = {
        **{name: received for name in OF_EVENTS if name.startswith(("office_event", "event_"))},
        "office_event_decide_appeal": {"number": lives.get("under_appeal", 0)},
        "question": {"number": 1},
        "player": {"number": 0 if game is None else game.white},
        "event": {"number": event},
        "list": of_list,
        **{name: of_list | {"revision": version.revision} for name in ("list_integrity", "list_difference")},
        "next_player": {"number": 0 if game is None else game.white},
    }
    return {name: reverse(name, kwargs=parts.get(name, {})) for name in names}


def main() -> int:
    """Serve a copy of the example, and take the pictures."""
    given = asked()
    sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "src")]
    os.environ.setdefault("ARPAD_TODAY", DAY)
    os.environ.pop("DATABASE_URL", None)
    from arpad.storage.example import example_office  # noqa: PLC0415 - after the path is set
    from arpad.storage.opening import open_office  # noqa: PLC0415 - the same
    from arpad.storage.settings import read_settings  # noqa: PLC0415 - the same
    from arpad.web.django_settings import web_settings  # noqa: PLC0415 - the same

    example_office(given.example)
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "office"
        shutil.copytree(given.example, folder)
        open_office(folder, web_settings(read_settings(folder)))
        places = addresses(list(given.pages))
        from office_browser import (  # type: ignore[import-not-found]  # noqa: PLC0415 - once an office is open
            NARROW,
            WIDE,
            browser,
            page,
            served,
        )

        with served(folder) as address, browser() as started:
            for width in (NARROW, WIDE):
                with page(started, address, width, dark=given.dark) as opened:
                    log_in(opened)
                    for of, place in places.items():
                        opened.goto(place)
                        opened.screenshot(path=given.folder / f"{of}-{width}.png", full_page=True)
                        print(given.folder / f"{of}-{width}.png", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
