"""Games of Mahjong Soul's own records, record by record, as columns of `Events`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from analyzer.errors import Location, MalformedLog
from analyzer.formats.builder import KIND_OF_FACE, RED_FACES, EventsBuilder, Face, first_copies
from analyzer.formats.events import MAX_HANDS, Claim, Contradiction, Oddity, ReadGame, SoulTable, read_each
from analyzer.formats.headers import Header, stated_names
from analyzer.formats.json_document import Field
from analyzer.formats.mahjong_soul.messages import FACE_OF, Message, Record, SoulRecords, games_of
from analyzer.formats.meld_codes import decode_call, encode_kita, encode_meld
from analyzer.formats.outcomes import Drawn, Won, add_draw, add_win, by_custom, end_game, running_scores
from analyzer.formats.red_fives import note_reds, red_tiles
from analyzer.formats.words import DORA, URA_DORA, YAKU_NAMES
from analyzer.vocabulary import NO_SEAT, NO_TILE, RIICHI_STICK, SEATS, DrawKind, PlayKind, Seat, TileId

TABLES: Final = tomllib.loads(Path(__file__).with_name("tables.toml").read_text(encoding="utf-8"))
_YAKU: Final = {int(number): yaku for number, yaku in TABLES["yaku"].items()}
"""Tenhou's id by that of Mahjong Soul."""
_SEAT_WIND, _ROUND_WIND = 10, 11
_COUNTED_YAKUMAN: Final = 13
"""Han."""
_YAKUMAN: Final = range(YAKU_NAMES.index("人和"), DORA)
_DRAWS: Final = {
    1: DrawKind.KYUUSHU_KYUUHAI,
    2: DrawKind.SUUFON_RENDA,
    3: DrawKind.SUUKAIKAN,
    4: DrawKind.SUUCHA_RIICHI,
    5: DrawKind.SANCHAHOU,
}
"""By ``type`` of RecordLiuJu, as InjusticeJudge and tensoul have it."""
_LIMITS: Final = (0, 1, 2, 3, 4, *[5] * 7)
"""By ``title_id``: yakuman are counted up to six, and a counted one has a title of its own."""
_HONBA: Final = 300
_SHOWN: Final = range(15)
_INDICATORS: Final = range(15)
_MELDS: Final = {
    PlayKind.CHI: "shunzi",
    PlayKind.PON: "kezi",
    PlayKind.DAIMINKAN: "minggang",
    PlayKind.KAKAN: "minggang",
    PlayKind.ANKAN: "angang",
}
_MELD: Final = re.compile(r"([a-z]{4,8})\(((?:[0-9][mpsz],){2,3}[0-9][mpsz])\)")


class Start(NamedTuple):
    """What a hand begins with."""

    chang: int
    dealer: Seat
    norths: dict[Seat, list[int]]
    """Codes of norths set aside, by seat."""


def read_hule(build: EventsBuilder, start: Start, at: Record) -> None:
    """Read RecordHule: each win with what its seat has in ``delta_scores``, the first with all else of it."""
    wins = at.each("hules")
    if not 1 <= len(wins) < SEATS:
        raise at.member("hules").error("1 to 3 wins")
    before, total = at.points("old_scores"), at.points("delta_scores")
    after, running = at.points("scores"), running_scores(build)
    sticks = build.kyotaku + len(build.accepted)
    ura = [build.new(face) for face in max((win.faces("li_doras", _INDICATORS) for win in wins), key=len)]
    for place, win in enumerate(wins):
        winner, loser, deltas = win.seat("seat"), _loser(build, win), None
        if total is not None:
            deltas = total.copy() if place == 0 else [0] * SEATS
            for other in wins[1:] if place == 0 else [win]:
                sign = -1 if place == 0 else 1
                deltas[other.seat("seat")] += sign * total[other.seat("seat")]
                deltas[loser] -= sign * total[other.seat("seat")]
        extra = (_HONBA * build.honba + RIICHI_STICK * sticks) * (place == 0)
        won = Won(
            winner, loser, deltas=deltas, before=before if place == 0 or before is None else build.scores
        )
        won = _won(build, start, win, won._replace(points=_points(start, win, won, extra) or None), ura)
        add_win(build, at.element, won)
        if not won.unknown and not win.value["yiman"]:
            counted, han = win.count("count"), sum(han or 0 for _, han in won.yaku)
            if counted not in (0, han):
                build.note(Oddity.COUNTED, at.element, counted)
        if _is_misnamed(build, start, win, won):
            build.note(Oddity.CONTRADICTION, at.element, int(Contradiction.WINNER))
    # Payments that do not add up, and scores before that are wrong, are findings of their own.
    if total is not None and sum(total) == RIICHI_STICK * sticks:
        due = [score + delta for score, delta in zip(running, total, strict=True)]
        if after not in (None, due):
            build.note(Oddity.CONTRADICTION, at.element, int(Contradiction.SCORES_AFTER))


