"""Pages in a real browser: nothing is refused, phones show what matters, tables sort, no printed page is empty."""

from __future__ import annotations

import os
import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from chromium import Chromium, chromium_program
from made_pages import big_open, rated_rows, round_robin, team_event
from running import answer, arpad

from arpad.pages.event import MOST_ROUNDS, event_pages

if TYPE_CHECKING:
    from collections.abc import Iterator

PHONE, DESK = 390, 1280
NOT_TRIED = "pages in a real browser: Chromium was not found. Install it (apt-get install chromium) and run again."


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """Start the browser; where there is none that is said, and where everything has to be tried it is a failure."""
    program = chromium_program()
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"Not tried: {NOT_TRIED}")
        pytest.skip(NOT_TRIED)
    started = Chromium(program, tmp_path_factory.mktemp("browser"))
    yield started
    started.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Write pages of each kind; give their addresses."""
    folder = tmp_path_factory.mktemp("pages")
    events = {"open": big_open(30, 7), "robin": round_robin(), "teams": team_event(), "large": big_open(30, 7)}
    for name, report in events.items():
        with mock.patch("arpad.pages.event.MOST_ROUNDS", 0 if name == "large" else MOST_ROUNDS):
            written = event_pages(*rated_rows(report), {}, ["Check: look at this."], str(folder / f"{name}.html"))
        for place, text in written.items():
            (folder / place).write_text(text, encoding="utf-8")
    book = folder / "book"
    for words in (("book", "world", str(book), "--players", "300", "--months", "2", "--seed", "5"),
                  ("period", "close", str(book), "2026-11"),
                  ("period", "preview", str(book), "-o", str(folder / "preview.html"))):  # fmt: skip
        code, _, err = arpad(*words)
        assert code == 0, err
    write_letters(folder, book)
    published = book / "published" / "2026-11"
    places = {place.stem: place for place in [*folder.glob("*.html"), *published.glob("*.html")]}
    return {name: place.as_uri() for name, place in places.items()}


def write_letters(folder: Path, book: Path) -> None:
    """Write letters to a player with a game, and to a player without a rating, of a book whose month is closed."""
    shown = answer("period", "preview", str(book), "2026-12")["preview"]
    moved = [(kind, player) for kind, players in shown["gains"].items() for player in players]
    entered = [(kind, player) for kind, newcomers in shown["newcomers"].items() for player in newcomers["first"]]
    for name, (kind, player) in (("letter", moved[0]), ("first-letter", entered[0])):
        page, number = str(folder / f"{name}.html"), str(player["fide_id"])
        code, _, err = arpad("period", "explain", str(book), "2026-12", number, "--kind", kind, "-o", page)
        assert code == 0, err


NAMES = (
    *("open", "robin", "teams", "large", "large-working", "summary", "integrity"),
    *("preview", "letter", "first-letter"),
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_nothing_is_refused_and_nothing_sticks_out(
    browser: Chromium, pages: dict[str, str], name: str, width: int
) -> None:
    """No fault of the script, nothing against the page's own policy, and only tables scroll sideways."""
    browser.open(pages[name], width=width)

    assert browser.complaints == []
    assert browser.ask("document.documentElement.scrollWidth") <= width


def test_on_a_phone_the_change_is_seen_and_the_name_stays(browser: Chromium, pages: dict[str, str]) -> None:
    """The columns chg, Change and New are on the screen; where a table scrolls sideways, the name does not."""
    for number in ("1", "2000"):
        browser.open(pages["open"], width=PHONE)
        browser.ask(
            "document.querySelectorAll('table.changes tbody tr')"
            f".forEach(row => {{ row.cells[0].textContent = row.cells[1].textContent = '{number}'; }})"
        )
        browser.ask("document.querySelector('table.changes td.name a').textContent = 'Averylongnamewithoutanybreak'")
        rights = browser.ask(
            "Object.fromEntries([...document.querySelectorAll('table.changes thead th')]"
            ".filter(head => head.offsetWidth > 0)"
            ".map(head => [head.textContent, head.getBoundingClientRect().right]))"
        )
        assert set(rights) >= {"Rk.", "No.", "Name", "chg", "Change", "New"}
        frame = browser.ask("document.querySelector('table.changes').parentNode.getBoundingClientRect().right")
        assert max(rights.values()) <= frame <= PHONE, rights
    browser.open(pages["open"], width=PHONE)
    left = "document.querySelector('table.cross td.name').getBoundingClientRect().left"
    browser.ask("document.querySelector('table.cross').parentNode.scrollLeft = 200")
    frame = browser.ask("document.querySelector('table.cross').parentNode.getBoundingClientRect().left")
    assert browser.ask("document.querySelector('table.cross').parentNode.scrollLeft") > 100
    assert browser.ask(left) == frame


