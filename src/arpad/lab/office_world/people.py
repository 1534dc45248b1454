"""The people of a made-up rating office: three federations, everybody's strength, and the list on which they begin.

Numbers, names and places do not exist. What is drawn as a fraction becomes whole before anything is written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl

from arpad.book.schema import LIST, PLAYERS, TABLES
from arpad.book.tables import fitted
from arpad.lab.world.people import Chance, OfKind, Population, list_frame
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from arpad.engine.arrays import Column


class Federation(NamedTuple):
    """A federation that does not exist: its letters, its name, how large it is, its towns and what names sound like."""

    code: str
    name: str
    share: float
    towns: tuple[str, ...]
    family: tuple[tuple[str, ...], tuple[str, ...]]
    men: tuple[str, ...]
    women: tuple[str, ...]


FEDERATIONS = (
    Federation(
        "NLX", "Norland", 0.45,
        ("Brøndvig", "Eldmark", "Hjalsund", "Kveldheim", "Myrefjord", "Skarnby", "Tveldås"),
        (("Brö", "Drav", "Eld", "Fyr", "Grøn", "Hjal", "Kvel", "Myr", "Rask", "Skarn", "Tveld", "Ulv"),
         ("bæk", "dorn", "fjard", "gast", "hjelm", "krans", "lid", "mund", "rike", "sundt", "torn", "vang")),
        ("Alvar", "Birk", "Dagfin", "Eskil", "Frode", "Gunvald", "Hakon", "Ivar", "Jorn", "Kettil", "Ludvik", "Magne",
         "Njord", "Odder", "Runolf", "Sigvar", "Torvald", "Ulrik"),
        ("Alfhild", "Bera", "Dagny", "Embla", "Freja", "Gudny", "Hedda", "Idun", "Jorid", "Kaia", "Liv", "Marit",
         "Nanna", "Oda", "Ragna", "Signy", "Torunn", "Yrsa"),
    ),
    Federation(
        "VSX", "Vesmark", 0.33,
        ("Balazara", "Corduvia", "Galizel", "Miraponte", "Orsunara", "Zarovár"),
        (("Bala", "Cozi", "Dure", "Gali", "Izo", "Jalu", "Kore", "Luzi", "Mira", "Orsu", "Pela", "Zaro"),
         ("desco", "dúri", "fani", "gova", "lescu", "mándi", "nára", "ponti", "rossa", "tica", "vári", "zelli")),
        ("Adrio", "Benedo", "Cesaro", "Davio", "Emeric", "Fabro", "Gaspár", "Horáto", "Illio", "Janko", "Kálmo",
         "Lucan", "Marceo", "Néstor", "Oresto", "Pavlo", "Rufino", "Silvan"),
        ("Adria", "Bianka", "Carola", "Delia", "Emília", "Flora", "Giorga", "Ilda", "Juliska", "Karina", "Lívia",
         "Mirela", "Noemi", "Orsola", "Petra", "Rosalba", "Sívia", "Tereza"),
    ),
    Federation(
        "TRX", "Trevenia", 0.22,
        ("Abercombe", "Lanmorra", "Penhallow", "Tregavin", "Wexmouth"),
        (("Ab", "Car", "Den", "Ful", "Gor", "Hew", "Jen", "Kel", "Lan", "Mor", "Pen", "Tre"),
         ("aldry", "berrow", "combeth", "dunnick", "erwith", "fallow", "gannon", "horne", "linnet", "marsh", "rickard",
          "venna")),
        ("Aldous", "Bran", "Corin", "Davith", "Emrys", "Fenton", "Garrick", "Hedley", "Ives", "Jory", "Kenver", "Lowen",
         "Merrin", "Nolan", "Oswin", "Perran", "Rowan", "Tamblyn"),
        ("Annis", "Bryony", "Cerys", "Demelza", "Elowen", "Ferelith", "Gwenna", "Hester", "Isolde", "Jenifer",
         "Kerensa", "Lowenna", "Morwenna", "Nessa", "Orla", "Rosen", "Tamsin", "Ysella"),
    ),
)  # fmt: skip
"""Three federations that do not exist."""

NEWCOMERS = 0.12
"""So many of the players come with a first event, and are not in the book before."""
_RATED = {"standard": 0.62, "rapid": 0.42, "blitz": 0.3}
_WOMEN, _JUNIORS, _INACTIVE, _BIRTHDAYS = 0.16, 0.34, 0.18, 0.6
_FLOOR, _HIGHEST, _TOP, _ABOVE_TOP = 1400, 2640, 2350, 0.45
_YOUNGEST, _JUNIOR_AGE = 8, 18
_ARBITERS = 9
"""So many of each federation are arbiters and do not play."""
_FIRST_NUMBER, _NUMBERS_OF_FEDERATION, _STEP = 99_100_000, 100_000, 7
_TITLES = (("GM", 2480), ("IM", 2380), ("FM", 2280), ("CM", 2180))
_WOMENS_TITLES = (("WGM", 2280), ("WIM", 2180), ("WFM", 2080), ("WCM", 1980))
_EPOCH = date(1970, 1, 1)
_SEEN, _NOT_SEEN, _NEVER = 0.1, 0.9, 2.0


@dataclass(frozen=True)
class OfficePeople:
    """Everybody of the office in the order of their numbers: as a table, with strengths, and who is who."""

    players: pl.DataFrame
    """The table of players, newcomers among them."""
    first_list: pl.DataFrame
    """The list on which those who are known stand."""
    population: Population
    federation: Column
    """The place in `FEDERATIONS`."""
    is_newcomer: Column
    is_arbiter: Column
    activity: Column
    """How likely somebody plays; 0 for those who never do."""

    @property
    def known(self) -> pl.DataFrame:
        """The table of those who are in the book before the first event."""
        return self.players.filter(pl.Series(~self.is_newcomer))

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """Everybody's row of the table of players."""
        return self.players.rows(named=True)

    @property
    def size(self) -> int:
        """How many there are."""
        return self.population.size