def _is_misnamed(build: EventsBuilder, start: Start, win: Record, won: Won) -> bool:
    """Whether a winner is said to be the dealer, in riichi or to have a yakuman, and is not.

    Each is false, too, where a form leaves it out.
    """
    han = sum(fan.count("val") for fan in win.each("fans"))
    # Whether it is said of a counted yakuman is not measured.
    may_be_yakuman = bool(won.yaku or won.unknown) or han == 0 or han >= _COUNTED_YAKUMAN
    said = win.value
    return (
        (said["qinjia"] and won.winner != start.dealer)
        or (said["liqi"] and won.winner not in build.declared)
        or (said["yiman"] and not may_be_yakuman)
    )


def _loser(build: EventsBuilder, win: Record) -> Seat:
    """Who dealt in, the winner itself of a tsumo; where play has nobody, the next seat."""
    winner = win.seat("seat")
    if win.value["zimo"]:
        return winner
    if build.last is not None and build.last[0] != winner:
        return build.last[0]
    return (winner + 1) % build.players


def _points(start: Start, win: Record, won: Won, extra: int) -> int:
    """Points of a win as stated; of two statements the one that the payments do not bear out."""
    rong, dealer, other = (win.value[name] for name in ("point_rong", "point_zimo_qin", "point_zimo_xian"))
    payers = win.players - 1
    points = int(rong)
    if won.loser == won.winner:
        points = other * payers if won.winner == start.dealer else dealer + other * (payers - 1)
    value = win.value["dadian"]
    # What it says of three players is not measured.
    if value and win.players == SEATS and won.deltas and won.deltas[won.winner] == points + extra:
        return int(value)
    return points


def _won(build: EventsBuilder, start: Start, win: Record, won: Won, ura: list[TileId]) -> Won:
    """One win with all that it claims."""
    winner, is_yakuman = won.winner, win.value["yiman"]
    machi, hand = build.last_as(win.face("hu_tile")), win.faces("hand", _SHOWN)
    yaku: list[tuple[int, int | None]] = []
    unknown: list[str] = []
    for fan in win.each("fans"):
        number, han = fan.value["id"], fan.count("val")
        turn = {_SEAT_WIND: winner - start.dealer, _ROUND_WIND: start.chang}.get(number, 0)
        known = _YAKU.get(number, -1) + turn % (win.players if number == _SEAT_WIND else SEATS)
        if known < 0:
            unknown.append(f"yaku {number}")
        elif is_yakuman and known in _YAKUMAN:
            yaku.append((known, None))
        elif not is_yakuman and (han or known == URA_DORA):
            yaku.append((known, han))
    melds = _melds(build, winner, win.value["ming"])
    played = build.melds[winner] if melds is None else melds
    title, liable = win.count("title_id"), win.count("baopai", win.players)
    return won._replace(
        machi=machi,
        tehai=sorted([*build.shown_ids(winner, hand), machi]) if hand else None,
        dora=_same(build, build.indicators, win.faces("doras", _INDICATORS)),
        ura=_same(build, ura, win.faces("li_doras", _INDICATORS)),
        # Of a yakuman fu count nothing, and are not measured.
        fu=None if is_yakuman else win.count("fu", 999),
        limit=_LIMITS[title] if title < len(_LIMITS) else 0,
        yaku=yaku,
        unknown=unknown,
        pao=liable - 1 if liable else NO_SEAT,
        # Whether norths are among the melds that a record shows is not measured.
        melds=[*start.norths.get(winner, [])[::-1], *played],
        unstated=Claim.WIN_MELDS if melds is None else Claim(0),
    )


