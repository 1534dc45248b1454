"""Writes the catalogue of the interface: every text that a template translates, in English, for gettext.

`make docs` writes `src/arpad/web/locale/en/LC_MESSAGES/django.po`, `make lint` compares it. Another language is a copy
of it with the texts of that language; Babel compiles each when arpad is built (`setup.py`).
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_python
from babel.messages.pofile import write_po

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "src" / "arpad" / "web" / "templates"
CATALOGUE = ROOT / "src" / "arpad" / "web" / "locale" / "en" / "LC_MESSAGES" / "django.po"
_KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}


def catalogue() -> Catalog:
    """Give every text of the templates, with the templates it stands in; in English each text stands for itself."""
    from django.conf import settings  # noqa: PLC0415 - before it is asked for anything
    from django.utils.translation.template import templatize  # noqa: PLC0415 - the same

    if not settings.configured:
        settings.configure()
    texts = Catalog(locale="en", domain="django", project="arpad", fuzzy=False)
    for path in sorted(TEMPLATES.rglob("*.html")):
        place = path.relative_to(TEMPLATES).as_posix()
        # What is no text is blanked out; without its spaces it can be read like lines of Python.
        lines = templatize(path.read_text(encoding="utf-8")).splitlines()
        source = io.BytesIO("\n".join(line.strip() for line in lines).encode())
        for _, name, message, _ in extract_python(source, _KEYWORDS, (), {"encoding": "utf-8"}):
            text = message[:2] if name == "ngettext" else message
            texts.add(text, text, locations=[(place, None)])
    return texts


def written(texts: Catalog) -> bytes:
    """Write a catalogue, sorted by text, without days and line numbers, so that it is the same wherever it is made."""
    target = io.BytesIO()
    write_po(target, texts, width=0, omit_header=True, sort_output=True, include_lineno=False)
    head = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: nplurals={texts.num_plurals}; plural={texts.plural_expr};\\n"\n\n'
    )
    return head.encode() + target.getvalue()


def main() -> int:
    """Write the catalogue, or with --check say whether it is the one that would be written."""
    text = written(catalogue())
    if "--check" not in sys.argv:
        CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
        CATALOGUE.write_bytes(text)
        return 0
    if CATALOGUE.is_file() and CATALOGUE.read_bytes() == text:
        return 0
    print(f"{CATALOGUE.relative_to(ROOT)} is not that of the templates. `make docs` writes it.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
