"""A round robin with unrated players, to 2021: the whole crosstable, exactly as the printed examples are worked (E 13).

What cannot be a step stands here, once: the correction pass needs everybody's rating of the first pass. What each line
of the table says, and how its average is found, are rules (`rules/round_robin.py`). Expectations and changes of the
rated players, and the ratings of the unrated ones, are the same rules as everywhere.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from arpad.model.numbers import HALF_UP, rounded_quotient
from arpad.model.period import ROUND_ROBIN, SWISS
from arpad.model.problems import Problem, RefusedError
from arpad.regulations.rules import round_robin as rules
from arpad.regulations.rules.first_rating import FIRST_RATING
from arpad.regulations.rules.newcomer_event import TABLE_ENTRY
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.terms.ints import Working, ints
from arpad.regulations.workings.crosstable import (
    CrosstableRow,
    RoundRobin,
    lacks_a_game,
    meetings,
    meetings_due,
    rated_how,
    refuse_contradictions,
    why_like_swiss,
)
from arpad.regulations.workings.first_rating import event_of_unrated
from arpad.regulations.workings.opponents import met_before

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.crosstable import Entrant


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
    refuse_contradictions(entrants, results)
    cells = [[list(cell) for cell in line] for line in results]
    met = meetings(cells)
    table = _Table(law, list(entrants), cells, meetings_due(met, announced), lacks=lacks_a_game(met, announced))
    if not table.how["is_worked_out"]:
        return table.as_swiss(())
    if table.how["is_like_swiss"]:
        sentence = "A game was not played, so the event is reported and rated like a Swiss event."
        return table.as_swiss((Problem("as_swiss", why_like_swiss(law), sentence),))
    if all(entrants[index].rating is not None for index in table.field):
        return table.as_swiss(())  # An unrated player is left out; then the opponents' ratings are all there (R-015).
    return table.worked_out()


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
        has_unrated = any(entrant.rating is None for entrant in entrants)
        self.how = rated_how(law, has_unrated=has_unrated, lacks_a_game=lacks)
        self.dropped = self._dropped()
        self.field = [index for index in range(len(entrants)) if index not in self.dropped]
        self.opponents = len(self.field) - 1

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
            raise RefusedError.of(
                "nobody_rated", "Nobody in this round robin is rated; without a rating there is no average."
            )
        unrated = [index for index in self.field if self.entrants[index].rating is None]
        rows = {index: self._scored(index) for index in (*rated, *unrated)}
        ratings = sum(self.entrants[index].rating or 0 for index in rated)
        differences = sum(rows[index].dp or 0 for index in rated)
        ra = self._average(ratings, differences, len(rated))
        first = {index: rows[index] if index in rated else self._first_pass(rows[index], ra) for index in self.field}
        strength = {index: self.entrants[index].rating or first[index].ru or 0 for index in self.field}
        second = {index: self._corrected(first[index], index, ra, strength) for index in self.field}
        again = self.how["is_strength_corrected"]
        final = {index: (second[index].ru_new if again else None) or strength[index] for index in self.field}
        done = [
            self._changed(second[index], index, final) if index in second else self._left_out(index, ra, strength)
            for index in range(len(self.entrants))
        ]
        rar, dpa = Fraction(ratings, len(rated)), Fraction(differences, len(rated))
        return RoundRobin(self.law, ROUND_ROBIN, tuple(done), rar, dpa, ra, cycles=self.cycles)

    def _dropped_row(self, index: int) -> CrosstableRow:
        scores = [score for cell in self.results[index] for score in cell]
        for_player = self.counts_for_player(index)
        entrant = self.entrants[index]
        return CrosstableRow(entrant, len(scores), sum(scores), dropped="score_too_low", counts_for_player=for_player)

    def _scored(self, index: int) -> CrosstableRow:
        """Give a player's score against the field, with p, and dp where it is needed.

        2003 leaves dp undefined at 0 and 100 % (E 42): with a rated player there, the table is refused.
        """
        entrant, scores = self.entrants[index], self.scores(index)
        facts = {"score": sum(scores), "games": len(scores)}
        p = ints(rules.TABLE_PERCENTAGE, self.law).run(facts, {}).whole["percentage"]
        facts |= {"is_rated": entrant.rating is not None, "percentage": p}
        try:
            dp = ints(rules.TABLE_DIFFERENCE, self.law).run(facts, {}).whole["percentage_difference"]
        except RefusedError as undefined:
            if entrant.rating is None:
                raise
            raise RefusedError.of(
                "dp_undefined",
                f"{entrant.id} is rated and scored {p} %: {self.law.id} leaves dp undefined there, and so the "
                "average of this round robin. Later editions have 800 there; name one, such as fide-2009-07.",
            ) from undefined
        return CrosstableRow(entrant, len(scores), sum(scores), p=p, dp=dp)

    def _average(self, ratings: int, differences: int, rated_players: int) -> int:
        facts = {"ratings": ratings, "differences": differences, "rated_players": rated_players}
        return int(
            ints(rules.FIELD_AVERAGE, self.law).run({**facts, "opponents": self.opponents}, {}).whole["field_average"]
        )

    def _first_pass(self, row: CrosstableRow, ra: int) -> CrosstableRow:
        """Give an unrated player the rating that follows from the average of the field."""
        return replace(row, rc=ra, ru=self._ru(row, ra))

    def _ru(self, row: CrosstableRow, rc: int, opponents: int | None = None) -> int:
        inputs = {
            "opponents": rc * row.games,
            "games": row.games,
            "score": row.score,
            "is_round_robin": True,
            "field": opponents or self.opponents,
        }
        return int(ints(FIRST_RATING, self.law).run(inputs, {}).whole["rating"])

    def _corrected(self, row: CrosstableRow, index: int, ra: int, strength: Mapping[int, int]) -> CrosstableRow:
        """Count each opponent that is too far away at exactly the limit, and shift the average (E 13, 3 and 4)."""
        entrant, by_average = row.entrant, self.how["is_by_average"]
        if entrant.rating is not None and not by_average:
            return row
        averages, limited = self._met(index, strength[index], ra, strength, is_in_average=entrant.rating is not None)
        row = replace(row, limited=limited, rc_new=averages["average_after"])
        if entrant.rating is not None:
            return replace(row, rc=averages["average_before"], rc_used=averages["average_used"])
        row = replace(row, ru_new=self._ru(row, averages["average_after"]))
        if entrant.present is None or not by_average:
            return row
        averages, _ = self._met(index, entrant.present, ra, strength, is_in_average=True)
        return replace(row, rc_present=averages["average_used"])

    def _met(
        self, index: int, own: int, ra: int, strength: Mapping[int, int], *, is_in_average: bool
    ) -> tuple[dict[str, int], tuple[tuple[str, int], ...]]:
        """Give the averages of a player's opponents, and the opponents that count at the limit.

        `is_in_average` tells whether the average of the field has the player in it, at the rating `own`.
        """
        others = [other for other in self.field if other != index]
        facts = {"own": own, "average": ra, "opponents": len(others), "is_in_average": is_in_average}
        working = ints(rules.TABLE_OPPONENTS, self.law).run(facts, {"strength": [strength[other] for other in others]})
        counted = zip(others, working.parts["counts_as"], strict=True)
        return working.whole, tuple((self.entrants[other].id, at) for other, at in counted if at != strength[other])

    def _left_out(self, index: int, ra: int, strength: Mapping[int, int]) -> CrosstableRow:
        """Give a player who is left out the games against the field, where they count for that player.

        That is so with a rating that came in the meantime and, in 2009, with an earlier result (R-043): then the field
        is all opponents, and its average the Rc of the first pass.
        """
        row, present = self._dropped_row(index), self.entrants[index].present
        if row.counts_for_player:
            row = replace(self._scored(index), dropped=row.dropped, counts_for_player=True)
            ru = self._ru(row, ra, len(self.field))
            averages, limited = self._met(index, ru, ra, strength, is_in_average=False)
            rc_new = averages["average_after"]
            ru_new = self._ru(row, rc_new, len(self.field))
            return replace(row, rc=ra, ru=ru, limited=limited, rc_new=rc_new, ru_new=ru_new)
        if present is None or not self.how["is_by_average"]:
            return row
        averages, _ = self._met(index, present, ra, strength, is_in_average=False)
        return replace(row, rc_present=averages["average_used"])

    def _changed(self, row: CrosstableRow, index: int, final: Mapping[int, int]) -> CrosstableRow:
        rating = self.entrants[index].rating
        if rating is None:
            return row
        if self.how["is_by_average"]:
            facts = {"rating": rating, "average_used": row.rc_used, "games": row.games, "has_games": True}
            numbers = ints(rules.TABLE_EXPECTED, self.law).run(facts, {}).whole
            difference, pd = numbers["average_difference"], numbers["average_expectation"]
            return self._with_change(replace(row, difference=difference, pd=pd, expected=numbers["expected"]))
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

    def _with_change(self, row: CrosstableRow) -> CrosstableRow:
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
                rows.append(self._dropped_row(index))
            elif entrant.rating is not None:
                rows.append(self._swiss_rated(entrant, met, is_complete=is_complete))
            else:
                row = self._swiss_unrated(entrant, met)
                for_player = is_left_out and row.dropped is None
                rows.append(replace(row, dropped="score_too_low", counts_for_player=True) if for_player else row)
        return RoundRobin(self.law, SWISS, tuple(rows), notes=notes, cycles=self.cycles, is_complete=is_complete)

    def _swiss_rated(
        self, entrant: Entrant, met: list[tuple[int, int | None, int]], *, is_complete: bool
    ) -> CrosstableRow:
        ratings, scores = [rating for _, rating, _ in met], [score for _, _, score in met]
        # A table without a gap, in which everybody counts as rated, has the n of a round robin.
        opponents = [other for other, _, _ in met] if is_complete else None
        no_average: dict[str, Any] = {"average": None, "average_difference": None}
        numbers = no_average | self._asked(entrant.rating or 0, ratings, scores, opponents).whole
        rc, difference, expected = numbers["average"], numbers["average_difference"], numbers["expected"]
        row = CrosstableRow(
            entrant, numbers["games"], numbers["score"], rc=rc, difference=difference, expected=expected
        )
        return self._with_change(row)

    def _swiss_unrated(self, entrant: Entrant, met: list[tuple[int, int | None, int]]) -> CrosstableRow:
        counted = [(rating, score) for _, rating, score in met if rating is not None]
        opponents = len({other for other, rating, _ in met if rating is not None})
        games, score = len(counted), sum(score for _, score in counted)
        row = CrosstableRow(entrant, games, score)
        asked = event_of_unrated(self.law, games=games, score=score, opponents=opponents)
        later = "later" if entrant.part_result else "first"
        if asked[f"low_as_{later}"] or asked["low_for_a_swiss"]:
            return replace(row, dropped="score_too_low")
        if asked[f"few_as_{later}"]:
            return replace(row, dropped="too_few_rated")
        if not games:
            return row
        inputs = {"opponents": sum(rating for rating, _ in counted), "games": games, "score": score}
        try:
            numbers = ints(FIRST_RATING, self.law).run(inputs | {"is_round_robin": False, "field": 0}, {}).whole
        except RefusedError:
            if score:
                raise
            return row  # 2003 has no dp for a score of zero (E 42), and so no rating.
        average = rounded_quotient(numbers["opponents_taken"], numbers["games_taken"], HALF_UP)
        return replace(row, p=numbers["percentage"], rc=average, ru=numbers["rating"])