def _melds(build: EventsBuilder, seat: Seat, texts: list[str]) -> list[int] | None:
    """Codes of the melds of a win: those of play where they look the same; None where they say nothing."""
    tiles = np.empty(4, np.uint8)
    played: list[tuple[int, tuple[str | None, list[Face]]]] = []
    for code in build.melds[seat]:
        kind = PlayKind(decode_call(code, seat, tiles)[0])
        faces = [build.face_of(tile) for tile in tiles.tolist() if tile != NO_TILE]
        played.append((code, (_MELDS.get(kind), sorted(faces))))
    codes: list[int] = []
    for text in texts:
        match = _MELD.fullmatch(text)
        stated = sorted(FACE_OF.get(tile, -1) for tile in match[2].split(",")) if match else []
        found = next((one for one in played if match and one[1] == (match[1], stated)), None)
        if found is not None:
            played.remove(found)
            codes.append(found[0])
            continue
        shown = next((one for one, word in _MELDS.items() if match and word == match[1]), None)
        if shown is None or -1 in stated:
            return None
        try:
            # Whom it was called from is not stated.
            codes.append(encode_meld(shown, first_copies(stated), seat, (seat - 1) % SEATS))
        except ValueError:
            return None
    return codes if texts or not played else None


def _same(build: EventsBuilder, tiles: list[TileId], faces: list[Face]) -> list[TileId]:
    """Ids of indicators: of those known where they look the same, else new ones."""
    known = [*tiles, *[None] * len(faces)]
    return [
        tile if tile is not None and build.face_of(tile) == face else build.new(face)
        for tile, face in zip(known, faces, strict=False)
    ]


def read_notile(build: EventsBuilder, _: Start, at: Record) -> None:
    """Read RecordNoTile; payments that are left out of a list of scores are zeros."""
    kind = DrawKind.NAGASHI_MANGAN if at.value["liujumanguan"] else DrawKind.EXHAUSTIVE
    entries, players = at.each("scores"), at.each("players")[: build.players]
    paid = [one.points("delta_scores") or [0] * SEATS for one in entries]
    shown = {
        seat: build.shown_ids(seat, one.faces("hand", _SHOWN)) or build.concealed(seat)[: _SHOWN[-1]]
        for seat, one in enumerate(players)
        if one.value["tingpai"]
    }
    drawn = Drawn(
        kind,
        deltas=list(map(sum, zip(*paid, strict=True))) if entries else None,
        before=entries[0].points("old_scores") if entries else None,
        shown=shown if players else None,
    )
    add_draw(build, at.element, drawn)


def read_liuju(build: EventsBuilder, _: Start, at: Record) -> None:
    """Read RecordLiuJu, an abortive draw, at which nobody pays; who shows what is Tenhou's custom."""
    number, seat = at.count("type"), at.seat("seat")
    kind = _DRAWS.get(number)
    drawn = Drawn(
        kind,
        deltas=[0] * SEATS,
        tenpai=[seat] if kind == DrawKind.KYUUSHU_KYUUHAI else by_custom(build, kind),
        unknown=f"type {number}" if kind is None else None,
        unstated=Claim.DELTAS,
    )
    add_draw(build, at.element, drawn)


_ENDINGS: Final = {"Hule": read_hule, "NoTile": read_notile, "LiuJu": read_liuju}
_LENGTHS: Final = {
    1: SoulTable.TONPUUSEN | SoulTable.FOUR,
    2: SoulTable.HANCHAN | SoulTable.FOUR,
    11: SoulTable.TONPUUSEN | SoulTable.THREE,
    12: SoulTable.HANCHAN | SoulTable.THREE,
}
_FIRST_SPECIAL, _RANKED, _HOSTED = 33, 2, (1, 4)
_HAIPAI: Final = 13
_COPIES: Final = 4
_LEFT: Final = (2 * 83, 2 * 68)
"""Length of a wall that is what is left after the deal."""
_CALLED: Final = (3, 3, 4)
"""Tiles of a chi, pon and open kan."""
_KAKAN, _ANKAN = 2, 3
_WALL: Final = ("paishan", "md5", "sha256", "salt", "saltSha256")


