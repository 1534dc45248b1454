"""A federation's own edition as a TOML file: what it may write, and what is refused with a sentence that helps."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from made_events import event, verdict

from arpad.model.numbers import Rating
from arpad.model.period import Player
from arpad.model.problems import EditionError, Problem
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import edition
from arpad.regulations.workings.period import base_rating

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.regulations.edition import Edition

DERIVED = """
id = "club-2026"
derives = "fide-2024-03"
title = "House rules"
"""
OVERLAID = """
id = "club-2017"
authority = "club"
kinds = ["standard"]
overlays = "fide/standard"
effective = 2017-01-01
status = "text"
title = "A federation over FIDE"
"""
AMENDING = """
id = "club-2020"
authority = "club"
kinds = ["standard"]
amends = "first.toml"
effective = 2020-01-01
status = "text"
"""
SIX_FAULTS = """
titel = "x"
[provisions]
flor = { article = "1", value = 3 }
floor = { article = "1", value = "high" }
k_new = { article = "1", value = 1, rule = "x" }
[kind.standard.provisions]
rounding = { article = "2", value = "up" }
[while.fide-2014-07.provisions]
list_months = { article = "3", value = [13] }
"""


def written(folder: Path, text: str, name: str = "club.toml") -> str:
    """Write an edition file and give its path as a caller would name it."""
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return str(place)


def derived(folder: Path, *lines: str) -> Edition:
    """Load an edition that derives the one of March 2024 and changes what the lines say."""
    return edition(written(folder, "\n".join([DERIVED, "[provisions]", *lines])))


def refused(path: str, kind: str | None = None) -> list[Problem]:
    """Load an edition that must be refused, and give its problems."""
    with pytest.raises(EditionError) as refusal:
        edition(path, kind)
    return refusal.value.problems


def refused_lines(folder: Path, *lines: str) -> list[Problem]:
    """Give the problems of an edition with these provisions."""
    return refused(written(folder, "\n".join([DERIVED, "[provisions]", *lines])))


def sentences(problems: list[Problem]) -> str:
    """Give all sentences of a refusal as one text."""
    return " ".join(problem.message for problem in problems)


def test_a_derived_edition_changes_what_it_names_and_keeps_the_rest(tmp_path: Path) -> None:
    """The changed provision is the club's, cited from its article; another one stays FIDE's."""
    club = derived(tmp_path, 'floor = { article = "Club 3", value = 1200 }')
    cited, kept = club.cite("floor"), club.cite("k_new")
    expected = (1200, "club-2026", "Club 3"), (40, "fide-2024-03", "8.3.3 [1]")
    actual = (
        (club.value("floor"), cited.edition, cited.article),
        (club.value("k_new"), kept.edition, kept.article),
    )

    assert expected == actual


def test_a_derived_edition_takes_authority_kinds_and_status_from_its_parent(tmp_path: Path) -> None:
    """Six lines are enough: what a derived edition leaves out of its head is its parent's."""
    club = derived(tmp_path, 'floor = { article = "Club 3", value = 1200 }')
    expected = "club-2026", "fide", ("standard",), "text", "derives", "fide-2024-03", "House rules"
    actual = club.id, club.authority, club.kinds, club.status, club.relation, club.parent, club.title

    assert expected == actual


def test_none_switches_a_provision_off(tmp_path: Path) -> None:
    """With `value = "none"` the edition has no such provision, whatever its form; asking for it is refused."""
    club = derived(
        tmp_path,
        'difference_cap = { article = "Club 4", value = "none" }',
        'cap_scope = { article = "Club 4", value = "none" }',
        'percentage_table = { article = "Club 5", value = "none" }',
    )
    with pytest.raises(EditionError) as refusal:
        club.value("difference_cap")
    problem = refusal.value.problems[0]

    assert not any(club.has(key) for key in ("difference_cap", "cap_scope", "percentage_table"))
    assert club.get("difference_cap") is None
    assert problem.code == "no_provision"
    assert all(word in problem.message for word in ["club-2026", "'difference_cap'"])