BROKEN_WORDS = """[...document.querySelectorAll('table.cross td.name')].flatMap(cell => {
  const reader = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), broken = [];
  while (reader.nextNode()) {
    const text = reader.currentNode;
    for (const word of text.data.matchAll(/[^\\s]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (range.getClientRects().length > 1) broken.push(word[0]);
    }
  }
  return broken;
})"""


@pytest.mark.parametrize("name", ["open", "robin", "teams"])
def test_on_a_phone_no_name_of_usual_length_is_broken_in_a_word(
    browser: Chromium, pages: dict[str, str], name: str
) -> None:
    """Names have room in every kind of crosstable; what does not fit beside them scrolls."""
    browser.open(pages[name], width=PHONE)
    browser.ask(
        "document.querySelectorAll('table.cross td.name a')"
        ".forEach(link => { link.textContent = 'Meadowbank, Erica'; })"
    )

    assert browser.ask(BROKEN_WORDS) == []


def test_a_long_note_leaves_no_first_sheet_nearly_empty(browser: Chromium, tmp_path: Path) -> None:
    """It begins below the heading and goes on where it has to."""
    place = tmp_path / "event.html"
    findings = [f"Check: {'a long sentence about a player and a number ' * 18}{number}" for number in range(8)]
    (text,) = event_pages(*rated_rows(big_open(12, 5)), {}, findings, str(place)).values()
    place.write_text(text, encoding="utf-8")
    browser.open(place.as_uri(), width=DESK)

    # The heading and what is above the note come to about 250 pieces of text.
    assert len(WORDS_DRAWN.findall(pages_of(browser.printed())[0])) > 1000


def test_on_a_phone_a_letter_shows_k_times_the_change(browser: Chromium, pages: dict[str, str]) -> None:
    """Of the events and of each game, without scrolling sideways."""
    browser.open(pages["letter"], width=PHONE)
    seen = browser.ask(
        "[...document.querySelectorAll('thead th')].filter(head => head.textContent === 'K*chg')"
        ".map(head => head.getBoundingClientRect().right)"
    )

    assert len(seen) >= 2
    assert max(seen) <= PHONE


def test_no_day_of_a_letter_is_broken(browser: Chromium, pages: dict[str, str]) -> None:
    """In headings and in narrow columns of a phone it stays on one line."""
    for name in ("letter", "first-letter"):
        browser.open(pages[name], width=PHONE)
        lines = browser.ask("[...document.querySelectorAll('.day')].map(day => day.getClientRects().length)")

        assert len(lines) >= 2
        assert set(lines) == {1}


def test_what_does_not_fit_beside_a_name_stands_below_it(browser: Chromium, pages: dict[str, str]) -> None:
    """Not under the sign that unfolds a working."""
    browser.open(pages["large-working"], width=PHONE)
    lefts = browser.ask(
        "[...document.querySelectorAll('summary')].map(head => ["
        "head.querySelector('.number').getBoundingClientRect().left,"
        " Math.min(...[...head.children].map(part => part.getBoundingClientRect().left))])"
    )

    assert len(lefts) == 30
    assert all(least >= number > 20 for number, least in lefts)


def column(browser: Chromium, number: int) -> list[str]:
    """Give the visible texts of a column of the changes."""
    return list(
        browser.ask(
            "[...document.querySelectorAll('table.changes tbody tr')].filter(row => !row.hidden)"
            f".map(row => row.cells[{number}].textContent)"
        )
    )


def test_columns_sort(browser: Chromium, pages: dict[str, str]) -> None:
    """Up, down, and back to the order of the page; numbers as numbers, what is missing last."""
    browser.open(pages["open"], width=DESK)
    heads = browser.ask("[...document.querySelectorAll('table.changes thead th')].map(head => head.textContent)")
    place, first = heads.index("Change"), column(browser, 0)
    click = f"document.querySelectorAll('table.changes thead th [role=button]')[{place}].click()"

    def values() -> list[int]:
        return [int(text.replace("\u2212", "-")) for text in column(browser, place) if text]

    browser.ask(click)
    rising = values()
    assert rising == sorted(rising)
    assert column(browser, place)[-1] == ""
    browser.ask(click)
    assert values() == sorted(rising, reverse=True)
    assert column(browser, place)[-1] == ""
    browser.ask(click)
    assert column(browser, 0) == first
    browser.ask(
        f"document.querySelectorAll('table.changes thead th [role=button]')[{heads.index('Name')}]"
        ".dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'}))"
    )
    assert browser.ask("document.querySelector('table.changes th[aria-sort]').textContent") == "Name"
    assert browser.complaints == []


