"""`arpad check`: a verdict in words for whatever is given; refused with 1, not carried out with 2."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from running import answer, arpad

DATA = Path(__file__).parents[1] / "data"
GOOD, BROKEN = str(DATA / "spring-open.trf"), str(DATA / "spring-open-broken.trf")
KNOWN = ("--registered", "2025-04-20", "--received", "2025-05-05", "--fact", "announced_rated=true")
ANSWERED = (*KNOWN, "--fact", "laws_of_chess=true")


def test_what_is_not_known_is_asked() -> None:
    """A bare report is not refused, and not passed either."""
    document = answer("check", GOOD)
    asked = {
        finding["code"] for finding in document["findings"] if finding["severity"] == "unknown" and finding["decides"]
    }

    assert (document["rateable"], document["edition"], document["kind"], document["system"]) == (
        *("unknown", "fide-2024-03", "standard", "swiss"),
    )
    assert asked == {"registration", "laws"}
    assert "nothing refuses it, but 2 open questions could." in arpad("check", GOOD)[1]


def test_with_all_answers_it_can_be_rated() -> None:
    """Options give the facts; every condition that was asked is shown with its article."""
    document, out = answer("check", GOOD, *ANSWERED), arpad("check", GOOD, *ANSWERED, "--all")[1]

    assert (document["rateable"], document["dropped"]) == ("yes", [])
    assert "spring-open.trf: can be rated." in out
    assert "In order (" in out
    assert "[fide-2024-03 1.1 [1]; fide-2024-03 1.1 [3]]" in out


def test_games_that_are_too_fast_are_left_out() -> None:
    """At 89 minutes those with a player from 1800 on; here that is every game, so the event is refused."""
    document = answer("check", GOOD, *ANSWERED, "--time-control", "89 min", code=1)

    assert document["rateable"] == "no"
    assert len(document["dropped"]) == 8
    assert {game["reason"] for game in document["dropped"]} == {"too_fast"}
    assert "Errors (1)\n  too_fast: " in arpad("check", GOOD, "--time-control", "89 min")[1]


def test_another_edition() -> None:
    """By the edition of 2014 the event needs 120 minutes, has them, and its arbiters need licences."""
    document = answer("check", GOOD, "--edition", "fide-2014-07")
    severities = {finding["code"]: finding["severity"] for finding in document["findings"]}

    assert document["edition"] == "fide-2014-07"
    assert (severities["time_control"], severities["licences"]) == ("passes", "unknown")


def test_a_broken_report_is_refused_whole() -> None:
    """With its reasons, and with what can be known of it all the same; nothing is said to be in order."""
    document = answer("check", BROKEN, code=1)
    out = arpad("check", BROKEN)[1]

    assert (document["broken"], document["rateable"], document["edition"]) == (True, "no", "fide-2024-03")
    assert not [finding for finding in document["findings"] if finding["severity"] == "passes"]
    assert "refused. The report is broken; what can be known of it all the same was checked." in out
    assert "colours_contradict" in out.split("Open questions")[0].split("Errors")[1]
    assert "registration: " in out.split("Open questions")[1]


def test_a_first_day_can_be_given(tmp_path: Path) -> None:
    """Where the report has none, it is refused, and --start mends that."""
    lines = [
        line for line in Path(GOOD).read_text(encoding="utf-8").splitlines() if not line.startswith(("042", "052"))
    ]
    place = tmp_path / "undated.trf"
    place.write_text("\n".join(lines), encoding="utf-8")

    assert "--start" in arpad("check", str(place))[1]
    assert answer("check", str(place), "--start", "2025-05-02")["edition"] == "fide-2024-03"


def test_facts_beside_the_report(tmp_path: Path) -> None:
    """NAME.toml, or event.toml, is found by itself; an option goes before it; a fault in it is told."""
    place = tmp_path / "open.trf"
    place.write_bytes(Path(GOOD).read_bytes())
    tmp_path.joinpath("event.toml").write_text("registered = false\n", encoding="utf-8")

    assert answer("check", str(place), code=1)["rateable"] == "no"
    assert answer("check", str(place), "--registered", "2025-04-20")["rateable"] == "unknown"
    tmp_path.joinpath("open.toml").write_text("registered = 2025-04-20\n", encoding="utf-8")
    assert answer("check", str(place))["rateable"] == "unknown"
    tmp_path.joinpath("open.toml").write_text("registerd = 2025-04-20\n", encoding="utf-8")
    code, out, _ = arpad("check", str(place))
    assert (code, "Did you mean registered?" in out) == (1, True)
    other = tmp_path / "other.toml"
    other.write_text("registered = 2025-04-20\n", encoding="utf-8")
    assert arpad("check", str(place), "--facts", str(other))[0] == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--facts", "nowhere.toml"), 2),
        (("--fact", "norms"), 2),
        (("--fact", "norms=maybe"), 1),
        (("--list", "nowhere.txt"), 2),
        (("--edition", "fide-1999"), 2),
        (("--kind", "rapid", "--edition", "fide-2024-03"), 2),
        (("--registered", "soon"), 2),
    ],
)
def test_what_cannot_be_carried_out(words: tuple[str, ...], code: int) -> None:
    """Each with a sentence."""
    exit_code, out, err = arpad("check", GOOD, *words)

    assert (exit_code, out) == (code, "")
    assert err.startswith("arpad: ")


def test_before_play(tmp_path: Path) -> None:
    """Entries without rounds: what is needed, by when, and who has no number."""
    lines = Path(GOOD).read_text(encoding="utf-8").splitlines()
    entries = [line[:89] if line.startswith("001") else line for line in lines if not line.startswith(("132", "142"))]
    place = tmp_path / "entries.trf"
    place.write_text("\n".join(entries), encoding="utf-8")
    document, out = answer("check", str(place)), arpad("check", str(place))[1]
    codes = {finding["code"] for finding in document["findings"]}

    assert document["before_play"]
    assert {"time_needed", "registration", "report_due", "no_fide_id"} <= codes
    assert "Register it by 2025-04-29." in out


def test_a_list_compares_everybody(tmp_path: Path) -> None:
    """One wrong number among six, and the rating of the list counts."""
    rows = [
        "fide_id,name,federation,sex,title,standard_rating,birth_year",
        '99000011,"Kestrel, Ada",NLD,F,WIM,2284,1996',
        '99000028,"Linden, Bruno",AUT,M,FM,2260,1988',
        '99000042,"Novak, Dita",CZE,F,,1998,2001',
        '99000059,"Okafor, Emeka",NGR,M,,1874,1979',
    ]
    place = tmp_path / "may.csv"
    place.write_text("\n".join(rows) + "\n", encoding="utf-8")
    document = answer("check", GOOD, "--list", f"2025-05-01={place}")
    about = {
        finding["code"]: finding["players"]
        for finding in document["findings"]
        if finding["code"] in {"unknown_id", "rating_differs"}
    }

    assert about == {"unknown_id": [3], "rating_differs": [2]}


@settings(max_examples=40)
@given(data=st.binary(max_size=400))
def test_any_bytes_get_a_verdict(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """Anything that opens is checked or refused."""
    place = tmp_path_factory.mktemp("any") / "file.trf"
    place.write_bytes(data)

    assert arpad("check", str(place))[0] in {0, 1}


@pytest.mark.article("0.3", edition="fide-2024-03")
def test_an_official_event_of_which_nothing_is_left() -> None:
    """All games are too fast: it is neither said that it cannot be rated nor that it can."""
    words = ("check", GOOD, *ANSWERED, "--time-control", "20", "--kind", "standard")
    refused, out, _ = arpad(*words)
    official, printed, _ = arpad(*words, "--official")

    assert (refused, "cannot be rated." in out.splitlines()[0]) == (1, True)
    assert (official, printed.splitlines()[0]) == (
        0,
        "spring-open.trf: nothing refuses it, but no game of it is left to be rated.",
    )
    assert "always rated" not in printed


RESULTS = st.sampled_from("1=0+-WDLHFUZ ?")


@settings(max_examples=40)
@given(
    cells=st.lists(st.tuples(st.integers(0, 5), RESULTS), min_size=4, max_size=24),
    day=st.sampled_from(["2004/03/05", "2010/05/07", "2015/05/08", "2023/05/05", "2025/05/02", "1990/01/01"]),
    words=st.sampled_from(["Swiss", "Round robin", "Match", "Double round robin", "Scheveningen", ""]),
    time=st.sampled_from(["90+30", "15+10", "3+2", "40/100, 50", "?", "30/60, 30"]),
)
def test_any_results_get_a_verdict(
    tmp_path_factory: pytest.TempPathFactory, cells: list[tuple[int, str]], day: str, words: str, time: str
) -> None:
    """Whatever the games, the day and the system are."""
    lines = [f"042 {day}", f"052 {day}", f"092 {words}", f"122 {time}"]
    for number in range(1, 5):
        own = cells[number - 1 :: 4]
        rounds = "".join(f"  {opponent:>4} {'wb'[number % 2]} {result}" for opponent, result in own)
        lines.append(
            f"001 {number:>4} m    {f'Player {number}':<33}{2500 - 300 * number:>5} NLD {99000000 + number:>11}"
        )
        lines[-1] = f"{lines[-1]:<89}{rounds}"
    place = tmp_path_factory.mktemp("any") / "file.trf"
    place.write_text("\n".join(lines), encoding="utf-8")

    assert arpad("check", str(place))[0] in {0, 1}
