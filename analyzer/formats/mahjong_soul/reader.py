"""Games of Mahjong Soul's own records, record by record, as columns of `Events`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Final

from analyzer.errors import Location, MalformedLog
from analyzer.formats.builder import KIND_OF_FACE, RED_FACES, EventsBuilder, Face
from analyzer.formats.claims import Claim, Contradiction
from analyzer.formats.each_game import not_collecting, read_each
from analyzer.formats.events import MAX_HANDS, Oddity, ReadGame, SoulTable
from analyzer.formats.headers import Header, stated_names
from analyzer.formats.mahjong_soul.envelope import MAX_BYTES, SoulRecords, games_of
from analyzer.formats.mahjong_soul.messages import FACE_OF, At, Message
from analyzer.formats.mahjong_soul.results import (
    TABLES,
    Result,
    Start,
    read_hule,
    read_liuju,
    read_notile,
)
from analyzer.formats.meld_codes import encode_kita
from analyzer.formats.tenhou6.document import Field
from analyzer.vocabulary import AKA_IDS, RIICHI_STICK, SEATS, Seat

__all__ = ["read_mahjong_soul"]

_ENDINGS: Final = {"Hule": read_hule, "NoTile": read_notile, "LiuJu": read_liuju}
_LENGTHS: Final = {
    1: SoulTable.TONPUUSEN | SoulTable.FOUR,
    2: SoulTable.HANCHAN | SoulTable.FOUR,
    11: SoulTable.TONPUUSEN | SoulTable.THREE,
    12: SoulTable.HANCHAN | SoulTable.THREE,
}
_FIRST_SPECIAL, _RANKED, _HOSTED = 33, 2, (1, 4)
_HAIPAI: Final = 13
_LEFT: Final = (2 * 83, 2 * 68)
"""Length of a wall that is what is left after the deal."""
_CALLED: Final = (3, 3, 4)
"""Tiles of a chi, pon and open kan."""
_KAKAN, _ANKAN = 2, 3
_WALL: Final = ("paishan", "md5", "sha256", "salt", "saltSha256")


def read_mahjong_soul(data: bytes, *, max_bytes: int = MAX_BYTES) -> list[ReadGame | MalformedLog]:
    """Every game of a file, or why a game cannot be read.

    Elements are places in the list of records, from 1; the head is 0.

    Args:
        data: JSON, protobuf, or protobuf as text, not compressed.
        max_bytes: Longer input is refused.

    Raises:
        MalformedLog: When the bytes are no record, or no game of them can be read.

    Source: records of 2019 to 2024; descriptors and tables of the client.
    """
    with not_collecting():
        return read_each(games_of(data, max_bytes), lambda game: _Game(game).read())


class _Game:
    """One game that is read record by record."""

    def __init__(self, game: SoulRecords) -> None:
        self.game = game
        self.table = _table(game.head)
        first = next((record for record in game.records() if record.name == "NewRound"), None)
        if first is None:
            raise MalformedLog("expected a record 'RecordNewRound', found none")
        self.players = SEATS if first.data["tiles3"] else SEATS - 1
        seen = _seen(game, first)
        reds = (*AKA_IDS, *[AKA_IDS[1] + 1] * (seen.count("0p") > 1)) if "0" in seen else ()
        self.build = EventsBuilder(self.players, reds)
        self.table |= SoulTable.RED_FIVES * bool(reds) | SoulTable.TWO_RED_CIRCLES * (
            len(reds) > len(AKA_IDS)
        )
        if not reds and not first.data["paishan"]:
            self.build.note(Oddity.UNSTATED, 0, int(Claim.RED_FIVES))
        self.final = _final(game.head, self.players)
        self.start = Start(0, 0, 0, 0, [], {})
        self.pending: tuple[int, list[Result]] | None = None
        self.hands = self.left = 0
        self.declared: Seat | None = None
        self.drawn: Face | None = None
        self.unknown: set[str] = set()

    def read(self) -> ReadGame:
        """The game."""
        self.build.of_game |= {Oddity.SOUL_RECORD: 0, Oddity.MAHJONG_SOUL: int(self.table)}
        if SoulTable.HOSTED in self.table:
            rules = _detail_rule(self.game.head)
            self.build.note(Oddity.SOUL_RULES, 0, text=",".join(f"{name} {rules[name]}" for name in rules))
        before: At | None = None
        for record in chain(self.game.records(), [None]):
            if before is not None:
                try:
                    self._read(before, record)
                except MalformedLog as error:
                    raise MalformedLog(error.message, Location(element=before.element)) from None
            before = record
        self._flush(*self.final)
        return ReadGame(self.build.build(), _header(self.game.head))

    def _read(self, at: At, following: At | None) -> None:
        at = at._replace(players=self.players)
        play = _PLAYS.get(at.name)
        if at.name in TABLES["special"]["records"]:
            raise _special(at.name)
        if at.name == "NewRound":
            self._flush()
            self._start(at, following)
        elif play is None and at.name not in _ENDINGS:
            if at.name not in self.unknown:
                self.unknown.add(at.name)
                self.build.note(Oddity.UNKNOWN_TAG, at.element)
        elif self.hands == 0:
            raise MalformedLog(f"{at.place}: expected 'RecordNewRound' before plays")
        else:
            self._flush()
            self._accept(at)
            if play is not None:
                play(self, at)
            else:
                self.pending = at.element, _ENDINGS[at.name](self.build, self.start, at)

    def _flush(self, scores: list[int] | None = None, final: list[int] | None = None) -> None:
        """End the hand with the results that were read; with final scores, the game."""
        element, results = self.pending or (0, [])
        self.pending = None
        for place, (claimed, notes) in enumerate(results):
            if scores is not None and place == len(results) - 1:
                claimed = claimed._replace(has_owari=True, final_scores=scores, final_results=final)
            sticks = self.start.kyotaku + len(self.build.accepted) if place == 0 else 0
            self.build.result(element, claimed._replace(honba=self.start.honba, kyotaku=sticks))
            for code, detail, text in notes:
                self.build.note(code, element, detail, text=text)

    def _start(self, at: At, following: At | None) -> None:
        self.hands += 1
        if self.hands > MAX_HANDS:
            raise MalformedLog(f"{at.place}: expected a game of at most {MAX_HANDS} hands, found one more")
        dealer, scores = at.seat("ju"), at.points("scores")
        if scores is None:
            raise at.error("scores", f"points of {self.players} seats")
        self.start = Start(at.number("chang", 3), dealer, at.number("ben"), at.number("liqibang"), scores, {})
        haipai = [at.faces(f"tiles{seat}", [_HAIPAI + (seat == dealer)]) for seat in range(self.players)]
        if following is not None and following.name == "Hule" and following.data["hules"]:
            # Whatever was drawn last, it is won on the tile that is named.
            won = following.each("hules")[0].face("hu_tile")
            haipai[dealer].sort(key=won.__eq__)
        self.build.start_hand(
            at.element,
            kyoku=SEATS * self.start.chang + dealer,
            honba=self.start.honba,
            kyotaku=self.start.kyotaku,
            dealer=dealer,
            scores=scores,
            indicator=at.faces("doras", range(1, 6))[0] if at.data["doras"] else at.face("dora"),
            haipai=[faces[:_HAIPAI] for faces in haipai],
        )
        self.build.draw(dealer, haipai[dealer][-1], at.element)
        if at.data["paishan"]:
            stated = [at.data[name][:600].replace(",", " ") for name in _WALL]
            self.build.note(Oddity.WALL, at.element, text=",".join(stated))
        self.declared, self.left = None, at.data["left_tile_count"]
        self.drawn = None

    def _accept(self, at: At) -> None:
        """Pay the stick of a riichi that stands."""
        liqi, seat, self.declared = at.data.get("liqi"), self.declared, None
        if liqi is None:
            if seat is not None and "liqi" in self.game.unsaid and at.name != "Hule":
                self.build.riichi_accepted(seat, at.element)
        elif not liqi["failed"]:
            seat = At(liqi, f"{at.place}, liqi", self.players).seat()
            paid = self.build.accepted.count
            scores = [score - RIICHI_STICK * paid(one) for one, score in enumerate(self.start.scores)]
            scores[seat] = liqi["score"]
            self.build.riichi_accepted(seat, at.element, scores)
            if liqi["liqibang"] != self.start.kyotaku + len(self.build.accepted):
                self.build.note(Oddity.CONTRADICTION, at.element, int(Contradiction.STICKS))

    def _show(self, at: At) -> None:
        """Show the indicators that are new in the list so far."""
        for face in at.faces("doras", range(6))[len(self.build.indicators) :]:
            self.build.dora(face, at.element)

    def draw(self, at: At) -> None:
        self._show(at)
        self.drawn = at.face()
        self.build.draw(at.seat(), self.drawn, at.element)
        if self.left:
            self.left -= 1
            if at.data["left_tile_count"] != self.left:
                self.build.note(Oddity.CONTRADICTION, at.element, int(Contradiction.LEFT_TILES))
                self.left = 0

    def discard(self, at: At) -> None:
        seat, face, is_drawn = at.seat(), at.face(), at.data["moqie"]
        self._show(at)
        if at.data["is_liqi"] or at.data["is_wliqi"]:
            self.build.riichi(seat, at.element)
            self.declared = seat
        # It is false of the first discard of the dealer, whatever that is, and of one after a call.
        if self.drawn is not None and "moqie" not in self.game.unsaid:
            if is_drawn and face != self.drawn:
                self.build.note(Oddity.CONTRADICTION, at.element, int(Contradiction.TSUMOGIRI))
            elif not is_drawn and face == self.drawn and len(self.build.held[seat][face]) == 1:
                self.build.note(Oddity.CONTRADICTION, at.element, int(Contradiction.TEDASHI))
        newest = is_drawn or self.drawn is None or "moqie" in self.game.unsaid
        self.drawn = None
        self.build.discard(seat, face, at.element, newest=newest)

    def call(self, at: At) -> None:
        seat, kind, froms = at.seat(), at.number("type", 2), at.data["froms"]
        tiles = at.faces("tiles", [_CALLED[kind]])
        taken = [place for place, source in enumerate(froms) if source != seat]
        if len(froms) != len(tiles) or len(taken) != 1 or not 0 <= froms[taken[0]] < self.players:
            raise at.error("froms", "a seat for each tile, one of them another")
        face, self.drawn = tiles.pop(taken[0]), None
        try:
            if kind and len({KIND_OF_FACE[one] for one in (face, *tiles)}) > 1:
                raise ValueError
            call = (self.build.chi, self.build.pon, self.build.daiminkan)[kind]
            call(seat, froms[taken[0]], face, tiles, at.element)
        except ValueError:
            raise at.error("tiles", "a sequence or tiles of one kind") from None

    def kan(self, at: At) -> None:
        seat, face, kind = at.seat(), at.face("tiles"), at.number("type")
        self._show(at)
        if kind == _KAKAN:
            self.build.kakan(seat, face, at.element)
        elif kind == _ANKAN:
            plain = KIND_OF_FACE[face]
            reds = (
                [RED_FACES[plain]] * len(self.build.held[seat][RED_FACES[plain]])
                if plain in RED_FACES
                else []
            )
            self.build.ankan(seat, [*reds, *[plain] * 4][:4], at.element)
        else:
            raise at.error("type", "2, an added kan, or 3, a closed one")

    def kita(self, at: At) -> None:
        self._show(at)
        self.build.kita(at.seat(), FACE_OF["4z"], at.element)
        if self.build.last is not None:
            self.start.norths.setdefault(at.seat(), []).append(encode_kita(self.build.last[1]))


_PLAYS: Final[dict[str, Callable[[_Game, At], None]]] = {
    "DealTile": _Game.draw,
    "DiscardTile": _Game.discard,
    "ChiPengGang": _Game.call,
    "AnGangAddGang": _Game.kan,
    "BaBei": _Game.kita,
}


def _table(head: Message | None) -> SoulTable:
    """Room, length and seats; a special mode, whose rules are others, is refused."""
    config = head and head["config"]
    if not config:
        return SoulTable.NO_ROOM
    mode, room = config["mode"] or {}, (config["meta"] or {}).get("mode_id", 0)
    rules = _detail_rule(head)
    special = next((rule for rule in TABLES["special"]["rules"] if rules.get(rule)), None)
    if room >= _FIRST_SPECIAL or special is not None:
        raise _special(TABLES["special_rooms"].get(str(room), special or f"room {room}"))
    is_melee = room in TABLES["rooms"]["melee"]
    table = _LENGTHS.get(mode.get("mode", 0), SoulTable(0))
    table |= SoulTable.LOCAL_YAKU * (is_melee or bool(rules.get("guyi_mode")))
    if config["category"] in _HOSTED:
        return table | SoulTable.HOSTED
    is_known = config["category"] == _RANKED and (is_melee or room in TABLES["rooms"]["ordinary"])
    return table if is_known else table | SoulTable.NO_ROOM


def _detail_rule(head: Message | None) -> Message:
    """What the host of a room has set, those fields only that the head states."""
    mode = head and head["config"] and head["config"]["mode"]
    return (mode and mode["detail_rule"]) or {}


def _special(name: str) -> MalformedLog:
    return MalformedLog(f"a game of {name}, a special mode of Mahjong Soul with rules of its own")


def _header(head: Message | None) -> Header:
    """The names of the players."""
    names = {one["seat"]: one["nickname"] for one in (head or {}).get("accounts", [])}
    return Header(stated_names([names.get(seat) for seat in range(SEATS)]), states_people=bool(names))


def _final(head: Message | None, players: int) -> tuple[list[int] | None, list[int] | None]:
    """Final scores, and results in tenths of thousands; None where they are not stated."""
    result = (head or {}).get("result") or {}
    ranks = {one["seat"]: one for one in result.get("players", [])}
    if not ranks:
        return None, None
    if {*ranks} != {*range(players)} or any(one["total_point"] % 100 for one in ranks.values()):
        expected = f"results of {players} seats, in hundreds"
        raise Field(result["players"], "head, result, players").error(expected)
    blank = {"part_point_1": 0, "total_point": 0}
    seats = [ranks.get(seat, blank) for seat in range(SEATS)]
    return [one["part_point_1"] for one in seats], [one["total_point"] // 100 for one in seats]


def _seen(game: SoulRecords, first: At) -> str:
    """Tiles of the wall of the first hand; without one, all that the game shows."""
    wall = str(first.data["paishan"])
    if not wall:
        return "0" if any(f"'0{suit}'" in repr(one.data) for one in game.records() for suit in "mps") else ""
    if len(wall) in _LEFT:
        wall += "".join(tile for seat in range(SEATS) for tile in first.data[f"tiles{seat}"])
    return wall
