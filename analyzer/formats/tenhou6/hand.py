"""One entry of ``log``: its numbers, tiles, plays in their order, and how it ended in many writers' words.

Tiles are numbers: 11-19 man, 21-29 pin, 31-39 sou, 41-47 honours, 51-53 the red fives.  A call is its
tiles with a letter before the called tile; the position of the letter tells who discarded it.
The format has two lists per seat, of what it takes and of what it lays down, and no common order.  Entries at
one place of the two belong together.  After a discard follows the seat whose next entry calls that tile from
that seat, else the next seat.  Where several seats could follow, the first is taken with which all lists are
used up.
Source: logs of the site compared with the mjlog of the same games, and public converters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple, TypeAlias, TypeVar

from analyzer.errors import MalformedLog
from analyzer.formats import words
from analyzer.formats.builder import KIND_OF_FACE, Face
from analyzer.formats.events import Contradiction, Oddity
from analyzer.formats.json_document import Field, Written, shortened
from analyzer.formats.outcomes import Drawn, Won
from analyzer.formats.words import key
from analyzer.vocabulary import ABSENT, KINDS, NO_SEAT, SEATS, WIND_KINDS, DrawKind, PlayKind, Seat, TileKind

T = TypeVar("T")

LETTERS: Final = {
    PlayKind.CHI: "c",
    PlayKind.PON: "p",
    PlayKind.DAIMINKAN: "m",
    PlayKind.KAKAN: "k",
    PlayKind.ANKAN: "a",
    PlayKind.KITA: "f",
}
TSUMOGIRI: Final = 60
"""Stands for a discard of the tile just drawn."""
NO_DISCARD: Final = 0
"""Stands among the discards where a daiminkan, which is listed among the draws, takes the place of one."""
NORTH_NUMBER: Final = 44
DRAWN: Final = -1
"""Stands for the face of the tile just drawn."""

NUMBERS: Final = (*(10 * (kind // 9 + 1) + kind % 9 + 1 for kind in range(KINDS)), 51, 52, 53)
"""By face."""
_FACE_OF: Final[dict[object, Face]] = {number: face for face, number in enumerate(NUMBERS)}

_KINDS: Final = {letter: kind for kind, letter in LETTERS.items()}
_CALL: Final = re.compile(r"((?:[1-5][1-9])*)([cpmkaf])((?:[1-5][1-9])+)", re.ASCII)
_LONGEST_CALL: Final = 9
_DISCARD_CALLS: Final = (PlayKind.CHI, PlayKind.PON, PlayKind.DAIMINKAN)
"""They stand among the draws."""
_OWN_CALLS: Final = (PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA)
"""They stand among the discards."""
_SOURCES: Final[dict[PlayKind, dict[int, int]]] = {
    PlayKind.CHI: {0: 3},
    PlayKind.PON: {0: 3, 1: 2, 2: 1},
    PlayKind.DAIMINKAN: {0: 3, 1: 2, 3: 1},
    PlayKind.KAKAN: {0: 3, 1: 2, 2: 1},
    PlayKind.ANKAN: {0: 0, 1: 0, 2: 0, 3: 0},
    PlayKind.KITA: {0: 0},
}
"""By kind and number of tiles before the letter: source of the tile, 1 next seat, 3 previous, 0 self."""
_SIZES: Final = {PlayKind.CHI: 3, PlayKind.PON: 3, PlayKind.KITA: 1}
"""Other melds have four tiles."""


class Call(NamedTuple):
    """A call, kan or kita."""

    kind: PlayKind
    face: Face
    """The tile after the letter: the called tile, or the one that a kakan adds."""
    others: tuple[Face, ...]
    relative: int
    """Source of the tile, counted from the caller; 0 for the own seat."""


class Discard(NamedTuple):
    """A discard."""

    face: Face
    """Its tile, or DRAWN."""
    is_riichi: bool


def _laid(value: object) -> Call | None:
    # False is no 0.
    return None if value == NO_DISCARD and value is not False else _call(value, _OWN_CALLS)


def _call(value: object, kinds: Collection[PlayKind]) -> Call:
    """The call that a text describes; KeyError where it describes none of some kinds."""
    match = _CALL.fullmatch(value) if isinstance(value, str) and len(value) <= _LONGEST_CALL else None
    if match is None or _KINDS[match[2]] not in kinds:
        raise KeyError(value)
    kind = _KINDS[match[2]]
    before, behind = (
        [_FACE_OF[int(digits)] for digits in re.findall("..", match[group])] for group in (1, 3)
    )
    others = (*before, *behind[1:])
    relative = _SOURCES[kind].get(len(before))
    if relative is None or not _is_meld(kind, sorted(KIND_OF_FACE[face] for face in (behind[0], *others))):
        raise KeyError(value)
    return Call(kind, behind[0], others, relative)


def _is_meld(kind: PlayKind, tiles: list[TileKind]) -> bool:
    """Whether tiles in ascending order fit a call: one kind, or a sequence in one suit for a chi."""
    lowest = tiles[0]
    if len(tiles) != _SIZES.get(kind, 4):
        return False
    if kind == PlayKind.CHI:
        return tiles == [lowest, lowest + 1, lowest + 2] and lowest < WIND_KINDS[0] and lowest % 9 <= 6
    return lowest == tiles[-1] and (kind != PlayKind.KITA or lowest == _FACE_OF[NORTH_NUMBER])


_TILE: Final = "a tile (11-19, 21-29, 31-39, 41-47, 51-53)"
TILES: Final = Written(_TILE, _FACE_OF)
"""Faces of tiles that are listed alone."""
DRAWS: Final[Written[Face | Call]] = Written(
    f"{_TILE}, a chi as 'c131415', a pon as '45p4545' or a daiminkan as 'm36363636'",
    _FACE_OF,
    lambda value: _call(value, _DISCARD_CALLS),
)
"""Tiles drawn and discards called."""
DISCARDS: Final[Written[Discard | Call | None]] = Written(
    "a discard, 60, 0, a riichi as 'r23', a kakan as 'k37373737', an ankan as '212121a21' or 'f44'",
    {
        entry: Discard(face, is_riichi)
        for number, face in {**_FACE_OF, TSUMOGIRI: DRAWN}.items()
        for entry, is_riichi in ((number, False), (f"r{number}", True))
    },
    _laid,
)
"""Discards, and calls of own tiles; None for the place of a daiminkan."""

_BEFORE_SEATS: Final = 4
"""Entries before those of the seats: kyoku with honba and sticks, scores, indicators, ura indicators."""
_PER_SEAT: Final = 3
_LENGTHS: Final = tuple(_BEFORE_SEATS + seats * _PER_SEAT + more for seats in (3, SEATS) for more in (1, 0))
"""Entries of a hand, with a result or without; most writers write empty lists for the fourth seat of
three-player games."""
_HAIPAI: Final = (13,)
_PLAYS: Final = range(61)
"""Entries of one list; real lists are far shorter."""
_INDICATORS: Final = range(9)
_HIGHEST: Final = (15, 9999, 9999)
"""Kyoku, honba and sticks."""
_MOST_TURNS: Final = 5000
"""Turns that are tried; a hand has about seventy, and few calls could be of either of two discards."""

Taken: TypeAlias = Face | Call | None
"""A tile drawn, or a chi, pon or daiminkan; None behind the last."""
Laid: TypeAlias = Discard | Call | None
"""A discard, or a kakan, ankan or kita; None where there is none."""
Step: TypeAlias = tuple[Seat, Taken, Laid]
"""What a seat takes and then lays down."""


class Hand:
    """A hand as the document has it.

    Args:
        field: An entry of ``log``.

    Attributes:
        players: 3 or 4.
        kyoku: From 0.
        honba: Repeats.
        kyotaku: Sticks on the table.
        scores: Of four seats, points.
        dora: Indicators.
        ura: Ura indicators.
        haipai: By seat in play.
        steps: Plays in their order.
        results: How it ended.

    Raises:
        MalformedLog: When an entry is malformed, or no order of play uses up the lists.
    """

    def __init__(self, field: Field) -> None:
        self._field = field
        self._values = field.values(_LENGTHS, "a hand: a list of 17, or of 14 with three seats")
        fourth = self._values[_BEFORE_SEATS + 3 * _PER_SEAT :][:_PER_SEAT]
        self.players = 3 if len(fourth) < _PER_SEAT or all(one == [] for one in fourth) else SEATS
        table = self._at(0).items((3,), "kyoku, honba and sticks")
        self.kyoku, self.honba, self.kyotaku = (
            one.number(0, most, f"a number from 0 to {most}")
            for one, most in zip(table, _HIGHEST, strict=True)
        )
        if self.kyoku % SEATS >= self.players:
            raise table[0].error(f"a kyoku of {self.players} players")
        self.scores = self._at(1).points(self.players)
        self.dora, self.ura = (
            self._listed(index, TILES, _INDICATORS, "a list of up to 8 indicators") for index in (2, 3)
        )
        if not self.dora:
            raise self._at(2).error("at least one indicator")
        seats = range(self.players)
        self.haipai = [
            self._listed(_BEFORE_SEATS + _PER_SEAT * seat, TILES, _HAIPAI, "13 tiles") for seat in seats
        ]
        self.steps, rest = in_order([self._plays(seat) for seat in seats], self.kyoku % SEATS)
        if rest is not None:
            raise self._unreached(rest[0], 1, rest[1], "draw or call")
        has_result = (len(self._values) - _BEFORE_SEATS) % _PER_SEAT
        last = self._at(len(self._values) - 1)
        self.results = read_results(last, self.players, self.kyoku) if has_result else []

    def names_red(self) -> bool:
        """Whether some tile is written as a red five."""
        dealt = chain(self.dora, self.ura, *self.haipai)
        return any(map(_is_red, chain(dealt, (one for _, *entries in self.steps for one in entries))))

    def _at(self, index: int) -> Field:
        return Field(self._values[index], f"{self._field.place}[{index}]", self._field.where)

    def _listed(self, index: int, written: Written[T], counts: Sequence[int], what: str) -> list[T]:
        return written.all_of(self._at(index), counts, what)

    def _plays(self, seat: Seat) -> list[tuple[Taken, Laid]]:
        """What a seat takes, each with what it then lays down."""
        first = _BEFORE_SEATS + seat * _PER_SEAT
        taken = self._listed(first + 1, DRAWS, _PLAYS, "a list of draws")
        laid = self._listed(first + 2, DISCARDS, _PLAYS, "a list of discards")
        rows: list[tuple[Taken, Laid]] = []
        put = 0
        for one in taken:
            follows = laid[put] if put < len(laid) else None
            is_drawn = isinstance(follows, Discard) and follows.face == DRAWN
            if isinstance(one, Call) and one.kind == PlayKind.DAIMINKAN:
                # Some writers leave out its 0.
                put -= follows is not None
                follows = None
            elif put < len(laid) and (follows is None or (is_drawn and isinstance(one, Call))):
                raise self._unreached(seat, 2, put, "discard")
            rows.append((one, follows))
            put += 1
        if put < len(laid):
            raise self._unreached(seat, 2, put, "discard")
        return rows

    def _unreached(self, seat: Seat, column: int, place: int, what: str) -> MalformedLog:
        """The error when no order of play uses up the lists."""
        entry = self._at(_BEFORE_SEATS + seat * _PER_SEAT + column).items()[place]
        return entry.error(f"a {what} of seat {seat} that an order of play reaches")


def _is_red(entry: Taken | Laid) -> bool:
    if isinstance(entry, Call):
        return max(entry.face, *entry.others, DRAWN) >= KINDS
    face = entry.face if isinstance(entry, Discard) else entry
    return face is not None and face >= KINDS


def in_order(
    columns: Sequence[Sequence[tuple[Taken, Laid]]], dealer: Seat
) -> tuple[list[Step], tuple[Seat, int] | None]:
    """The plays of all seats in the order of play.

    Args:
        columns: By seat, three or four.
        dealer: Who draws first.

    Returns:
        The longest order, and seat and place of the first play that it does not reach; None where it has all.
    """
    end: tuple[Taken, Laid] = (None, None)
    rows = [[*column, end] for column in columns]
    at = [0] * len(rows)
    called = [_called(column[0][0]) for column in rows]
    steps: list[Step] = []
    untried: list[tuple[list[int], list[Face], int, Seat]] = []
    longest, rest = -1, (dealer, 0)
    seat = dealer if isinstance(rows[dealer][0][0], int) else NO_SEAT
    for _ in range(_MOST_TURNS):
        if seat == NO_SEAT:
            left = [(seat, place) for seat, place in enumerate(at) if place < len(columns[seat])]
            if not left:
                return steps, None
            if len(steps) > longest:
                longest, rest = len(steps), left[0]
            if not untried:
                break
            at, called, count, seat = untried.pop()
            del steps[count:]
        taken, laid = rows[seat][at[seat]]
        at[seat] += 1
        called[seat] = _called(rows[seat][at[seat]][0])
        steps.append((seat, taken, laid))
        callers: list[Seat] = []
        if isinstance(laid, Discard):
            face = taken if laid.face == DRAWN and isinstance(taken, int) else laid.face
            if face in called:
                callers = _callers(seat, face, [row[place][0] for row, place in zip(rows, at, strict=True)])
            seat = (seat + 1) % len(rows)
        elif laid is None and not (isinstance(taken, Call) and taken.kind == PlayKind.DAIMINKAN):
            seat = NO_SEAT
            continue
        if not isinstance(rows[seat][at[seat]][0], int):
            seat = NO_SEAT
        if callers:
            seat, *others = callers if seat == NO_SEAT else [*callers, seat]
            untried += [(at.copy(), called.copy(), len(steps), other) for other in reversed(others)]
    return steps, rest


def _called(taken: Taken) -> Face:
    """The tile that an entry calls; DRAWN where it calls none."""
    return taken.face if isinstance(taken, Call) else DRAWN


def _callers(discarder: Seat, face: Face, coming: list[Taken]) -> list[Seat]:
    """Who could call a discard, by what each seat takes next."""
    return [
        seat
        for seat, call in enumerate(coming)
        if isinstance(call, Call) and call.face == face and (seat + call.relative) % SEATS == discarder
    ]


_MOST_YAKU: Final = 24
_MOST_WINS: Final = 3
_LONGEST_KNOWN: Final = 100
"""Longer words are unknown."""
_FEW: Final = 1 << 10
"""Words that are kept with their meaning: most occur again and again."""

_ALL_OR_NONE: Final = {"全員聴牌": range, "全員不聴": lambda _: range(0)}
"""Who is tenpai of so many seats, by words that say it."""

_SCORE: Final = re.compile(
    r"(?:(?P<fu>\d{1,3})(?:符|fu))?(?:(?P<han>\d{1,3})(?:[飜翻番]|han|fan))?(?P<limit>(?:\d倍)?[^\d-]*?)"
    r"(?:(?P<points>\d{1,7})(?:-(?P<dealer>\d{1,7}))?(?:点|點|points|pts)?(?P<each>∀|all|オール)?)?",
    re.ASCII,
)
_NAMED_YAKU: Final = re.compile(r"(?P<name>[^()]+)\((?P<value>[^()]+)\)")
_HAN: Final = re.compile(r"(\d{1,3})(?:[飜翻番]|han|fan)", re.ASCII | re.IGNORECASE)


class Result(NamedTuple):
    """How a hand ended, as the document states it."""

    stated: Won | Drawn
    notes: Sequence[tuple[Oddity, int, str | None]] = ()
    """What contradicts, or is in unknown words: oddities with their detail and text."""


def read_results(field: Field, players: int, kyoku: int) -> list[Result]:
    """How a hand ended; nothing when the document does not say, as in positions drawn in an editor.

    Args:
        field: The last entry of the hand.
        players: 3 or 4.
        kyoku: Of the hand; it tells seat wind and prevalent wind apart.

    Raises:
        MalformedLog: When the entry is no result.
    """
    entries = field.items(range(2 * _MOST_WINS + 2), "a result: '和了' or the kind of draw, and payments")
    if not entries:
        return []
    label = entries[0].text("a result in words")
    word = key(label)
    if word in words.WON:
        if len(entries) % 2 == 0 or len(entries) == 1:
            raise field.error("'和了', and payments and a win of one to three winners")
        pairs = zip(entries[1::2], entries[2::2], strict=True)
        return [_win(*pair, players, kyoku) for pair in pairs]
    if word in words.NO_RESULT and len(entries) == 1:
        return []
    if len(entries) > 2:
        raise field.error("the kind of draw and at most one list of payments")
    deltas = _points(entries[1], players) if len(entries) > 1 else None
    return [Result(_drawn(label, words.DRAWS.get(word), deltas, players))]


def _drawn(label: str, kind: DrawKind | None, deltas: list[int] | None, players: int) -> Drawn:
    """A draw; who shows tehai at an abortive one is left to custom."""
    if kind is None:
        return Drawn(kind, deltas, unknown=shortened(label))
    deltas = deltas or [0] * SEATS
    tenpai = None
    if kind == DrawKind.EXHAUSTIVE:
        tenpai = _ALL_OR_NONE[label](players) if label in _ALL_OR_NONE else _paid(deltas[:players])
    return Drawn(kind, deltas, tenpai=tenpai)


def _points(payments: Field, players: int) -> list[int] | None:
    """Payments of four seats; an empty list states none."""
    return None if payments.value == [] else payments.points(players)


def _paid(deltas: list[int]) -> list[Seat] | None:
    """Who is tenpai, where some are paid alike and all others pay alike; None where payments do not tell."""
    is_told = len({*deltas}) == 2 and min(deltas) < 0 < max(deltas) and sum(deltas) == 0
    return [seat for seat, delta in enumerate(deltas) if delta > 0] if is_told else None


def _win(payments: Field, win: Field, players: int, kyoku: int) -> Result:
    entries = win.items(range(3, _MOST_YAKU + 5), "winner, from whom, liable seat, points and yaku")
    who, source, liable = (one.number(0, players - 1, f"a seat of {players}") for one in entries[:3])
    expected = ("fu and points in words", *["a yaku with its han"] * _MOST_YAKU)
    texts = [one.text(what) for one, what in zip(entries[3:], expected, strict=False)]
    # Some writers leave out the text for fu and points and begin with the yaku.
    worded = texts.pop(0) if texts and not _NAMED_YAKU.fullmatch(_plain(texts[0])) else ""
    worth = _worth(_short(worded), players)
    fu, sum_of_han, points, limit = worth or (None, None, None, 0)
    winds = (kyoku // SEATS, (who - kyoku % SEATS) % players)
    known = [(text, _yaku(_short(text), *winds)) for text in texts]
    yaku = [one for _, one in known if one is not None]
    notes: list[tuple[Oddity, int, str | None]] = []
    if worth is None:
        notes.append((Oddity.UNKNOWN_WORTH, ABSENT, shortened(worded)))
    han = [han for number, han in yaku if han is not None and number not in words.YAKUMAN_IDS]
    if len(yaku) == len(known) == len(han) > 0 and sum_of_han not in (None, sum(han)):
        notes.append((Oddity.CONTRADICTION, int(Contradiction.HAN), None))
    won = Won(
        who,
        source,
        deltas=_points(payments, players),
        fu=fu,
        points=points,
        limit=limit,
        yaku=yaku,
        unknown=[shortened(text) for text, one in known if one is None],
        pao=NO_SEAT if liable == who else liable,
    )
    return Result(won, notes)


def _plain(text: str) -> str:
    """A text with characters of one width and no blanks at its ends."""
    return unicodedata.normalize("NFKC", text).strip()


def _short(text: str) -> str:
    """A text that may be known; another for one that is too long."""
    return text if len(text) <= _LONGEST_KNOWN else "?"


@lru_cache(_FEW)
def _worth(text: str, players: int) -> tuple[int | None, int | None, int | None, int] | None:
    """Fu, han, points, limit of words such as ``30符3飜3900点``, ``満貫2000-4000点``, ``Haneman 6000点∀``."""
    match = _SCORE.fullmatch("".join(_plain(text).casefold().split()))
    limit = None if match is None else words.LIMITS.get(key(match["limit"]))
    if match is None or limit is None:
        return None
    fu, han, points = (None if match[name] is None else int(match[name]) for name in ("fu", "han", "points"))
    if points is not None and match["dealer"]:
        points = points * (players - 2) + int(match["dealer"])
    elif points is not None and match["each"]:
        points *= players - 1
    return fu, han, points, limit


@lru_cache(_FEW)
def _yaku(text: str, round_wind: int, seat_wind: int) -> tuple[int, int | None] | None:
    """Id and han of words such as ``立直(1飜)`` and ``大三元(役満)``, which has none; None for others."""
    match = _NAMED_YAKU.fullmatch(_plain(text))
    number = None if match is None else words.yaku_id(match["name"], round_wind, seat_wind)
    if match is None or number is None:
        return None
    han = _HAN.fullmatch("".join(match["value"].split()))
    if han is None:
        return (number, None) if key(match["value"]) in words.YAKUMAN else None
    return number, int(han[1])
