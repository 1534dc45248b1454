"""The explanation: every number with its article, only what was consulted, and what the print would give."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from arpad import explain, rate_player
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.regulations.package_data import words

if TYPE_CHECKING:
    from arpad import ExplainedLine

# edition and kind: list, first day of an event
DAYS: dict[tuple[str, str], tuple[date, date]] = {
    ("fide-2003-07", "standard"): (date(2004, 4, 1), date(2004, 2, 10)),
    ("fide-2006-04", "standard"): (date(2007, 4, 1), date(2007, 2, 10)),
    ("fide-2009-07", "standard"): (date(2010, 3, 1), date(2010, 2, 10)),
    ("fide-2011-07", "standard"): (date(2012, 3, 1), date(2012, 2, 10)),
    ("fide-2012-07", "standard"): (date(2013, 3, 1), date(2013, 2, 10)),
    ("fide-2013-07", "standard"): (date(2014, 3, 1), date(2014, 2, 10)),
    ("fide-2014-07", "standard"): (date(2016, 3, 1), date(2016, 2, 10)),
    ("mssz-2017-01", "standard"): (date(2017, 3, 1), date(2017, 2, 10)),
    ("fide-2017-07", "standard"): (date(2019, 3, 1), date(2019, 2, 10)),
    ("fide-2021-02", "standard"): (date(2021, 6, 1), date(2021, 5, 10)),
    ("fide-2022-01", "standard"): (date(2023, 6, 1), date(2023, 5, 10)),
    ("fide-2024-03", "standard"): (date(2024, 6, 1), date(2024, 5, 10)),
    ("fide-2025-10", "standard"): (date(2025, 12, 1), date(2025, 11, 10)),
    ("fide-2026-01", "standard"): (date(2026, 6, 1), date(2026, 5, 10)),
    ("fide-2003-07", "rapid"): (date(2004, 4, 1), date(2004, 2, 10)),
    ("fide-rb-2012-01", "rapid"): (date(2015, 6, 1), date(2015, 5, 10)),
    ("fide-rb-2022-01", "blitz"): (date(2022, 6, 1), date(2022, 5, 10)),
    ("fide-rb-2022-10", "rapid"): (date(2023, 6, 1), date(2023, 5, 10)),
    ("fide-rb-2024-03", "blitz"): (date(2024, 6, 1), date(2024, 5, 10)),
    ("fide-rb-2024-12", "rapid"): (date(2025, 6, 1), date(2025, 5, 10)),
}
TEXTS = ("fide-2003-07", "fide-2009-07", "fide-2014-07", "fide-2024-03", "fide-2025-10")
WITH_JUNIORS = (
    "fide-2014-07",
    "mssz-2017-01",
    "fide-2017-07",
    "fide-2021-02",
    "fide-2022-01",
    "fide-2024-03",
    "fide-2025-10",
    "fide-2026-01",
    "fide-rb-2022-10",
    "fide-rb-2024-03",
    "fide-rb-2024-12",
)
EVERY = pytest.mark.parametrize("case", list(DAYS), ids="-".join)


def period(case: tuple[str, str], player: Player, *games: Game, **more: str) -> RatingPeriod:
    """A period with one event, at the player's own rating."""
    listed, day = DAYS[case]
    event = Event(day, day, player.rating, games, **more)
    return RatingPeriod(case[1], listed, player, (event,), case[0] if case[0].startswith("mssz") else None)


def many_things(case: tuple[str, str], *, k: int | None) -> RatingPeriod:
    """A period in which much happens: large gaps on both sides, unrated opponents, three events, a newcomer's one."""
    listed, day = DAYS[case]
    swiss = (Game(1950, 100, round=1), Game(1850, 50, round=2), Game(2900, 0, round=3), Game(None, 100, round=4))
    events = (
        Event(day, day, 2400, swiss),
        Event(day.replace(day=12), day.replace(day=13), 2400, (Game(2300, 50), Game(None, 50)), system="team"),
        Event(day.replace(day=14), day.replace(day=15), 2400, (Game(None, 100),), system="match"),
        Event(day.replace(day=16), day.replace(day=17), None, (Game(2410, 50),) * 20),
    )
    player = Player(2390, k=k, born=Born(1970, 5, 1), games=20, highest=2400)
    return RatingPeriod(case[1], listed, player, events, case[0] if case[0].startswith("mssz") else None)


