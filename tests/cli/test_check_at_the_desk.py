"""`arpad check` at an arbiter's desk: everything at once, several files, a page, questions asked, defaults named."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from running import answer, arpad

from arpad.events.checked_report import GROUPS
from arpad.events.defaults import OF_ONE_EVENT
from arpad.events.facts import FACTS
from arpad.events.package import Package, packed

DATA = Path(__file__).parents[1] / "data"
GOOD, BROKEN = str(DATA / "spring-open.trf"), str(DATA / "spring-open-broken.trf")
ANSWERS = {
    "registered": "2025-04-20",
    "announced_rated": "true",
    "laws_of_chess": "true",
    "suspended_federations": "[]",
}
FACTS_TOML = "".join(f"{fact} = {value}\n" for fact, value in ANSWERS.items())


def copied(folder: Path, name: str = "open.trf", facts: str = "") -> str:
    """Copy the report into a folder, with facts beside it."""
    place = folder / name
    place.write_bytes(Path(GOOD).read_bytes())
    if facts:
        place.with_suffix(".toml").write_text(facts, encoding="utf-8")
    return str(place)


def headings(out: str) -> list[tuple[str, int]]:
    """Give the headings of an answer, each with the number it says."""
    return [(words, int(count)) for words, count in re.findall(r"^([A-Z][a-z ]+) \((\d+)", out, re.MULTILINE)]


def shown(out: str, heading: str) -> list[str]:
    """Give the codes that stand under a heading, in order."""
    part = re.split(r"^[A-Z][a-z ]+ \(\d+.*$", out.split(f"\n{heading} (", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^  (\w+)(?: \(line[^)]*\))?: ", part, re.MULTILINE)


def test_headings_that_people_know_in_order() -> None:
    """Errors, warnings, open questions, notes, what is in order: each with how many there are, and these are shown."""
    _, out, _ = arpad("check", GOOD, "--time-control", "89 min", "--all")
    counted = headings(out)

    assert [words for words, _ in counted] == ["Errors", "Warnings", "Open questions", "Notes", "In order"]
    assert [len(shown(out, words)) for words, _ in counted] == [count for _, count in counted]
    by_words = dict(counted)
    assert out.splitlines()[1] == (
        f"{by_words['Errors']} error, {by_words['Warnings']} warning, {by_words['Open questions']} open questions"
    )


def test_questions_that_decide_come_first_and_are_those_the_verdict_counts() -> None:
    """Two of four could refuse the event; the sentence and the heading say the same."""
    document, out = answer("check", GOOD), arpad("check", GOOD)[1]
    unknown = [finding for finding in document["findings"] if finding["severity"] == "unknown"]
    deciding = [finding["code"] for finding in unknown if finding["decides"]]

    assert f"nothing refuses it, but {len(deciding)} open questions could." in out
    assert f"Open questions ({len(unknown)}, the first {len(deciding)} decide)" in out
    assert shown(out, "Open questions")[: len(deciding)] == deciding


def test_what_is_in_order_is_a_line_unless_asked_for() -> None:
    """A long list of what holds hides nothing that does not."""
    short, long = (arpad("check", GOOD, *more)[1] for more in ((), ("--all",)))

    assert re.search(r"^In order \(\d+\): .*time_control.*--all says more\.$", short, re.MULTILINE)
    assert "time_control: A game of" not in short
    assert "time_control: A game of" in long


def test_of_many_the_first_few_are_shown_and_the_rest_counted(tmp_path: Path) -> None:
    """What has one code stands together; shown and counted are as many as the heading says."""
    lines = Path(GOOD).read_text(encoding="utf-8").splitlines()
    lines = [f"{line[:80]} 9.5{line[84:]}" if line.startswith("001") else line for line in lines]
    place = str(_written(tmp_path, "\n".join(lines)))
    short, long = arpad("check", place)[1], arpad("check", place, "--all")[1]

    assert shown(short, "Warnings") == ["no_fide_id", *["points_differ"] * 5]
    assert "… and 1 more of points_differ; --all shows them." in short
    assert shown(long, "Warnings") == ["no_fide_id", *["points_differ"] * 6]
    assert "Warnings (7)" in short


def test_a_fault_of_the_file_does_not_hide_what_else_is_wrong(tmp_path: Path) -> None:
    """A contradiction of colours, a late registration and games that are too fast are told at once."""
    code, out, _ = arpad("check", BROKEN, "--registered", "2025-05-01", "--time-control", "20", "--kind", "standard")

    assert code == 1
    assert {"colours_contradict", "registration_lead"} <= set(shown(out, "Errors"))
    assert "too_fast" in [*shown(out, "Errors"), *shown(out, "Warnings")]
    assert ("In order" in out, "unplayed" in out) == (False, False)
    assert answer("check", str(_written(tmp_path, "Dear arbiter,")), code=1)["findings"] == []


@pytest.mark.parametrize(
    ("left_out", "edition", "words"),
    [
        (("042",), "fide-2024-03", "what can be known of it all the same was checked."),
        (("042", "052", "132"), None, "without a day no edition is known by which it could be checked."),
    ],
)
def test_without_a_first_day_the_others_say_which_law_it_is(
    tmp_path: Path, left_out: tuple[str, ...], edition: str | None, words: str
) -> None:
    """It is broken; its last day or its rounds tell the edition, and nothing else is said of days."""
    lines = Path(GOOD).read_text(encoding="utf-8").splitlines()
    place = _written(tmp_path, "\n".join(line for line in lines if not line.startswith(left_out)))
    document, out = answer("check", str(place), code=1), arpad("check", str(place))[1]
    codes = {finding["code"] for finding in document["findings"]}

    assert (document["edition"], words in out.splitlines()[0]) == (edition, True)
    assert shown(out, "Errors") == ["start_missing"]
    assert "The first day can also be given with --start" in out
    assert not codes & {"no_edition", "duration", "registration", "rating_list"}
    assert ("laws" in codes) == (edition is not None)


def _written(folder: Path, text: str) -> Path:
    place = folder / "letter.trf"
    place.write_text(text, encoding="utf-8")
    return place


def test_facts_that_are_wrong_are_told_with_everything_else(tmp_path: Path) -> None:
    """The right ones of the same file are taken, and the event is checked with them."""
    place = copied(tmp_path, facts="registerd = 2025-04-20\nlaws_of_chess = true\nnorms = 7\n")
    code, out, _ = arpad("check", place)
    document = answer("check", place, code=1)

    assert (code, shown(out, "Errors")) == (1, ["unknown_fact", "wrong_fact"])
    assert "its facts have errors. It was checked with those that are right." in out
    assert (document["rateable"], document["broken"]) == ("unknown", False)
    assert [problem["code"] for problem in document["problems"]] == ["unknown_fact", "wrong_fact"]
    assert "laws" not in [finding["code"] for finding in document["findings"] if finding["severity"] == "unknown"]


def test_faults_of_a_list_are_counted_once_for_all_files_that_use_it(tmp_path: Path) -> None:
    """They are told with the first of the files; the sum has what is shown."""
    listed = tmp_path / "list.csv"
    head = "fide_id,name,federation,sex,title,standard_rating,standard_k,birth_year"
    listed.write_text(f'{head}\n99000011,"Kestrel, Ada",NLD,F,,far,20,1990\n', encoding="utf-8")
    first, second = copied(tmp_path, "first.trf", FACTS_TOML), copied(tmp_path, "second.trf", FACTS_TOML)
    own = answer("check", first, "--list", f"2025-05={listed}")
    both = answer("check", first, second, "--list", f"2025-05={listed}")
    text = arpad("check", first, second, "--list", f"2025-05={listed}")[1]
    counted = [int(count) for count in re.findall(r"errors, (\d+) warning", text)]

    assert both["files"][0] == own
    assert [len(file["problems"]) for file in both["files"]] == [1, 0]
    assert counted == [counted[0], counted[0] - 1, 2 * counted[0] - 1]
    assert both["counts"]["warnings"] == counted[-1]
    assert text.count("list.csv") == 1


def test_several_files_in_one_call(tmp_path: Path) -> None:
    """Each with its own facts and verdict; one that cannot be opened stops none, and the code is the gravest."""
    first, second = copied(tmp_path, "first.trf", FACTS_TOML), copied(tmp_path, "second.trf")
    lost = str(tmp_path / "lost.trf")
    document = answer("check", first, second, BROKEN, code=1)
    code, out, err = arpad("check", first, lost, second)

    assert [file["rateable"] for file in document["files"]] == ["yes", "unknown", "no"]
    assert document["files"][0] == answer("check", first)
    assert {name: document["counts"][name] for name in ("files", "rateable", "open", "refused", "not_read")} == {
        "files": 3, "rateable": 1, "open": 1, "refused": 1, "not_read": 0,
    }  # fmt: skip
    assert arpad("check", first, second)[0] == 0
    assert arpad("check", first, BROKEN)[0] == 1
    assert (code, err) == (2, "")
    assert "lost.trf: could not be read." in out
    assert "3 files: 1 can be rated, 1 open, 1 not read." in out.splitlines()[-1]


@pytest.mark.parametrize(("more", "code"), [((), 0), (("--strict",), 1)])
def test_strictly_a_warning_counts(tmp_path: Path, more: tuple[str, ...], code: int) -> None:
    """The report has a player without a number: a warning, which ends with 1 only where that is asked for."""
    place = copied(tmp_path, facts=FACTS_TOML)

    assert shown(arpad("check", place)[1], "Warnings") == ["no_fide_id"]
    assert arpad("check", place, *more)[0] == code


def test_strictly_a_question_that_decides_counts_too(tmp_path: Path) -> None:
    """Without a warning, no day of registration ends with 1; a question that decides nothing ends with 0."""
    lines = Path(GOOD).read_text(encoding="utf-8").splitlines()
    lines = [line if "Pryce" not in line else f"{line[:57]}   99000066{line[68:]}" for line in lines]
    place = _written(tmp_path, "\n".join(lines) + "\n")
    words = ("check", str(place), "--strict", "--fact", "laws_of_chess=true")

    assert "Warnings" not in arpad(*words)[1]
    assert (arpad(*words)[0], arpad(*words, "--registered", "2025-04-20")[0]) == (1, 0)


def test_a_page_of_the_check(tmp_path: Path) -> None:
    """Well-formed, with the same counts and sentences; several reports have a table with links to each."""
    first, place = copied(tmp_path, facts=FACTS_TOML), tmp_path / "check.html"
    code, out, _ = arpad("check", first, BROKEN, "-o", str(place))
    text = place.read_text(encoding="utf-8")
    page = ET.fromstring(text.split("\n", 1)[1])  # noqa: S314 - our own
    links = [link.get("href") for link in page.iter("a")]

    assert (code, out.splitlines()[-1]) == (1, f"{place} written.")
    assert links == ["#report-1", "#report-2"]
    assert [section.get("id") for section in page.iter("section")] == ["report-1", "report-2"]
    for document in (answer("check", first), answer("check", BROKEN, code=1)):
        for finding in document["findings"]:
            assert finding["message"] in "".join(page.itertext())
    assert answer("check", first, "-o", str(place))["output"] == str(place)


@pytest.mark.parametrize(("name", "words"), [("check.pdf", "print it as PDF"), ("check.docx", "end it in .html")])
def test_only_a_page_is_written(tmp_path: Path, name: str, words: str) -> None:
    """Another form is refused before anything is read, and says what to do."""
    code, _, err = arpad("check", "nowhere.trf", "-o", str(tmp_path / name))

    assert (code, words in err, list(tmp_path.iterdir())) == (2, True, [])


def test_open_questions_are_asked_and_the_answers_written(tmp_path: Path) -> None:
    """Asked in the order of the answer, a wrong one again; an empty line leaves a question open."""
    place = copied(tmp_path)
    code, out, err = arpad("check", place, "--ask", given="soon\n2025-04-20\nno\nyes\n\nnone\n")
    written = Path(place).with_suffix(".toml").read_text(encoding="utf-8")

    assert written == "registered = 2025-04-20\nhybrid = false\nlaws_of_chess = true\nsuspended_federations = []\n"
    assert err.index("registered, a date") < err.index("laws_of_chess, yes or no")
    assert "'soon' is no answer; it has to be a date such as 2025-04-20" in err
    assert (code, "open.trf: can be rated." in out, "open.toml written: registered = 2025-04-20" in out) == (
        0,
        True,
        True,
    )
    assert shown(out, "Open questions") == ["announcement"]
    assert arpad("check", place)[1] in out


def test_answers_go_before_what_a_facts_file_has(tmp_path: Path) -> None:
    """Also where it ends in a table; its comments stay, and JSON on standard output is whole."""
    old = '# Kept by the club\nlaws_of_chess = true\n[time_controls]\n1 = "90+30"\n'
    place = copied(tmp_path, facts=old)
    code, out, _ = arpad("check", place, "--ask", "--json", given="2025-04-20\n")
    document = json.loads(out)

    assert code == 0
    assert Path(place).with_suffix(".toml").read_text(encoding="utf-8") == f"registered = 2025-04-20\n{old}"
    assert document["facts_written"]["facts"] == {"registered": "2025-04-20"}
    assert document["rateable"] == "yes"


@pytest.mark.parametrize("given", ["", "\n\n\n\n\n\n\n"])
def test_nothing_is_written_where_nobody_answers(tmp_path: Path, given: str) -> None:
    """No answer, no file."""
    place = copied(tmp_path)

    assert arpad("check", place, "--ask", given=given)[0] == 0
    assert not Path(place).with_suffix(".toml").exists()


@pytest.mark.parametrize("files", [(GOOD, GOOD), ("-",)])
def test_questions_are_asked_about_a_single_file(files: tuple[str, ...]) -> None:
    """Standard input has the answers, and several reports have several facts files."""
    code, _, err = arpad("check", *files, "--ask")

    assert (code, "--ask asks about one report" in err) == (2, True)


def test_defaults_are_taken_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file beside the report goes before that of the user, the facts of the event before both; each is named."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    user, beside = tmp_path / "config" / "arpad" / "defaults.toml", tmp_path / "arpad.toml"
    user.parent.mkdir(parents=True)
    user.write_text("[facts]\nlaws_of_chess = true\nannounced_rated = false\nnorms = true\n", encoding="utf-8")
    beside.write_text("[facts]\nannounced_rated = true\n", encoding="utf-8")
    place = copied(tmp_path, facts="norms = false\nregistered = 2025-04-20\n")
    document, out = answer("check", place), arpad("check", place)[1]

    assert document["defaults"] == [
        {"fact": "announced_rated", "value": "true", "file": str(beside)},
        {"fact": "laws_of_chess", "value": "true", "file": str(user)},
    ]
    assert f"  laws_of_chess = true, from {user}" in out.splitlines()
    assert document["rateable"] == "yes"
    without = answer("check", place, "--no-defaults")
    assert ("defaults" in without, without["rateable"]) == (False, "unknown")


def test_defaults_have_the_rating_list_to_use(tmp_path: Path) -> None:
    """Its path starts where the file of defaults lies; a list that is given is used instead of it."""
    listed = (
        'fide_id,name,federation,sex,title,standard_rating,birth_year\n99000011,"Kestrel, Ada",NLD,F,WIM,2284,1996\n'
    )
    tmp_path.joinpath("lists").mkdir()
    tmp_path.joinpath("lists", "may.csv").write_text(listed, encoding="utf-8")
    tmp_path.joinpath("arpad.toml").write_text('lists = ["2025-05=lists/may.csv"]\n', encoding="utf-8")
    place = copied(tmp_path, facts=FACTS_TOML)
    document = answer("check", place)
    taken = f"2025-05-01={tmp_path / 'lists' / 'may.csv'}"

    assert document["defaults"] == [{"fact": None, "value": taken, "file": str(tmp_path / "arpad.toml")}]
    assert "list_partial" in [finding["code"] for finding in document["findings"]]
    given = answer("check", place, "--list", taken)
    assert given == answer("check", place, "--list", taken.replace("-01=", "="))
    assert given == {key: value for key, value in document.items() if key != "defaults"}


def test_wrong_defaults_are_told_and_left_out(tmp_path: Path) -> None:
    """Every fault of the file at once; what belongs to one event is no default."""
    text = 'list = "may.csv"\nlists = "may.csv"\n[facts]\nregistered = 2025-04-20\nnorm = true\n'
    tmp_path.joinpath("arpad.toml").write_text(text, encoding="utf-8")
    code, out, _ = arpad("check", copied(tmp_path))

    assert (code, shown(out, "Errors")) == (1, ["unknown_default", "wrong_lists", "fact_of_one_event", "unknown_fact"])
    assert "registered is another for every event, and no default." in out


def test_a_list_of_a_name_that_no_system_has(tmp_path: Path) -> None:
    """A user's folder with a zero byte in its name is a fault of the file, and no fault of arpad."""
    tmp_path.joinpath("arpad.toml").write_text('lists = ["~\\u0000/may.csv"]\n', encoding="utf-8")
    code, out, _ = arpad("check", copied(tmp_path))

    assert (code, shown(out, "Errors")) == (1, ["wrong_lists"])