def test_false_switches_a_rule_off(tmp_path: Path) -> None:
    """`value = false` says that a rule does not hold: nobody stands in, and registration is not asked for."""
    rapid = written(
        tmp_path,
        'id = "club-2026"\nderives = "fide-rb-2024-12"\ntitle = "House rules"\n[provisions]\n'
        'standard_stands_in = { after = "fide-2024-03 8.3.1", value = false }\n',
        "rapid.toml",
    )
    player = Player(None, standard=Rating(2000))
    names = ("fide-rb-2024-12", rapid)
    off = derived(tmp_path, 'only_registered = { article = "Club 2", value = false }')
    tournament = event([2000, 1900, 1800, 1700], start=date(2025, 5, 2))
    codes_by_edition = [
        {finding.code for finding in verdict(tournament, name, registered=False).findings}
        for name in ("fide-2024-03", str(tmp_path / "club.toml"))
    ]

    assert [base_rating(player, edition(name, "rapid")) for name in names] == [2000, None]
    assert off.get("only_registered") is False
    assert ["not_registered" in codes for codes in codes_by_edition] == [True, False]


def test_an_article_alone_renumbers(tmp_path: Path) -> None:
    """A provision with nothing but an article keeps its content and is cited anew."""
    club = derived(tmp_path, 'floor = { article = "Club 3" }', 'expectation_table = { article = "Club 4" }')
    expected = (1400, "club-2026", "Club 3"), ("difference", "club-2026", "Club 4")
    actual = (
        (club.value("floor"), club.cite("floor").edition, club.cite("floor").article),
        (
            club.value("expectation_table"),
            club.cite("expectation_table").edition,
            club.cite("expectation_table").article,
        ),
    )

    assert expected == actual


def test_renumbering_keeps_the_reading(tmp_path: Path) -> None:
    """A renumbered provision still rests on the reading its content rests on."""
    club = derived(tmp_path, 'rounding = { article = "Club 9" }')
    expected = ("R-003",)
    actual = club.cite("rounding").readings

    assert expected == actual


def test_a_new_content_drops_the_reading_of_the_old(tmp_path: Path) -> None:
    """A federation's own words need no reading of FIDE's."""
    club = derived(tmp_path, 'rounding = { article = "Club 9", value = "half_up" }')
    expected: tuple[str, ...] = ()
    actual = club.cite("rounding").readings

    assert expected == actual


def test_an_edition_derives_a_file_by_a_path_from_its_own_folder(tmp_path: Path) -> None:
    """A parent's path is meant from the folder of the file that names it, over any number of steps."""
    written(tmp_path, DERIVED + '[provisions]\nfloor = { article = "Club 3", value = 1200 }')
    written(
        tmp_path,
        'id = "juniors"\nderives = "../club.toml"\n[provisions]\nk_new = { article = "J 1", value = 60 }',
        "youth/juniors.toml",
    )
    path = written(tmp_path, 'id = "girls"\nderives = "youth/juniors.toml"\n', "girls.toml")
    girls = edition(path)
    expected = "girls", 1200, 60, 20
    actual = girls.id, girls.value("floor"), girls.value("k_new"), girls.value("k_established")

    assert expected == actual


def test_an_edition_amends_an_older_one_of_the_same_authority(tmp_path: Path) -> None:
    """An amendment restates what it leaves alone: it is cited under the amendment's name, with its origin."""
    written(tmp_path, OVERLAID + '[provisions]\nk_new = { article = "1 §", value = 50 }', "first.toml")
    path = written(tmp_path, AMENDING + '[provisions]\nfloor = { article = "2 §", value = 1100 }')
    club = edition(path)
    expected = "fide-2017-07", 1100, 50, ("club-2020", "1 §", "club-2017")
    cited = club.cite("k_new")
    actual = club.base, club.value("floor"), club.value("k_new"), (cited.edition, cited.article, cited.origin)

    assert expected == actual