def below_the_floor(case: tuple[str, str]) -> RatingPeriod:
    """A player who loses to somebody equal at the very bottom."""
    return period(case, Player(1000, k=10), Game(1000, 0))


def printed(lines: tuple[ExplainedLine, ...]) -> dict[tuple[str, int | None, int | None], str]:
    """The lines that the print would give otherwise, and how."""
    return {(line.name, line.event, line.game): line.printed for line in lines if line.printed is not None}


class TestCitations:
    """Every line says where it comes from."""

    @EVERY
    @pytest.mark.parametrize("k", [10, None], ids=["K given", "K by history"])
    def test_every_line_has_one_except_a_given_k(self, case: tuple[str, str], k: int | None) -> None:
        """Only a K that was given has nothing to cite."""
        _, lines = explain(many_things(case, k=k))
        without = {line.name for line in lines if not line.citations}

        assert lines
        assert without == (set() if k is None else {"k"})

    @EVERY
    def test_below_the_floor_too(self, case: tuple[str, str]) -> None:
        """The floor and what happens below it are cited."""
        result, lines = explain(below_the_floor(case))
        without = {line.name for line in lines if not line.citations}
        floors = [line.value for line in lines if line.name == "floor"]
        expected = [result.law.value("floor")] if result.law.has("floor") else []

        assert without == {"k"}
        assert expected == floors
        assert (case == ("fide-2003-07", "rapid")) == (not expected)

    @pytest.mark.article("8.52", edition="fide-2014-07")
    def test_an_event_that_needs_no_k_states_none(self) -> None:
        """Where no game of an event counts and its K is not known, there is no line about K without an article."""
        events = (
            Event(date(2016, 2, 10), date(2016, 2, 11), 2000, (Game(2000, 50),), k=20),
            Event(date(2016, 2, 12), date(2016, 2, 13), 2000, (Game(None, 50),)),
        )
        _, lines = explain(RatingPeriod("standard", date(2016, 3, 1), Player(2000), events))
        found = [(line.name, line.event, line.shown) for line in lines if not line.citations]

        assert found == [("k", 0, "20")]

    @pytest.mark.parametrize(
        ("listed", "kind", "player"),
        [
            pytest.param(date(2024, 3, 1), "standard", Player(1700, k=20), id="compression of March 2024"),
            pytest.param(date(2022, 10, 1), "rapid", Player(1700, k=20, standard=2000), id="lift of October 2022"),
        ],
    )
    def test_an_adjustment_cites_its_announcement(self, listed: date, kind: str, player: Player) -> None:
        """A one-off adjustment names itself: it is no article of an edition."""
        result, lines = explain(RatingPeriod(kind, listed, player, ()))
        found = [(line.value, line.citations[0].edition) for line in lines if line.name == "adjustment"]

        assert result.adjustment is not None
        assert [(result.adjustment[1], result.adjustment[0].id)] == found

    @EVERY
    def test_every_line_has_words(self, case: tuple[str, str]) -> None:
        """Each name of a line has words in the language file."""
        found = {
            line.name
            for given in (many_things(case, k=None), many_things(case, k=10), below_the_floor(case))
            for line in explain(given)[1]
        }

        assert all(words("line", name) for name in found)


