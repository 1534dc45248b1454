"""What a book is made of: its tables, and of each column its kind, its limits and a sentence.

A book is a folder: `book.toml`, a file for each table, and a folder `lists` with a file for each rating list. What
stands here is what is checked when a book is opened, and what the reference page is written from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

import polars as pl

from arpad.model.period import ASSOCIATIONS, KINDS, RATINGS_AT_GAME, RATINGS_AT_START, SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMATS = (1, 2)
"""The forms of `book.toml` that are read."""
FORMAT = FORMATS[-1]
"""The form that is written; a book of an older one is written anew with its first change."""
NEEDS = "0.2.0"
"""The first version of arpad that reads this form."""
ABOUT = "book.toml"
RECORD = "record.json"
"""The hashes of all files, as arpad wrote them, and by what each list was closed."""
LISTS = "lists"
PUBLISHED = "published"
POOLS = "pools"
ORIGINALS = "originals"
"""The folder of lists as they were before they were published again."""
REPLAYS = "replays"
CHANGES = "changes"
"""The folder of lists that a replay keeps as what changed since the list before."""
EDITIONS = "editions"
"""The folder of the files of an own edition, so that a book carries its law."""
PARQUET, CSV = FORMS = ("parquet", "csv")
SEXES = ("", "M", "F")
FLAGS = ("", "w", "i", "wi")
SCORES = (0, 50, 100)
SCOPES = ("games", "list", *KINDS)
MOST_RATING = 4000
MOST_ISSUES = 26
"""So often can a list be revised: an earlier issue is called by a day of its month that is no day of a list."""
FIRST_DAY, LAST_DAY = date(1800, 1, 1), date(2199, 12, 31)
"""No date of a book is outside of these."""


@dataclass(frozen=True, slots=True)
class BookColumn:
    """One column: its kind in a frame, what it means, and what may stand in it."""

    kind: pl.DataType
    words: str
    null: bool = False
    """True where nothing may stand."""
    choices: tuple[str, ...] | tuple[int, ...] = ()
    least: int | None = None
    most: int | None = None
    of: str = ""
    """The table whose key it is, where it must be one of those."""
    may_lack: bool = False
    """True for a column that older books do not have; nothing stands in it then."""


@dataclass(frozen=True, slots=True)
class BookTable:
    """One table: its columns, by which of them a row is told from every other, and whether a book must have it."""

    words: str
    columns: Mapping[str, BookColumn]
    key: tuple[str, ...]
    needed: bool = True
    order: tuple[tuple[str, str], ...] = field(default=())
    """Pairs of dates of which the second is never before the first."""

    @property
    def schema(self) -> dict[str, pl.DataType]:
        """The kinds of the columns, for a frame."""
        return {name: column.kind for name, column in self.columns.items()}

    def empty(self) -> pl.DataFrame:
        """Give the table without rows."""
        return pl.DataFrame(schema=self.schema)


_ID, _WHOLE, _TEXT, _DAY, _FLAG = pl.Int64(), pl.Int32(), pl.String(), pl.Date(), pl.Boolean()

_PLAYER = BookColumn(_ID, "the player", of="players")
_EVENT = BookColumn(_ID, "the event", of="events")
_KIND = BookColumn(_TEXT, "the kind of chess", choices=KINDS)
_SYSTEM = BookColumn(_TEXT, "how it was paired", choices=SYSTEMS)
_LIST = BookColumn(_DAY, "the day of the list being made")
_SINCE = BookColumn(_DAY, "the first day")
_UNTIL = BookColumn(_DAY, "the last day; nothing where there is no end", True)
_FEDERATION = BookColumn(_TEXT, "the federation: three capital letters")


def _of_kind(kind: str) -> dict[str, BookColumn]:
    return {
        f"{kind}_rating": BookColumn(
            _WHOLE, f"the {kind} rating; nothing where unrated", True, least=1, most=MOST_RATING
        ),
        f"{kind}_games": BookColumn(_WHOLE, "rated games in the period of the list", least=0),
        f"{kind}_k": BookColumn(_WHOLE, "K as the list shows it; nothing where unrated or not known", True, least=0),
        f"{kind}_played": BookColumn(_WHOLE, "all rated games up to the list", least=0),
        f"{kind}_highest": BookColumn(
            _WHOLE, "the highest rating ever published, this list included", True, least=1, most=MOST_RATING
        ),
        f"{kind}_last": BookColumn(
            _DAY, "the last day with a rated game; nothing where there was none or it is not known", True
        ),
    }


PLAYERS = BookTable(
    "Everybody who is on a list or played a game. A negative number stands for somebody whose FIDE number is not known "
    "yet.",
    {
        "fide_id": BookColumn(_ID, "the FIDE number"),
        "name": BookColumn(_TEXT, "family name, comma, given names"),
        "federation": BookColumn(_TEXT, "three capital letters, or empty"),
        "sex": BookColumn(_TEXT, "M, F, or empty", choices=SEXES),
        "title": BookColumn(_TEXT, "GM IM FM CM WGM WIM WFM WCM H WH, or empty"),
        "womens_title": BookColumn(_TEXT, "WGM WIM WFM WCM WH, or empty"),
        "other_titles": BookColumn(_TEXT, "titles of arbiters, organisers and trainers, commas between them"),
        "foa_title": BookColumn(_TEXT, "AGM AIM AFM ACM, or empty"),
        "birth_year": BookColumn(_WHOLE, "the year of birth", True, least=1800, most=2199),
        "birth_date": BookColumn(_DAY, "the day of birth, where it is known", True),
        "association": BookColumn(
            _TEXT, "the association of players with disabilities that the player belongs to", True, choices=ASSOCIATIONS
        ),
        "died": BookColumn(_DAY, "the day of death", True),
    },
    ("fide_id",),
    order=(("birth_date", "died"),),
)

LIST = BookTable(
    "One rating list, all kinds of chess together; the file is called by year and month, such as `lists/2026-10`.",
    {
        "fide_id": _PLAYER,
        **{name: column for kind in KINDS for name, column in _of_kind(kind).items()},
        "flag": BookColumn(_TEXT, "w woman, i inactive, wi both, or empty", choices=FLAGS),
    },
    ("fide_id",),
)
RATINGS = ("fide_id", *(f"{kind}_rating" for kind in KINDS))
"""The columns of a list by which games are rated."""

EVENTS = BookTable(
    "Every event, whether it was rated already or not.",
    {
        "event_id": BookColumn(_ID, "the number of the event in this book", least=1),
        "name": BookColumn(_TEXT, "its name"),
        "kind": _KIND,
        "system": _SYSTEM,
        "cycles": BookColumn(_WHOLE, "of a round robin: how often everybody met everybody; else 1", least=1),
        "start": BookColumn(_DAY, "the first day"),
        "end": BookColumn(_DAY, "the last day"),
        "official": BookColumn(_FLAG, "true for an official event of FIDE or a continent"),
        "received": BookColumn(_DAY, "the day on which the report came; nothing stands for in time", True),
        "federation": BookColumn(_TEXT, "where it was played: three capital letters, or empty"),
        "part_of": BookColumn(_ID, "the event of which this is a part, such as a month of a league", True, of="events"),
        "team_championship": BookColumn(_FLAG, "true for the Olympiad and World or continental team championships"),
        "ratings": BookColumn(
            _TEXT,
            "start: ratings of the list on its first day; game: of the list on the day of each game",
            choices=(RATINGS_AT_START, RATINGS_AT_GAME),
        ),
        "withdrawn": BookColumn(_FLAG, "true where it is no longer rated; its re-rated form is an event of its own"),
        "withdrawn_for": BookColumn(
            _DAY, "of an event that was rated and then withdrawn: the list that takes its changes back", True
        ),
        "replaces": BookColumn(
            _ID, "of a re-rated event: the withdrawn one in whose place it stands", True, of="events"
        ),
        "rated_for": BookColumn(_DAY, "the list it was rated for; nothing until then", True),
    },
    ("event_id",),
    order=(("start", "end"),),
)

GAMES = BookTable(
    "Every game that was played over the board; forfeits and byes are no games.",
    {
        "event_id": _EVENT,
        "round": BookColumn(_WHOLE, "the round, from 1 on", least=1),
        "day": BookColumn(_DAY, "the day of the game, where it is known", True),
        "white": BookColumn(_ID, "the player with the white pieces", of="players"),
        "black": BookColumn(_ID, "the player with the black pieces", of="players"),
        "white_score": BookColumn(_WHOLE, "white's score in hundredths", choices=SCORES),
        "black_score": BookColumn(_WHOLE, "black's score in hundredths; both may have 0", choices=SCORES),
    },
    ("event_id", "round", "white", "black"),
)

POOL = BookTable(
    "Part results of players who have no rating yet, kept until they make one or grow too old.",
    {
        "kind": _KIND,
        "fide_id": _PLAYER,
        "event_id": BookColumn(_ID, "the event; it may be older than the events of the book"),
        "start": BookColumn(_DAY, "the first day of the event"),
        "end": BookColumn(_DAY, "the last day of the event"),
        "due": BookColumn(_DAY, "the list for which the event was rated"),
        "system": _SYSTEM,
        "games": BookColumn(_WHOLE, "games against rated opponents", least=0),
        "score": BookColumn(_WHOLE, "the score of these games in hundredths", least=0),
        "opponents": BookColumn(_ID, "the sum of the opponents' ratings", least=0),
        "average": BookColumn(
            _WHOLE, "of a round robin: the average that its crosstable gives", True, least=1, most=MOST_RATING
        ),
        "cycles": BookColumn(_WHOLE, "of a round robin: how often everybody met everybody; else 1", least=1),
        "team_championship": BookColumn(_FLAG, "true for the Olympiad and World or continental team championships"),
        "field": BookColumn(
            _WHOLE,
            "of a round robin: how many opponents the player had, where play-offs make that less than games over "
            "cycles; the column may be missing",
            True,
            least=1,
            may_lack=True,
        ),
        "met": BookColumn(
            _WHOLE,
            "how many different rated opponents the player met; nothing where it is not known: then one for each game, "
            "in a match one; the column may be missing",
            True,
            least=1,
            may_lack=True,
        ),
    },
    ("kind", "fide_id", "event_id"),
    order=(("start", "end"), ("end", "due")),
)

CORRECTIONS = BookTable(
    "Base ratings that differ from the last published list, as the rating office corrected them between two lists.",
    {
        "kind": _KIND,
        "fide_id": _PLAYER,
        "list": _LIST,
        "rating": BookColumn(_WHOLE, "the rating from which that list starts", least=1, most=MOST_RATING),
    },
    ("kind", "fide_id", "list"),
    needed=False,
)

LINE_CORRECTIONS = BookTable(
    "What the rating office corrected on the line of a player between two lists, besides the rating: the list that is "
    "made next goes on from it, and the list before stays as it was published.",
    {
        "kind": _KIND,
        "fide_id": _PLAYER,
        "list": _LIST,
        "k": BookColumn(
            _WHOLE, "K that holds for that list, in the place of what the list before shows", True, least=0
        ),
        "played": BookColumn(
            _WHOLE, "all rated games up to the list before, in the place of what it says", True, least=0
        ),
    },
    ("kind", "fide_id", "list"),
    needed=False,
)

ADJUSTMENTS = BookTable(
    "One-off adjustments of whole lists. Without this table the shipped ones hold where the rules are those of their "
    "authority; with it, those it names and no others.",
    {
        "list": _LIST,
        "kind": _KIND,
        "id": BookColumn(_TEXT, "the name of a shipped adjustment, such as fide-2024-03-compression"),
    },
    ("list", "kind", "id"),
    needed=False,
)

EXCLUSIONS = BookTable(
    "Players whose games are not rated, or who are not listed, for a time, by a decision that arpad takes as given.",
    {
        "fide_id": _PLAYER,
        "since": _SINCE,
        "until": _UNTIL,
        "scope": BookColumn(
            _TEXT,
            "games: they are not rated; list: the player is on no list; a kind of chess: not on that list",
            choices=SCOPES,
        ),
        "reason": BookColumn(_TEXT, "why, in a few words"),
    },
    ("fide_id", "since", "scope"),
    needed=False,
    order=(("since", "until"),),
)

EXEMPTIONS = BookTable(
    "Players whom FIDE lets be listed for a time although they belong to no federation that is a member.",
    {
        "fide_id": _PLAYER,
        "since": _SINCE,
        "until": _UNTIL,
        "reason": BookColumn(_TEXT, "why, in a few words"),
    },
    ("fide_id", "since"),
    needed=False,
    order=(("since", "until"),),
)

COEFFICIENTS = BookTable(
    "K as a rating officer set it, for editions that leave it to the officer (rapid chess of 2003).",
    {
        "kind": _KIND,
        "fide_id": BookColumn(_ID, "the player; nothing stands for everybody", True, of="players"),
        "since": BookColumn(_DAY, "the first list it holds for"),
        "k": BookColumn(_WHOLE, "the coefficient", least=0),
    },
    ("kind", "fide_id", "since"),
    needed=False,
)

FEDERATIONS = BookTable(
    "Federations, with the officer whom each names for questions of qualification and rating.",
    {
        "federation": _FEDERATION,
        "name": BookColumn(_TEXT, "its name"),
        "officer": BookColumn(_TEXT, "the name of its rating officer, or empty"),
        "contact": BookColumn(_TEXT, "how the officer is reached, or empty"),
    },
    ("federation",),
    needed=False,
)

SUSPENSIONS = BookTable(
    "Federations that are suspended for a time, by a decision that arpad takes as given.",
    {"federation": _FEDERATION, "since": _SINCE, "until": _UNTIL},
    ("federation", "since"),
    needed=False,
    order=(("since", "until"),),
)

ISSUES = BookTable(
    "Lists of which a revised issue was published: which events take the ratings of an earlier issue nevertheless.",
    {
        "list": BookColumn(_DAY, "the day of the list"),
        "issue": BookColumn(_WHOLE, "the earlier issue, from 1 on", least=1, most=MOST_ISSUES),
        "until": BookColumn(_DAY, "events that began before this day take its ratings"),
    },
    ("list", "issue"),
    needed=False,
)

LOG = BookTable(
    "What was done to the book, when and why; written by arpad, an entry for each change.",
    {
        "entry": BookColumn(_WHOLE, "the number of the entry, from 1 on", least=1),
        "at": BookColumn(_TEXT, "when it was done, in UTC, such as 2026-10-28T09:30:00Z"),
        "deed": BookColumn(
            _TEXT,
            "what was done: import, distinct, replace, annul, correct, exclude, merge, renumber, adopt, close, undo, "
            "sent, republish or restore",
        ),
        "why": BookColumn(_TEXT, "why, in the words of whoever did it, or empty"),
        "list": BookColumn(_DAY, "the list that it concerns, where it does one", True),
        "facts": BookColumn(_TEXT, "what it is about, as JSON"),
        "before": BookColumn(_TEXT, "the rows that stood there before, by table, as JSON; of many only their number"),
        "after": BookColumn(_TEXT, "the rows that stand there since, in the same form"),
    },
    ("entry",),
    needed=False,
)

TABLES: dict[str, BookTable] = {
    "players": PLAYERS,
    "events": EVENTS,
    "games": GAMES,
    "pool": POOL,
    "corrections": CORRECTIONS,
    "line_corrections": LINE_CORRECTIONS,
    "adjustments": ADJUSTMENTS,
    "exclusions": EXCLUSIONS,
    "exemptions": EXEMPTIONS,
    "coefficients": COEFFICIENTS,
    "federations": FEDERATIONS,
    "suspensions": SUSPENSIONS,
    "issues": ISSUES,
    "log": LOG,
}
"""The tables with one file each, in the order in which they are checked and written."""
REFERRED = {"players": "fide_id", "events": "event_id"}
"""The tables whose numbers stand in rows of others, with the column of the number."""

_MONTHLY = (
    "true where the optional monthly lists had begun with the texts of 2003 and 2009, or the days on which they began, "
    "such as [2005-07-01, 2010-07-01]; false if not given"
)
_EDITION = (
    "the edition by which all lists are made, for the kinds of chess that it is for: an id, or the name of a TOML file "
    "in the folder `editions` of the book; if not given, the editions of the authority hold, each for its days"
)
ABOUT_KEYS: dict[str, tuple[type, str]] = {
    "format": (int, f"the version of this description: {FORMAT}; a book of version 1 is written anew. Needed"),
    "needs": (str, "the first version of arpad that reads this format"),
    "title": (str, "what the book is called"),
    "authority": (str, 'whose regulations hold: "fide" if not given'),
    "edition": (str, _EDITION),
    "monthly_regime": (bool, _MONTHLY),
    "seed": (int, "of a made-up world: the number it was made from"),
}
"""What stands in `book.toml`."""