def typed(browser: Chromium, text: str) -> None:
    """Type into the field that finds."""
    browser.ask(
        f"(() => {{ const field = document.querySelector('.finder input'); field.value = {text!r};"
        " field.dispatchEvent(new Event('input')); })()"
    )


def test_a_player_is_found_in_all_tables_at_once(browser: Chromium, pages: dict[str, str]) -> None:
    """By FIDE number or federation: the line, the crosstable and the working, though not all of them name it."""
    browser.open(pages["open"], width=DESK)
    typed(browser, "99000004")
    assert column(browser, 1) == ["4"]
    assert browser.ask("[...document.querySelectorAll('details.filtered')].filter(part => !part.hidden).length") == 1
    crossed = "[...document.querySelectorAll('table.cross tbody tr')].filter(row => !row.hidden).length"
    assert browser.ask(crossed) == 1
    typed(browser, "ngr")
    assert len(column(browser, 1)) == browser.ask(crossed) == 6
    assert browser.ask("document.querySelector('.finder [role=status]').textContent") == "6 of 30"
    typed(browser, "")
    assert len(column(browser, 1)) == 30


def test_a_team_is_found_with_its_players(browser: Chromium, pages: dict[str, str]) -> None:
    """Other teams go with their headings."""
    browser.open(pages["teams"], width=DESK)
    typed(browser, "dormer")
    headings = (
        "[...document.querySelectorAll('th.group')].filter(head => head.offsetWidth > 0).map(head => head.textContent)"
    )
    assert [text[:8] for text in browser.ask(headings)] == ["4 Dormer"]
    assert len(column(browser, 1)) == 2


def test_a_link_to_a_working_opens_it(browser: Chromium, pages: dict[str, str]) -> None:
    """On the same page and in the file beside it."""
    for name, place in (("open", "open"), ("large", "large-working")):
        browser.open(pages[name], width=DESK)
        file, anchor = browser.ask(
            "(() => { const link = document.querySelector('table.changes td.name a');"
            " return [link.protocol + '//' + link.pathname, link.hash]; })()"
        )
        assert file == pages[place]
        browser.open(file + anchor, width=DESK)
        assert browser.ask("[...document.querySelectorAll('details[open]')].map(part => part.id)") == [anchor[1:]]


@pytest.mark.parametrize("name", NAMES)
def test_without_script_the_page_is_whole(browser: Chromium, pages: dict[str, str], name: str) -> None:
    """The same text, nothing hidden, and no field that does nothing."""
    browser.open(pages[name], width=DESK)
    text = browser.ask("document.body.textContent.replace(document.querySelector('.finder')?.textContent ?? '', '')")
    browser.open(pages[name], width=DESK, with_script=False)
    browser.call("Emulation.setScriptExecutionDisabled", value=False)

    assert browser.ask("document.body.textContent") == text
    assert browser.ask("document.querySelectorAll('input, [role=button], [hidden]').length") == 0


WORDS_DRAWN = re.compile(rb"T[jJ]")


def pages_of(pdf: bytes) -> list[bytes]:
    """Give what is drawn on each page of a PDF as Chromium writes it."""
    objects = dict(re.findall(rb"(?s)\n(\d+) 0 obj\n?(.*?)endobj", pdf))
    drawn = []
    for body in objects.values():
        if re.search(rb"/Type\s*/Page\b", body):
            number = re.search(rb"/Contents (\d+) 0 R", body)
            assert number is not None
            stream = re.search(rb"(?s)stream\r?\n(.*)endstream", objects[number[1]])
            assert stream is not None
            drawn.append(zlib.decompressobj().decompress(stream[1]))
    return drawn


@pytest.mark.parametrize("name", NAMES)
def test_paper_has_no_empty_page(browser: Chromium, pages: dict[str, str], name: str) -> None:
    """Each page that comes out of the printer has words on it."""
    browser.open(pages[name], width=DESK)
    drawn = pages_of(browser.printed())

    assert drawn
    assert [place for place, content in enumerate(drawn, 1) if not WORDS_DRAWN.search(content)] == []