class TestWhatWasConsulted:
    """A line cites what was consulted to reach it, and nothing else."""

    @pytest.mark.parametrize("case", [case for case in DAYS if case[0] in WITH_JUNIORS], ids="-".join)
    def test_why_k_is_10(self, case: tuple[str, str]) -> None:
        """Once 2400 was published neither age nor games were looked at: the junior provision is not cited."""
        year = DAYS[case][0].year
        player = Player(2250, born=Born(year - 15, 5, 1), games=10, highest=2400)
        result, lines = explain(period(case, player, Game(2250, 100)))
        cited = {
            key for line in lines if line.name == "k" for citation in line.citations for key in citation.provisions
        }

        assert result.k == 10
        assert {"coefficient", "k_top", "k_top_from", "k_when"} == cited

    @pytest.mark.parametrize("case", [case for case in DAYS if case[0] in WITH_JUNIORS], ids="-".join)
    def test_why_k_is_40_for_a_junior(self, case: tuple[str, str]) -> None:
        """A junior's 40 cites the junior provisions, not the 30 games."""
        year = DAYS[case][0].year
        player = Player(1800, born=Born(year - 15, 5, 1), games=10, highest=1800)
        result, lines = explain(period(case, player, Game(1800, 100)))
        cited = {
            key for line in lines if line.name == "k" for citation in line.citations for key in citation.provisions
        }

        assert result.k == 40
        assert {"k_junior", "k_junior_age", "k_junior_until", "k_junior_below"} <= cited
        assert cited.isdisjoint({"k_new", "k_new_games", "k_established", "k_top"})

    @pytest.mark.article("10.5.4a", edition="fide-2003-07")
    def test_why_k_is_10_in_2003(self) -> None:
        """In 2003 the 30 games were looked at as well."""
        player = Player(2250, games=100, highest=2400)
        _, lines = explain(period(("fide-2003-07", "standard"), player, Game(2250, 100)))
        cited = {
            key for line in lines if line.name == "k" for citation in line.citations for key in citation.provisions
        }

        assert {"coefficient", "k_top", "k_top_from", "k_top_games", "k_when"} == cited

    @pytest.mark.article("8.3.1", edition="fide-2025-10")
    @pytest.mark.parametrize(
        ("own", "opponent", "consulted"),
        [
            pytest.param(2700, 2200, True, id="a gap of 500"),
            pytest.param(2700, 2400, False, id="a gap of 300"),
        ],
    )
    def test_the_exemption_is_cited_where_it_was_looked_at(self, own: int, opponent: int, consulted: bool) -> None:
        """Within 400 points nobody needs to look at the exemption."""
        _, lines = explain(period(("fide-2025-10", "standard"), Player(own, k=10), Game(opponent, 100)))
        cited = {
            key
            for line in lines
            if line.name == "counted_difference"
            for citation in line.citations
            for key in citation.provisions
        }

        assert consulted == ("cap_exempt_from" in cited)


class TestReconstructed:
    """What rests on no document here is marked."""

    @pytest.mark.parametrize("case", [case for case in DAYS if case[0] in TEXTS], ids="-".join)
    def test_an_edition_with_a_text_cites_it(self, case: tuple[str, str]) -> None:
        """Under the editions whose documents are here no line is reconstructed."""
        _, lines = explain(many_things(case, k=10))

        assert not [str(citation) for line in lines for citation in line.citations if citation.reconstructed]

    @pytest.mark.parametrize(
        "name",
        [
            "fide-2006-04",
            "fide-2011-07",
            "fide-2012-07",
            "fide-2013-07",
            "fide-2017-07",
            "fide-2021-02",
            "fide-2022-01",
        ],
    )
    def test_an_edition_without_a_text_says_so(self, name: str) -> None:
        """Under an edition that was built from reports every citation is marked, with its confidence."""
        _, lines = explain(many_things((name, "standard"), k=None))
        cited = [citation for line in lines for citation in line.citations]

        assert cited
        assert all(line.edition == name and line.reconstructed and line.confidence for line in cited)
        assert all("reconstructed" in str(line) for line in cited)

    @pytest.mark.parametrize("case", [case for case in DAYS if case[0].startswith("fide-rb")], ids="-".join)
    def test_rapid_and_blitz_editions_were_not_seen(self, case: tuple[str, str]) -> None:
        """Whatever is cited from an edition for rapid and blitz is marked; the rest is the standard text below it."""
        _, lines = explain(many_things(case, k=None))
        unmarked = {str(citation) for line in lines for citation in line.citations if not citation.reconstructed}

        assert not [one for one in unmarked if one.startswith("fide-rb")]


