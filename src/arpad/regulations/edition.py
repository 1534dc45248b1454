"""An edition of the regulations as data: provisions with article, value and origin, resolved through its parents."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from arpad.model.numbers import hundredths
from arpad.model.problems import EditionError
from arpad.regulations.keys import KEYS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from arpad.regulations.conversion import ConversionTable

Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a number comes from: the edition in use, the article, what was read there, and what is not certain."""

    edition: str
    article: str
    provisions: tuple[str, ...]
    origin: str
    reconstructed: bool = False
    after: str | None = None
    """The text after which a reconstructed provision was made."""
    confidence: str | None = None
    readings: tuple[str, ...] = ()
    errata: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Citation {self}>"

    def __str__(self) -> str:
        """Write the citation as a person would read it; errata, which decided nothing, are in the data only.

        >>> str(Citation("fide-2025-10", "8.3.1", ("cap_exempt_from",), "fide-2025-10", readings=("R-012",)))
        'fide-2025-10 8.3.1 (R-012)'
        """
        after = f" after {self.after}" if self.after else ""
        marks = [f"reconstructed{after}"] if self.reconstructed else []
        marks += self.readings
        return f"{self.edition} {self.article}" + (f" ({', '.join(marks)})" if marks else "")

    def with_(self, other: Citation) -> Citation:
        """Cite another provision of the same article as well."""
        return replace(
            self,
            provisions=tuple(dict.fromkeys(self.provisions + other.provisions)),
            reconstructed=self.reconstructed or other.reconstructed,
            after=self.after or other.after,
            confidence=self.confidence or other.confidence,
            readings=tuple(dict.fromkeys(self.readings + other.readings)),
            errata=tuple(dict.fromkeys(self.errata + other.errata)),
        )


@dataclass(frozen=True, slots=True)
class Provision:
    """One provision of an edition. `value` is None where the edition switches it off ("none")."""

    key: str
    article: str
    edition: str
    """The edition in whose consolidated text it stands: an amendment restates what it leaves alone, an overlay not."""
    origin: str
    """The edition that last wrote it."""
    value: Any = None
    table: str | None = None
    rule: str | None = None
    reconstructed: bool = False
    confidence: str | None = None
    source: str | None = None
    after: str | None = None
    reading: str | None = None
    erratum: str | None = None
    note: str | None = None
    silent: str | None = None
    same_as: str | None = None
    """Another provision, whose content it takes over where the edition has that."""

    @property
    def present(self) -> bool:
        """True unless the edition switches this provision off."""
        return self.value is not None or self.table is not None or self.rule is not None

    @property
    def content(self) -> Any:  # noqa: ANN401 - a number, a choice, a table's name, a list
        """What the provision says: its value, its table's name or its rule's name."""
        return self.value if self.value is not None else self.table or self.rule

    def __repr__(self) -> str:
        return f"<Provision {self.key} = {self.content!r}, {self.edition} {self.article}>"


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """The regulations of an authority for one kind of chess, as they stand on a day. Every provision is resolved."""

    id: str
    authority: str
    kind: str
    kinds: tuple[str, ...]
    effective: date | None
    status: str
    title: str
    relation: str
    parent: str | None
    base: str | None
    """The edition over which an overlay stands on that day."""
    unknown: tuple[str, ...]
    seen_in_force: date | None
    provisions: Mapping[str, Provision]
    tables: Mapping[str, ConversionTable]
    first_day: date | None = None
    """Its own first day, or that of the edition from which it derives."""
    follows: str | None = None
    """The edition that held before that day, where this one amends or derives from one."""
    builds_on: str | None = None
    """The edition that it amends or derives from, by id or by the whole path of its file."""
    _kept: dict[str, Any] = field(default_factory=dict, init=False, repr=False)
    """What was made of the edition; an edition that is made from this one begins with nothing."""

    def __repr__(self) -> str:
        return f"<Edition {self.id}, {self.kind}>"

    def kept(self, name: str, make: Callable[..., Kept], *given: object) -> Kept:
        """Give what is made of this edition under a name: made once, of `given` and the edition, it lives as long."""
        known: Kept | None = self._kept.get(name)
        if known is None:
            known = self._kept[name] = make(*given, self)
        return known

    def has(self, key: str) -> bool:
        """Tell whether the edition has a provision of this name."""
        return key in self.provisions and self.provisions[key].present

    def get(self, key: str) -> Any:  # noqa: ANN401 - a number, a choice, a list
        """Give what a provision says, or None where the edition has none."""
        return self.provisions[key].content if self.has(key) else None

    def value(self, key: str) -> Any:  # noqa: ANN401 - a number, a choice, a list
        """Give what a provision says; refuse where the edition has none."""
        if not self.has(key):
            raise EditionError.of(
                "no_provision", f"The edition {self.id} has no provision {key!r}; choose an edition that has one."
            )
        return self.provisions[key].content

    def rule(self, key: str) -> str:
        """Give the name of the variant an edition picks."""
        return str(self.value(key))

    def table(self, key: str) -> ConversionTable:
        """Give the conversion table a provision names."""
        return self.tables[str(self.value(key))]

    def operand(self, key: str) -> Any:  # noqa: ANN401 - a number, a choice or a table
        """Give what a rule computes with: a table itself, points as hundredths, a day as yyyymmdd, or as it stands."""
        content = self.value(key)
        if self.provisions[key].table:
            return self.tables[content]
        if KEYS[key].form == "date":
            return int(content.replace("-", ""))
        return hundredths(content) if KEYS[key].form == "points" else content

    def cite(self, key: str) -> Citation:
        """Cite the article of a provision."""
        provision = self.provisions[key]
        return Citation(
            provision.edition,
            provision.article,
            (key,),
            provision.origin,
            reconstructed=provision.reconstructed,
            after=provision.after,
            confidence=provision.confidence,
            readings=(provision.reading,) if provision.reading else (),
            errata=(provision.erratum,) if provision.erratum else (),
        )


class Held(NamedTuple):
    """A provision on its way through amendments: as last written, where it stands now, whether only presumed to."""

    provision: Provision
    edition: str
    presumed: bool = False

    def amended(self, edition: str, *, presumed: bool) -> Held:
        """Carry it into an amendment that leaves it alone; where that text was not seen, it is presumed unchanged."""
        return Held(self.provision, edition, self.presumed or presumed)

    def provision_here(self) -> Provision:
        """Write it out as it stands in the edition."""
        provision = self.provision
        if self.presumed and not provision.reconstructed:
            return replace(
                provision,
                edition=self.edition,
                reconstructed=True,
                after=f"{provision.origin} {provision.article}",
                confidence="presumed",
                source="presumed unchanged; the text was not seen",
            )
        return provision if provision.edition == self.edition else replace(provision, edition=self.edition)