def test_paper_is_the_same_without_script(browser: Chromium, pages: dict[str, str]) -> None:
    """Nothing that the script adds is printed, and the heads of tables stand on every sheet all the same."""
    drawn = []
    for with_script in (True, False):
        browser.open(pages["open"], width=DESK, with_script=with_script)
        drawn.append([len(WORDS_DRAWN.findall(content)) for content in pages_of(browser.printed())])

    assert drawn[0] == drawn[1]
    assert len(drawn[0]) > 1


def test_a_working_that_is_open_is_printed(browser: Chromium, pages: dict[str, str]) -> None:
    """Those that are folded stay off the paper."""
    browser.open(pages["robin"], width=DESK)
    folded = sum(len(WORDS_DRAWN.findall(content)) for content in pages_of(browser.printed()))
    browser.ask("document.querySelector('details').open = true")
    opened = sum(len(WORDS_DRAWN.findall(content)) for content in pages_of(browser.printed()))

    assert opened > folded + 50


def test_paper_with_nobody_unfolded_says_what_to_do(browser: Chromium, pages: dict[str, str]) -> None:
    """A page of workings alone is not printed as a heading without anything."""
    browser.open(pages["large-working"], width=DESK)
    browser.call("Emulation.setEmulatedMedia", media="print")
    seen = browser.ask("document.body.innerText")

    assert "Unfold a player to see the working; on paper stand those who are unfolded." in seen
    assert "Rd.: round" not in seen


def test_the_last_sheet_of_a_letter_has_more_than_the_small_print(browser: Chromium, pages: dict[str, str]) -> None:
    """Wherever the sheet ends, the remarks take the last steps with them; alone they are about 400 pieces of text."""
    for name in ("letter", "first-letter"):
        for lines in range(0, 40, 4):
            browser.open(pages[name], width=DESK)
            browser.ask(f"document.querySelector('h1').style.marginBottom = '{lines}em'")
            assert len(WORDS_DRAWN.findall(pages_of(browser.printed())[-1])) > 430, (name, lines)


@pytest.mark.parametrize("players", [12, 30, 32])
def test_the_last_sheet_has_more_than_the_small_print(browser: Chromium, players: int, tmp_path: Path) -> None:
    """Legend and footer, less than 100 pieces of text, take the last lines of the crosstable with them."""
    place = tmp_path / "event.html"
    (text,) = event_pages(*rated_rows(big_open(players, 5)), {}, [], str(place)).values()
    place.write_text(text, encoding="utf-8")
    browser.open(place.as_uri(), width=DESK)

    assert len(WORDS_DRAWN.findall(pages_of(browser.printed())[-1])) > 200


def test_no_sheet_of_the_watch_is_left_to_a_line(browser: Chromium, pages: dict[str, str], tmp_path: Path) -> None:
    """Wherever the sheets end: what is above the sections is made longer step by step."""
    page = Path(url2pathname(urlsplit(pages["integrity"]).path)).read_text(encoding="utf-8")
    least = []
    for lines in range(0, 60, 6):
        place = tmp_path / f"watch-{lines}.html"
        place.write_text(page.replace("<nav>", "<p>A line.</p>" * lines + "<nav>"), encoding="utf-8")
        browser.open(place.as_uri(), width=DESK)
        least.append(min(len(WORDS_DRAWN.findall(content)) for content in pages_of(browser.printed())))

    # A line comes to about 80 pieces of text.
    assert min(least) > 100, least


@pytest.mark.parametrize("name", NAMES)
def test_words_can_be_read_in_light_and_dark(browser: Chromium, pages: dict[str, str], name: str) -> None:
    """Text and quiet text stand out from what is behind them: at least 4.5 to 1, as WCAG asks."""
    for dark in (False, True):
        browser.open(pages[name], width=DESK, dark=dark)
        contrast = browser.ask(CONTRAST)
        assert contrast >= 4.5, (name, dark, contrast)


CONTRAST = """(() => {
  const light = color => {
    const parts = color.match(/[\\d.]+/g).slice(0, 3).map(part => Number(part) / 255)
      .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const behind = part => {
    const color = getComputedStyle(part).backgroundColor;
    return color === 'rgba(0, 0, 0, 0)' && part.parentElement ? behind(part.parentElement) : color;
  };
  const least = [...document.querySelectorAll('p, td, th, dt, dd, small, a, summary, span, i')]
    .filter(part => part.textContent.trim() && !part.closest('svg')).slice(0, 2000).map(part => {
      const [one, other] = [light(getComputedStyle(part).color), light(behind(part))].sort((a, b) => b - a);
      return (one + 0.05) / (other + 0.05);
    });
  return Math.min(...least);
})()"""
