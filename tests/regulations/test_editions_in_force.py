"""Exactly one edition of an authority for a kind of chess on a day, or a plain "none then" or "not known here"."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from running import arpad

from arpad.model.problems import EditionError
from arpad.regulations.catalogue import NoEditionError, edition, in_force, shipped_files

FIRST_DAY, LAST_DAY = date(2003, 7, 1), date(2030, 12, 31)

FIDE_STANDARD = [
    ("2003-07-01", "fide-2003-07", None),
    ("2006-04-01", "fide-2006-04", None),
    ("2009-07-01", "fide-2009-07", None),
    ("2011-07-01", "fide-2011-07", None),
    ("2012-07-01", "fide-2012-07", None),
    ("2013-07-01", "fide-2013-07", None),
    ("2014-07-01", "fide-2014-07", None),
    ("2017-07-01", "fide-2017-07", None),
    ("2021-02-01", "fide-2021-02", None),
    ("2022-01-01", "fide-2022-01", None),
    ("2024-03-01", "fide-2024-03", None),
    ("2025-10-01", "fide-2025-10", None),
    ("2026-01-01", "fide-2026-01", None),
]
RAPID_AND_BLITZ = [
    ("2012-01-01", "fide-rb-2012-01"),
    ("2022-01-01", "fide-rb-2022-01"),
    ("2022-10-01", "fide-rb-2022-10"),
    ("2024-03-01", "fide-rb-2024-03"),
    ("2024-12-01", "fide-rb-2024-12"),
]
MSSZ = [("2017-01-01", "mssz-2017-01")]


def over(own: list[tuple[str, str]], below: list[tuple[str, str, None]]) -> list[tuple[str, str, str]]:
    """Give the timetable of rules that stand over others: a line wherever one of the two changes."""
    days = sorted({day for day, *_ in (*own, *below) if day >= own[0][0]})
    newest = [
        (max(line for line in own if line[0] <= day), max(line[:2] for line in below if line[0] <= day)) for day in days
    ]
    return [(day, upper[1], lower[1]) for day, (upper, lower) in zip(days, newest, strict=True)]


FIDE_RAPID_AND_BLITZ = over(RAPID_AND_BLITZ, FIDE_STANDARD)
MSSZ_STANDARD = [("2003-07-01", "unknown", None), *over(MSSZ, FIDE_STANDARD)]
RAPID_BY_ARTICLE_15 = [("2003-07-01", "fide-2003-07", None), ("2006-04-01", "fide-2006-04", None)]

TIMETABLE = {
    ("fide", "standard"): FIDE_STANDARD,
    ("fide", "rapid"): [*RAPID_BY_ARTICLE_15, ("2009-07-01", "none", None), *FIDE_RAPID_AND_BLITZ],
    ("fide", "blitz"): [("2003-07-01", "none", None), *FIDE_RAPID_AND_BLITZ],
    ("mssz", "standard"): MSSZ_STANDARD,
    ("mssz", "rapid"): [("2003-07-01", "none", None)],
    ("mssz", "blitz"): [("2003-07-01", "none", None)],
}
"""From which day on which edition answers (or why none does), and the edition over which it stands."""

APPENDIX_I = {
    "percentage_table": "App. I 8.1 a",
    "expectation_table": "App. I 8.1 b",
    "event_minimum_score": "App. I 8.21 [1]",
    "event_minimum_scope": "App. I 8.21 [1]",
    "initial_bonus": "App. I 8.23",
    "initial_method": "App. I 8.3",
    "first_performance_below_floor": "App. I 8.31",
    "initial_rounding": "App. I 8.32",
    "became_rated": "App. I 8.4",
    "rated_difference": "App. I 8.51",
    "expectation": "App. I 8.51",
    "unrated_opponents": "App. I 8.52",
    "difference_cap": "App. I 8.54",
    "cap_scope": "App. I 8.54",
    "expected_score": "App. I 8.55 (a)",
    "game_change": "App. I 8.55 (b)",
    "score_sum": "App. I 8.55 (c)",
    "period_change": "App. I 8.55 (c)",
    "rounding": "App. I 8.57",
    "rounded_when": "App. I 8.57",
    "round_robin_method": "App. I 8.58",
}
PARAGRAPH_2_K = {
    "coefficient": ("2 § K [1]", "by_history"),
    "k_new": ("2 § K [2]", 40),
    "k_new_games": ("2 § K [2]", 30),
    "k_when": ("2 § K [2]", "event_start"),
    "k_junior": ("2 § K [3]", 40),
    "k_junior_age": ("2 § K [3]", 18),
    "k_junior_until": ("2 § K [3]", "birthday"),
    "k_junior_below": ("2 § K [3]", 2300),
    "k_established": ("2 § K [4]", 20),
    "k_top": ("2 § K [5]", 10),
    "k_top_from": ("2 § K [5]", 2400),
}


def said_on(day: date, kind: str, authority: str) -> tuple[str, str | None]:
    """Give the id of the edition in force and of the one below it, or the answer where there is none."""
    try:
        law = in_force(day, kind, authority)
    except NoEditionError as fault:
        return fault.answer, None
    return law.id, law.base


def spans(kind: str, authority: str) -> list[tuple[str, str, str | None]]:
    """Ask for every day, and give the days on which the answer changes."""
    texts: list[tuple[str, str, str | None]] = []
    day = FIRST_DAY
    while day <= LAST_DAY:
        name, base = said_on(day, kind, authority)
        if not texts or texts[-1][1:] != (name, base):
            texts.append((day.isoformat(), name, base))
        day += timedelta(days=1)
    return texts


@pytest.mark.parametrize(("authority", "kind"), TIMETABLE)
def test_every_day_has_one_edition_or_says_why_it_has_none(authority: str, kind: str) -> None:
    """On every day from July 2003 to 2030 the answer is that of the timetable, and it changes on no other day."""
    expected = TIMETABLE[authority, kind]
    actual = spans(kind, authority)

    assert expected == actual


@pytest.mark.parametrize(
    ("authority", "kind", "last_day", "before", "after"),
    [
        ("fide", "standard", date(2003, 6, 30), "unknown", "fide-2003-07"),
        ("fide", "standard", date(2006, 3, 31), "fide-2003-07", "fide-2006-04"),
        ("fide", "standard", date(2009, 6, 30), "fide-2006-04", "fide-2009-07"),
        ("fide", "standard", date(2011, 6, 30), "fide-2009-07", "fide-2011-07"),
        ("fide", "standard", date(2012, 6, 30), "fide-2011-07", "fide-2012-07"),
        ("fide", "standard", date(2013, 6, 30), "fide-2012-07", "fide-2013-07"),
        ("fide", "standard", date(2014, 6, 30), "fide-2013-07", "fide-2014-07"),
        ("fide", "standard", date(2017, 6, 30), "fide-2014-07", "fide-2017-07"),
        ("fide", "standard", date(2021, 1, 31), "fide-2017-07", "fide-2021-02"),
        ("fide", "standard", date(2021, 12, 31), "fide-2021-02", "fide-2022-01"),
        ("fide", "standard", date(2024, 2, 29), "fide-2022-01", "fide-2024-03"),
        ("fide", "standard", date(2025, 9, 30), "fide-2024-03", "fide-2025-10"),
        ("fide", "standard", date(2025, 12, 31), "fide-2025-10", "fide-2026-01"),
        ("fide", "rapid", date(2003, 6, 30), "unknown", "fide-2003-07"),
        ("fide", "rapid", date(2009, 6, 30), "fide-2006-04", "none"),
        ("fide", "rapid", date(2011, 12, 31), "none", "fide-rb-2012-01"),
        ("fide", "rapid", date(2021, 12, 31), "fide-rb-2012-01", "fide-rb-2022-01"),
        ("fide", "rapid", date(2022, 9, 30), "fide-rb-2022-01", "fide-rb-2022-10"),
        ("fide", "rapid", date(2024, 2, 29), "fide-rb-2022-10", "fide-rb-2024-03"),
        ("fide", "rapid", date(2024, 11, 30), "fide-rb-2024-03", "fide-rb-2024-12"),
        ("fide", "blitz", date(2003, 6, 30), "none", "none"),
        ("fide", "blitz", date(2011, 12, 31), "none", "fide-rb-2012-01"),
        pytest.param(
            *("mssz", "standard", date(2016, 12, 31), "unknown", "mssz-2017-01"),
            marks=pytest.mark.article("4 §", edition="mssz-2017-01"),
        ),
    ],
)
def test_one_edition_ends_and_the_next_begins_on_the_day(
    authority: str, kind: str, last_day: date, before: str, after: str
) -> None:
    """An edition governs up to the evening before the next one's first day."""
    expected = before, after
    actual = said_on(last_day, kind, authority)[0], said_on(last_day + timedelta(days=1), kind, authority)[0]

    assert expected == actual