@pytest.mark.parametrize(
    ("day", "base", "bonus", "cap"),
    [
        (date(2017, 6, 30), "fide-2014-07", "15.00", 500),
        (date(2017, 7, 1), "fide-2017-07", "20.00", 400),
        (date(2024, 3, 1), "fide-2024-03", None, 400),
    ],
)
def test_an_overlay_stands_over_the_edition_of_the_day(
    tmp_path: Path, day: date, base: str, bonus: str | None, cap: int
) -> None:
    """What an overlay does not treat is that day's; a section [while.…] binds only over the edition it names."""
    path = written(
        tmp_path,
        OVERLAID
        + '[provisions]\nk_new = { article = "1 §", value = 50 }\n'
        + '[while.fide-2014-07.provisions]\ndifference_cap = { article = "App. 1", value = 500 }',
    )
    club = edition(path, on=day)
    expected = base, bonus, cap, 50
    actual = club.base, club.get("initial_bonus"), club.value("difference_cap"), club.value("k_new")

    assert expected == actual


def test_an_overlay_without_a_day_stands_over_the_edition_of_its_first_day(tmp_path: Path) -> None:
    """Asked without a day, an overlay answers for the day on which it came into force."""
    expected = "fide-2014-07"
    actual = edition(written(tmp_path, OVERLAID)).base

    assert expected == actual


def test_a_section_for_a_kind_binds_that_kind_only(tmp_path: Path) -> None:
    """An edition for several kinds may say for one of them what the others do not have."""
    path = written(
        tmp_path,
        OVERLAID.replace('["standard"]', '["standard", "rapid"]')
        + '[provisions]\nfloor = { article = "1 §", value = 1100 }\n'
        + '[kind.rapid.provisions]\nfloor = { article = "2 §", value = 1300 }',
    )
    expected = (("standard", "rapid"), 1100, 1300)
    actual = edition(path).kinds, edition(path, "standard").value("floor"), edition(path, "rapid").value("floor")

    assert expected == actual


def test_an_edition_may_derive_another_kind_from_standard(tmp_path: Path) -> None:
    """A federation can rate blitz by the standard edition of 2024, if it says so."""
    path = written(tmp_path, DERIVED + 'kinds = ["blitz"]\n[provisions]\nfloor = { article = "B 1", value = 1000 }')
    club = edition(path)
    expected = "blitz", ("blitz",), 1000, 400
    actual = club.kind, club.kinds, club.value("floor"), club.value("difference_cap")

    assert expected == actual


def test_a_table_of_ones_own_lies_beside_the_edition(tmp_path: Path) -> None:
    """A conversion table named in the edition is read from the CSV file beside it."""
    tmp_path.joinpath("coarse.csv").write_text("D,H,L\n0-100,.50,.50\n101-400,.75,.25\n> 400,1.0,.00\n", "utf-8")
    club = derived(tmp_path, 'expectation_table = { article = "Club 7", table = "coarse" }')
    table = club.table("expectation_table")
    expected = [50, 75, 25, 100, 0]
    actual = [table.at(difference) for difference in (100, 101, -400, 401, -2000)]

    assert expected == actual


def test_a_table_of_ones_own_goes_before_a_shipped_one_of_the_same_name(tmp_path: Path) -> None:
    """The federation's file decides, and only in the federation's edition."""
    tmp_path.joinpath("difference.csv").write_text("D,H,L\n0-400,.50,.50\n> 400,1.0,.00\n", "utf-8")
    club = derived(tmp_path, 'expectation_table = { article = "Club 7", table = "difference" }')
    expected = 50, 92
    actual = club.table("expectation_table").at(400), edition("fide-2024-03").table("expectation_table").at(400)

    assert expected == actual