def read_mahjong_soul(data: bytes) -> list[ReadGame | MalformedLog]:
    """Every game of a file, or why a game cannot be read.

    Elements are places in the list of records, from 1; the head is 0.

    Args:
        data: JSON, protobuf, or protobuf as text, not compressed.

    Raises:
        MalformedLog: When the bytes are no record, or no game of them can be read.

    Source: records of 2019 to 2024; descriptors and tables of the client.
    """
    return read_each(games_of(data), lambda game: _Game(game).read())


class _Game:
    """One game that is read record by record."""

    def __init__(self, game: SoulRecords) -> None:
        self.game = game
        self.table = _table(game.head)
        first = next((record for record in game.records() if record.name == "NewRound"), None)
        if first is None:
            raise MalformedLog("expected a record 'RecordNewRound', found none")
        self.players = SEATS if first.value["tiles3"] else SEATS - 1
        seen = _seen(game, first)
        # A wall has each red five; other games have one of each suit at least.
        reds = [min(max(seen.count(f"0{suit}"), int("0" in seen)), _COPIES) for suit in "mps"]
        self.build = EventsBuilder(self.players, red_tiles(reds))
        self.table |= SoulTable.RED_FIVES * any(reds)
        if any(reds) or not first.value["paishan"]:
            note_reds(self.build, reds, 0)
        self.final = _final(game.head, self.players)
        self.start = Start(0, 0, {})
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
        before: Record | None = None
        for record in chain(self.game.records(), [None]):
            if before is not None:
                try:
                    self._read(before, record)
                except MalformedLog as error:
                    raise MalformedLog(error.message, Location(element=before.element)) from None
            before = record
        if self.final is not None:
            end_game(self.build, *self.final)
        return ReadGame(self.build.build(), _header(self.game.head))

    def _read(self, at: Record, following: Record | None) -> None:
        at.players = self.players
        play = _PLAYS.get(at.name)
        if at.name in TABLES["special"]["records"]:
            raise _special(at.name)
        if at.name == "NewRound":
            self._start(at, following)
        elif play is None and at.name not in _ENDINGS:
            if at.name not in self.unknown:
                self.unknown.add(at.name)
                self.build.note(Oddity.UNKNOWN_TAG, at.element)
        elif self.hands == 0:
            raise MalformedLog(f"{at.place}: expected 'RecordNewRound' before plays")
        else:
            self._accept(at)
            if play is not None:
                play(self, at)
            else:
                _ENDINGS[at.name](self.build, self.start, at)

    def _start(self, at: Record, following: Record | None) -> None:
        self.hands += 1
        if self.hands > MAX_HANDS:
            raise MalformedLog(f"{at.place}: expected a game of at most {MAX_HANDS} hands, found one more")
        dealer, scores = at.seat("ju"), at.points("scores")
        if scores is None:
            raise at.member("scores").error(f"points of {self.players} seats")
        self.start = Start(at.count("chang", 3), dealer, {})
        haipai = [at.faces(f"tiles{seat}", [_HAIPAI + (seat == dealer)]) for seat in range(self.players)]
        if following is not None and following.name == "Hule" and following.value["hules"]:
            # Whatever was drawn last, it is won on the tile that is named.
            won = following.each("hules")[0].face("hu_tile")
            haipai[dealer].sort(key=won.__eq__)
        self.build.start_hand(
            at.element,
            kyoku=SEATS * self.start.chang + dealer,
            honba=at.count("ben"),
            kyotaku=at.count("liqibang"),
            dealer=dealer,
            scores=scores,
            indicator=at.faces("doras", range(1, 6))[0] if at.value["doras"] else at.face("dora"),
            haipai=[faces[:_HAIPAI] for faces in haipai],
        )
        self.build.draw(dealer, haipai[dealer][-1], at.element)
        if at.value["paishan"]:
            stated = [at.value[name][:600].replace(",", " ") for name in _WALL]
            self.build.note(Oddity.WALL, at.element, text=",".join(stated))
        self.declared, self.left = None, at.value["left_tile_count"]
        self.drawn = None

    def _accept(self, at: Record) -> None:
        """Pay the stick of a riichi that stands."""
        liqi, seat, self.declared = at.value.get("liqi"), self.declared, None
        if liqi is None:
            if seat is not None and "liqi" in self.game.unsaid and at.name != "Hule":
                self.build.riichi_accepted(seat, at.element)
        elif not liqi["failed"]:
            seat = Record(liqi, f"{at.place}, liqi", self.players).seat("seat")
            scores = running_scores(self.build)
            scores[seat] = liqi["score"]
            self.build.riichi_accepted(seat, at.element, scores)
            if liqi["liqibang"] != self.build.kyotaku + len(self.build.accepted):
                self.build.note(Oddity.CONTRADICTION, at.element, int(Contradiction.STICKS))

    def _show(self, at: Record) -> None:
        """Show the indicators that are new in the list so far."""
        for face in at.faces("doras", range(6))[len(self.build.indicators) :]:
            self.build.dora(face, at.element)

    def draw(self, at: Record) -> None:
        self._show(at)
        self.drawn = at.face("tile")
        self.build.draw(at.seat("seat"), self.drawn, at.element)
        if self.left:
            self.left -= 1
            if at.value["left_tile_count"] != self.left:
                self.build.note(Oddity.CONTRADICTION, at.element, int(Contradiction.LEFT_TILES))
                self.left = 0

    def discard(self, at: Record) -> None:
        seat, face, is_drawn = at.seat("seat"), at.face("tile"), at.value["moqie"]
        self._show(at)
        if at.value["is_liqi"] or at.value["is_wliqi"]:
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

    def call(self, at: Record) -> None:
        seat, kind, froms = at.seat("seat"), at.count("type", 2), at.value["froms"]
        tiles = at.faces("tiles", [_CALLED[kind]])
        taken = [place for place, source in enumerate(froms) if source != seat]
        if len(froms) != len(tiles) or len(taken) != 1 or not 0 <= froms[taken[0]] < self.players:
            raise at.member("froms").error("a seat for each tile, one of them another")
        face, self.drawn = tiles.pop(taken[0]), None
        try:
            if kind and len({KIND_OF_FACE[one] for one in (face, *tiles)}) > 1:
                raise ValueError
            call = (self.build.chi, self.build.pon, self.build.daiminkan)[kind]
            call(seat, froms[taken[0]], face, tiles, at.element)
        except ValueError:
            raise at.member("tiles").error("a sequence or tiles of one kind") from None

    def kan(self, at: Record) -> None:
        seat, face, kind = at.seat("seat"), at.face("tiles"), at.count("type")
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
            raise at.member("type").error("2, an added kan, or 3, a closed one")

    def kita(self, at: Record) -> None:
        self._show(at)
        self.build.kita(at.seat("seat"), FACE_OF["4z"], at.element)
        if self.build.last is not None:
            self.start.norths.setdefault(at.seat("seat"), []).append(encode_kita(self.build.last[1]))


