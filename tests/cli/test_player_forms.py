"""`arpad player` takes what a player can write down, and says what could explain a published change."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from running import answer, arpad

from arpad.documents.period_forms import period_document
from arpad.documents.schema import InputError

TEXT = """
# My autumn
rating: 1850
born: 2008
games: 64
highest: 1901

Spring Open, 2025-11-07 to 2025-11-09
1. Kestrel, Ada    2284  ½
2. Linden, Bruno   1751  1
3. unrated  0

Club match, 2025-11-15
Marlow 1905 1/2
"""
TABLE = """# rating: 1850
# born: 2008
# games: 64
# highest: 1901
event,start,end,opponent,rating,score,round
Spring Open,2025-11-07,2025-11-09,"Kestrel, Ada",2284,½,1
Spring Open,2025-11-07,2025-11-09,"Linden, Bruno",1751,1,2
Spring Open,2025-11-07,2025-11-09,,unrated,0,3
Club match,2025-11-15,,Marlow,1905,1/2,
"""
DOCUMENT: dict[str, Any] = {
    "kind": "standard",
    "list": "2025-12-01",
    "player": {"rating": 1850, "born": 2008, "games": 64, "highest": 1901},
    "events": [
        {
            "name": "Spring Open",
            "start": "2025-11-07",
            "end": "2025-11-09",
            "games": [
                {"name": "Kestrel, Ada", "opponent": 2284, "score": "½", "round": 1},
                {"name": "Linden, Bruno", "opponent": 1751, "score": "1", "round": 2},
                {"opponent": None, "score": "0", "round": 3},
            ],
        },
        {
            "name": "Club match",
            "start": "2025-11-15",
            "end": "2025-11-15",
            "games": [{"name": "Marlow", "opponent": 1905, "score": "1/2"}],
        },
    ],
}


def test_a_text_and_a_table_are_the_same_as_json() -> None:
    """A year of birth as a number, halves as people write them, names of events and opponents."""
    documents = [answer("player", "-", given=form) for form in (TEXT, TABLE, DOCUMENT)]

    assert documents[0] == documents[1] == documents[2]
    assert documents[0]["list"] == "2025-12-01"
    assert [event["name"] for event in documents[0]["events"]] == ["Spring Open", "Club match"]
    games = documents[0]["events"][0]["games"]
    assert [game["opponent_name"] for game in games] == ["Kestrel, Ada", "Linden, Bruno", ""]
    # 1850 v 2284 counts as -400, .08: +.42; v 1751, 99: .64: +.36; v 1905, -55: .42: +.08. K 40 (born 2008).
    assert (documents[0]["sum"], documents[0]["k"], documents[0]["change"]) == ("0.86", 40, 34)


def test_names_are_shown() -> None:
    """In the text, beside the numbers."""
    out = arpad("player", "-", given=TEXT)[1]

    assert "Event 1, Spring Open: 2025-11-07 to 2025-11-09" in out
    assert "Kestrel, Ada" in out


def test_options_go_before_what_a_file_says() -> None:
    """Another rating, K, kind of chess and list; of a file in any form."""
    for form in (TEXT, TABLE, DOCUMENT):
        words = ("--rating", "1900", "--k", "20", "--list", "2026-01")
        document = answer("player", "-", *words, given=form)

        assert (document["rating"], document["k"], document["list"]) == (1900, 20, "2026-01-01")
    unrated = answer("player", "-", "--rating", "unrated", "--born", "2008-03-04", given=TEXT)
    assert unrated["rating"] is None
    assert answer("player", "-", "--kind", "rapid", "--k", "20", given=TEXT)["kind"] == "rapid"


def test_settings_of_an_event() -> None:
    """The rating and K on its first day, how it was paired."""
    text = TEXT.replace("to 2025-11-09", "to 2025-11-09, rating 1800, k 20, system roundrobin, cycles 1")
    event = answer("player", "-", given=text)["events"][0]

    assert (event["rating"], event["k"]) == (1800, 20)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rating: 1850\nKestrel 2284 1\n", "stands before its event"),
        ("rating: 1850\nOpen, 2025-11-07\nKestrel 2284 7\n", "line 3: 'Kestrel 2284 7' does not end with a score"),
        ("rating: 1850\nOpen, 2025-11-07\nKestrel 2284 win\n", "'Kestrel 2284 win' does not end with a score"),
        ("rating: 1850\nOpen, 2025-11-07\nKestrel 2284\n", "'Kestrel 2284' has no score"),
        ("rating: 1850\nOpen, 2025-11-07\nKestrel won\n", "'Kestrel won' is neither a fact"),
        ("rating: 1850\nOpen, 7.11.2025\nKestrel 2284 1\n", "line 2: 'Open, 7.11.2025' has a day that can be read"),
        ("rating: 1850\nOpen, 07/11/2025 to 2025-11-09\nKestrel 2284 1\n", "has a day that can be read"),
        ("rating: 1850\nborn: 04.05.2008\nOpen, 2025-11-07\nKestrel 2284 1\n", "has a day that can be read"),
        ("rating: 1850\nOpen, 2025-11-07\nborn: 2008-05-04\nKestrel 2284 1\n", "Put it above the first event"),
        ("Datum;Gegner;Wertung;Ergebnis\n2025-11-07;A;1900;1\n", "needs the columns start, rating and score"),
        ("rating: 1850\nOpen, 2025-11-07, colour red\nA 2284 1\n", "'colour red' is not known of an event"),
        ("rating: 1850\n", "has no event"),
        ("", "has no event"),
        ("Open, 2025-11-07\nKestrel 2284 1\n", "does not say your rating"),
        ("rating: many\nOpen, 2025-11-07\nKestrel 2284 1\n", "player.rating is"),
        ("rating: 1850\nOpen, 2025-13-07\nKestrel 2284 1\n", "line 2: 'Open, 2025-13-07' has a day"),
        ("start,rating,score\n2025-11-07,2284,3\n", "line 2: the row '2025-11-07 2284 3' has no score"),
        ("start,rating,score\n2025-11-07,many,1\n", "line 2: the row '2025-11-07 many 1' has no rating"),
        ("start,rating,score\n2025-02-30,2284,1\n", "line 2: '2025-02-30 2284 1' has a day"),
        ("start,rating,score\n15.11.2025,2284,1\n", "line 2: '15.11.2025 2284 1' has a day that can be read"),
        ("start,rating,score\n,2284,1\n", "line 2: the row ' 2284 1' has no day in the column start"),
        ("rating: 1850\nkind: slow\nOpen, 2025-11-07\nKestrel 2284 1\n", "kind is"),
        ("rating: 1850\nOpen, 2025-11-07\n" + 2000 * " ," + "x\n", "is neither a fact"),
        ("start,rating,score\n" + 200_000 * "x" + "\n", "is neither a fact"),
        ("start,rating,score\n\0,2284,1\n", "line 2"),
        ('start,rating,score\n"' + 200 * (900 * "x" + "\n"), "is neither a fact"),
        ('start,rating,score,"x\n' + 200 * (900 * "x" + "\n"), "is neither a fact"),
        ("edition: fide-1999\nrating: 1850\nOpen, 2025-11-07\nKestrel 2284 1\n", "fide-1999"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, words: str) -> None:
    """Nothing is guessed."""
    code, _, err = arpad("player", "-", given=text)

    assert code == 2
    assert words in err


def test_facts_need_no_colon() -> None:
    """A fact and its value, as on paper; a birth date is no event."""
    plain = TEXT.replace("rating: 1850", "Rating 1850").replace("born: 2008", "born 2008-03-04")

    assert answer("player", "-", given=plain)["change"] == answer("player", "-", given=TEXT)["change"]


def test_columns_have_other_names() -> None:
    """A table with the words Elo and Points, with semicolons, is the same table."""
    table = "# rating: 1850\nTournament;Start;Name;Elo;Points\nOpen;2025-11-07;Marlow, Cian;1905;0,5\n"

    assert answer("player", "-", "--k", "20", given=table)["sum"] == "0.08"


def test_games_below_an_event_with_a_wrong_day_are_no_problem_of_their_own() -> None:
    """One line is wrong, and one is told."""
    problems = answer("player", "-", given=TEXT.replace("2025-11-07 to 2025-11-09", "7.11.2025"), code=2)["problems"]

    assert [problem["where"] for problem in problems] == ["standard input, line 8"]


def test_an_event_is_called_by_its_name_where_it_ends_before_it_starts() -> None:
    """Nobody counts events."""
    text = TEXT.replace("2025-11-07 to 2025-11-09", "2025-11-09 to 2025-11-07")

    assert "Spring Open ends on 2025-11-07, before it starts on 2025-11-09" in arpad("player", "-", given=text)[2]


def test_all_lines_are_told_at_once() -> None:
    """Two lines that are nothing are two problems."""
    problems = answer("player", "-", given=TEXT + "\nnonsense\nmore of it\n", code=2)["problems"]

    assert len(problems) == 2


PIECES = st.sampled_from(
    [
        "rating: 1850",
        "born 2008",
        "Open, 2025-11-07",
        "2025-11-07 to",
        "A 1900 1",
        "½",
        "1/2",
        ",",
        ";",
        "\n",
        "\t",
        "#",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=12).map(" ".join)), st.booleans())
def test_any_text_is_read_or_refused(text: str, is_table: bool) -> None:
    """A document, or every line that cannot be read; nothing else happens."""
    refused: list[str] = []
    events: list[Any] = []
    try:
        events = period_document(f"start,rating,score\n{text}" if is_table else text, "form")["events"]
    except InputError as fault:
        refused = [problem.message for problem in fault.problems]

    assert bool(events) != bool(refused)
    assert all(refused)


PERIOD: dict[str, Any] = {
    "kind": "standard",
    "list": "2025-12-01",
    "player": {"rating": 2000, "k": 20},
    "events": [
        {
            "name": "Open",
            "start": "2025-11-07",
            "end": "2025-11-09",
            "games": [{"opponent": 2000, "score": "1"}, {"name": "Linden", "opponent": 2000, "score": "0.5"}],
        },
        {"start": "2025-11-14", "end": "2025-11-14", "games": [{"opponent": 2000, "score": "0"}] * 2},
    ],
}
"""Each game is worth a half at most: K 20 gives +10 for a win, -10 for a loss; -10 in all."""


def published(change: str) -> list[tuple[str, str]]:
    """Give what could explain a published change."""
    official = answer("player", "-", "--official", change, given=PERIOD)["official"]
    return [(cause["class"], cause["sentence"]) for cause in official["causes"]]


def test_a_published_change_that_is_the_same() -> None:
    """Nothing is to be explained."""
    assert published("-10") == []
    assert (
        "The published change is the same: -10." in arpad("player", "-", "--official", "-10", given=str_of(PERIOD))[1]
    )


def str_of(document: dict[str, Any]) -> str:
    """Write a document."""
    import json  # noqa: PLC0415 - only here

    return json.dumps(document)


def test_another_k_an_event_a_game_or_a_result() -> None:
    """Each that alone comes to the published change is named, as a person knows it."""
    assert published("-20") == [
        ("K", "With K 40 in the place of 20."),
        ("event missing", "Without the event Open."),
        ("game missing", "Without the game against (2000) in Open."),
        ("result differs", "Had the game against (2000) in Open ended ½, not 1."),
        ("result differs", "Had the game against Linden (2000) in Open ended 0, not ½."),
    ]
    assert published("+10")[0] == ("event missing", "Without the event 2025-11-14/2025-11-14.")
    assert published("-5")[0] == ("K", "With K 10 in the place of 20.")
    assert [kind for kind, _ in published("123")] == ["unexplained"]


def test_differences_are_told_to_a_person() -> None:
    """Both changes, and where to look."""
    out = arpad("player", "-", "--official", "-20", given=str_of(PERIOD))[1]

    assert "Published -20, here -10. What would come to -20:\n- With K 40 in the place of 20." in out


def test_a_published_change_of_nobody() -> None:
    """A newcomer has no change; a word is no number."""
    assert arpad("player", "-", "--official", "5", "--rating", "unrated", given=TEXT)[0] == 1
    assert arpad("player", "-", "--official", "five", given=TEXT)[0] == 2


def test_without_a_k_every_possible_one_is_tried() -> None:
    """No change is given, but what the games would give with each K is said; a published change tells which it was."""
    period = PERIOD | {"player": {"rating": 2000}}
    code, out, _ = arpad("player", "-", given=str_of(period))
    published_out = arpad("player", "-", "--official", "-20", given=str_of(period))[1]
    official = answer("player", "-", "--official", "-20", given=period)["official"]

    assert code == 0
    assert "The games would give -5 with K 10, -10 with K 20, -20 with K 40." in out
    assert "Published -20, here no change, for K is not known. What would come to -20:\n- With K 40." in published_out
    assert (official["difference"], official["causes"][0]["class"]) == (None, "K")


def test_a_rating_that_would_decide_k_alone_is_not_called_open() -> None:
    """Whoever has 2700 has K 10; nothing else is possible, and only that K is named."""
    code, out, _ = arpad("player", "-", given=str_of(PERIOD | {"player": {"rating": 2700}}))

    assert code == 0
    assert "it may be" not in out
    assert "K is not given, nor anything it follows from; so no change can be given." in out
    assert "with K 10." in out


def test_a_k_that_the_edition_does_not_have_is_remarked() -> None:
    """15 was a K once; by the edition of 2025 there are 10, 20 and 40."""
    remarked = answer("player", "-", "--k", "15", given=PERIOD)["warnings"]
    of_event = answer("player", "-", given=PERIOD | {"events": [{**PERIOD["events"][0], "k": 33}]})["warnings"]

    assert [(warning["code"], warning["where"]) for warning in remarked] == [("k_unknown_here", "player.k")]
    assert "has no K of 15; it has 10, 20, 40" in remarked[0]["message"]
    assert [(warning["code"], warning["where"]) for warning in of_event] == [("k_unknown_here", "events[0].k")]
    assert answer("player", "-", given=PERIOD)["warnings"] == []
    words = ("estimate", "--rating", "2000", "--opponents", "1900,2100", "--score", "1", "--on", "2025-11-01")
    assert [answer(*words, "--k", k)["warnings"] == [] for k in ("20", "17")] == [True, False]
    assert "has no K of 17" in arpad(*words, "--k", "17")[1]