def test_a_reconstructed_edition_may_cite_by_analogy(tmp_path: Path) -> None:
    """Without a text of its own an edition says after which article it is modelled, and it is marked everywhere."""
    grounds = 'after = "fide-2014-07 8.56 [1]", confidence = "L", source = "hearsay"'
    head = OVERLAID.replace('"text"', '"reconstructed"')
    club = edition(written(tmp_path, f"{head}[provisions]\nk_new = {{ value = 50, {grounds} }}"))
    cited = club.cite("k_new")
    expected = "8.56 [1]", True, "L", "club-2017 8.56 [1] (reconstructed after fide-2014-07 8.56 [1])"
    actual = cited.article, cited.reconstructed, cited.confidence, str(cited)

    assert expected == actual


@pytest.mark.parametrize(
    ("head", "code", "named"),
    [
        ('derives = "fide-2024-03"\ntitel = "x"', "unknown_key", ["'titel'", "title", "derives"]),
        ('derives = "fide-2024-03"\nkinds = "standard"', "wrong_type", ["kinds", "'standard'", "list"]),
        ('derives = "fide-2024-03"\nkinds = ["bullet"]', "unknown_kind", ["'bullet'", "standard, rapid, blitz"]),
        ('derives = "fide-2024-03"\nstatus = "law"', "bad_status", ["'law'", "text, reconstructed"]),
        ('derives = "fide-2024-03"\ninherits = "all"', "bad_inherits", ["'all'", "'presumed'"]),
        ('derives = "fide-2024-03"\namends = "fide-2022-01"', "two_relations", ["amends and derives", "one parent"]),
        ('derives = "fide-2024-03"\n[kind]\nrapid = 3', "bad_section", ["[kind.rapid]", "[kind.rapid.provisions]"]),
        ('derives = "fide-2024-03"\n[kind.rapid]\nprovisions = 3', "bad_section", ["[kind.rapid.provisions]"]),
        ('amends = "fide-2024-03"', "missing_key", ["authority", "kinds", "effective", "status", "derives"]),
    ],
)
def test_a_faulty_head_is_refused(tmp_path: Path, head: str, code: str, named: list[str]) -> None:
    """The sentence names the file, the key, and what may stand there."""
    path = written(tmp_path, f'id = "club"\n{head}\n')
    problems = refused(path)
    codes = {problem.code for problem in problems}

    assert codes == {code}
    assert all(word in sentences(problems) for word in ["club.toml", *named])


def test_an_overlay_names_authority_and_kind(tmp_path: Path) -> None:
    """`overlays` is written as in fide/standard, and the sentence shows it."""
    path = written(tmp_path, OVERLAID.replace("fide/standard", "fide"))
    problems = refused(path)

    assert [problem.code for problem in problems] == ["bad_overlay"]
    assert all(word in sentences(problems) for word in ["club.toml", "'fide'", "fide/standard"])


def test_an_edition_without_an_id_is_refused(tmp_path: Path) -> None:
    """An edition needs a name, and the sentence gives an example."""
    path = written(tmp_path, 'derives = "fide-2024-03"\n')
    problems = refused(path)

    assert [problem.code for problem in problems] == ["no_id"]
    assert all(word in sentences(problems) for word in ["club.toml", "id = 'club-2026'"])


def test_an_unknown_provision_is_refused(tmp_path: Path) -> None:
    """A slip of the pen in a provision's name is found when the edition is loaded."""
    problems = refused_lines(tmp_path, 'flor = { article = "1", value = 1200 }')

    assert [problem.code for problem in problems] == ["unknown_provision"]
    assert all(word in sentences(problems) for word in ["club.toml", "flor", "arpad editions show"])


@pytest.mark.parametrize(
    ("name", "is_close", "asked"),
    [("flor", "floor", True), ("k_load_limits", "k_load_limit", True), ("xyzzy", "xyzzy", False)],
)
def test_an_unknown_provision_is_answered_with_where_to_look(
    name: str, is_close: str, asked: bool, tmp_path: Path
) -> None:
    """The page that has them all, and the nearest name if one is near."""
    message = sentences(refused_lines(tmp_path, f'{name} = {{ article = "1", value = 1200 }}'))

    assert "docs/reference/provisions.md" in message
    assert (f"did you mean {is_close}?" in message) == asked