def office_people(chance: Chance, size: int, day: date) -> OfficePeople:
    """Make up so many people as of the day of the first list."""
    shares = np.array([federation.share for federation in FEDERATIONS])
    counts = np.floor(shares * size).astype(np.int64)
    counts[0] += size - counts.sum()
    federation = np.repeat(np.arange(len(FEDERATIONS)), counts)
    rank = np.arange(size) - np.repeat(np.cumsum(counts) - counts, counts)
    fide_id = _FIRST_NUMBER + _NUMBERS_OF_FEDERATION * federation + 11 + _STEP * rank
    # Newcomers have the last numbers of their federation, as they were given last.
    is_newcomer = rank >= np.repeat(counts - np.round(counts * NEWCOMERS).astype(np.int64), counts)
    is_arbiter = (rank >= 20) & (rank < 20 + _ARBITERS)  # noqa: PLR2004 - not the first who were registered
    woman = chance.random(size) < _WOMEN
    junior = (chance.random(size) < np.where(is_newcomer, 0.7, _JUNIORS)) & ~is_arbiter
    ages = np.minimum(chance.gamma(1.8, 13.0, size), 60.0).astype(np.int64)
    age = np.where(junior, chance.integers(_YOUNGEST, _JUNIOR_AGE, size), _JUNIOR_AGE + 1 + ages)
    birth_year = day.year - age
    talent = chance.gamma(2.0, np.where(junior, 105.0, 165.0), size)
    is_inactive = (chance.random(size) < _INACTIVE) & ~is_newcomer
    kinds = {kind: _of_kind(chance, kind, day, talent, junior, is_inactive, is_newcomer | is_arbiter) for kind in KINDS}
    population = Population(
        fide_id, federation.astype(np.int16), woman, birth_year, junior, kinds, np.zeros(size, dtype=np.int64)
    )
    activity = chance.gamma(1.2, 1.0, size) * np.where(junior, 1.4, 1.0) * np.where(is_inactive, 0.02, 1.0)
    activity = np.where(is_arbiter, 0.0, activity + 0.01)
    players = _player_frame(chance, population, is_arbiter, day)
    first_list = list_frame(population, day).filter(pl.Series(~is_newcomer))
    return OfficePeople(players, fitted(first_list, LIST), population, federation, is_newcomer, is_arbiter, activity)


