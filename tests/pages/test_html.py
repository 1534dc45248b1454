"""HTML in fragments: text stays text wherever it stands, and whatever is put together is well-formed."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arpad.pages
from arpad.pages.html import (
    Cell,
    Fragment,
    definitions,
    element,
    escaped,
    figure,
    folded,
    items,
    joined,
    page,
    quiet,
    script,
    stylesheet,
    table,
    table_of_groups,
)

HOSTILE = [
    "<script>alert(1)</script>",
    "</td></style>",
    "\"' onload=x",
    "&lt;b&gt;",
    "<!--",
    "]]>",
    "&#60;",
    "\x00\ud800",
]
TEXTS = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters() | st.sampled_from("<>&\"'/=!-;#`\x00\ud800\uffff\r\n ")),
)
"""Any text, half of a pair and control characters too, with the signs of markup more often than by chance."""
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def shown(text: str) -> str:
    """Give a text as a page can hold it; line ends are those of XML."""
    return UNWRITABLE.sub("\ufffd", text).replace("\r\n", "\n").replace("\r", "\n")


def in_attribute(text: str) -> str:
    """Give a text as XML reads it in an attribute, where white space is one kind of space."""
    return re.sub(r"[\n\t]", " ", shown(text))


def read(fragment: str) -> ET.Element:
    """Read a fragment as XML."""
    return ET.fromstring(fragment)  # noqa: S314 - our own


@given(TEXTS, TEXTS)
def test_no_text_breaks_out_of_an_element_or_an_attribute(text: str, label: str) -> None:
    """A parser finds one element, with one attribute, and in both what was put there."""
    paragraph = read(element("p", text, aria_label=label))

    assert (paragraph.tag, len(paragraph), paragraph.text or "") == ("p", 0, shown(text))
    assert paragraph.attrib == {"aria-label": in_attribute(label)}


class Seen(HTMLParser):
    """What a browser's reading of a fragment finds."""

    def __init__(self, fragment: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.others: list[str] = []
        self.feed(fragment)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.append((tag, dict(attrs)))

    def handle_comment(self, data: str) -> None:
        """Note what must not be there."""
        self.others.append(data)

    def handle_pi(self, data: str) -> None:
        """Note what must not be there."""
        self.others.append(data)

    def handle_decl(self, decl: str) -> None:
        """Note what must not be there."""
        self.others.append(decl)


@given(TEXTS, TEXTS)
def test_a_reader_of_html_finds_the_same(text: str, label: str) -> None:
    """Neither an element, nor a comment, nor an attribute more than was written."""
    seen = Seen(element("td", element("b", text), title=label))

    assert [tag for tag, _ in seen.tags] == ["td", "b"]
    assert [set(attributes) for _, attributes in seen.tags] == [{"title"}, set()]
    assert seen.others == []


FRAGMENTS = st.recursive(
    TEXTS,
    lambda inner: st.one_of(
        st.builds(lambda parts: element("div", *parts), st.lists(inner, max_size=3)),
        st.builds(lambda parts: joined(parts, " & "), st.lists(inner, max_size=3)),
        st.builds(items, st.lists(inner, max_size=3)),
        st.builds(folded, inner, inner),
        st.builds(quiet, inner),
        st.builds(lambda term, content: definitions({term: content}), TEXTS, inner),
        st.builds(lambda head, cell: table([head, 5], [[cell, None], [Cell(cell, "name"), ""]]), inner, inner),
        st.builds(lambda title, cell: table_of_groups(["No.", 5], [(title, [[cell, None]])]), inner, inner),
        st.builds(lambda title, text: figure(title, text, (10, 20), [element("rect", x=1)], None), TEXTS, TEXTS),
    ),
    max_leaves=8,
)  # fmt: skip


@given(FRAGMENTS)
def test_fragments_nest(inner: str) -> None:
    """Whatever is within what: it is well-formed, and a fragment is never escaped again."""
    within = element("section", inner)

    assert read(within).tag == "section"
    assert escaped(within) is within
    assert within in element("main", within)
    assert within in page("t", [within], "event")


def test_what_is_put_together_by_other_means_is_text_again() -> None:
    """A slip shows on the page, and opens nothing."""
    bold = element("b", "x")

    assert isinstance(bold, Fragment)
    for text in (f"{bold}", bold + bold, ", ".join([bold] * 2), bold.upper(), bold[:3]):
        assert not isinstance(text, Fragment)
        assert "<b>" not in element("p", text).lower()
    assert element("p", title=bold) == '<p title="&lt;b&gt;x&lt;/b&gt;"></p>'


@pytest.mark.parametrize("name", ["", "p onload", "p>", "1p", "p/", "p\n", "b<i"])
def test_a_name_is_only_a_name(name: str) -> None:
    """Neither that of an element nor that of an attribute can be more."""
    with pytest.raises(ValueError, match="not the name"):
        element(name)
    with pytest.raises(ValueError, match="not the name"):
        element("p", **{name: "x"})


@pytest.mark.parametrize("tag", ["script", "style"])
def test_nothing_stands_where_escaping_does_not_help(tag: str) -> None:
    """A browser reads these as they stand."""
    with pytest.raises(ValueError, match="cannot be escaped"):
        element(tag, "a")


def test_an_empty_element_stays_empty() -> None:
    """Content of a line or a break would be lost, or stand behind it."""
    with pytest.raises(ValueError, match="has no content"):
        element("br", "x")


@given(TEXTS)
def test_a_whole_page_is_well_formed(text: str) -> None:
    """Also as XML, with the stylesheet in it as it is."""
    written = page(text, [element("p", text)], "event")
    document = read(written.split("\n", 1)[1])

    assert written.startswith("<!DOCTYPE html>\n")
    assert [child.tag for child in document] == ["head", "body"]
    assert (document.findtext("head/title") or "") == shown(text)
    assert (document.findtext("body/p") or "") == shown(text)
    assert document.findtext("head/style") == stylesheet()
    assert written.encode()


def test_the_policy_of_a_page_names_its_own_style_and_script_and_nothing_else() -> None:
    """A script that came in by any slip is not run, and nothing is fetched: the browser is told what is ours."""
    for with_script, ours in ((True, {"style": stylesheet(), "script": script()}), (False, {"style": stylesheet()})):
        document = read(page("t", [], "event", with_script=with_script).split("\n", 1)[1])
        policy = next(meta.get("content", "") for meta in document.iter("meta") if meta.get("http-equiv"))
        hashes = {name: b64encode(sha256(text.encode()).digest()).decode() for name, text in ours.items()}

        assert policy.split("; ")[:3] == ["default-src 'none'", "base-uri 'none'", "form-action 'none'"]
        assert policy.split("; ")[3:] == [f"{name}-src 'sha256-{value}'" for name, value in hashes.items()]
        assert [part.text for part in document.iter("script")] == [script()] * with_script


def test_only_one_module_makes_fragments() -> None:
    """Elsewhere text could be called escaped that is not; nor does any page write a tag by hand."""
    places = [place for place in Path(arpad.pages.__file__).parent.glob("*.py") if place.name != "html.py"]

    assert len(places) > 4
    for place in places:
        code = place.read_text(encoding="utf-8")
        assert not re.search(r"Fragment\(|</|<[a-z]+[ >]", code), place
