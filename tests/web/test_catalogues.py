"""The interface in another language: its catalogue as Babel compiles it, its plural forms, days and numbers."""

from __future__ import annotations

import io
import re
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import override_settings
from django.utils import formats, translation
from django.utils.translation import trans_real

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Catalog

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "src" / "arpad" / "web" / "locale" / "en" / "LC_MESSAGES" / "django.po"
_FORMS = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
_FIXED = re.compile(r"""\|date:(?:"([^"]*)"|'([^']*)')""")
pytestmark = pytest.mark.usefixtures("office")


def _catalogue() -> Catalog:
    with CATALOGUE.open("rb") as text:
        return read_po(text, locale="en")


@pytest.fixture
def polish(tmp_path: Path) -> Iterator[None]:
    """Let the pages be in a language with three plural forms; each text says which form it is."""
    texts = io.StringIO()
    texts.write(f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {_FORMS}\\n"\n')
    catalogue = read_po(io.BytesIO(texts.getvalue().encode()), locale="pl")
    for message in _catalogue():
        if isinstance(message.id, tuple):
            catalogue.add(message.id, tuple(f"<{form}> {message.id[1]}" for form in ("one", "few", "many")))
        elif message.id:
            catalogue.add(message.id, f"<{message.id}>")
    place = tmp_path / "pl" / "LC_MESSAGES" / "django.mo"
    place.parent.mkdir(parents=True)
    with place.open("wb") as out:
        write_mo(out, catalogue)
    with override_settings(LOCALE_PATHS=[str(tmp_path)]):
        trans_real._translations.clear()  # noqa: SLF001 - Django's own cache of catalogues
        formats.reset_format_cache()
        with translation.override("pl"):
            yield
    trans_real._translations.clear()  # noqa: SLF001 - the same
    formats.reset_format_cache()


def test_the_catalogue_is_that_of_the_templates() -> None:
    """Every text that a template translates is in it, so that another language can have it."""
    sys.path.insert(0, str(ROOT / "tools"))
    import write_catalogue  # type: ignore[import-not-found]  # noqa: PLC0415 - a tool

    assert CATALOGUE.read_bytes() == write_catalogue.written(write_catalogue.catalogue())
    known = {message.id if isinstance(message.id, str) else message.id[0] for message in _catalogue()}
    for path in (ROOT / "src" / "arpad" / "web" / "templates").rglob("*.html"):
        for text in re.findall(r"""\{% translate (?:"([^"]*)"|'([^']*)')""", path.read_text(encoding="utf-8")):
            assert ("".join(text)).replace("%", "%%") in known or "".join(text) in known, (path.name, text)


@pytest.mark.usefixtures("polish")
def test_a_language_has_its_own_plural_forms() -> None:
    """As many as its catalogue says, where English has two."""
    template = Template(
        "{% load i18n %}{% blocktranslate count n=number %}{{ n }} player{% plural %}{{ n }} players"
        "{% endblocktranslate %}"
    )
    written = [template.render(Context({"number": number})) for number in (1, 2, 5, 22)]
    assert written == ["<one> 1 players", "<few> 2 players", "<many> 5 players", "<few> 22 players"]


@pytest.mark.usefixtures("polish")
def test_a_page_is_in_the_language_that_is_asked_for() -> None:
    """It says so of itself, its texts are those of the catalogue; days and numbers stand as the language has them."""
    text = render_to_string("public/not_there.html", {"sheet": {"title": "T"}, "site": {"title": "S"}})
    assert '<html lang="pl">' in text
    assert "&lt;" in text or "<Find>" in text
    written = Template('{{ day|date:"DATE_FORMAT" }}/{{ number|thousands }}').render(
        Context({"day": date(2026, 9, 1), "number": 1234567})
    )
    assert written == f"1 września 2026/{formats.number_format(1234567, use_l10n=True, force_grouping=True)}"


def test_no_public_template_fixes_the_order_of_a_day() -> None:
    """Days stand as the language has them, or as the standard writes them, which is the same everywhere."""
    for path in (ROOT / "src" / "arpad" / "web" / "templates" / "public").glob("*.html"):
        for form in _FIXED.findall(path.read_text(encoding="utf-8")):
            assert "".join(form) in {"Y-m", "Y-m-d", "j"} or "".join(form).endswith("_FORMAT"), (path.name, form)
