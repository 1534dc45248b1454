"""A round robin with unrated players, to 2021: the whole crosstable, exactly as the printed examples are worked (E 13).

What cannot be a step stands here, once: the correction pass needs everybody's rating of the first pass. Expectations
and changes of the rated players, and the ratings of the unrated ones, are the same rules as everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from arpad.model.numbers import HALF_UP, rounded_quotient
from arpad.model.problems import NOTE, Problem, RefusedError
from arpad.regulations.package_data import WORDS
from arpad.regulations.rules.first_rating import FIRST_RATING
from arpad.regulations.rules.newcomer_event import TABLE_ENTRY
from arpad.regulations.rules.rated_event import BY_AVERAGE, RATED_EVENT
from arpad.regulations.terms.ints import Working, ints
from arpad.regulations.workings.first_rating import event_of_unrated
from arpad.regulations.workings.opponents import met_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arpad.regulations.edition import Edition

ROUND_ROBIN = "roundrobin"
SWISS = "swiss"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the crosstable; `part_result` says that an unrated player already has results that count."""

    id: str
    rating: int | None
    k: int | None = None
    part_result: bool = False
    present: int | None = None
    """The rating that an unrated player got in the meantime: it holds for the player's own result (10.4 of 2003)."""


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line: the columns of the worked examples. What a player does not have is None."""

    entrant: Entrant
    games: int
    score: int
    dropped: str | None = None
    """Why the games do not count for the opponents; nor do they for the player, but for the next field."""
    counts_for_player: bool = False
    """True where the games are left out for the opponents only: there is an earlier result (6.1 of 2009, R-043)."""
    p: int | None = None
    dp: int | None = None
    rc: int | None = None
    ru: int | None = None
    limited: tuple[tuple[str, int], ...] = ()
    """Opponents that are too far away, and the rating at which each counts instead."""
    rc_new: int | None = None
    ru_new: int | None = None
    rc_present: int | None = None
    """Rc(new) at the rating that an unrated player has got in the meantime."""
    rc_used: int | None = None
    """The average from which D is taken, where an edition rates by it: Rc(new), or as printed in 2003 Ra (E 4)."""
    difference: int | None = None
    pd: int | None = None
    expected: int | None = None
    sum: int | None = None
    change: int | None = None
    """K times the sum, in hundredths."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """The whole table: the averages of the field, and a row for each player in the order given."""

    law: Edition
    method: str
    rows: tuple[Row, ...]
    rar: Fraction | None = None
    dpa: Fraction | None = None
    ra: int | None = None
    notes: tuple[Problem, ...] = ()
    cycles: int = 1
    """How often everybody should have met everybody."""
    is_complete: bool = True
    """False where a game was not played."""

    def __repr__(self) -> str:
        return f"<RoundRobin of {len(self.rows)} players, {self.method}, {self.law.id}>"


def round_robin(
    law: Edition,
    entrants: Sequence[Entrant],
    results: Sequence[Sequence[Sequence[int]]],
    announced: int | None = None,
) -> RoundRobin:
    """Work out a round robin. `results[i][j]` holds the scores of i against j in hundredths, one for each game.

    An unplayed game makes it a Swiss event (6.4.3 of 2003 and its counterparts); games beyond those that were to be
    played are play-offs, and count with the others (R-031). `announced` says how often everybody should have met
    everybody; without it, as often as most pairs did. Where nobody is unrated, or the edition has no such method, only
    games against rated opponents count.
    """
    _refuse_contradictions(entrants, results)
    cells = [[list(cell) for cell in line] for line in results]
    met = [len(line[other]) for place, line in enumerate(cells) for other in range(place)]
    table = _Table(law, list(entrants), cells, _meetings_due(met, announced), lacks=lacks_a_game(met, announced))
    if not law.has("round_robin_method") or all(entrant.rating is not None for entrant in entrants):
        return table.as_swiss(())
    if table.lacks_a_game:
        article = law.provisions["round_robin_with_unplayed"].article
        return table.as_swiss((Problem.of(WORDS, "as_swiss", article, severity=NOTE),))
    if all(entrants[index].rating is not None for index in table.field):
        return table.as_swiss(())  # An unrated player is left out; then the opponents' ratings are all there (R-015).
    return table.worked_out()


def usual_meetings(met: Iterable[int]) -> int:
    """Tell from the games of each pair how many there were to be: as many as more than half of the pairs played.

    >>> usual_meetings([1, 1, 1, 2, 1, 2]), usual_meetings([2, 2, 1]), usual_meetings([])
    (1, 2, 1)
    """
    counts = sorted(met)
    return max(1, counts[(len(counts) - 1) // 2]) if counts else 1


def _meetings_due(met: Sequence[int], announced: int | None) -> int:
    return max(usual_meetings(met) if announced is None else announced, min(met, default=1))


def lacks_a_game(met: Sequence[int], announced: int | None = None) -> bool:
    """Tell from the games of each pair whether somebody met somebody less often than was due.

    `announced` says how often everybody was to meet everybody; without it, as often as most pairs did.

    >>> lacks_a_game([1, 1, 0]), lacks_a_game([2, 2, 1]), lacks_a_game([2, 2, 1], 1), lacks_a_game([])
    (True, True, False, False)
    """
    return min(met, default=1) < _meetings_due(met, announced)


class _Table:
    """The crosstable with everything that is read from it."""

    def __init__(
        self, law: Edition, entrants: list[Entrant], results: list[list[list[int]]], cycles: int, *, lacks: bool
    ) -> None:
        self.law = law
        self.cycles = cycles
        self.lacks_a_game = lacks
        self.entrants = entrants
        self.results = results
        self.dropped = self._dropped()
        self.field = [index for index in range(len(entrants)) if index not in self.dropped]
        self.opponents = len(self.field) - 1
        self.cap: int = law.value("difference_cap")

    def scores(self, index: int) -> list[int]:
        """Give the scores of a player against everybody who is not dropped."""
        return [score for other in self.field if other != index for score in self.results[index][other]]

    def _dropped(self) -> set[int]:
        """Find the unrated players whose games are left out for both sides (6.1 of 2003, 2009 and 2014; E 25 c)."""
        return {index for index in range(len(self.entrants)) if self._entry(index)["is_left_out"]}

    def _entry(self, index: int) -> dict[str, bool]:
        """Ask whether a player is left out of the table, and whether the games count for the player all the same."""
        entrant, scores = self.entrants[index], [score for cell in self.results[index] for score in cell]
        facts = {
            "is_rated": entrant.rating is not None,
            "has_result": entrant.part_result or entrant.present is not None,
            "has_part_result": entrant.part_result and entrant.present is None,
            "games": len(scores),
            "score": sum(scores),
        }
        return ints(TABLE_ENTRY, self.law).run(facts, {}).whole

    def counts_for_player(self, index: int) -> bool:
        """Tell whether games that are left out for the opponents count for the player (6.1 of 2009, R-043)."""
        return self._entry(index)["counts_for_player"]

    def worked_out(self) -> RoundRobin:
        """Work it out in the order of E 13."""
        rated = [index for index in self.field if self.entrants[index].rating is not None]
        if not rated:
            raise RefusedError.of(WORDS, "nobody_rated")
        rows = [self._row(index) for index in range(len(self.entrants))]
        rar = Fraction(sum(self.entrants[index].rating or 0 for index in rated), len(rated))
        dpa = Fraction(sum(self._dp(rows[index]) for index in rated), len(rated))
        exact = rar - dpa * Fraction(self.opponents, self.opponents + 1)
        ra = self._rounded(exact)
        first = {index: self._first_pass(rows[index], index, ra) for index in self.field}
        strength = {index: self.entrants[index].rating or first[index].ru or 0 for index in self.field}
        second = {index: self._corrected(first[index], index, ra, strength) for index in self.field}
        again = self.law.get("round_robin_strength") != "first_pass"
        final = {index: (second[index].ru_new if again else None) or strength[index] for index in self.field}
        done = [
            self._changed(second[index], index, final, ra)
            if index in second
            else self._left_out(rows[index], index, ra, strength)
            for index in range(len(self.entrants))
        ]
        return RoundRobin(self.law, ROUND_ROBIN, tuple(done), rar, dpa, ra, cycles=self.cycles)

    def _row(self, index: int) -> Row:
        if index in self.dropped:
            scores = [score for cell in self.results[index] for score in cell]
            row = Row(self.entrants[index], len(scores), sum(scores), dropped="score_too_low")
            return replace(row, counts_for_player=self.counts_for_player(index))
        scores = self.scores(index)
        p = rounded_quotient(sum(scores), len(scores), self.law.value("percentage_rounding"))
        return Row(self.entrants[index], len(scores), sum(scores), p=p)

    def _dp(self, row: Row) -> int:
        """Give dp of a rated player; refuse where 2003 leaves it undefined (E 42)."""
        table = self.law.table("percentage_table")
        if not table.has(row.p or 0):
            raise RefusedError.of(WORDS, "dp_undefined", player=row.entrant.id, percentage=row.p, edition=self.law.id)
        return table.at(row.p or 0)

    def _rounded(self, exact: Fraction) -> int:
        return rounded_quotient(exact.numerator, exact.denominator, HALF_UP)

    def _first_pass(self, row: Row, index: int, ra: int) -> Row:
        rating = self.entrants[index].rating
        if rating is None:
            below_half = 2 * row.score < 100 * row.games
            dp = self.law.table("percentage_table").at(row.p or 0) if below_half else None
            return replace(row, dp=dp, rc=ra, ru=self._ru(row, ra))
        row = replace(row, dp=self._dp(row))
        if self.law.rule("expectation") != BY_AVERAGE:
            return row
        return replace(row, rc=self._rounded(self._rc(rating, ra)))

    def _rc(self, rating: int, ra: int) -> Fraction:
        """The average of a rated player's opponents, from the average of the field (2003 10.5.1)."""
        return Fraction(ra * (self.opponents + 1) - rating, self.opponents)

    def _ru(self, row: Row, rc: int, opponents: int | None = None) -> int:
        inputs = {
            "opponents": rc * row.games,
            "games": row.games,
            "score": row.score,
            "is_round_robin": True,
            "field": opponents or self.opponents,
        }
        return int(ints(FIRST_RATING, self.law).run(inputs, {}).whole["rating"])

    def _corrected(self, row: Row, index: int, ra: int, strength: dict[int, int]) -> Row:
        """Count each opponent who is too far away at exactly the limit, and shift the average by it (E 13, 3 and 4)."""
        own, rating, present = strength[index], self.entrants[index].rating, self.entrants[index].present
        by_average = self.law.rule("expectation") == BY_AVERAGE
        if rating is not None and not by_average:
            return row
        counts_as = self._limited(index, own, strength)
        limited = tuple((self.entrants[other].id, at) for other, at in counts_as.items() if at != strength[other])
        before = Fraction(ra) if rating is None else self._rc(rating, ra)
        rc_new = self._shifted(before, counts_as, strength)
        if rating is not None:
            return replace(row, limited=limited, rc_new=rc_new)
        row = replace(row, limited=limited, rc_new=rc_new, ru_new=self._ru(row, rc_new))
        if present is None or not by_average:
            return row
        of_present = self._shifted(self._rc(present, ra), self._limited(index, present, strength), strength)
        return replace(row, rc_present=ra if self._from_ra() else of_present)

    def _left_out(self, row: Row, index: int, ra: int, strength: dict[int, int]) -> Row:
        """Give a player who is left out the games against the field, where they count for that player.

        That is so with a rating that came in the meantime and, in 2009, with an earlier result (R-043): then the field
        is all opponents, and its average the Rc of the first pass.
        """
        if row.counts_for_player:
            scores = self.scores(index)
            row = replace(row, games=len(scores), score=sum(scores), p=0, dp=self.law.table("percentage_table").at(0))
            ru = self._ru(row, ra, len(self.field))
            counts_as = self._limited(index, ru, strength)
            rc_new = self._shifted(Fraction(ra), counts_as, strength)
            limited = tuple((self.entrants[other].id, at) for other, at in counts_as.items() if at != strength[other])
            ru_new = self._ru(row, rc_new, len(self.field))
            return replace(row, rc=ra, ru=ru, limited=limited, rc_new=rc_new, ru_new=ru_new)
        present = self.entrants[index].present
        if present is None or self.law.rule("expectation") != BY_AVERAGE:
            return row
        of_present = self._shifted(Fraction(ra), self._limited(index, present, strength), strength)
        return replace(row, rc_present=ra if self._from_ra() else of_present)

    def _from_ra(self) -> bool:
        """Tell whether D is taken from the average of the whole table, as 10.5.3 of 2003 prints it (E 4)."""
        return bool(self.law.get("average_difference") == "from_ra")

    def _limited(self, index: int, own: int, strength: dict[int, int]) -> dict[int, int]:
        """Give the ratings at which each opponent counts for a player."""
        others = [other for other in self.field if other != index]
        return {other: min(max(strength[other], own - self.cap), own + self.cap) for other in others}

    def _shifted(self, before: Fraction, counts_as: dict[int, int], strength: dict[int, int]) -> int:
        shift = sum(at - strength[other] for other, at in counts_as.items())
        return self._rounded(before + Fraction(shift, len(counts_as)))

    def _changed(self, row: Row, index: int, final: dict[int, int], ra: int) -> Row:
        rating = self.entrants[index].rating
        if rating is None:
            return row
        if self.law.rule("expectation") == BY_AVERAGE:
            used = ra if self._from_ra() else row.rc_new or 0
            pd = self.law.table("expectation_table").at(rating - used)
            row = replace(row, rc_used=used, difference=rating - used, pd=pd, expected=pd * row.games)
            return self._with_change(row)
        opponents = [final[other] for other in self.field if other != index for _ in self.results[index][other]]
        working = self._asked(rating, opponents, self.scores(index))
        return self._with_change(replace(row, expected=working.whole["expected"]))

    def _asked(
        self, rating: int, opponents: Sequence[int | None], scores: list[int], met: Sequence[int] | None = None
    ) -> Working:
        """Ask the rule of an event; `met` has who was met in each game, where the whole table is a round robin's."""
        whole = dict.fromkeys(("was_unrated", "is_match", "is_scheveningen", "table_average"), False)
        parts = {
            "opponent": opponents,
            "unrated": [opponent is None for opponent in opponents],
            "score": scores,
            "order": range(len(scores)),
            "met_before": met_before([None] * len(scores) if met is None else met),
        }
        about = {"rating": rating, "is_round_robin": met is not None}
        return ints(RATED_EVENT, self.law).run(whole | about, parts)

    def _with_change(self, row: Row) -> Row:
        sum_of_it = row.score - (row.expected or 0)
        k = row.entrant.k
        return replace(row, sum=sum_of_it, change=None if k is None else k * sum_of_it)

    def as_swiss(self, notes: tuple[Problem, ...]) -> RoundRobin:
        """Rate everybody from the games against rated opponents only."""
        rows, is_complete = [], not self.lacks_a_game
        for index, entrant in enumerate(self.entrants):
            met = [
                (other, self.entrants[other].rating, score)
                for other in range(len(self.entrants))
                if other != index
                for score in self.results[index][other]
            ]
            is_left_out = index in self.dropped and is_complete
            if is_left_out and not self.counts_for_player(index):
                rows.append(self._row(index))
            elif entrant.rating is not None:
                rows.append(self._swiss_rated(entrant, met, is_complete=is_complete))
            else:
                row = self._swiss_unrated(entrant, met)
                for_player = is_left_out and row.dropped is None
                rows.append(replace(row, dropped="score_too_low", counts_for_player=True) if for_player else row)
        return RoundRobin(self.law, SWISS, tuple(rows), notes=notes, cycles=self.cycles, is_complete=is_complete)

    def _swiss_rated(self, entrant: Entrant, met: list[tuple[int, int | None, int]], *, is_complete: bool) -> Row:
        ratings, scores = [rating for _, rating, _ in met], [score for _, _, score in met]
        # A table without a gap, in which everybody counts as rated, has the n of a round robin.
        opponents = [other for other, _, _ in met] if is_complete else None
        working = self._asked(entrant.rating or 0, ratings, scores, opponents).whole
        row = Row(entrant, working["games"], working["score"], rc=working.get("average"), expected=working["expected"])
        return self._with_change(replace(row, difference=working.get("average_difference")))

    def _swiss_unrated(self, entrant: Entrant, met: list[tuple[int, int | None, int]]) -> Row:
        counted = [(rating, score) for _, rating, score in met if rating is not None]
        opponents = len({other for other, rating, _ in met if rating is not None})
        games, score = len(counted), sum(score for _, score in counted)
        row = Row(entrant, games, score)
        asked = event_of_unrated(self.law, games=games, score=score, opponents=opponents)
        later = "later" if entrant.part_result else "first"
        if asked[f"low_as_{later}"] or asked["low_for_a_swiss"]:
            return replace(row, dropped="score_too_low")
        if asked[f"few_as_{later}"]:
            return replace(row, dropped="too_few_rated")
        if not games or (score == 0 and not self.law.table("percentage_table").has(0)):
            return row
        inputs = {"opponents": sum(rating for rating, _ in counted), "games": games, "score": score}
        numbers = ints(FIRST_RATING, self.law).run(inputs | {"is_round_robin": False, "field": 0}, {}).whole
        average = self._rounded(Fraction(numbers["opponents_taken"], numbers["games_taken"]))
        return replace(row, p=numbers["percentage"], rc=average, ru=numbers["rating"])


