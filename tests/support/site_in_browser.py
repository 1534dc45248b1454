"""What is asked of every public page in a browser: that keys reach everything, axe, and words of another language."""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import django
import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from arpad.model import wording
from arpad.regulations import package_data
from arpad.regulations.catalogue import edition, shipped_names
from arpad.regulations.corrections import corrections
from arpad.regulations.register import register, registered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from playwright.sync_api import Page

AXE = Path(sys.prefix) / "browser" / "node_modules" / "axe-core" / "axe.min.js"
"""Where `tools/test_programs.py` puts it."""
CATALOGUE = Path(wording.__file__).parents[1] / "web" / "locale" / "en" / "LC_MESSAGES" / "django.po"
NO_AXE = (
    "axe on the public pages: axe-core was not found. Install it (make test-programs, which needs npm) and run again."
)
OPENS, CLOSES = "\u27e6", "\u27e7"
"""Around every text of the made-up language."""
SIGNS = {"chg", "fide", "arpad", "csv", "json", "txt", "xml", "icalendar", "parquet", "trf", "mssz", "monthly"}
"""Names that are the same in every language."""
STATES = (
    "/search/?q=an",
    "/search/?q=zzzzqq",
    "/search/?q=an&federation=AAA&sex=F",
    "/players/77777777",
    "/nothing/here/",
    "/my-list/",
    "/my-list/?ids=1,2,3",
    "/events/?when=past",
    "/events/?when=announced",
    "/events/?when=running",
    "/events/?q=zzzz",
    "/month/?kind=blitz",
    "/lists/2026-11/?show=inactive",
    "/lists/2026-11/?title=GM&sex=F&age=u8",
    "/lists/2026-11/?kind=rapid&order=change",
    "/calculators/event/?rating=1956&k=20&games=1990+1%0D%0A2105+%C2%BD&beside=fide-2014-07",
    "/calculators/event/?rating=x&k=-1&games=1990+7",
    "/calculators/event/?player=1",
    "/calculators/expected/?rating=2600&opponent=2150",
    "/calculators/expected/?rating=99999&opponent=",
    "/calculators/initial/?opponents=1800+1750+1900+1820+1770&score=3",
    "/calculators/initial/?opponents=1800+1750&score=7",
    "/calculators/performance/?opponents=2410+2387&score=1.5",
    "/calculators/needed/?rating=1956&k=40&target=2000&opponents=1900+1950",
    "/calculators/coefficient/?rating=2210&born=2009&games_before=45&highest=2240",
    "/calculators/coefficient/?rating=2210&born=never&on=2026-99-99",
    "/calculators/coefficient/?rating=2210&on=1950-01-01",
    "/regulations/readings/e-22/",
    "/regulations/fide-2014-07/",
    "/regulations/fide-2024-03/7.1.4/",
)
"""Addresses at which a page is in another state: empty, filtered, answered, at fault, or not there."""
_MORE = 0.4
_WORD = re.compile(r"[^\W\d_]{3,}")
_FILE = re.compile(r"[\w-]+[.](?:csv|json|parquet|txt|xml|html)\b")
_REACHED = """() => {
  const shown = e => e.checkVisibility({visibilityProperty: true}) && e.getClientRects().length;
  const all = [...document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')].filter(shown);
  const now = document.activeElement;
  if (!now || now === document.body) return {place: -2, of: all.length};
  const look = getComputedStyle(now), box = now.getBoundingClientRect();
  return {place: all.indexOf(now), of: all.length, kind: now.className,
    words: now.innerText || now.outerHTML.slice(0, 80),
    outline: look.outlineStyle === 'none' ? 0 : parseFloat(look.outlineWidth),
    seen: box.width > 0 && box.height > 0 && box.right > 0 && box.left < innerWidth};
}"""
_TEXTS = """() => {
  const texts = [...document.head.querySelectorAll('title:not([lang])')].map(e => e.text);
  for (const each of document.head.querySelectorAll('meta[name=description]:not([lang])')) texts.push(each.content);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const within = walk.currentNode.parentElement;
    if (!within.closest('code, script, .hash, body [lang]')) texts.push(walk.currentNode.data);
  }
  for (const each of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    if (!each.closest('body [lang]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (each.hasAttribute(name)) texts.push(each.getAttribute(name));
  return texts;
}"""
"""Every text of a page but commands, and what says that it is in a language of its own, as the law is."""