@pytest.mark.parametrize(
    ("authority", "kind", "day", "code", "named"),
    [
        ("fide", "standard", date(1999, 5, 1), "edition_unknown", ["1999-05-01", "not known here", "fide-2003-07"]),
        ("fide", "rapid", date(2010, 5, 1), "edition_none", ["none then", "fide-2009-07", "fide-rb-2012-01"]),
        ("fide", "blitz", date(2010, 5, 1), "edition_none", ["none then", "2012", "fide-rb-2012-01"]),
        ("mssz", "standard", date(2016, 5, 1), "edition_unknown", ["not known here", "2007", "mssz-2017-01"]),
        ("mssz", "blitz", date(2020, 5, 1), "edition_none", ["none then", "standard chess only"]),
    ],
)
def test_a_day_without_an_edition_is_refused_with_the_reason(
    authority: str, kind: str, day: date, code: str, named: list[str]
) -> None:
    """The sentence names the day's situation, the next edition where there is one, and what to do."""
    with pytest.raises(NoEditionError) as refusal:
        in_force(day, kind, authority)
    problem = refusal.value.problems[0]

    assert code == problem.code
    assert all(word in problem.message for word in [*named, kind, "Choose another day or name an edition"])


@pytest.mark.parametrize(
    ("kind", "authority", "code", "named"),
    [
        ("standard", "uscf", "unknown_authority", ["'uscf'", "fide", "mssz"]),
        ("bullet", "fide", "unknown_kind", ["'bullet'", "standard", "rapid", "blitz"]),
    ],
)
def test_an_unknown_authority_or_kind_is_no_answer(kind: str, authority: str, code: str, named: list[str]) -> None:
    """A slip of the pen is neither "none then" nor "not known here": the known names are listed."""
    with pytest.raises(EditionError) as refusal:
        in_force(date(2025, 5, 1), kind, authority)
    problem = refusal.value.problems[0]

    assert not isinstance(refusal.value, NoEditionError)
    assert code == problem.code
    assert all(word in problem.message for word in named)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (shipped_file.id, kind)
        for shipped_file in shipped_files().values()
        if shipped_file.relation == "amends"
        for kind in edition(shipped_file.id).kinds
    ],
)
def test_an_amendment_keeps_what_it_does_not_name(name: str, kind: str) -> None:
    """Every provision of the parent that an amendment is silent about has the same content and article in it."""
    amending = edition(name, kind)
    written = shipped_files()[name]
    own = set(written.provisions) | set(written.of_kind.get(kind, {}))
    parent = edition(str(amending.parent), kind, amending.effective)
    expected = {
        key: (provision.content, provision.article) for key, provision in parent.provisions.items() if key not in own
    }
    actual = {
        key: (provision.content, provision.article) for key, provision in amending.provisions.items() if key not in own
    }

    assert expected == actual