def test_groups_and_facts_of_one_event_are_known() -> None:
    """No name in a table is a slip."""
    assert set(FACTS) > OF_ONE_EVENT
    assert len(set(GROUPS)) == 5


def test_a_package_holds_the_report_the_answers_and_what_was_found(tmp_path: Path) -> None:
    """What an arbiter sends: an office that checks it asks nothing twice, and finds the same."""
    report = copied(tmp_path, facts=FACTS_TOML)
    package = tmp_path / "sent" / "open.zip"
    package.parent.mkdir()
    first = answer("check", report, "--package", str(package), "--norms")
    again = answer("check", str(package))

    assert first.pop("package") == str(package)
    assert (first.pop("file"), again.pop("file")) == ("open.trf", "open.zip")
    assert again == first
    with zipfile.ZipFile(package) as archive:
        assert archive.namelist() == ["open.trf", "event.toml", "findings.json"]
        assert archive.read("open.trf") == Path(report).read_bytes()
        assert "norms = true" in archive.read("event.toml").decode()
        assert json.loads(archive.read("findings.json"))["findings"] == first["findings"]


def test_a_package_is_rated_as_the_report_is(tmp_path: Path) -> None:
    """Whatever reads reports reads packages; the facts in them count."""
    report = copied(tmp_path, facts=FACTS_TOML + "end = 2025-05-05\n")
    package = tmp_path / "other" / "open.zip"
    package.parent.mkdir()
    arpad("check", report, "--package", str(package))

    rated, of_report = answer("rate", str(package)), answer("rate", report)
    assert rated["players"] == of_report["players"]
    assert rated["events"][0]["end"] == of_report["events"][0]["end"] == "2025-05-05"


def test_a_package_of_several_reports_or_of_another_form_is_refused(tmp_path: Path) -> None:
    """Before anything is read or written."""
    several = arpad("check", GOOD, BROKEN, "--package", str(tmp_path / "a.zip"))
    other = arpad("check", GOOD, "--package", str(tmp_path / "a.rar"))

    assert several[0] == other[0] == 2
    assert "--package packs one report" in several[2]
    assert ".zip" in other[2]
    assert list(tmp_path.iterdir()) == []


def test_wrong_facts_in_a_package_are_named_beside_everything_else(tmp_path: Path) -> None:
    """With the package and the file in it."""
    package = tmp_path / "open.zip"
    package.write_bytes(packed(Package("open.trf", Path(GOOD).read_bytes(), b'laws_of_chess = "perhaps"\n')))
    code, out, _ = arpad("check", str(package))

    assert code == 1
    assert "event.toml in open.zip: laws_of_chess holds" in out