def axe_source() -> str:
    """Give axe as it is put into a page; where it is not installed that is told, or with `CI=true` a failure."""
    if not AXE.is_file():
        if os.environ.get("CI") == "true":
            pytest.fail(f"Not tried: {NO_AXE}")
        pytest.skip(NO_AXE)
    return AXE.read_text(encoding="utf-8")


def axe_faults(opened: Page, source: str) -> list[str]:
    """Give what axe has against a page."""
    opened.evaluate(f"{source};0")
    result: dict[str, Any] = opened.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {fault['help']}: {json.dumps([node['target'] for node in fault['nodes'][:3]])}"
        for fault in result["violations"]
    ]


def not_reached(opened: Page) -> list[str]:
    """Go through a page by the tabulator; give what is wrong with the way, or is never reached."""
    faults: list[str] = []
    reached: set[int] = set()
    opened.keyboard.press("Tab")
    first = opened.evaluate(_REACHED)
    if first.get("kind") != "skip" or not first["seen"]:
        faults.append(f"the first stop is no link to the content: {first}")
    most = 4 * first["of"] + 20
    for _ in range(most):
        now = opened.evaluate(_REACHED)
        if now["place"] == -2 or len(reached) == now["of"]:
            break
        if now["place"] >= 0 and now["place"] not in reached:
            reached.add(now["place"])
            if now["outline"] < 2:
                faults.append(f"the focus is not seen: {now}")
            if not now["seen"]:
                faults.append(f"out of sight: {now}")
        opened.keyboard.press("Tab")
    if len(reached) < first["of"]:
        faults.append(f"{first['of'] - len(reached)} of {first['of']} are not reached")
    return faults[:5]


def longer(text: str) -> str:
    """Give a text of the made-up language: the same, 40 % longer, between signs of its own.

    >>> longer("Lists")
    '⟦Lists xx⟧'
    """
    more = max(2, round(len(text) * _MORE))
    return f"{OPENS}{text} {'xxxxxx '.join([''] * (more // 7 + 1))}{'x' * (more % 7)}".rstrip() + CLOSES


def _longer_words(words: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _longer_words(part) if isinstance(part, dict) else longer(part) if isinstance(part, str) else part
        for name, part in words.items()
    }


@contextmanager
def made_up_language() -> Iterator[None]:
    """Let every file of words, and everything that templates translate, be in the made-up language."""
    from django.utils import translation  # noqa: PLC0415 - after Django is set up

    as_it_is: Callable[[str, str], dict[str, Any]] = wording._file  # noqa: SLF001 - in the place of files of words

    def read(folder: str, language: str) -> dict[str, Any]:
        words = as_it_is(folder, language)
        return words if Path(folder).parent.name == "model" else _longer_words(words)

    known = _texts_of_catalogue()

    def text(of: str) -> str:
        # A text that the catalogue has not could not be in another language either, and is missed.
        return longer(of) if of in known else of

    def plural(one_of: str, many: str, number: int) -> str:
        return text(one_of if number == 1 else many)

    catalogue = translation._trans  # type: ignore[attr-defined] # noqa: SLF001 - Django's own
    with (
        mock.patch.object(wording, "_file", read),
        mock.patch.object(catalogue, "gettext", text, create=True),
        mock.patch.object(catalogue, "ngettext", plural, create=True),
    ):
        yield


def _texts_of_catalogue() -> frozenset[str]:
    """Give every text that another language would have: of our interface, and of Django's own, as names of months."""
    of_django = Path(django.__file__).parent / "conf" / "locale" / "de" / "LC_MESSAGES" / "django.mo"
    with CATALOGUE.open("rb") as own, of_django.open("rb") as other:
        messages = [message.id for texts in (read_po(own, locale="en"), read_mo(other)) for message in texts]
    return frozenset(text for of in messages for text in ((of,) if isinstance(of, str) else of))


def missed(opened: Page, known: set[str]) -> list[str]:
    """Give the texts of a page in a browser that are in no file of words."""
    return missed_in(opened.evaluate(_TEXTS), known)