@pytest.mark.parametrize("line", ["floor = { value = 1200 }", "floor = 1200", 'floor = { value = 1200, note = "old" }'])
def test_a_provision_without_an_article_is_refused(tmp_path: Path, line: str) -> None:
    """No number stands without the place where it is written."""
    problems = refused_lines(tmp_path, line)

    assert [problem.code for problem in problems] == ["no_article"]
    assert all(word in sentences(problems) for word in ["club.toml", "floor", "article"])


def test_a_text_may_not_cite_by_analogy(tmp_path: Path) -> None:
    """With status `text` every provision cites an article of its own, not one of another edition."""
    path = written(tmp_path, OVERLAID + '[provisions]\nfloor = { value = 1200, after = "fide-2014-07 7.14 d" }')
    problems = refused(path)

    assert [problem.code for problem in problems] == ["no_article"]
    assert all(word in sentences(problems) for word in ["club.toml", "floor", "'text'"])


def test_a_missing_article_is_one_fault(tmp_path: Path) -> None:
    """One provision without an article is named once, also in an edition with status `text`."""
    path = written(tmp_path, OVERLAID + "[provisions]\nfloor = { value = 1200 }")
    problems = refused(path)

    assert [problem.code for problem in problems] == ["no_article"]
    assert all(word in sentences(problems) for word in ["club.toml", "floor", "article"])


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('floor = { article = "1", value = "1200" }', ["'1200'", "a whole number"]),
        ('floor = { article = "1", value = -1 }', ["-1", "not below 0"]),
        ('floor = { article = "1", value = true }', ["True", "a whole number"]),
        ('floor = { article = "1", value = 1200.5 }', ["1200.5", "a whole number"]),
        ('arbiter_licence = { article = "1", value = 1 }', ["1", "true or false"]),
        ('initial_bonus = { article = "1", value = 12.5 }', ["12.5", '"12.50"']),
        ('initial_bonus = { article = "1", value = "12.505" }', ["'12.505'", "at most two places"]),
        ('list_months = { article = "1", value = [0, 13] }', ["[0, 13]", "[1, 4, 7, 10]"]),
        ('list_months = { article = "1", value = [] }', ["[]", "a list of months"]),
        ('list_months = { article = "1", value = [true] }', ["[True]", "a list of months"]),
        ('list_months = { article = "1", value = 7 }', ["7", "a list of months"]),
        ('pooling_window = { article = "1", value = "two years" }', ["'two years'", '"8 periods"']),
        ('pooling_window = { article = "1", value = 24 }', ["24", '"8 periods"']),
        ('registration_lead = { article = "1", value = "soon" }', ["'soon'", '"1 month"']),
        ('registration_lead = { article = "1", value = "8 periods" }', ["'8 periods'", '"7 days"']),
        ('registration_lead = { article = "1", value = 3 }', ["3", '"7 days"']),
        ('event_closing = { article = "1", value = "3 days" }', ["'3 days'", '"3 days before"']),
        ('rounding = { article = "1", value = "up" }', ["'up'", "half_up, half_away_from_zero"]),
        ('coefficient = { article = "1", rule = "by_age" }', ["'by_age'", "by_history, same_for_all, set_by_officer"]),
        ('first_list = { article = "1", value = "1 July 2012" }', ["'1 July 2012'", '"2012-07-01"']),
        ('first_list = { article = "1", value = 2012-07-01 }', ["2012", '"2012-07-01"']),
        ('time_faster_by_approval = { article = "1", value = "45+30" }', ["'45+30'", "a list of texts"]),
        ('monthly_regime_closing = { article = "1", value = 30 }', ["30", '"last day of the month before last"']),
        ('list_fields = { article = "1", value = ["name", "shoe size"] }', ["shoe size", "a list of some of: name"]),
    ],
)
def test_a_content_of_the_wrong_form_is_refused(tmp_path: Path, line: str, named: list[str]) -> None:
    """The sentence names the file, the provision, what was found and what has to stand there."""
    key = line.partition(" ")[0]
    problems = refused_lines(tmp_path, line)

    assert [problem.code for problem in problems] == ["wrong_value"]
    assert all(word in sentences(problems) for word in ["club.toml", key, *named])


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('coefficient = { article = "1", value = "by_history" }', ["coefficient", "rule ="]),
        ('expectation_table = { article = "1", value = "difference" }', ["expectation_table", "table ="]),
        ('floor = { article = "1", rule = "high" }', ["floor", "value ="]),
        ('floor = { article = "1", table = "difference" }', ["floor", "value ="]),
    ],
)
def test_a_content_under_the_wrong_name_is_refused(tmp_path: Path, line: str, named: list[str]) -> None:
    """A rule is written with `rule`, a table with `table`, everything else with `value`."""
    problems = refused_lines(tmp_path, line)

    assert [problem.code for problem in problems] == ["wrong_form"]
    assert all(word in sentences(problems) for word in ["club.toml", *named])