class TestAsPrinted:
    """*As printed* appears where the print would give another value, and nowhere else."""

    @pytest.mark.parametrize(
        "name",
        [
            pytest.param(name, marks=pytest.mark.article("8.3.4", edition=name))
            for name in ("fide-2024-03", "fide-2025-10", "fide-2026-01")
        ],
    )
    def test_a_half_below_zero_since_2024(self, name: str) -> None:
        """-2.50 is -3; the Spanish document prints the higher whole number, -2."""
        _, lines = explain(period((name, "standard"), Player(2000, k=10), Game(2190, 0)))
        expected = {("list_change", None, None): "-2", ("new_rating", None, None): "1998"}

        assert expected == printed(lines)

    @pytest.mark.parametrize("name", ["fide-2024-03", "fide-2025-10", "fide-2026-01"])
    @pytest.mark.parametrize(
        "game",
        [
            pytest.param(Game(1810, 100), id="+2.50"),
            pytest.param(Game(2100, 0), id="-3.60"),
            pytest.param(Game(2000, 50), id="0.00"),
        ],
    )
    def test_other_changes_since_2024(self, name: str, game: Game) -> None:
        """A half above zero, and what is no half, is the same in print."""
        _, lines = explain(period((name, "standard"), Player(2000, k=10), game))

        assert printed(lines) == {}

    @pytest.mark.parametrize(
        "name",
        [
            pytest.param("fide-2014-07", marks=pytest.mark.article("8.56 [4]", edition="fide-2014-07")),
            pytest.param("fide-2024-03", marks=pytest.mark.article("8.3.3 [4]", edition="fide-2024-03")),
        ],
    )
    def test_a_junior_who_once_had_2300(self, name: str) -> None:
        """2300 once published stays reached: K 20; as printed it is 40 while the rating is below 2300."""
        born = Born(DAYS[name, "standard"][0].year - 14, 5, 1)
        player = Player(2250, born=born, games=300, highest=2300)
        result, lines = explain(period((name, "standard"), player, Game(2250, 100)))
        # 0.50 times 20 is 10: 2260. As printed 0.50 times 40 is 20: 2270, and K stays 40.
        expected = {
            ("k", 0, None): "40",
            ("unrounded", None, None): "20.00",
            ("list_change", None, None): "20",
            ("new_rating", None, None): "2270",
            ("next_k", None, None): "40",
        }

        assert result.k == 20
        assert expected == printed(lines)

    @pytest.mark.article("8.56 [4]", edition="fide-2014-07")
    @pytest.mark.parametrize(
        ("highest", "age"),
        [
            pytest.param(2299, 14, id="a junior who never had 2300"),
            pytest.param(2300, 30, id="no junior"),
            pytest.param(2400, 14, id="a junior who once had 2400"),
        ],
    )
    def test_other_players_in_2014(self, highest: int, age: int) -> None:
        """For everybody else the print gives the same K."""
        player = Player(2250, born=Born(2016 - age, 5, 1), games=300, highest=highest)
        _, lines = explain(period(("fide-2014-07", "standard"), player, Game(2250, 100)))

        assert printed(lines) == {}

    @pytest.mark.article("8.1(b)", edition="fide-2009-07")
    @pytest.mark.parametrize(
        ("difference", "differs"), [(315, False), (326, False), (327, True), (328, True), (329, False)]
    )
    def test_the_rows_of_the_table_of_2009(self, difference: int, differs: bool) -> None:
        """The Polish table prints 327-344 as .88; right is 316-328 as .87 (E 14)."""
        _, lines = explain(period(("fide-2009-07", "standard"), Player(2327, k=10), Game(2327 - difference, 100)))
        # 0.13 times 10 is 1.30, as printed 0.12 times 10 is 1.20; both are 1 point.
        expected = {
            ("expected", 0, 0): "0.88",
            ("change", 0, 0): "0.12",
            ("expected", 0, None): "0.88",
            ("sum", 0, None): "0.12",
            ("sum_of_period", None, None): "0.12",
            ("unrounded", None, None): "1.20",
        }

        assert (expected if differs else {}) == printed(lines)

    @pytest.mark.article("10.1b", edition="fide-2003-07")
    @pytest.mark.parametrize(("difference", "refused"), [(200, False), (201, True), (206, True), (207, False)])
    def test_the_rows_of_the_table_of_2003(self, difference: int, refused: bool) -> None:
        """The German table prints 201-215 beside 198-206: for 201 to 206 the print cannot be worked with."""
        _, lines = explain(period(("fide-2003-07", "standard"), Player(2200, k=15), Game(2200 - difference, 100)))
        about = [line for line in lines if line.name == "as_printed"]

        assert printed(lines) == {}
        assert [refused] == ([str(difference) in str(line.value) for line in about] or [False])

    @EVERY
    def test_an_ordinary_period(self, case: tuple[str, str]) -> None:
        """Where no departure was touched nothing is marked, in any edition."""
        player = Player(2000, k=20)
        _, lines = explain(period(case, player, Game(1900, 100), Game(2080, 50), Game(2100, 0)))

        assert printed(lines) == {}
        assert "as_printed" not in {line.name for line in lines}

    @pytest.mark.article("8.3.4", edition="fide-2022-01")
    def test_no_print_of_2022_was_seen(self) -> None:
        """-2.50 is -3 on a list of 2023; there is no document to compare with."""
        result, lines = explain(period(("fide-2022-01", "standard"), Player(2000, k=10), Game(2190, 0)))

        assert result.change == -3
        assert printed(lines) == {}

    @pytest.mark.article("App. I 8.57", edition="mssz-2017-01")
    def test_the_hungarian_appendix_does_not_speak_after_june_2017(self) -> None:
        """Appendix I binds while the edition of 2014 is in force; in 2023 its rounding is no print of anything."""
        event = Event(date(2023, 5, 10), date(2023, 5, 12), 2000, (Game(2190, 0),))
        given = RatingPeriod("standard", date(2023, 6, 1), Player(2000, k=10), (event,), "mssz-2017-01")
        result, lines = explain(given)

        assert result.change == -3
        assert printed(lines) == {}