def missed_in(texts: Sequence[str], known: set[str]) -> list[str]:
    """Give the texts that are in no file of words; what `known` has is data, as are signs and codes."""
    found_in = [] if any(OPENS in text for text in texts) else ["the page is in another language"]
    depth = 0
    for text in texts:
        # A sentence in which a link stands is in several texts.
        outside, depth = _outside(text, depth)
        rest = _FILE.sub("", outside)
        words = [word for word in _WORD.findall(rest) if word.casefold() not in known and not word.isupper()]
        if words:
            found_in.append(f"{' '.join(words)} in {text.strip()[:80]!r}")
    return found_in


def _outside(text: str, depth: int = 0) -> tuple[str, int]:
    """Give what of a text stands outside the signs of the made-up language, and how deep within them it ends."""
    rest = []
    for sign in text:
        depth += (sign == OPENS) - (sign == CLOSES)
        if not depth:
            rest.append(sign)
    return "".join(rest), depth


def listed(faults: Mapping[str, list[str]]) -> str:
    """Write faults by page, each on a line."""
    return "\n".join(f"{name}: {fault}" for name, of_page in faults.items() for fault in of_page)


class _Texts(HTMLParser):
    """Gathers what `_TEXTS` does, without a browser."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._left_out: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note texts of attributes, and where texts begin that are no words."""
        given = {name: value or "" for name, value in attrs}
        if tag == "meta" and given.get("name") == "description" and "lang" not in given:
            self.texts.append(given["content"])
        if tag not in _WITHOUT_CONTENT:
            is_out = tag in {"code", "script"} or "hash" in given.get("class", "").split()
            is_out = is_out or (tag != "html" and "lang" in given)
            self._left_out.append((tag, is_out))
        if not self._is_out:
            self.texts += [given[name] for name in _SPOKEN if name in given]

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        while self._left_out and self._left_out.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if not self._is_out:
            self.texts.append(data)

    @property
    def _is_out(self) -> bool:
        return any(is_out for _, is_out in self._left_out)


_SPOKEN = ("aria-label", "title", "placeholder", "alt")
_WITHOUT_CONTENT = {"meta", "link", "input", "br", "hr", "wbr", "path", "line", "rect", "circle", "polyline", "polygon"}


def page_texts(text: str) -> list[str]:
    """Give every text of a page as it was written."""
    reader = _Texts()
    reader.feed(text)
    return reader.texts


def known_words() -> set[str]:
    """Give every word of the data of the office that is open, and signs that are the same in every language."""
    from arpad.storage.models import (  # noqa: PLC0415 - needs an office
        EventRow,
        FederationRow,
        ListVersion,
        PlayerRow,
        RegisteredEvent,
    )
    from arpad.storage.site.list_table import list_table  # noqa: PLC0415 - the same

    facts = [str(fact["value"]) for row in RegisteredEvent.objects.all() for fact in row.facts.values()]
    names = [
        model._default_manager.values_list("name", flat=True)  # noqa: SLF001 - Django's own way to say it
        for model in (PlayerRow, EventRow, RegisteredEvent, FederationRow)
    ]
    tables = [list_table(version) for version in ListVersion.objects.filter(stage="published")]
    listed_names = [table["name"].to_list() for table in tables if table is not None]
    return SIGNS | words_of_data(*names, *listed_names, facts, ["Chess Union of Arcadia"], *_names_of_articles())


def _names_of_articles() -> Iterator[list[str]]:
    """Give how the documents call their articles, which no language translates, and how editions are called."""
    yield shipped_names()
    for name in registered():
        yield [row.article for row in register(name)]
    for name in shipped_names():
        provisions = edition(name).provisions.values()
        yield [part for each in provisions for part in (each.article or "", each.after or "")]
    yield [article for each in corrections() for article in each.articles]
    examples = json.loads(package_data.text("register", "worked_examples.json"))
    yield [each["article"] for each in examples]


def words_of_data(*columns: Any) -> set[str]:  # noqa: ANN401 - texts of rows
    """Give every word of texts."""
    return {word.casefold() for column in columns for text in column for word in _WORD.findall(text or "")}
