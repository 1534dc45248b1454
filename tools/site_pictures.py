"""Takes pictures of the fifteen main pages of the public site, as wide as a telephone and as a desk, to look at.

`make site-pictures` (FOLDER=pictures) makes the example office where it is not there, serves a copy of it and looks at
the pages in Chromium. Nobody compares the pictures: whoever changes a page or the stylesheet looks at them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DAY = "2026-11-18"
MAIN = (
    "front", "search", "player", "period", "unrated", "list", "changes", "month", "events", "event", "federations",
    "calculator", "regulations", "article", "about",
)  # fmt: skip
"""The fifteen main pages."""
MORE = (
    "lists",
    "files",
    "scale",
    "numbers",
    "my_list",
    "federation",
    "next",
    "opponents",
    "needed",
    "no_page",
    "edition",
)


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--example", type=Path, default=ROOT / "example-office", help="the example office")
    parser.add_argument("--pages", nargs="+", choices=(*MAIN, *MORE), default=MAIN, help="the main pages if not given")
    parser.add_argument("--dark", action="store_true", help="as somebody sees it who likes it dark")
    parser.add_argument("--print", action="store_true", help="as it stands on paper")
    return parser.parse_args()


def addresses() -> dict[str, str]:
    """Give the address of each page: of a player with much to see, of an event of the newest list."""
    from arpad.model.period import STANDARD  # noqa: PLC0415 - once an office is open
    from arpad.storage.models import EventRow, ListVersion, PartResultRow, PlayerRow  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.player_sheet import player_sheet  # noqa: PLC0415 - the same
    from arpad.storage.site.receipts import played_lines  # noqa: PLC0415 - the same
    from arpad.storage.site.shown import Presence, presences  # noqa: PLC0415 - the same
    from arpad.web.public.event_places import book_address  # noqa: PLC0415 - the same
    from arpad.web.public.player_places import player_address  # noqa: PLC0415 - the same

    system = rating_system()
    if system is None or system.newest is None:
        sys.exit("The office has no list.")
    month = f"{system.newest.list_date:%Y-%m}"
    sheets = [player_sheet(system, number) for number, kind in played_lines(system, system.newest) if kind == STANDARD]
    shown = max(
        (each for each in sheets if each is not None and not each.is_unindexed), key=lambda each: len(each.games)
    )
    waiting = list(PartResultRow.objects.values_list("fide_id", flat=True))
    unrated = next((number for number, of in presences(system, waiting).items() if of is Presence.UNRATED), 0)
    names = dict(PlayerRow.objects.filter(fide_id__in=[unrated]).values_list("fide_id", "name"))
    event = EventRow.objects.filter(rated_for=system.newest.list_date, kind=STANDARD).order_by("event_id").first()
    before = ListVersion.objects.filter(stage=ListVersion.PUBLISHED).order_by("-list_date")[1]
    place = f"/lists/{month}/r{system.newest.revision}/"
    person = (shown.number, shown.row.name)
    rated = [f"{number}" for number, _ in played_lines(system, system.newest)[:8]]
    return {
        "front": "/",
        "search": "/search/?q=an",
        "player": player_address(*person),
        "period": player_address(*person, "period", STANDARD, month),
        "unrated": player_address(unrated, names.get(unrated, "")),
        "list": f"/lists/{before.list_date:%Y-%m}/",
        "changes": f"{place}changes/",
        "month": "/month/",
        "events": "/events/?when=past",
        "event": "/events/" if event is None else book_address(event.event_id, event.name),
        "federations": "/federations/",
        "calculator": f"/calculators/event/?player={shown.number}&games=1990+1%0D%0A2105+%C2%BD%0D%0A1850+0"
        "&beside=fide-2014-07",
        "regulations": "/regulations/",
        "article": "/regulations/fide-2024-03/8.3.3/",
        "about": "/about/",
        "lists": "/lists/",
        "files": f"{place}files/",
        "scale": f"{place}scale/",
        "numbers": f"{place}numbers/",
        "my_list": f"/my-list/?ids={','.join(rated)}",
        "federation": f"/federations/{shown.row.federation}/",
        "next": player_address(unrated, names.get(unrated, ""), "next", STANDARD),
        "opponents": player_address(*person, "opponents"),
        "needed": "/calculators/needed/?rating=1956&k=40&target=2000&opponents=1900+1950+2000+2050+2100",
        "no_page": "/players/77777777",
        "edition": "/regulations/fide-2024-03/",
    }


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
        places = addresses()
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
                    if given.print:
                        opened.emulate_media(media="print")
                    for of in given.pages:
                        opened.goto(places[of])
                        opened.screenshot(path=given.folder / f"{of}-{width}.png", full_page=True)
                        print(given.folder / f"{of}-{width}.png", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