_PLAYS: Final[dict[str, Callable[[_Game, Record], None]]] = {
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
    names = {one["seat"]: one["nickname"] for one in (head or {}).get("accounts", [])}
    return Header(stated_names([names.get(seat) for seat in range(SEATS)]), states_people=bool(names))


def _final(head: Message | None, players: int) -> tuple[list[int], list[int]] | None:
    """Final scores, and results in tenths of thousands; None where they are not stated."""
    result = (head or {}).get("result") or {}
    ranks = {one["seat"]: one for one in result.get("players", [])}
    if not ranks:
        return None
    if {*ranks} != {*range(players)} or any(one["total_point"] % 100 for one in ranks.values()):
        expected = f"results of {players} seats, in hundreds"
        raise Field(result["players"], "head, result, players").error(expected)
    blank = {"part_point_1": 0, "total_point": 0}
    seats = [ranks.get(seat, blank) for seat in range(SEATS)]
    return [one["part_point_1"] for one in seats], [one["total_point"] // 100 for one in seats]


def _seen(game: SoulRecords, first: Record) -> str:
    """Tiles of the wall of the first hand; without one, all that the game shows."""
    wall = str(first.value["paishan"])
    if not wall:
        return "0" if any(f"'0{suit}'" in repr(one.value) for one in game.records() for suit in "mps") else ""
    if len(wall) in _LEFT:
        wall += "".join(tile for seat in range(SEATS) for tile in first.value[f"tiles{seat}"])
    return wall
