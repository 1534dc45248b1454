"""HTML in fragments: whatever comes in as text is escaped, and what is escaped already is so by its type.

A fragment stands on its own, on a page of ours or within that of a site. It is also well-formed XML, so that any parser
can read it. A string that is put together from fragments by other means than those here is plain text again, and is
escaped: a slip shows on the page, and opens nothing.
"""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_EMPTY = frozenset({"br", "hr", "meta", "circle", "line", "path", "polyline", "rect"})
"""Elements that never have content: they are closed in themselves."""
_AS_WRITTEN = frozenset({"script", "style"})
"""Elements whose content a browser reads as it stands; escaping would not protect it."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_UNWRITABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_REPLACED = "\ufffd"
"""What stands for a character that no page can hold, or that would turn round the writing beside it."""


class Fragment(str):
    """Text of a page, escaped already. Only this module makes it."""

    __slots__ = ()


Content: TypeAlias = "str | int | None"
"""What may stand in an element: text, which is escaped; a fragment, which is not; a number; nothing."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table with the classes of its look, and the name under which it is linked to."""

    content: Content
    kind: str = ""
    anchor: str | None = None


NOTHING = Fragment()


def shown_signs(text: str) -> str:
    """Give text with a sign of its own for each that no page can hold, or that turns round the writing beside it.

    >>> shown_signs("a\u202eb") == "a\ufffdb"
    True
    """
    return text if text.isprintable() else _UNWRITABLE.sub(_REPLACED, text)


def escaped(content: Content) -> Fragment:
    """Make a fragment of text; what is one already stays as it is.

    >>> escaped("Up & <b>Down</b>")
    'Up &amp; &lt;b&gt;Down&lt;/b&gt;'
    >>> escaped(escaped("Up & Down"))
    'Up &amp; Down'
    """
    if isinstance(content, Fragment):
        return content
    if isinstance(content, str):
        return Fragment(escape(shown_signs(content), quote=False))
    return NOTHING if content is None else Fragment(content)


def element(tag: str, *content: Content, **attributes: str | int | None) -> Fragment:
    """Write an element. Attributes are text, whatever their type; one that is None is left out.

    A name that Python keeps for itself ends in an underscore, and other underscores are hyphens.

    >>> element("p", "2 < 3", class_="quiet", aria_label='so "quiet"')
    '<p class="quiet" aria-label="so &quot;quiet&quot;">2 &lt; 3</p>'
    >>> element("rect", width=80, x=None)
    '<rect width="80"/>'
    """
    opening = _checked(tag) + (_attributes(attributes) if attributes else "")
    if tag in _AS_WRITTEN:
        raise ValueError(f"The content of <{tag}> cannot be escaped, so nothing that comes in may stand there.")
    if tag not in _EMPTY:
        return Fragment(f"<{opening}>{joined(content)}</{tag}>")
    if content:
        raise ValueError(f"<{tag}> has no content, found {content!r}.")
    return Fragment(f"<{opening}/>")


def joined(parts: Iterable[Content], between: Content = None) -> Fragment:
    """Put parts one after the other.

    >>> joined(["a & b", element("b", "c")], ", ")
    'a &amp; b, <b>c</b>'
    """
    return Fragment(escaped(between).join(map(escaped, parts)))


def link(to: str, *content: Content) -> Fragment:
    """Write a link; one to a place on the same page begins with `#`.

    >>> link("#articles", "The articles")
    '<a href="#articles">The articles</a>'
    """
    return element("a", *content, href=to)


def table(head: Iterable[Content | Cell], rows: Iterable[Iterable[Content | Cell]], kind: str = "") -> Fragment:
    """Write a table that scrolls within itself on a narrow screen.

    The script of the pages sorts a table of the kind `sortable` by its columns, and looks for what is typed into a
    `finder` in a table of the kind `filtered`: there in the columns whose head is of the kind `name` or `text`.

    >>> table(["Name", Cell("New", "wide")], [["A & B", 2100]])  # doctest: +ELLIPSIS
    '<div class="scroll" tabindex="0"><table><thead><tr><th>Name</th><th class="wide">New</th></tr></thead><tbody>...
    """
    return _table(head, [element("tbody", *(_row("td", row) for row in rows))], kind)


def table_of_groups(
    head: Sequence[Content | Cell], groups: Iterable[tuple[Content, Iterable[Iterable[Content | Cell]]]], kind: str = ""
) -> Fragment:
    """Write a table whose rows stand in groups, each under a heading over the whole width.

    >>> table_of_groups(["Name"], [("First team", [["A"]])])  # doctest: +ELLIPSIS
    '<div class="scroll" tabindex="0"><table><thead>...<th colspan="1" class="group"><span>First team</span></th>...
    """
    bodies = []
    for title, rows in groups:
        heading = element("tr", element("th", element("span", title), colspan=len(head), class_="group"))
        bodies.append(element("tbody", heading, *(_row("td", row) for row in rows)))
    return _table(head, bodies, kind)


