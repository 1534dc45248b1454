"""Writes docs/explanation/worked-examples.md: every printed value, and what arpad makes of it (--check: compares)."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter

from worked_examples import KINDS, ROOT, examples, worked

PAGE = ROOT.joinpath("docs", "explanation", "worked-examples.md")
DATA = ROOT.joinpath("src", "arpad", "regulations", "register", "worked_examples.json")
"""The same for the pages of the site."""
HEAD = """# Every printed value

<!-- Written by tools/write_worked_examples.py from tests/data/worked-examples.json; run `make docs` after a change. -->

The five documents work out examples, {total} values in all. This page is written by a program that works out each of
them again. A value is accounted for in one of four ways:

- **rule**: the edition's rule gives what is printed;
- **recipe**: the rule gives another number, and a recipe gives the printed one. A recipe is an edition derived from
  the document's own, in [recipes](recipes), or a named variant; with it you can repeat the slip;
- **misprint**: what is printed cannot be, for the same document shows elsewhere what was meant;
- **unexplained**: neither the rule nor any recipe we know gives it.

The named variant *K of the column* takes the K with which 2014 and 2017 made their last column, 20 for A, B and D and
30 for F, G and J, where 8.56 gives 10 and 20.

"""


class UnaccountedError(Exception):
    """A printed value is not what the data says of it."""


def page() -> str:
    """Write the page; fail loudly where a value does not come out as its kind says."""
    sections, counts = [], []
    for example in examples():
        lines, kinds = _section(example)
        sections.append(lines)
        counts.append((example["id"], example["title"], kinds))
    total: Counter[str] = sum((kinds for _, _, kinds in counts), Counter())
    text = HEAD.format(total=total.total())
    text += f"**{total.total()} of {total.total()} accounted for:** "
    text += ", ".join(f"{total[kind]} {kind}" for kind in KINDS) + ".\n\n"
    text += _row("example", *KINDS) + "|" + "---|" * (len(KINDS) + 1) + "\n"
    for name, title, kinds in counts:
        text += _row(f"{name}: {title}", *(kinds[kind] or "" for kind in KINDS))
    return text + "".join(sections)


def data() -> str:
    """Write the same values as data: what is printed, what arpad makes of it, and why they differ."""
    written = [
        {
            **{name: example[name] or "" for name in ("id", "title", "edition", "article")},
            "values": [
                {
                    "name": value["name"],
                    "printed": str(value["printed"]),
                    "ours": str(worked(example).get(value["name"], "")),
                    "kind": value["kind"],
                    "reason": value.get("reason", ""),
                }
                for value in example["values"]
            ],
        }
        for example in examples()
    ]
    return json.dumps(written, ensure_ascii=False, indent=0) + "\n"


def _section(example: dict[str, object]) -> tuple[str, Counter[str]]:
    by_rule = worked(example)
    by_recipe: dict[str, dict[str, object]] = {}
    where = f"{example['edition'] or 'all editions'}, {example['article']}"
    text = f"\n## {example['id']}: {example['title']}\n\n{where}.\n\n"
    text += _row("value", "printed", "by the rule", "accounted for", "") + "|---|---|---|---|---|\n"
    kinds: Counter[str] = Counter()
    values = example["values"]
    if not isinstance(values, list):
        raise UnaccountedError(example["id"])
    for value in values:
        kind, printed, ours = value["kind"], value["printed"], by_rule.get(value["name"])
        recipe = value.get("recipe")
        if recipe:
            by_recipe.setdefault(recipe, worked(example, recipe))
        good = (
            ours == printed
            if kind == "rule"
            else ours is not None
            and ours != printed
            and (recipe is not None) == (kind == "recipe")
            and (recipe is None or by_recipe[recipe].get(value["name"]) == printed)
        )
        if not good:
            raise UnaccountedError(f"{example['id']}, {value['name']}: printed {printed}, {kind}, found {ours}")
        kinds[kind] += 1
        text += _row(value["name"], printed, ours, f"recipe {recipe}" if recipe else kind, value.get("reason", ""))
    return text, kinds


def _row(*cells: object) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|").replace("*", "\\*") for cell in cells) + " |\n"


def main() -> int:
    """Write the page, or say that it is stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the page is stale")
    given = parser.parse_args()
    texts = {PAGE: page(), DATA: data()}
    if not given.check:
        for place, text in texts.items():
            place.write_text(text, encoding="utf-8")
        return 0
    stale = [place for place, text in texts.items() if not place.exists() or place.read_text(encoding="utf-8") != text]
    for place in stale:
        print(f"{place.relative_to(ROOT)} is stale; run `make docs`.")
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main())
