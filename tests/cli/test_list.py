"""`arpad list`: shown, searched, written, compared, hashed; a list that opens never exits 2."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from unittest import mock

import made_lists
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from running import answer, arpad

from arpad.cli.progress import Progress
from arpad.library import extras, lists

DATA = Path(__file__).parents[1] / "data"
LIST = str(DATA / "made-list.txt")
FORMS = ("txt", "xml", "csv", "parquet")
ACTIONS = (("show",), ("find", "somebody"), ("hash",))


@pytest.fixture(params=["rows", "frames"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways of reading, whatever the size of the file."""
    monkeypatch.setattr(lists, "BIG", 0 if request.param == "frames" else 1 << 40)
    return str(request.param)


def test_show(way: str) -> None:
    """What a list has, and how its file is written."""
    document = answer("list", "show", LIST)

    assert way
    assert (document["form"], document["layout"], document["kinds"]) == ("txt", "single", ["standard"])
    assert (document["list_date"], document["players"], document["women"], document["inactive"]) == (
        "2025-09-01",
        6,
        3,
        3,
    )
    assert document["dialect"] | {"line_end": "CRLF", "birth_year_unknown": "0"} == document["dialect"]
    assert (document["birth_year_unknown"], document["name_empty"], document["own_spelling"]) == (2, 1, 1)
    assert document["titles"] == {"GM": 1, "WIM": 1}
    assert document["problem_counts"] == {"kind_assumed": 1}


@pytest.mark.parametrize(("words", "ids"), [(("50100004",), [50100004]), (("perilson", "DAGMÁRK"), [50100001])])
def test_find(words: tuple[str, ...], ids: list[int], way: str) -> None:
    """By ID, or by name in any order and spelling."""
    assert way
    assert [player["fide_id"] for player in answer("list", "find", LIST, *words)["players"]] == ids
    assert str(ids[0]) in arpad("list", "find", LIST, *words)[1]


def test_nobody_found() -> None:
    """A script notices it by the exit code."""
    assert arpad("list", "find", LIST, "xerxes")[:2] == (1, "Nobody of made-list.txt is called 'xerxes'.\n")


@pytest.mark.parametrize("form", FORMS)
def test_convert_and_back(form: str, tmp_path: Path, way: str) -> None:
    """Whatever the form, the content is the same; and the bytes, where the form can carry how they were."""
    middle, back = tmp_path / f"list.{form}", tmp_path / "back.txt"
    sums = [answer("list", "hash", LIST)["sha256"]]
    answer("list", "convert", LIST, str(middle))
    sums.append(answer("list", "hash", str(middle))["sha256"])
    answer("list", "convert", str(middle), str(back), "--date", "2025-09-01")
    sums.append(answer("list", "hash", str(back))["sha256"])

    assert way
    assert len(set(sums)) == 1
    assert (back.read_bytes() == Path(LIST).read_bytes()) == (form in {"txt", "parquet"})
    assert [path.name for path in tmp_path.iterdir() if "unfinished" in path.name] == []


def test_convert_to_another_layout(tmp_path: Path, way: str) -> None:
    """A combined list gives single ones, with the rated players only; what does not fit is told."""
    combined = tmp_path / "players.txt"
    combined.write_bytes(made_lists.combined_text(300))
    output = tmp_path / "rapid.txt"
    code, out, _ = arpad("list", "convert", str(combined), str(output), "--layout", "single", "--json")
    assert (code, json.loads(out)["problems"][0]["code"]) == (2, "usage")

    answer("list", "convert", str(combined), str(output), "--layout", "single", "--kind", "rapid")
    document = answer("list", "show", str(output))
    assert way
    assert document["kinds"] == ["rapid"]
    assert document["players"] == document["rated"]["rapid"] == answer("list", "show", str(combined))["rated"]["rapid"]

    old = tmp_path / "old.txt"
    long = tmp_path / "long.csv"
    long.write_text(f'fide_id,name,standard_rating\n7,"{"Long" * 20}, N",1500\n', encoding="utf-8")
    converted = answer("list", "convert", str(long), str(old), "--layout", "single-2005", "--kind", "standard")
    assert converted["problem_counts"] == {"name_cut": 1}
    assert answer("list", "show", str(old))["players"] == 1


def test_diff(tmp_path: Path, way: str) -> None:
    """New, gone, rating, K, title, federation, flag, and nothing where nothing changed."""
    text = Path(LIST).read_text(encoding="ascii")
    lines = text.splitlines(keepends=True)
    lines[1] = lines[1].replace("2204", "2210")
    lines[2] = lines[2].replace("BBX", "DDX").replace("FST,IO", "FST   ")
    lines[3] = lines[3].replace("40 ", "20 ").replace("i   ", "    ")
    del lines[4]
    lines.append(lines[1].replace("50100001", "50100009"))
    newer = tmp_path / "standard_oct25.txt"
    newer.write_text("".join(lines), encoding="ascii", newline="")
    document = answer("list", "diff", LIST, str(newer))

    assert way
    assert (
        document["counts"] | {"new": 1, "gone": 1, "rating": 1, "k": 1, "title": 1, "federation": 1, "flag": 1}
        == document["counts"]
    )
    assert [
        (difference["fide_id"], difference["before"], difference["after"])
        for difference in document["differences"]
        if difference["change"] == "k"
    ] == [(50100003, 40, 20)]
    only = answer("list", "diff", LIST, str(newer), "--change", "rating")
    assert [difference["column"] for difference in only["differences"]] == ["standard_rating"]
    assert arpad("list", "diff", LIST, LIST)[1] == "The lists say the same.\n"
    assert arpad("list", "diff", LIST, str(newer), "--change", "person")[1] == "No such change.\n"


