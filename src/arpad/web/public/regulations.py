"""The regulations: every edition article by article, what changed, readings, errata, worked examples."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from django.http import Http404, HttpResponseRedirect
from django.urls import reverse

from arpad.documents.editions import different_provisions, in_order
from arpad.model.period import KINDS
from arpad.model.problems import ArpadError, EditionError
from arpad.regulations import package_data
from arpad.regulations.amended_text import amended_by
from arpad.regulations.catalogue import TWIN, edition, in_force, shipped_names
from arpad.regulations.register import register, registered, remarks
from arpad.web.public.article import article_sheet, content_text, known_edition, linked_text
from arpad.web.public.frame import Sheet, public_page, release
from arpad.web.public.law_places import article_in_address, edition_address, remark_in_address
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest

    from arpad.documents.editions import DifferentProvision
    from arpad.regulations.edition import Edition
    from arpad.regulations.register import RegisterRow, TextRemark
    from arpad.web.public.article import LawLink
    from arpad.web.public.frame import Answer, Site

_PLACE = "regulations"


class EditionLine(NamedTuple):
    """An edition in the table of all: with how much of its text arpad has."""

    law: Edition
    address: str
    articles: int
    tested: int
    kinds_in_force: Sequence[str]
    changes: str
    """The address of what it changed; empty where it was the first."""


class ChangedProvision(NamedTuple):
    """A provision that two editions do not have alike."""

    words: str
    key: str
    sides: Sequence[tuple[LawLink | None, str]]
    """For each of the two: the article as a link, and what it says there."""
    remark: str


def _sheet(
    template: str,
    title: str,
    description: str,
    of_law: tuple[str, ...] = (),
    **context: Any,  # noqa: ANN401 - for a template
) -> Sheet:
    """Give a page that follows from the release alone."""
    return Sheet(template, title, description, context, fingerprint=release(), place=_PLACE, of_law=of_law)


@public_page
def regulations_page(request: HttpRequest, site: Site) -> Answer:
    """Show every edition, or lead to the comparison that was asked for."""
    first, second = request.GET.get("first", ""), request.GET.get("second", "")
    if known_edition(first) and known_edition(second):
        return HttpResponseRedirect(reverse("site_changes", args=[first, second]))
    lines = [_edition_line(law, site) for law in _whole_editions()]
    return Sheet(
        "regulations.html",
        says("site", "regulations"),
        says("site", "regulations_description"),
        {"authorities": _by_authority(lines), "choices": [line.law for line in lines], "remarks": len(remarks())},
        fingerprint=f"{release()}/{site.day}",
        place=_PLACE,
    )


@public_page
def edition_page(request: HttpRequest, site: Site, name: str) -> Answer:  # noqa: ARG001 - everybody sees the same
    """Show an edition: what it says of itself, its articles, and what is known of those without a text."""
    law = _edition(name)
    text = next((each for each in amended_by(name.removesuffix(TWIN)) if each in registered()), "")
    rows = register(name) if name in registered() else ()
    provisions = [
        (
            linked_text(name, each.article) if each.article else None,
            package_data.words("provision", each.key),
            each,
            content_text(each),
        )
        for each in in_order(law)
        if each.present and (each.origin == name or not rows)
    ]
    return _sheet(
        "edition.html", law.title, says("site", "edition_description", title=law.title, edition=name),
        ("title",), law=law, provisions=provisions,
        rows=[(row, linked_text(name, row.article).address) for row in rows],
        text=text if text != name else "", line=_edition_line(law, site),
        twin=f"{name}{TWIN}" if f"{name}{TWIN}" in shipped_names() else "", not_known=law.unknown,
    )  # fmt: skip


@public_page
def article_page(request: HttpRequest, site: Site, name: str, article: str) -> Answer:  # noqa: ARG001 - the same
    """Show an article as an edition has it."""
    law, sheet = _edition(name), article_sheet(name, article_in_address(article))
    if sheet is None:
        raise Http404
    title = says("site", "article", article=sheet.article, edition=name)
    neighbours = _neighbours(name, sheet.article)
    description = sheet.asks[:200] or says("site", "edition_description", title=law.title, edition=name)
    return _sheet("article.html", title, description, ("description",), law=law, article=sheet, neighbours=neighbours,
                  level=3 if len(sheet.parts) > 1 else 2,
                  examples=[each for each in _worked() if each["edition"] == name and each["article"] == sheet.article],
                  calculator=_calculator(sheet.article, [line.provision.key for line in sheet.provisions]))  # fmt: skip


@public_page
def changes_page(request: HttpRequest, site: Site, first: str, second: str) -> Answer:  # noqa: ARG001 - the same
    """Show what two editions do not have alike."""
    old, new = _edition(first), _edition(second)
    differences = [_changed(old, new, pair) for pair in different_provisions(old, new, renumbered=False)]
    title = says("site", "changes", first=first, second=second)
    description = says("site", "changes_description", first=old.title, second=new.title)
    back = reverse("site_changes", args=[second, first])
    return _sheet("changes.html", title, description, old=old, new=new, differences=differences, back=back)


@public_page
def remarks_page(request: HttpRequest, site: Site) -> Answer:  # noqa: ARG001 - the same
    """Show all readings and errata."""
    of_kind: dict[str, list[TextRemark]] = {"R": [], "E": []}
    for remark in remarks().values():
        of_kind[remark.id[0]].append(remark)
    linked = {kind: [(each, remark_in_address(each.id)) for each in group] for kind, group in of_kind.items()}
    description = says("site", "remarks_description")
    return _sheet("remarks.html", says("site", "remarks"), description, readings=linked["R"], errata=linked["E"])


@public_page
def remark_page(request: HttpRequest, site: Site, name: str) -> Answer:  # noqa: ARG001 - the same
    """Show a reading or an erratum, with the articles that it is about."""
    remark = next((each for each in remarks().values() if remark_in_address(each.id) == name), None)
    if remark is None:
        raise Http404
    paragraphs = [_paragraph(text) for text in remark.text.split("\n\n")]
    citing = [(linked_text(row.edition, row.article), row) for row in remark.citing]
    title = f"{remark.id}: {remark.title}"
    of_law = ("title", "description")
    return _sheet("remark.html", title, remark.title, of_law, remark=remark, paragraphs=paragraphs, citing=citing)


@public_page
def examples_page(request: HttpRequest, site: Site) -> Answer:  # noqa: ARG001 - the same
    """Show every value that the documents print in examples, and what arpad makes of it."""
    examples = [
        {
            **each,
            "link": linked_text(each["edition"], each["article"]) if known_edition(each["edition"]) else None,
            "values_of": each["values"],
            "otherwise": sum(1 for value in each["values"] if value["kind"] != "rule"),
        }
        for each in _worked()
    ]
    return _sheet("worked.html", says("site", "worked"), says("site", "worked_description"), examples=examples)


def _edition(name: str) -> Edition:
    if not known_edition(name):
        raise Http404
    try:
        return edition(name)
    except EditionError as fault:
        raise Http404 from fault


@cache
def _whole_editions() -> tuple[Edition, ...]:
    """Give the editions that are no printed twin, the newest first."""
    laws = [edition(name) for name in shipped_names() if not name.endswith(TWIN)]
    return tuple(sorted(laws, key=lambda law: (str(law.effective or ""), law.id), reverse=True))


def _edition_line(law: Edition, site: Site) -> EditionLine:
    rows = register(law.id) if law.id in registered() else ()
    before = law.parent if law.parent in shipped_names() else None
    changes = reverse("site_changes", args=[before, law.id]) if before else ""
    tested = sum(1 for row in rows if row.tests)
    return EditionLine(law, edition_address(law.id), len(rows), tested, _kinds_in_force(law, site), changes)


def _kinds_in_force(law: Edition, site: Site) -> list[str]:
    """Name the kinds of chess for which an edition is in force today."""
    kinds = []
    for kind in KINDS:
        try:
            if in_force(site.day, kind, law.authority).id == law.id:
                kinds.append(kind)
        except ArpadError:
            continue
    return kinds


def _by_authority(lines: Sequence[EditionLine]) -> list[tuple[str, list[EditionLine]]]:
    groups: dict[str, list[EditionLine]] = {}
    for line in lines:
        groups.setdefault(_group(line.law), []).append(line)
    return sorted(groups.items())


def _group(law: Edition) -> str:
    is_quick = law.authority == "fide" and "blitz" in law.kinds
    return f"{law.authority}_quick" if is_quick else law.authority


def _neighbours(name: str, article: str) -> dict[str, LawLink | None]:
    """Give the articles before and behind an article in the text of its edition."""
    rows: Sequence[RegisterRow] = register(name) if name in registered() else ()
    names = list(dict.fromkeys(row.article.partition(" [")[0] for row in rows))
    plain = article.partition(" [")[0]
    if plain not in names:
        return {"before": None, "after": None}
    at = names.index(plain)
    before = linked_text(name, names[at - 1]) if at else None
    return {"before": before, "after": linked_text(name, names[at + 1]) if at + 1 < len(names) else None}


def _changed(old: Edition, new: Edition, pair: DifferentProvision) -> ChangedProvision:
    sides = [
        (linked_text(law.id, each.article) if each is not None and each.article else None, content_text(each))
        for law, each in ((old, pair.first), (new, pair.second))
    ]
    return ChangedProvision(package_data.words("provision", pair.key), pair.key, sides, pair.remark or "")


def _paragraph(text: str) -> tuple[bool, str]:
    """Give a paragraph, and whether it is code as it stands."""
    if text.startswith("```"):
        return True, "\n".join(text.splitlines()[1:-1])
    return False, " ".join(text.replace("`", "").split())


_CALCULATOR_OF = {
    "expectation": "expected", "difference_cap": "expected", "k_": "coefficient", "initial": "initial",
    "performance": "performance", "first_": "initial", "change": "event",
}  # fmt: skip


def _calculator(article: str, keys: Sequence[str]) -> str:
    """Name the calculator in which an article can be tried; empty where there is none."""
    del article
    return next((name for key in keys for begun, name in _CALCULATOR_OF.items() if key.startswith(begun)), "")


@cache
def _worked() -> list[dict[str, Any]]:
    examples: list[dict[str, Any]] = json.loads(package_data.text("register", "worked_examples.json"))
    return examples
