"""What `arpad list` says: data for machines, a text for people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.file_problems_text import counted, problems_text
from arpad.documents.parts import file_problem_data
from arpad.formats.list_codes import MOST_KEPT
from arpad.formats.list_values import values_of
from arpad.model.period import KINDS
from arpad.model.rating_list import TextDialect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.engine.list_frames import FrameList
    from arpad.formats.list_book import RowList
    from arpad.formats.list_codes import Findings
    from arpad.formats.list_compare import Difference
    from arpad.model.rating_list import Listed, RatingList

    AnyList = RowList | FrameList

SHOWN = 40
_LINE_ENDS = {"\r\n": "CRLF", "\n": "LF", "\r": "CR"}


def shown(name: str, one: AnyList, *, every: bool) -> Answer:
    """Say what a list has, how it is written, and what is wrong with it."""
    about, counts = one.about, one.counts()
    dialect = dialect_data(about)
    data = {"file": name, **about_data(about), "dialect": dialect, **counts, **problems_data(one.findings)}
    on = f", list of {about.list_date}" if about.list_date else ""
    said = [f"{name}: {about.form.upper()}, layout {about.layout or 'of columns'}{on}, {' and '.join(about.kinds)}"]
    if dialect:
        said.append("; ".join(f"{key.replace('_', ' ')}: {value or 'blank'}" for key, value in dialect.items()))
    titles = ", ".join(f"{count} {title}" for title, count in counts["titles"].items())
    rated = ", ".join(f"{counts['rated'][kind]} {kind}" for kind in KINDS if kind in about.kinds)
    said += [
        f"{counts['players']} players of {counts['federations']} federations; rated: {rated}",
        f"{counts['women']} women, {counts['inactive']} inactive; titles: {titles or 'none'}",
        f"birth year not known: {counts['birth_year_unknown']}; without a name: {counts['name_empty']}",
        f"lines with a spelling of their own: {counts['own_spelling']}",
        counted(one.findings.problems) if one.findings.counts else "no problems",
        *problems_text(one.findings.problems, every=every),
    ]
    said += [
        f"{'':9}{code}: {count} in all, of which {MOST_KEPT} are kept."
        for code, count in sorted(one.findings.counts.items())
        if count > MOST_KEPT
    ]
    return Answer(data, "\n".join(said), code=_code(one.findings))


def _code(findings: Findings) -> int:
    return 1 if findings.has_errors else 0


def about_data(about: RatingList) -> dict[str, Any]:
    """Give what is known of a list as data."""
    on = about.list_date.isoformat() if about.list_date else None
    return {"form": about.form, "layout": about.layout or None, "kinds": list(about.kinds), "list_date": on}


def dialect_data(about: RatingList) -> dict[str, str] | None:
    """Give how a file is written, in words."""
    dialect = about.dialect
    if dialect is None:
        return None
    styles = {column.name: column for column in dialect.columns}
    rating = next((styles[f"{kind}_rating"] for kind in about.kinds if f"{kind}_rating" in styles), None)
    born, title = styles.get("birth_year"), styles.get("title")
    found = {
        "encoding": dialect.encoding,
        "unrated": rating.empty if rating else "",
        "birth_year_unknown": born.empty if born else "",
        "titles": title.titles if title else "codes",
    }
    if isinstance(dialect, TextDialect):
        padding = "trimmed" if dialect.trimmed else f"to {dialect.width} characters"
        return {"line_end": _LINE_ENDS[dialect.line_end], "padding": padding, **found}
    return found


def problems_data(findings: Findings) -> dict[str, Any]:
    """Give the kept problems, and how many there are of each code."""
    return {
        "problem_counts": dict(sorted(findings.counts.items())),
        "problems": [file_problem_data(problem) for problem in findings.problems],
    }


def _remark(*all_findings: Findings) -> list[str]:
    """Say in a line that a list has problems, where that is not what was asked."""
    errors = any(findings.has_errors for findings in all_findings)
    return ["Some of the list could not be read; `arpad list show` says what."] if errors else []


def player_data(one: Listed) -> dict[str, Any]:
    """Give a player as data."""
    values = values_of(one)
    kinds = {kind: {part: values[f"{kind}_{part}"] for part in ("rating", "games", "k")} for kind in KINDS}
    rest = {name: values[name] for name in ("federation", "sex", "title", "womens_title", "foa_title")}
    others = {"other_titles": list(one.other_titles)}
    return {
        "fide_id": one.fide_id,
        "name": one.name,
        **rest,
        **others,
        **kinds,
        "birth_year": one.birth_year,
        "flag": one.flag,
    }


def found_players(name: str, one: AnyList, words: str, limit: int | None) -> Answer:
    """Say who was found."""
    found = one.found(words)
    kept = found if limit is None else found[:limit]
    data = {"file": name, "asked": words, "found": len(found), "players": [player_data(player) for player in kept]}
    head = ["FIDE id", "title", "name", "fed", "sex", *one.about.kinds, "K", "born", "flag"]
    rows = [
        (
            player.fide_id,
            player.title,
            player.name,
            player.federation,
            player.sex,
            *(getattr(player, kind).rating for kind in one.about.kinds),
            "/".join(str(getattr(player, kind).k or "-") for kind in one.about.kinds),
            player.birth_year,
            player.flag,
        )
        for player in (kept if limit is not None else kept[:SHOWN])
    ]
    said = [table(head, rows)] if rows else [f"Nobody of {name} is called {words!r}."]
    if len(found) > len(rows):
        said.append(f"… and {len(found) - len(rows)} more.")
    return Answer(data, "\n".join([*said, *_remark(one.findings)]), code=_code(one.findings))


def hashed(name: str, one: AnyList) -> Answer:
    """Say the hash of a list."""
    found = one.canonical_hash()
    count = one.counts()["players"]
    data = {"file": name, "players": count, "sha256": found}
    return Answer(data, "\n".join([f"{found}  {name}", *_remark(one.findings)]), code=_code(one.findings))


def differing(names: tuple[str, str], old: AnyList, new: AnyList, changes: Sequence[str], limit: int | None) -> Answer:
    """Say what changed from one list to another."""
    every: list[Difference] = old.differences(new)  # type: ignore[arg-type]
    found = [one for one in every if one.change in changes]
    counts = {change: sum(one.change == change for one in found) for change in changes}
    kept = found if limit is None else found[:limit]
    data = {
        "old": names[0],
        "new": names[1],
        "counts": counts,
        "differences": [
            {
                "fide_id": one.fide_id,
                "name": one.name,
                "change": one.change,
                "column": one.column or None,
                "before": one.before,
                "after": one.after,
            }
            for one in kept
        ],
    }
    rows = [
        (one.fide_id, one.name, one.change, one.column.replace("_", " "), one.before, one.after)
        for one in (kept if limit is not None else kept[:SHOWN])
    ]
    nothing = "No such change." if every else "The lists say the same."
    said = [", ".join(f"{count} {change}" for change, count in counts.items() if count) or nothing]
    if rows:
        said.append(table(["FIDE id", "name", "change", "what", "before", "after"], rows))
    if len(found) > len(rows):
        said.append(f"… and {len(found) - len(rows)} more; --limit shows more, --json all.")
    code = max(_code(old.findings), _code(new.findings))
    return Answer(data, "\n".join([*said, *_remark(old.findings, new.findings)]), code=code)


def written(name: str, one: AnyList, about: RatingList, output: str, form: str) -> Answer:
    """Say what was written."""
    count = one.counts()["players"]
    size = Path(output).stat().st_size
    layout = about.layout or None if form in {"txt", "xml"} else None
    data = {
        "file": name,
        "output": output,
        "form": form,
        "layout": layout,
        "players": count,
        "bytes": size,
        **problems_data(one.findings),
    }
    said = [f"{output}: {count} players, {size} bytes{f', layout {layout}' if layout else ''}"]
    cut = one.findings.counts["name_cut"]
    if cut:
        said.append(f"{cut} values did not fit and were cut:")
        said += problems_text([problem for problem in one.findings.problems if problem.code == "name_cut"])
    return Answer(data, "\n".join([*said, *_remark(one.findings)]), code=_code(one.findings))