def _table(head: Iterable[Content | Cell], bodies: Iterable[Fragment], kind: str) -> Fragment:
    whole = element("table", element("thead", _row("th", head)), *bodies, class_=kind or None)
    # A table without a link in it can be scrolled by keys only where they can come to it.
    return element("div", whole, class_="scroll", tabindex=None if "<a " in whole else 0)


def _row(tag: str, cells: Iterable[Content | Cell]) -> Fragment:
    return element("tr", *(_cell(tag, cell if isinstance(cell, Cell) else Cell(cell)) for cell in cells))


def _cell(tag: str, cell: Cell) -> Fragment:
    """Write a cell; one that says nothing heads nothing."""
    tag = "td" if cell.content in {None, ""} else tag
    return element(tag, cell.content, class_=cell.kind or None, id=cell.anchor)


def finder(label: str) -> Fragment:
    """Write the place into which the script puts a field that finds rows; without the script there is nothing to see.

    >>> finder("Find a player")
    '<div class="finder" data-label="Find a player"></div>'
    """
    return element("div", class_="finder", data_label=label)


def items(contents: Iterable[Content]) -> Fragment:
    """Write a list.

    >>> items(["a", "b"])
    '<ul><li>a</li><li>b</li></ul>'
    """
    return element("ul", *(element("li", content) for content in contents))


def definitions(pairs: Mapping[str, Content], kind: str = "") -> Fragment:
    """Write terms, each with what it comes to.

    >>> definitions({"rated": 5})
    '<dl><div><dt>rated</dt><dd>5</dd></div></dl>'
    """
    groups = (element("div", element("dt", term), element("dd", content)) for term, content in pairs.items())
    return element("dl", *groups, class_=kind or None)


def quiet(*content: Content) -> Fragment:
    """Write a paragraph that stays in the background."""
    return element("p", *content, class_="quiet")


def grid(contents: Iterable[Content], kind: str = "") -> Fragment:
    """Write what stands side by side where there is room.

    >>> grid(["a", "b"])
    '<div class="grid"><div>a</div><div>b</div></div>'
    """
    return element("div", *(element("div", content) for content in contents), class_=f"grid {kind}".strip())


def folded(title: Content, *content: Content, kind: str = "", anchor: str | None = None) -> Fragment:
    """Write what is folded away behind its title.

    >>> folded("More", "less")
    '<details><summary>More</summary>less</details>'
    """
    return element("details", element("summary", title), *content, class_=kind or None, id=anchor)


def figure(
    caption: str, description: str, size: tuple[int, int], drawn: Sequence[Fragment], legend: Content
) -> Fragment:
    """Write a drawing with its caption; `description` is for those who cannot see it."""
    wide, high = size
    words = element("title", caption), element("desc", description)
    svg = element("svg", *words, *drawn, viewBox=f"0 0 {wide} {high}", role="img", aria_label=description)
    return element("figure", element("figcaption", caption), legend, svg, class_="chart")


def page(title: str, parts: Iterable[Content], kind: str, *, with_script: bool = False) -> str:
    """Write a whole page that stands alone, with the stylesheet in it; `kind` says which part of that is for it.

    The script only adds to the page, which is whole without it.
    """
    head = (
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=content_policy(with_script=with_script)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        Fragment(f"<style>{stylesheet()}</style>"),
    )
    last = Fragment(f"<script>{script()}</script>\n") if with_script else NOTHING
    body = element("body", "\n", joined(parts, "\n"), "\n", last, class_=kind)
    whole = element("html", "\n", element("head", "\n", joined(head, "\n"), "\n"), "\n", body, "\n", lang="en")
    return f"<!DOCTYPE html>\n{whole}\n"


def content_policy(*, with_script: bool) -> str:
    """Say what a page may do: have its own style and its own script, known by their hashes, and fetch nothing.

    >>> content_policy(with_script=False)  # doctest: +ELLIPSIS
    "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-...'"
    """
    allowed = {"style-src": stylesheet(), **({"script-src": script()} if with_script else {})}
    hashes = (f"{what} 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for what, text in allowed.items())
    return "; ".join(["default-src 'none'", "base-uri 'none'", "form-action 'none'", *hashes])


@cache
def stylesheet() -> str:
    """Give the stylesheet of all pages; it has nothing in it that would end a `style` element."""
    return _as_it_stands("style.css")


@cache
def script() -> str:
    """Give the script that sorts tables and finds rows; a site that shows our fragments serves it as a file."""
    return _as_it_stands("page.js")


def _as_it_stands(file: str) -> str:
    """Read what stands in a page unescaped; a sign that begins markup, for any parser, is refused."""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    if {"<", "&"} & set(text):
        raise ValueError(f"{file} has a sign in it that begins markup.")
    return text


def _attributes(attributes: Mapping[str, str | int | None]) -> str:
    written = ""
    for name, value in attributes.items():
        if value is not None:
            text = str(value) if isinstance(value, int) else escape(shown_signs(value))
            written += f' {_attribute_name(name)}="{text}"'
    return written


@cache
def _attribute_name(name: str) -> str:
    return _checked(name.removesuffix("_").replace("_", "-"))


@cache
def _checked(name: str) -> str:
    """Refuse a name that would be more than a name."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not the name of an element or of an attribute.")
    return name