class TestNumbers:
    """The lines show the numbers of the result."""

    @EVERY
    @pytest.mark.parametrize("k", [10, None], ids=["K given", "K by history"])
    def test_of_the_events(self, case: tuple[str, str], k: int | None) -> None:
        """Each line of an event or a game has the value of the working."""
        given = many_things(case, k=k)
        result, lines = explain(given)
        for index, event in enumerate(result.events):
            of_event = [line for line in lines if line.event == index]
            whole = {line.name: line.value for line in of_event if line.game is None}
            parts = {(line.name, line.game): line.value for line in of_event if line.game is not None}
            working = event.working
            known = {name: value for name, value in working.whole.items() if name in whole}
            games = {(name, at): working.parts[name][at] for name, at in parts}

            assert known == {name: whole[name] for name in known}
            assert {"games", "score", "expected", "sum"} <= set(known)
            assert games == parts
            assert event.k == whole.get("k")

    @EVERY
    @pytest.mark.parametrize(
        "player",
        [
            pytest.param(Player(2450), id="nothing known"),
            pytest.param(Player(1800, games=300), id="too little known"),
            pytest.param(Player(2450, games=300, highest=2450, born=Born(1970)), id="all known"),
        ],
    )
    def test_of_k(self, case: tuple[str, str], player: Player) -> None:
        """A line states K if, and only if, the result has one."""
        result, lines = explain(period(case, player, Game(player.rating, 100)))
        expected = [] if result.events[0].k is None else [result.events[0].k]

        assert expected == [line.value for line in lines if line.name == "k"]

    @EVERY
    @pytest.mark.parametrize("k", [10, None], ids=["K given", "K by history"])
    def test_of_the_period(self, case: tuple[str, str], k: int | None) -> None:
        """Sum, product, change and rating are those of the result, and K is shown where it was limited."""
        result, lines = explain(many_things(case, k=k))
        found = {line.name: line.value for line in lines if line.event is None}
        limited = {line.event: line.value for line in lines if line.name == "k_applied"}
        if result.reason is not None:
            assert (case, k) == (("fide-2003-07", "rapid"), None)
            return
        expected = {
            "games_of_period": sum(event.working.whole["games"] for event in result.events),
            "sum_of_period": result.sum,
            "unrounded": result.unrounded,
            "list_change": result.change,
            "new_rating": result.new_rating,
        }
        reduced = {
            index: applied
            for index, (one, applied) in enumerate(zip(result.events, result.k_applied_to, strict=True))
            if applied != one.k
        }

        assert expected == {name: found[name] for name in expected}
        assert reduced == limited

    @pytest.mark.parametrize("rating", [1005, 1505, 2100])
    def test_of_march_2024(self, rating: int) -> None:
        """The rating reached by the period and the points of the adjustment make the new rating."""
        event = Event(date(2024, 2, 10), date(2024, 2, 12), rating, (Game(rating, 0),))
        result, lines = explain(RatingPeriod("standard", date(2024, 3, 1), Player(rating, k=10), (event,)))
        found = {line.name: line.value for line in lines if line.event is None}

        assert rating - 5 == found["new_rating"]
        assert result.reached == found["new_rating"] + found["adjustment"]

    @EVERY
    @pytest.mark.parametrize("k", [10, None], ids=["K given", "K by history"])
    def test_explaining_changes_nothing(self, case: tuple[str, str], k: int | None) -> None:
        """With and without the working the numbers are the same."""
        given = many_things(case, k=k)
        plain, (explained, _) = rate_player(given), explain(given)
        names = (
            "sum",
            "k",
            "k_applied",
            "k_applied_to",
            "unrounded",
            "change",
            "reached",
            "new_rating",
            "status",
            "reason",
        )

        assert [getattr(plain, name) for name in names] == [getattr(explained, name) for name in names]
