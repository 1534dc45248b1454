"""What `arpad list` says: the document, and a text for people."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.file_problems_text import counted, problems_text
from arpad.cli.overview import nearest
from arpad.documents.rating_list import (
    WrittenList,
    differences_data,
    found_players_data,
    hashed_list_data,
    list_data,
    written_list_data,
)
from arpad.formats.lists.problems import MOST_KEPT
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.documents.rating_list import AnyList
    from arpad.formats.lists.compare import Difference
    from arpad.formats.lists.problems import Findings
    from arpad.model.rating_list import RatingList

SHOWN = 40
_ALIKE = 3
"""So many letters begin or end the word that was meant."""


def shown(name: str, rating_list: AnyList, *, every: bool) -> Answer:
    """Say what a list has, how it is written, and what is wrong with it."""
    about, findings = rating_list.about, rating_list.findings
    data = list_data(name, rating_list)
    on = f", list of {about.list_date}" if about.list_date else ""
    lines = [f"{name}: {about.form.upper()}, layout {about.layout or 'of columns'}{on}, {' and '.join(about.kinds)}"]
    if data["dialect"]:
        lines.append(
            "; ".join(f"{key.replace('_', ' ')}: {value or 'blank'}" for key, value in data["dialect"].items())
        )
    titles = ", ".join(f"{count} {title}" for title, count in data["titles"].items())
    rated = ", ".join(f"{data['rated'][kind]} {kind}" for kind in KINDS if kind in about.kinds)
    lines += [
        f"{data['players']} players of {data['federations']} federations; rated: {rated}",
        f"{data['women']} women, {data['inactive']} inactive; titles: {titles or 'none'}",
        f"birth year not known: {data['birth_year_unknown']}; without a name: {data['name_empty']}",
        f"lines with a spelling of their own: {data['own_spelling']}",
        counted(findings.problems) if findings.counts else "no problems",
        *problems_text(findings.problems, every=every),
    ]
    lines += [
        f"{'':9}{code}: {count} in all, of which {MOST_KEPT} are kept."
        for code, count in sorted(findings.counts.items())
        if count > MOST_KEPT
    ]
    return Answer(data, "\n".join(lines), code=_code(findings))


def _code(findings: Findings) -> int:
    return 1 if findings.has_errors else 0


def _remark(*all_findings: Findings) -> list[str]:
    """Say in a line that a list has problems, where that is not what was asked."""
    errors = any(findings.has_errors for findings in all_findings)
    return ["Some of the list could not be read; `arpad list show` says what."] if errors else []


def found_players(name: str, rating_list: AnyList, words: str, limit: int | None) -> Answer:
    """Say which players were found."""
    players = rating_list.find(words)
    kinds = rating_list.about.kinds
    head = ["FIDE id", "title", "name", "fed", "sex", *kinds, "K", "born", "flag"]
    rows = [
        (
            player.fide_id,
            player.title,
            player.name,
            player.federation,
            player.sex,
            *(getattr(player, kind).rating for kind in kinds),
            "/".join(str(getattr(player, kind).k or "-") for kind in kinds),
            player.birth_year,
            player.flag,
        )
        for player in players[: SHOWN if limit is None else limit]
    ]
    lines = [table(head, rows)] if players else [_nobody(name, rating_list, words)]
    if len(players) > len(rows):
        lines.append(f"… and {len(players) - len(rows)} more.")
    data = found_players_data(name, words, players, limit)
    code = _code(rating_list.findings) if players else 1
    return Answer(data, "\n".join([*lines, *_remark(rating_list.findings)]), code=code)


def _nobody(name: str, rating_list: AnyList, words: str) -> str:
    """Say that nobody was found, and which name may be meant: each word the nearest that begins or ends alike."""
    meant: list[str] = []
    for word in re.findall(r"[^\W\d_]+", words):
        alike = (player for end in (word[:_ALIKE], word[-_ALIKE:]) for player in rating_list.find(end))
        known = {part.casefold(): part for player in alike for part in re.findall(r"[^\W\d_]+", player.name)}
        close = nearest(word.casefold(), known)
        meant += [known[close]] if close is not None else []
    is_known = bool(meant) and bool(rating_list.find(" ".join(meant)))
    suggestion = f" Did you mean {' '.join(meant)}?" if is_known else ""
    return f"Nobody of {name} is called {words!r}.{suggestion}"


def hashed(name: str, rating_list: AnyList) -> Answer:
    """Say the hashes of a list."""
    data = hashed_list_data(name, rating_list)
    lines = [
        *(f"{value}  {name} (version {version})" for version, value in data["hashes"].items()),
        *_remark(rating_list.findings),
    ]
    return Answer(data, "\n".join(lines), code=_code(rating_list.findings))


def differing(names: tuple[str, str], old: AnyList, new: AnyList, changes: Sequence[str], limit: int | None) -> Answer:
    """Say what changed from one list to another."""
    every: list[Difference] = old.differences(new)  # type: ignore[arg-type]
    wanted = [difference for difference in every if difference.change in changes]
    counts = {change: sum(difference.change == change for difference in wanted) for change in changes}
    kept = wanted if limit is None else wanted[:limit]
    rows = [
        (
            difference.fide_id,
            difference.name,
            difference.change,
            difference.column.replace("_", " "),
            difference.before,
            difference.after,
        )
        for difference in (kept if limit is not None else kept[:SHOWN])
    ]
    nothing = "No such change." if every else "The lists say the same."
    lines = [", ".join(f"{count} {change}" for change, count in counts.items() if count) or nothing]
    if rows:
        lines.append(table(["FIDE id", "name", "change", "what", "before", "after"], rows))
    if len(wanted) > len(rows):
        lines.append(f"… and {len(wanted) - len(rows)} more; --limit shows more, --json all.")
    code = max(_code(old.findings), _code(new.findings))
    lines += _remark(old.findings, new.findings)
    return Answer(differences_data(names, counts, kept), "\n".join(lines), code=code)


def written(name: str, rating_list: AnyList, about: RatingList, output: str, form: str) -> Answer:
    """Say what was written."""
    layout = about.layout or None if form in {"txt", "xml"} else None
    size = Path(output).stat().st_size
    data = written_list_data(name, rating_list, WrittenList(output, form, layout, size))
    lines = [f"{output}: {data['players']} players, {size} bytes{f', layout {layout}' if layout else ''}"]
    cut = rating_list.findings.counts["name_cut"]
    if cut:
        lines.append(f"{cut} values did not fit and were cut:")
        lines += problems_text([problem for problem in rating_list.findings.problems if problem.code == "name_cut"])
    lines += _remark(rating_list.findings)
    return Answer(data, "\n".join(lines), code=_code(rating_list.findings))