@pytest.mark.article("8.3.1", edition="fide-2025-10")
def test_an_amendment_is_cited_by_its_own_name_and_keeps_the_origin() -> None:
    """The amendment of October 2025 restates article 7.1.4 of 2024: cited as of 2025, written in 2024."""
    cited = in_force(date(2025, 10, 1)).cite("floor")
    expected = "fide-2025-10", "7.1.4", "fide-2024-03"
    actual = cited.edition, cited.article, cited.origin

    assert expected == actual


@pytest.mark.parametrize("day", [date(2017, 1, 1), date(2017, 6, 30)])
@pytest.mark.article("4 §", edition="mssz-2017-01")
def test_appendix_one_binds_while_the_edition_of_2014_is_in_force(day: date) -> None:
    """To 30 June 2017 the national regulations answer by their own appendix I, over the FIDE edition of 2014."""
    national = in_force(day, authority="mssz")
    cited = {key: national.cite(key) for key in APPENDIX_I if national.has(key)}
    expected = {key: ("mssz-2017-01", article) for key, article in APPENDIX_I.items()}
    actual = {key: (citation.edition, citation.article) for key, citation in cited.items()}

    assert national.base == "fide-2014-07"
    assert expected == actual


@pytest.mark.parametrize("day", [date(2017, 7, 1), date(2021, 12, 31), date(2024, 3, 1), date(2026, 5, 1)])
@pytest.mark.article("1 § 2", edition="mssz-2017-01")
def test_appendix_one_falls_silent_with_the_edition_of_2014(day: date) -> None:
    """From 1 July 2017 on no provision is appendix I's, and what it treated is said by the FIDE edition of the day."""
    national = in_force(day, authority="mssz")
    international = in_force(day)
    left_over = {
        key: provision.article
        for key, provision in national.provisions.items()
        if provision.article.startswith("App. I ")
    }
    expected = {key: international.get(key) for key in APPENDIX_I}
    actual = {key: national.get(key) for key in APPENDIX_I}

    assert left_over == {}
    assert expected == actual