@pytest.mark.parametrize(
    ("line", "code", "named"),
    [
        ('floor = { article = "1", value = 1, table = "x" }', "two_contents", ["value and table", "one of them"]),
        ('floor = { article = "1", valeu = 1200 }', "unknown_key", ["'valeu'", "value"]),
        ("floor = { article = 1, value = 1200 }", "wrong_type", ["article", "text"]),
        ('percentage_table = { article = "1", table = 3 }', "wrong_type", ["table", "text"]),
    ],
)
def test_a_faulty_entry_is_refused(tmp_path: Path, line: str, code: str, named: list[str]) -> None:
    """Two contents, an unknown part or a number for a text: the sentence names the part."""
    problems = refused_lines(tmp_path, line)

    assert [problem.code for problem in problems] == [code]
    assert all(word in sentences(problems) for word in ["club.toml", line.partition(" ")[0], *named])


def test_a_period_is_no_lead_time(tmp_path: Path) -> None:
    """Rating periods measure the pooling of results only; a lead time in periods is refused, not tripped over."""
    path = written(tmp_path, DERIVED + '[provisions]\nregistration_lead = { article = "1", value = "8 periods" }')
    with pytest.raises(EditionError) as refusal:
        calendar("standard", "fide", path).registrations(date(2026, 5, 1))

    assert "registration_lead" in sentences(refusal.value.problems)


def test_there_must_be_something_to_renumber(tmp_path: Path) -> None:
    """An article alone needs a content in the parent."""
    problems = refused_lines(tmp_path, 'quick_estimate = { article = "Club 8" }')

    assert [problem.code for problem in problems] == ["nothing_to_renumber"]
    assert all(word in sentences(problems) for word in ["club-2026", "quick_estimate", "give it a value"])


def test_a_missing_table_is_refused(tmp_path: Path) -> None:
    """A table that lies neither beside the edition nor among the shipped ones is named, and where to put it."""
    problems = refused_lines(tmp_path, 'expectation_table = { article = "1", table = "nowhere" }')

    assert [problem.code for problem in problems] == ["missing_table"]
    assert all(word in sentences(problems) for word in ["club-2026", "nowhere.csv", "beside the edition"])


