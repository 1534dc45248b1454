"""The words in which thinking times are written, in the languages of reports: each leads to one sign of the reader."""

from __future__ import annotations

import re
import unicodedata

HOUR, MINUTE, SECOND, MOVES = "h", "m", "s", "moves"
PLUS, THEN, IN, TIMES, PER, INCREMENT, REST, FROM, FIRST, NUMBER = (
    "+", "then", "in", "x", "per", "increment", "rest", "from", "first", "number",
)  # fmt: skip
FILLER = ""

_WORDS = {
    HOUR: "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore ur uur orat godz godzina godziny "
    "hodina hodiny hodin sata sati saat timme timmar timer oras",
    MINUTE: "m min mins minute minutes minuten minutos minuto minuti mn perc percet minut minuty minuta minuter "
    "minutter minutt mnt minuuttia",
    SECOND: "s sec secs second seconds sek sekunde sekunden secondes seconde segundos segundo seg secondi secondo "
    "masodperc mp sekund sekundy sekunda sekunder sekuntia",
    MOVES: "move moves mv mvs mm zug zuge zugen zuege zuegen zet zetten coup coups jugada jugadas movimiento "
    "movimientos mov movs mossa mosse lepes lepesre lepesenkent posuniec posuniecie ruch ruchow tah tahov tahu "
    "potez poteza drag lance lances trekk siirto",
    PLUS: "+ & and plus mas und et y e with mit avec con og och es i en met",
    THEN: ", ; : then dann danach puis luego despues followed additional poi utana potem pak ensuite",
    IN: "/ in for fur fuer pour para bis voor na",
    TIMES: "x * ×",  # noqa: RUF001 - the sign of multiplication, as programs write it
    PER: "per pro par por je a each every jede jeder jeden chaque cada ogni za",
    INCREMENT: "increment inc incr incremento inkrement bonus fischer zuschlag bonifikation zugabe aufschlag "
    "toevoeging accumulation cumulative cumul add added adding extra zusatzlich ajout rajout",
    REST: "rest remaining remainder game g sd ko finish all sudden partie partida partij partita guillotine qpf "
    "restzeit restliche end ende fin final jatszma partii blitzpartie",
    FROM: "from vom ab des depuis desde beginning starting start since od dal dalla vanaf kezdve attol fra fran "
    "beginnend",
    FIRST: "first erste ersten erstem premier premiere primer primera primo prima elso one 1st eerste eins un uno",
    FILLER: "the of an next following player players side spieler joueur jugador giocatore person gamer jatekos gracza "
    "zawodnika speler complete entire whole total time thinking bedenkzeit control rate tempo cadence ritmo standard "
    "rapid rapide blitz classical klassisch lang long thereafter after completion played to is are at on der die das "
    "den dem le la les l el los las de du da di dla death by otb fide schnellschach temps tiempo zeit ganze gesamte "
    "gesamt alle until zum zur mode jusqua hasta",
}
_PER_PLAYER = re.compile(
    r"\b(?:per|pro|par|por|je|a|each|fur|for|pour|para|na)\.? (?:each |jeden |chaque |cada |el |la |le )?"
    r"(?:player|game|side|spieler|partie|partij|joueur|jugador|giocatore|partida|partita|person|jatekos|gracza)\b"
)
_TIME_OF_DAY = re.compile(r"\b([0-2]):([0-5]\d)(?::00)?(?!\d)")
_TOKEN = re.compile(r"\d+(?:[.,]\d+)?|[a-z]+|[+&,;:/x*×.()=\[\]-]", re.ASCII)  # noqa: RUF001 - the same sign
_SIGN_OF = {word: sign for sign, words in _WORDS.items() for word in words.split()}
_SILENT = frozenset(".()[]=-")


def plain(text: str) -> str:
    """Write a text in small letters without accents; marks of minutes and seconds become words.

    >>> plain("90' + 30''/Zug"), plain("1½ h"), plain("1:30 + 10")
    ('90 min + 30 sec /zug', '1.5 h', '90 min + 10')
    """
    small = text.casefold().replace("½", ".5").replace("ß", "ss")
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", small) if not unicodedata.combining(letter))
    bare = re.sub(r"[´`’‘′]", "'", bare)  # noqa: RUF001 - all the marks that stand for minutes
    bare = re.sub(r"''|[\"“”„″]", " sec ", bare)
    bare = re.sub(r"(?<=\d)\s?'", " min ", bare)
    bare = _TIME_OF_DAY.sub(lambda time_of_day: f"{int(time_of_day[1]) * 60 + int(time_of_day[2])} min", bare)
    return re.sub(r"\s+", " ", _PER_PLAYER.sub(" ", bare)).strip()


def signs(text: str) -> list[tuple[str, str]] | None:
    """Give the signs of a text, numbers as they stand; None where a word is not known.

    >>> signs("90 min + 30 sec/move")
    [('number', '90'), ('m', ''), ('+', ''), ('number', '30'), ('s', ''), ('in', ''), ('moves', '')]
    >>> signs("as announced") is None
    True
    """
    bare = plain(text)
    tokens = _TOKEN.findall(bare)
    if sum(map(len, tokens)) != len(bare.replace(" ", "")):
        return None
    text_signs: list[tuple[str, str]] = []
    for word in tokens:
        if word[0].isdecimal():
            text_signs.append((NUMBER, word.replace(",", ".")))
        elif word in _SIGN_OF:
            text_signs += [(_SIGN_OF[word], "")] if _SIGN_OF[word] != FILLER else []
        elif word not in _SILENT:
            return None
    return _separated(text_signs)


def _separated(text_signs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Put in the separators that are left out before `SD/30` and `inc 30`; say `starting from` once."""
    separated: list[tuple[str, str]] = []
    for place, text_sign in enumerate(text_signs):
        following = text_signs[place + 1][0] if place + 1 < len(text_signs) else ""
        before = separated[-1][0] if separated else THEN
        if text_sign[0] == REST and following == IN and before not in {PLUS, THEN}:
            separated.append((THEN, ""))
        elif text_sign[0] == INCREMENT and following == NUMBER and before not in {PLUS, THEN}:
            separated.append((PLUS, ""))
        if text_sign[0] != FROM or before != FROM:
            separated.append(text_sign)
    return separated