@pytest.mark.parametrize("day", [date(2017, 1, 1), date(2017, 6, 30), date(2017, 7, 1), date(2024, 3, 1)])
@pytest.mark.parametrize("key", PARAGRAPH_2_K)
@pytest.mark.article("2 § K", edition="mssz-2017-01")
def test_the_national_coefficient_stays_on_both_sides_of_the_seam(key: str, day: date) -> None:
    """Paragraph 2 of the national regulations gives K before and after 30 June 2017."""
    national = in_force(day, authority="mssz")
    article, content = PARAGRAPH_2_K[key]
    expected = "mssz-2017-01", article, content
    actual = national.cite(key).edition, national.cite(key).article, national.get(key)

    assert expected == actual


@pytest.mark.parametrize(
    ("day", "key", "content", "cited", "article"),
    [
        (date(2017, 6, 30), "initial_bonus", "15.00", "mssz-2017-01", "App. I 8.23"),
        (date(2017, 7, 1), "initial_bonus", "20.00", "fide-2017-07", "8.23"),
        (date(2017, 6, 30), "difference_cap", 400, "mssz-2017-01", "App. I 8.54"),
        (date(2017, 7, 1), "difference_cap", 400, "fide-2017-07", "8.54"),
        (date(2017, 6, 30), "floor", 1000, "fide-2014-07", "7.14 d"),
        (date(2024, 3, 1), "floor", 1400, "fide-2024-03", "7.1.4"),
        (date(2024, 3, 1), "k_load_limit", 700, "fide-2024-03", "8.3.3 [5]"),
        (date(2024, 3, 1), "list_months", tuple(range(1, 13)), "mssz-2017-01", "3 § [4]"),
        (date(2024, 3, 1), "performance_rating", "average_plus_dp", "mssz-2017-01", "App. II 3 [1]"),
        (date(2025, 10, 1), "cap_exempt_from", 2650, "fide-2025-10", "8.3.1"),
    ],
)
def test_the_national_regulations_stand_over_the_edition_of_the_day(
    day: date, key: str, content: object, cited: str, article: str
) -> None:
    """What the national regulations do not treat is cited from the FIDE edition in force on that day."""
    national = in_force(day, authority="mssz")
    expected = content, cited, article
    actual = national.get(key), national.cite(key).edition, national.cite(key).article

    assert expected == actual


