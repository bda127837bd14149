"""One event of a hand: its tiles, its members, and what it plays into an `EventsBuilder`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from analyzer.errors import Location
from analyzer.formats.builder import KIND_OF_FACE, RED_FACES, EventsBuilder, Face
from analyzer.formats.json_document import Field, Members, Written, shortened
from analyzer.formats.outcomes import Drawn, Won, add_draw, add_win, running_scores
from analyzer.formats.words import DRAWS, YAKU_NAMES, key, yaku_id
from analyzer.vocabulary import ASKS_TENPAI, KINDS, RIICHI_STICK, SEATS, Seat, TileId

UNKNOWN_TILE: Final = "?"
_HONOURS: Final = "ESWNPFC"
PLAIN: Final = tuple(
    f"{kind % 9 + 1}{'mps'[kind // 9]}" if kind < 27 else _HONOURS[kind - 27] for kind in range(KINDS)
)
"""By kind: a tile that is no red five."""
FACES: Final = (*PLAIN, *(f"{PLAIN[kind]}r" for kind in RED_FACES))
"""By face."""
# Some dialects write red fives with a zero.
FACE_OF: Final[dict[str, Face]] = {text: face for face, text in enumerate(FACES)} | {
    f"0{PLAIN[kind][1]}": face for kind, face in RED_FACES.items()
}
_NORTH, _FIRST_DRAGON = FACE_OF["N"], FACE_OF["P"]
_SANGENPAI: Final = "sangenpai"
"""One word for all three dragons, with so many han as there are."""
_HAKU: Final = YAKU_NAMES.index("役牌 白")
_TENHOU: Final = frozenset(YAKU_NAMES)
_MOST_YAKU: Final = 24
_YAKU_LIST: Final = f"a list of at most {_MOST_YAKU} yaku"
_HAN: Final = 199
_TEHAI: Final = range(1, 15)
_INDICATORS: Final = range(9)
_MOST_POINTS: Final = 10_000_000


class Event(Members):
    """The members of one event.

    Args:
        value: As the JSON parser gave it.
        line: Its line.
        players: Seats that play, 3 or 4.
    """

    tiles = Written("a tile such as '5m', '5mr' or 'E'", FACE_OF, hidden=UNKNOWN_TILE)

    def __init__(self, value: dict[str, Any], line: int, players: int = SEATS) -> None:
        super().__init__(value, f"line {line}", Location(element=line), players)
        self.line = line

    def actor(self) -> Seat:
        """Who acts."""
        return self.seat("actor")

    def source(self) -> Seat:
        """``target``, another seat than ``actor``."""
        target = self.seat("target")
        if target == self.value.get("actor"):
            raise self.member("target").error("another seat than 'actor'")
        return target

    def pai(self) -> Face:
        """The tile of the event."""
        return self.face("pai")

    def of_one_kind(self, count: int, name: str | None = "pai") -> list[Face]:
        """``consumed``: so many tiles, all of the kind of another member, or of the first of them."""
        own = self.faces("consumed", (count,))
        face = own[0] if name is None else self.face(name)
        if any(KIND_OF_FACE[one] != KIND_OF_FACE[face] for one in own):
            raise self.member("consumed").error(f"tiles of the kind of {PLAIN[KIND_OF_FACE[face]]!r}")
        return own

    def by_seat(self, name: str) -> list[Field]:
        """A list with an entry for each seat; the fourth of three seats is left out."""
        counts = (self.players, SEATS)
        return self.member(name).items(counts, f"a list for {self.players} seats")[: self.players]


def _chi(build: EventsBuilder, at: Event) -> None:
    seat, source, face, own = at.actor(), at.source(), at.pai(), at.faces("consumed", (2,))
    try:
        build.chi(seat, source, face, own, at.line)
    except ValueError:
        expected = f"two tiles that make a sequence with {at.value['pai']!r}"
        raise at.member("consumed").error(expected) from None


def _kakan(build: EventsBuilder, at: Event) -> None:
    seat, face = at.actor(), at.pai()
    if at.has("consumed"):
        at.of_one_kind(3)
    build.kakan(seat, face, at.line)


def _kita(build: EventsBuilder, at: Event) -> None:
    build.kita(at.actor(), at.pai() if at.has("pai") else _NORTH, at.line)


def _reach_accepted(build: EventsBuilder, at: Event) -> None:
    """Pay the stick of a riichi; some writers state the scores after it, the change of them, or both."""
    seat, scores, deltas = at.actor(), at.points("scores"), at.points("deltas")
    due = [-RIICHI_STICK * (payer == seat) for payer in range(SEATS)]
    if deltas is not None and (scores is None or deltas != due):
        scores = [score + delta for score, delta in zip(running_scores(build), deltas, strict=True)]
    build.riichi_accepted(seat, at.line, scores)


PLAYS: Final[dict[str, Callable[[EventsBuilder, Event], None]]] = {
    "chi": _chi,
    "pon": lambda build, at: build.pon(at.actor(), at.source(), at.pai(), at.of_one_kind(2), at.line),
    "daiminkan": lambda build, at: build.daiminkan(
        at.actor(), at.source(), at.pai(), at.of_one_kind(3), at.line
    ),
    "ankan": lambda build, at: build.ankan(at.actor(), at.of_one_kind(4, None), at.line),
    "kakan": _kakan,
    "nukidora": _kita,
    "kita": _kita,
    "reach": lambda build, at: build.riichi(at.actor(), at.line),
    "reach_accepted": _reach_accepted,
    "dora": lambda build, at: build.dora(at.face("dora_marker"), at.line),
}
"""By ``type``: what an event does, but for draws and discards."""


def read_hora(build: EventsBuilder, at: Event, kyoku: int) -> None:
    """Read a win of a hand of this kyoku."""
    winner, loser = at.actor(), at.seat("target")
    deltas, after = at.points("deltas"), at.points("scores")
    machi = None if build.last is None else build.last[1]
    if at.has("pai"):
        machi = build.last_as(at.pai())
    tehai = None
    if at.has("hora_tehais"):
        faces = at.faces("hora_tehais", _TEHAI)
        tehai = build.shown_ids(winner, faces)
        # Of a ron the tile won on is not among them.
        if len(faces) % 3 == 1 and machi is not None:
            tehai = sorted([*tehai, machi])
    name = "ura_markers" if at.has("ura_markers") else "uradora_markers"
    ura = build.ura_ids(at.faces(name, _INDICATORS)) if at.has(name) else None
    fu, points = at.number("fu", 0, 999, 0), at.number("hora_points", 0, _MOST_POINTS, 0)
    yaku: list[tuple[int, int | None]] = []
    unknown: list[str] = []
    stated = at.member("yakus")
    for entry in stated.items(range(_MOST_YAKU + 1), _YAKU_LIST) if at.has("yakus") else ():
        word, han = _yaku(entry)
        ids = _yaku_ids(build, winner, kyoku, word, han)
        yaku += [(number, han // len(ids)) for number in ids]
        if not ids:
            unknown.append(word)
    won = Won(
        winner,
        loser,
        machi,
        deltas,
        after=after,
        tehai=tehai,
        ura=ura,
        fu=fu,
        points=points or None,
        yaku=yaku,
        unknown=unknown,
    )
    add_win(build, at.line, won)


def _yaku(entry: Field) -> tuple[str, int]:
    word, han = entry.value if isinstance(entry.value, list) and len(entry.value) == 2 else (None, None)
    if not isinstance(word, str) or type(han) is not int or not 0 <= han <= _HAN:
        raise entry.error("a name and its han")
    return word if word in _TENHOU else shortened(word), han


def _yaku_ids(build: EventsBuilder, winner: Seat, kyoku: int, word: str, han: int) -> list[int]:
    """Ids that a word stands for; more than one only where it stands for several dragons."""
    found = yaku_id(word, kyoku // SEATS, (winner - kyoku % SEATS) % build.players)
    if found is None and key(word) == _SANGENPAI:
        dragons = _dragons(build, winner)
        return dragons if len(dragons) == han else []
    return [] if found is None else [found]


def _dragons(build: EventsBuilder, winner: Seat) -> list[int]:
    """Ids of the dragons of which the winner has three."""
    tiles = build.concealed(winner)
    if build.last is not None and build.last[1] not in tiles:
        tiles.append(build.last[1])
    kinds = [tile // 4 for tile in tiles]
    for code in build.melds[winner]:
        # A chi, which has bit 4, has no dragons; a pon has bits 8 or 16.
        if not code & 4:
            kinds += 3 * [(code >> 9) // 3 if code & 24 else code >> 10]
    return [_HAKU + place for place in range(3) if kinds.count(_FIRST_DRAGON + place) >= 3]


def read_ryukyoku(build: EventsBuilder, at: Event) -> None:
    """Read a hand without a winner."""
    deltas, after = at.points("deltas"), at.points("scores")
    label = at.word("reason") if at.has("reason") else None
    kind = None if label is None else DRAWS.get(key(label))
    shown, tenpai = None, None
    # Who shows what at an abortive draw is a custom of Tenhou's, and an mjlog has it.
    if label is None or kind in ASKS_TENPAI:
        shown, tenpai = _shown(build, at), _tenpai(at)
    unknown = label if kind is None else None
    add_draw(build, at.line, Drawn(kind, deltas, after=after, shown=shown, tenpai=tenpai, unknown=unknown))


def _shown(build: EventsBuilder, at: Event) -> dict[Seat, list[TileId]] | None:
    """Tiles of the seats that show their tehai; None where nobody's are stated."""
    tehais = {
        seat: build.shown_ids(seat, at.tiles.all_of(field, _TEHAI, "1 to 14 tiles"))
        for seat, field in enumerate(at.by_seat("tehais") if at.has("tehais") else [])
        if isinstance(field.value, list) and field.value and field.value[0] != UNKNOWN_TILE
    }
    return tehais or None


def _tenpai(at: Event) -> list[Seat] | None:
    """Seats that are tenpai; None where it is not stated."""
    if not at.has("tenpais"):
        return None
    tenpais = at.by_seat("tenpais")
    for field in tenpais:
        if not isinstance(field.value, bool):
            raise field.error("true or false")
    return [seat for seat, field in enumerate(tenpais) if field.value]