def _of_kind(  # noqa: PLR0913, PLR0917 - the columns of the people
    chance: Chance, kind: str, day: date, talent: Column, junior: Column, is_inactive: Column, is_new: Column
) -> OfKind:
    """Make up what everybody is in one kind of chess."""
    size = len(talent)
    rated = (chance.random(size) < _RATED[kind]) & ~is_new
    level = _FLOOR + np.abs(talent + chance.normal(0.0, 25.0 if kind == KINDS[0] else 60.0, size))
    level = np.where(level > _TOP, _TOP + (level - _TOP) * _ABOVE_TOP, level)
    rating = np.where(rated, np.clip(level, _FLOOR, _HIGHEST), 0).astype(np.int32)
    hidden = chance.normal(0.0, 55.0, size) + junior * chance.exponential(45.0, size)
    strength = (np.where(rated, level, level - 60.0) + hidden).astype(np.int32)
    recency = np.where(rated, np.where(is_inactive, _NOT_SEEN, _SEEN), _NEVER)
    played = np.where(rated, 9 + np.minimum(np.exp(chance.normal(3.6, 1.1, size)), 900.0), 0).astype(np.int32)
    fallen = np.where(chance.random(size) < 0.4, 0.0, chance.exponential(20.0, size))  # noqa: PLR2004 - a share
    highest = np.where(rated, np.minimum(rating + fallen, _HIGHEST), 0).astype(np.int32)
    back = np.where(is_inactive, chance.integers(380, 1400, size), chance.integers(3, 330, size))
    is_recent = rated & (back < 31)  # noqa: PLR2004 - the period of a month
    games = np.where(is_recent, chance.integers(3, 10, size), 0).astype(np.int32)
    last = np.where(rated, (day - _EPOCH).days - back, 0)
    return OfKind(rating, strength, recency, games, played, highest, last)


def _player_frame(chance: Chance, population: Population, is_arbiter: Column, day: date) -> pl.DataFrame:
    """Give the table of players: names, titles and birth dates come here."""
    size = population.size
    highest = population.kinds[KINDS[0]].highest
    birthdays = chance.integers(0, 365, size)
    known = chance.random(size) < _BIRTHDAYS
    names = _names(chance, population)
    arbiter_titles = chance.choice(np.array(["NA", "FA", "IA"]), size)
    rows = []
    for place in range(size):
        woman = bool(population.woman[place])
        womens = _title(_WOMENS_TITLES, int(highest[place])) if woman else ""
        year = int(population.birth_year[place])
        born = date(year, 1, 1) + timedelta(days=int(birthdays[place]))
        rows.append(
            {
                "fide_id": int(population.fide_id[place]),
                "name": names[place],
                "federation": FEDERATIONS[population.federation[place]].code,
                "sex": "F" if woman else "M",
                "title": _title(_TITLES, int(highest[place])) or womens,
                "womens_title": womens,
                "other_titles": str(arbiter_titles[place]) if is_arbiter[place] else "",
                "foa_title": "",
                "birth_year": year,
                "birth_date": min(born, day) if known[place] else None,
                "association": None,
                "died": None,
            }
        )
    return pl.DataFrame(rows, schema=PLAYERS.schema)


def _title(titles: tuple[tuple[str, int], ...], highest: int) -> str:
    return next((title for title, least in titles if highest >= least), "")


def _names(chance: Chance, population: Population) -> list[str]:
    """Make up names; no two people of a federation have the same."""
    names = [""] * population.size
    for place, federation in enumerate(FEDERATIONS):
        families = [first + last for first in federation.family[0] for last in federation.family[1]]
        for given, is_woman in ((federation.men, False), (federation.women, True)):
            own = np.flatnonzero((population.federation == place) & (population.woman == is_woman))
            pairs = chance.permutation(len(families) * len(given))[: len(own)]
            for player, pair in zip(own.tolist(), pairs.tolist(), strict=True):
                names[player] = f"{families[pair // len(given)]}, {given[pair % len(given)]}"
    return names


def federation_frame(chance: Chance, people: OfficePeople) -> pl.DataFrame:
    """Give the table of federations with their officers, who are arbiters too."""
    rows = []
    for place, federation in enumerate(FEDERATIONS):
        arbiters = people.players["name"].gather(np.flatnonzero(people.is_arbiter & (people.federation == place)))
        officer = arbiters[int(chance.integers(0, len(arbiters)))] if len(arbiters) else ""
        rows.append(
            {
                "federation": federation.code,
                "name": f"Chess Federation of {federation.name}",
                "officer": officer,
                "contact": f"ratings@{federation.name.lower()}.example",
            }
        )
    return pl.DataFrame(rows, schema=TABLES["federations"].schema)


def stronger(people: OfficePeople, place: int, strength: int) -> OfficePeople:
    """Give the same people, of whom somebody is stronger than the list knows, in every kind of chess."""
    kinds = {}
    for kind, of_kind in people.population.kinds.items():
        strengths = of_kind.strength.copy()
        strengths[place] = strength
        kinds[kind] = replace(of_kind, strength=strengths)
    return replace(people, population=replace(people.population, kinds=kinds))