@pytest.mark.parametrize(
    ("content", "code", "named"),
    [
        ("D;H;L\n0-3;.50;.50\n", "table_header", ["'p,dp'", "'D,H,L'"]),
        ("", "table_header", ["'p,dp'", "'D,H,L'"]),
        ("D,H,L\n0-3,.50\n", "table_row", ["0-3,.50", "3 cells"]),
        ("D,H,L\n0-x,.50,.50\n", "table_row", ["x"]),
        ("D,H,L\n0-3,half,half\n", "table_row", ["half"]),
        ("p,dp\n.50,nought\n", "table_row", ["nought"]),
    ],
)
def test_an_unreadable_table_is_refused(tmp_path: Path, content: str, code: str, named: list[str]) -> None:
    """A fault in a federation's table is said with the table's name and the place."""
    tmp_path.joinpath("coarse.csv").write_text(content, encoding="utf-8")
    problems = refused_lines(tmp_path, 'expectation_table = { article = "1", table = "coarse" }')

    assert [problem.code for problem in problems] == [code]
    assert all(word in sentences(problems) for word in ["coarse", *named])


def test_a_table_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    """A table saved in another encoding gets a sentence as well."""
    tmp_path.joinpath("coarse.csv").write_bytes("D,H,L\n0-3,.50,é\n".encode("latin-1"))
    problems = refused_lines(tmp_path, 'expectation_table = { article = "1", table = "coarse" }')

    assert "coarse" in sentences(problems)


@pytest.mark.parametrize("day", ["2024-03-01", "2023-01-01"])
def test_an_amendment_is_younger_than_what_it_amends(tmp_path: Path, day: str) -> None:
    """An amendment not later than its parent is refused with both days."""
    path = written(
        tmp_path,
        f'id = "early"\nauthority = "fide"\nkinds = ["standard"]\nstatus = "text"\n'
        f'amends = "fide-2024-03"\neffective = {day}\n',
    )
    problems = refused(path)

    assert [problem.code for problem in problems] == ["older_than_parent"]
    assert all(word in sentences(problems) for word in ["early", "fide-2024-03", day, "2024-03-01", "later day"])


def test_an_authority_amends_only_its_own_editions(tmp_path: Path) -> None:
    """A federation does not amend FIDE's edition; the sentence says what to write instead."""
    path = written(
        tmp_path,
        'id = "club"\nauthority = "club"\nkinds = ["standard"]\nstatus = "text"\n'
        'amends = "fide-2024-03"\neffective = 2026-01-01\n',
    )
    problems = refused(path)

    assert [problem.code for problem in problems] == ["other_authority"]
    assert all(word in sentences(problems) for word in ["club", "fide-2024-03", "derives = 'fide-2024-03'"])


def test_the_first_day_is_a_day_without_a_clock(tmp_path: Path) -> None:
    """A first day with a time of day is refused like any wrong value."""
    path = written(
        tmp_path,
        'id = "club"\nauthority = "fide"\nkinds = ["standard"]\nstatus = "text"\n'
        'amends = "fide-2024-03"\neffective = 2026-01-01T00:00:00\n',
    )
    problems = refused(path)

    assert all(word in sentences(problems) for word in ["club.toml", "effective"])


@pytest.mark.parametrize("kinds", ["", 'kinds = ["standard"]\n'])
def test_editions_in_a_circle_are_refused(tmp_path: Path, kinds: str) -> None:
    """Two files that derive each other are refused with the way round."""
    written(tmp_path, f'id = "one"\n{kinds}derives = "two.toml"\n', "one.toml")
    written(tmp_path, f'id = "two"\n{kinds}derives = "one.toml"\n', "two.toml")
    problems = refused(str(tmp_path / "one.toml"))

    assert [problem.code for problem in problems] == ["circle"]
    assert all(word in sentences(problems) for word in ["one.toml", "two.toml", "its own parent"])


@pytest.mark.parametrize("parent", ["club.toml", "./club.toml", "../{folder}/club.toml"])
def test_an_edition_is_not_its_own_parent(tmp_path: Path, parent: str) -> None:
    """A file that derives itself is a circle, however it writes its own path."""
    path = written(tmp_path, f'id = "club"\nderives = "{parent.format(folder=tmp_path.name)}"\n')
    problems = refused(path)

    assert [problem.code for problem in problems] == ["circle"]
    assert "club.toml" in sentences(problems)