def _refuse_contradictions(entrants: Sequence[Entrant], results: Sequence[Sequence[Sequence[int]]]) -> None:
    """Refuse a table that is not square, names a player twice, or gives more than a point for a game."""
    problems: list[Problem] = []
    size = len(entrants)
    names = [entrant.id for entrant in entrants]
    problems += [
        Problem.of(WORDS, "player_twice", name, player=name)
        for name in sorted({name for name in names if names.count(name) > 1})
    ]
    if len(results) != size or any(len(line) != size for line in results):
        raise RefusedError([*problems, Problem.of(WORDS, "not_square", "results", size=size)])
    for i in range(size):
        if results[i][i]:
            problems.append(Problem.of(WORDS, "against_himself", f"results[{i}][{i}]", player=names[i]))
        for j in range(i + 1, size):
            own, other = results[i][j], results[j][i]
            if len(own) != len(other):
                problems.append(
                    Problem.of(
                        WORDS,
                        "one_sided",
                        f"results[{i}][{j}]",
                        player=names[i],
                        opponent=names[j],
                        games=len(own),
                        games_of_opponent=len(other),
                    )
                )
            elif any(first + second > 100 for first, second in zip(own, other, strict=True)):  # noqa: PLR2004 - one point
                problems.append(
                    Problem.of(WORDS, "more_than_a_point", f"results[{i}][{j}]", player=names[i], opponent=names[j])
                )
    if problems:
        raise RefusedError(problems)
