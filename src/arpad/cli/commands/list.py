"""`arpad list`: a rating list shown, searched, written in another form, compared with another, or hashed."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from arpad.cli.commands.list_answers import differing, found_players, hashed, shown, written
from arpad.cli.options import UsageError, add_raw, list_day, whole
from arpad.cli.output_form import output_form
from arpad.cli.progress import Progress
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError
from arpad.formats.lists.compare import CHANGES, carried
from arpad.formats.lists.layouts import LAYOUTS
from arpad.formats.lists.whole import RowList
from arpad.formats.lists.writer import new_list, usual_layout
from arpad.library.lists import list_in
from arpad.model.bounded import opened
from arpad.model.period import KINDS
from arpad.model.rating_list import TextDialect, XmlDialect

if TYPE_CHECKING:
    from arpad.book.frames.lists import FrameList
    from arpad.cli.answer import Answer
    from arpad.model.rating_list import RatingList

    AnyList = RowList | FrameList

_FORMS = {".txt": "txt", ".xml": "xml", ".csv": "csv", ".parquet": "parquet"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, summary in (
        ("show", "what a list has, how its file is written, and what is wrong with it"),
        ("find", "players by FIDE ID or name; accents, capitals and the order of names do not matter"),
        ("convert", "write a list as TXT, XML, CSV or Parquet, as the name of the output says"),
        ("diff", "what changed from one list to another: new, gone, rating, K, title, federation, flag, person"),
        ("hash", "a hash that is the same for equal lists, whatever the form of their files"),
    ):
        action = actions.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        action.add_argument(
            "file", metavar="FILE", help="a list as TXT, XML, CSV, Parquet or zip; - for standard input"
        )
        if name == "find":
            action.add_argument("words", nargs="+", metavar="ID|NAME", help="a FIDE ID, or words of a name")
        if name == "convert":
            action.add_argument(
                "place", metavar="OUTPUT", nargs="?", help="where to write: NAME.txt, .xml, .csv or .parquet"
            )
            action.add_argument("-o", "--output", metavar="OUTPUT", help="the same, as in the other commands")
            action.add_argument(
                "--layout", choices=tuple(LAYOUTS), help="a layout of FIDE; the file's own if it has one"
            )
            add_raw(action)
        if name == "diff":
            action.add_argument("newer", metavar="NEWER", help="the list to compare with")
            action.add_argument(
                "--change", choices=CHANGES, action="append", help="only these changes; may be repeated"
            )
        if name in {"find", "diff"}:
            action.add_argument("--limit", type=whole, metavar="N", help="show at most so many")
        if name == "show":
            action.add_argument("--all", action="store_true", help="show every kept problem")
        action.add_argument(
            "--kind", choices=KINDS, help="the kind of chess of a single list, where its name does not say"
        )
        action.add_argument(
            "--date", type=list_day, metavar="YYYY-MM", help="the day of the list, where neither header nor name do"
        )
        action.add_argument("--member", metavar="NAME", help="the file inside a zip, where there are several")
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON")
        action.add_argument("--explain", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def answer(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    if given.action == "convert":
        given.output = given.output or given.place
        if not given.output:
            raise UsageError.of(WORDS, "usage", "command line", says="no_output")
        output_form(given.output, _FORMS)
    with Progress("opening") as progress:
        rating_list = read_file(given.file, given, progress, as_frame=_wants_frame(given))
        match given.action:
            case "show":
                return shown(_name(given.file), rating_list, every=given.all)
            case "find":
                progress.stage("looking")
                words = " ".join(given.words)
                return found_players(_name(given.file), rating_list, words, given.limit)
            case "hash":
                progress.stage("hashing")
                return hashed(_name(given.file), rating_list)
            case "diff":
                newer = read_file(given.newer, given, progress, as_frame=not isinstance(rating_list, RowList))
                if isinstance(rating_list, RowList) and not isinstance(newer, RowList):
                    rating_list = read_file(given.file, given, progress, as_frame=True)
                progress.stage("comparing")
                names = (_name(given.file), _name(given.newer))
                return differing(names, rating_list, newer, given.change or CHANGES, given.limit)
        return _converted(given, rating_list, progress)


def _wants_frame(given: argparse.Namespace) -> bool:
    return given.action == "convert" and output_form(given.output, _FORMS) == "parquet"


def _name(name: str) -> str:
    return "standard input" if name == "-" else Path(name).name


def read_file(name: str, given: argparse.Namespace, progress: Progress, *, as_frame: bool) -> AnyList:
    """Read a list, by rows or as a frame; refuse, with everything that was found, what is none."""
    with _stream(name) as stream:
        return list_in(
            stream,
            name,
            _name(name),
            kind=given.kind,
            list_date=given.date,
            member=given.member,
            as_frame=as_frame,
            done=progress.reached,
            stage=progress.stage,
        )


def _stream(name: str) -> BinaryIO:
    try:
        if name == "-":
            if sys.stdin is None:
                raise InputError.of(WORDS, "not_opened", name, says="input_closed")
            return sys.stdin.buffer
        stream = opened(name)
    except OSError as fault:
        place = Path(name)
        replayed = place.parent.parent
        if replayed.joinpath("changes", place.name).is_file():
            month, folder = place.stem, replayed.name or str(replayed)
            raise InputError.of(
                WORDS, "not_opened", name, says="kept_as_changes", month=month, folder=folder
            ) from fault
        raise InputError.of(WORDS, "not_opened", name, name=name, why=fault.strerror) from fault
    except ValueError as fault:
        raise InputError.of(WORDS, "not_opened", name, says="no_file", name=name, why=str(fault)) from fault
    return stream


def _target(about: RatingList, form: str, given: argparse.Namespace) -> RatingList:
    """Say how the new file is written: as the old one was, where it has that form and no layout is asked for."""
    if form in {"csv", "parquet"}:
        return replace(about, form=form)
    own = TextDialect if form == "txt" else XmlDialect
    if given.layout is None and isinstance(about.dialect, own):
        return replace(about, form=form)
    kinds = (given.kind,) if given.kind in about.kinds else about.kinds
    layout = LAYOUTS[given.layout] if given.layout else usual_layout(kinds, with_foa="foa_title" in carried(about))
    if not layout.is_combined and len(kinds) > 1:
        raise UsageError.of(WORDS, "usage", "--kind", says="several_kinds", layout=layout.name)
    return new_list(about, form, layout, kinds[0])


def _converted(given: argparse.Namespace, any_list: AnyList, progress: Progress) -> Answer:
    form = output_form(given.output, _FORMS)
    about = _target(any_list.about, form, given)
    progress.stage(f"writing {Path(given.output).name}")
    with whole_file(given.output) as out:
        any_list.write(out, about, any_list.findings, raw=given.raw)
    return written(_name(given.file), any_list, about, given.output, form)