def test_a_file_that_is_not_toml_is_refused(tmp_path: Path) -> None:
    """The sentence names the file and the line."""
    path = written(tmp_path, 'id = "club"\nderives = = 3\n')
    problems = refused(path)

    assert [problem.code for problem in problems] == ["edition_not_toml"]
    assert all(word in sentences(problems) for word in ["club.toml", "line 2", "Mend that place"])


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    """A file saved in another encoding is refused, and the encoding named."""
    place = tmp_path / "club.toml"
    place.write_bytes('id = "Szövetség"\n'.encode("latin-1"))
    problems = refused(str(place))

    assert [problem.code for problem in problems] == ["edition_not_toml"]
    assert all(word in sentences(problems) for word in ["club.toml", "utf-8"])


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """A path without a file is refused with the path."""
    path = str(tmp_path / "nothing.toml")
    problems = refused(path)

    assert [problem.code for problem in problems] == ["edition_not_readable"]
    assert all(word in sentences(problems) for word in ["nothing.toml", "check its path"])


def test_a_missing_parent_file_is_refused(tmp_path: Path) -> None:
    """A parent's path without a file is refused with the path it was looked for."""
    problems = refused(written(tmp_path, 'id = "club"\nderives = "parent.toml"\n'))

    assert [problem.code for problem in problems] == ["edition_not_readable"]
    assert all(word in sentences(problems) for word in ["parent.toml", "check its path"])


@pytest.mark.parametrize("derives", [False, True])
def test_an_unknown_id_is_refused(tmp_path: Path, *, derives: bool) -> None:
    """An id that is not shipped is refused with the known ones, asked for directly or as a parent."""
    asked = written(tmp_path, 'id = "club"\nderives = "fide-1999"\n') if derives else "fide-1999"
    problems = refused(asked)

    assert [problem.code for problem in problems] == ["unknown_edition"]
    assert all(word in sentences(problems) for word in ["'fide-1999'", "fide-2024-03", "path of a TOML file"])


def test_a_kind_the_edition_is_not_for_is_refused(tmp_path: Path) -> None:
    """An edition for standard chess is not used for blitz; the command that helps is named."""
    problems = refused(written(tmp_path, DERIVED), "blitz")

    assert [problem.code for problem in problems] == ["wrong_kind"]
    assert all(word in sentences(problems) for word in ["club-2026", "standard", "blitz", "arpad editions on DATE"])


def test_all_faulty_provisions_are_named_at_once(tmp_path: Path) -> None:
    """Whoever mends a file sees every faulty provision, in every section, in one go."""
    problems = refused(written(tmp_path, OVERLAID + SIX_FAULTS.replace('titel = "x"', "")))
    expected = {
        ("unknown_provision", "flor"),
        ("wrong_value", "floor"),
        ("two_contents", "k_new"),
        ("wrong_value", "rounding"),
        ("wrong_value", "list_months"),
    }
    actual = {(problem.code, problem.where.rpartition(" ")[2]) for problem in problems}

    assert expected == actual


def test_all_faults_of_the_head_are_named_at_once(tmp_path: Path) -> None:
    """Whoever mends a file sees every fault of its head in one go."""
    problems = refused(written(tmp_path, 'titel = "x"\nstatus = "law"\nkinds = ["bullet"]\n'))
    expected = {"unknown_key", "no_id", "missing_key", "bad_status", "unknown_kind"}
    actual = {problem.code for problem in problems}

    assert expected == actual


def test_faults_of_the_head_and_of_provisions_are_named_together(tmp_path: Path) -> None:
    """A fault in the head does not hide those below it."""
    problems = refused(written(tmp_path, OVERLAID + SIX_FAULTS))
    expected = ["two_contents", "unknown_key", "unknown_provision", "wrong_value", "wrong_value", "wrong_value"]
    actual = sorted(problem.code for problem in problems)

    assert expected == actual