def test_zip(tmp_path: Path) -> None:
    """An archive is read as the list inside it; of several, the one that is named."""
    place = tmp_path / "standard_sep25frl.zip"
    with zipfile.ZipFile(place, "w") as archive:
        archive.write(LIST, "one.txt")
        archive.write(LIST, "two.txt")

    assert arpad("list", "show", str(place))[0] == 1
    assert answer("list", "hash", str(place), "--member", "one.txt")["sha256"] == answer("list", "hash", LIST)["sha256"]
    assert answer("list", "show", str(place), "--member", "two.txt")["problem_counts"] == {}


def test_standard_input() -> None:
    """A list may come through a pipe."""
    code, out, _ = arpad("list", "hash", "-", "--json", given=Path(LIST).read_bytes())

    assert code == 0
    assert json.loads(out)["sha256"] == answer("list", "hash", LIST)["sha256"]


@pytest.mark.parametrize(
    ("words", "code", "problem"),
    [
        (("list", "show", "nowhere.txt"), 2, "not_opened"),
        (("list", "show", str(DATA)), 2, "not_opened"),
        (("list", "convert", LIST, "nothing.doc"), 2, "usage"),
        (("list", "convert", LIST, "nowhere/at/all.csv"), 2, "not_written"),
        (("list",), 2, "usage"),
        (("list", "show", str(DATA / "worked-examples.json")), 1, "not_a_list"),
    ],
)
def test_exit_codes(words: tuple[str, ...], code: int, problem: str) -> None:
    """2 where it cannot be carried out, 1 where the file opens and is no list."""
    exit_code, out, _ = arpad(*words, "--json")

    assert exit_code == code
    assert problem in [load["code"] for load in json.loads(out)["problems"]]
    assert arpad(*words)[0] == code


def test_errors_of_the_content_exit_1(tmp_path: Path, way: str) -> None:
    """A line that is no player is an error; the others are read."""
    place = tmp_path / "standard.txt"
    place.write_bytes(Path(LIST).read_bytes() + b"somebody without a number\r\n")
    code, out, err = arpad("list", "show", str(place))

    assert (way, code, err) == (way, 1, "")
    assert "line_unreadable (line 8, column 1)" in out
    assert "Some of the list could not be read" in arpad("list", "hash", str(place))[1]


@settings(max_examples=30)
@given(
    raw=st.binary(max_size=400),
    start=st.sampled_from([b"", b"<playerslist>", Path(LIST).read_bytes(), b"PK\x03\x04", b"PAR1"]),
)
def test_any_bytes_never_exit_2(tmp_path_factory: pytest.TempPathFactory, raw: bytes, start: bytes) -> None:
    """Anything that opens is read or refused."""
    place = tmp_path_factory.mktemp("any") / "list.bin"
    place.write_bytes(start + raw)

    for action, *more in ACTIONS:
        assert arpad("list", action, str(place), *more)[0] in {0, 1}
    assert arpad("list", "diff", str(place), str(place))[0] in {0, 1}
    assert arpad("list", "convert", str(place), f"{place}.csv")[0] in {0, 1}


def test_without_the_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Polars everything works row by row, except Parquet, which says what is missing."""
    for module in (extras, lists):
        monkeypatch.setattr(module, "has_engine", lambda: False)
    monkeypatch.setattr(lists, "BIG", 0)
    assert answer("list", "show", LIST)["players"] == 6

    code, out, _ = arpad("list", "convert", LIST, str(tmp_path / "list.parquet"), "--json")
    assert (code, json.loads(out)["problems"][0]["code"]) == (2, "engine_missing")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.mark.parametrize(("stream", "shown"), [(Terminal(), True), (io.StringIO(), False)])
def test_progress_on_a_terminal_only(stream: io.StringIO, shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens is told after a while, and wiped away in the end."""
    monkeypatch.setattr("arpad.cli.progress.AFTER", 0.01)
    monkeypatch.setattr("arpad.cli.progress.EVERY", 0.01)
    with mock.patch("sys.stderr", stream), Progress("reading", 200) as progress:
        progress.reached(50)
        for _ in range(30_000):
            if "25 %" in stream.getvalue():
                break
            progress._over.wait(0.01)  # noqa: SLF001 - waiting for the other thread
            if not shown:
                break

    assert ("25 %" in stream.getvalue()) is shown
    assert stream.getvalue().endswith("\r") is shown
    assert "12 MB" in _text("writing", None, 12_500_000)


@pytest.mark.parametrize(("stream", "shown"), [(Terminal(), True), (io.StringIO(), False)])
def test_a_note_stays_on_the_terminal(stream: io.StringIO, shown: bool) -> None:
    """What has to be known is not wiped away."""
    with mock.patch("sys.stderr", stream), Progress("replaying", 2) as progress:
        progress.note("The replay writes up to 2.0 GB.")

    assert stream.getvalue() == ("\rThe replay writes up to 2.0 GB.\n" if shown else "")


def _text(what: str, total: int | None, done: int) -> str:
    progress = Progress(what, total)
    progress.reached(done)
    return progress.text()