@pytest.mark.parametrize("kind", ["rapid", "blitz"])
@pytest.mark.parametrize(
    ("day", "key", "content"),
    [
        (date(2012, 1, 1), "floor", 1200),
        (date(2012, 6, 30), "floor", 1200),
        (date(2012, 7, 1), "floor", 1000),
        (date(2024, 2, 29), "floor", 1000),
        (date(2024, 3, 1), "floor", 1400),
        (date(2014, 6, 30), "initial_games", 9),
        (date(2014, 7, 1), "initial_games", 5),
        (date(2021, 12, 31), "cap_scope", "every_game"),
        (date(2022, 1, 1), "cap_scope", "one_upgrade"),
        (date(2024, 3, 1), "cap_scope", "every_game"),
        (date(2021, 12, 31), "round_robin_method", "one_correction_pass"),
        (date(2022, 1, 1), "round_robin_method", None),
        (date(2024, 3, 1), "initial_maximum", 2200),
        (date(2025, 10, 1), "cap_exempt_from", None),
        (date(2026, 5, 1), "cap_exempt_from", None),
    ],
)
def test_rapid_and_blitz_follow_the_standard_edition_of_the_day(
    kind: str, day: date, key: str, content: object
) -> None:
    """What the rapid and blitz regulations leave alone changes with standard; the exemption of 2025 is not theirs."""
    expected = content
    actual = in_force(day, kind).get(key)

    assert expected == actual


@pytest.mark.parametrize("day", [date(2003, 7, 1), date(2006, 3, 31), date(2006, 4, 1), date(2009, 6, 30)])
@pytest.mark.parametrize(
    ("key", "content", "article"),
    [
        ("coefficient", "set_by_officer", "15.0 b"),
        ("list_entry_from", 1600, "15.0 a"),
        ("display_digits", 3, "15.0 (last)"),
    ],
)
@pytest.mark.article("15.0", edition="fide-2003-07")
def test_rapid_goes_by_article_15_until_june_2009(day: date, key: str, content: object, article: str) -> None:
    """Rapid: K is set by the rating officer, entry is from 1600, three digits are shown."""
    rapid = in_force(day, "rapid")
    expected = content, article
    actual = rapid.get(key), rapid.cite(key).article

    assert expected == actual


@pytest.mark.article("10.5.4a", edition="fide-2003-07")
def test_article_15_is_for_rapid_alone() -> None:
    """In standard chess K of the same edition goes by history, and all digits are shown."""
    standard = in_force(date(2003, 7, 1))
    expected = "by_history", 1801, None
    actual = standard.get("coefficient"), standard.get("floor"), standard.get("display_digits")

    assert expected == actual


def test_the_edition_of_2009_is_not_for_rapid() -> None:
    """Article 15 is gone in 2009: the edition cannot be asked for rapid, and the command that helps is named."""
    with pytest.raises(EditionError) as refusal:
        edition("fide-2009-07", "rapid")
    problem = refusal.value.problems[0]

    assert problem.code == "wrong_kind"
    assert all(word in problem.message for word in ["fide-2009-07", "standard", "arpad editions on DATE --kind rapid"])


@pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
def test_the_latest_edition_says_when_it_was_last_seen(kind: str) -> None:
    """An edition without an end says on which day the handbook was last looked at; that day never goes back."""
    seen = in_force(LAST_DAY, kind).seen_in_force

    assert seen is not None
    assert seen >= date(2026, 10, 9)


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        pytest.param(date(2026, 2, 1), "Last seen in force on 2026-02-01;", id="in force"),
        pytest.param(date(2026, 1, 1), "Last seen in force on 2026-01-01;", id="on its first day"),
        pytest.param(
            date(2025, 12, 9), "Its text was last seen before its first day, on 2025-12-09;", id="before its first day"
        ),
    ],
)
def test_nobody_is_said_to_have_seen_an_edition_in_force_before_its_first_day(
    seen: date, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An edition that is written down before its first day has the day on which its text was looked at."""
    law = replace(edition("fide-2026-01"), seen_in_force=seen)
    monkeypatch.setattr("arpad.cli.commands.editions.in_force", lambda *_: law)
    _, out, _ = arpad("editions", "on", "2026-03-01")

    assert out.splitlines()[1] == f"{sentence} a later change is not known here."
