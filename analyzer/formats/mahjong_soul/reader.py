"""Games of Mahjong Soul's own records, record by record, as columns of `Events`."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from analyzer.errors import Location, MalformedLog
from analyzer.formats.builder import (
    KIND_OF_FACE,
    RED_FACES,
    Claimed,
    EventsBuilder,
    Face,
    first_copies,
    note_reds,
    red_tiles,
)
from analyzer.formats.events import (
    MAX_HANDS,
    UNKNOWN_DRAW_KIND,
    Claim,
    Contradiction,
    Oddity,
    ReadGame,
    SoulTable,
    read_each,
)
from analyzer.formats.headers import Header, stated_names
from analyzer.formats.mahjong_soul.messages import FACE_OF, MAX_BYTES, At, Message, SoulRecords, games_of
from analyzer.formats.meld_codes import decode_call, encode_kita, encode_meld
from analyzer.formats.tenhou6.document import Field
from analyzer.garbage import not_collecting
from analyzer.vocabulary import (
    NO_SEAT,
    NO_TILE,
    RIICHI_STICK,
    SEATS,
    DrawKind,
    EndKind,
    PlayKind,
    Seat,
    TileId,
)

__all__ = ["read_mahjong_soul"]

TABLES: Final = tomllib.loads(Path(__file__).with_name("tables.toml").read_text(encoding="utf-8"))
_YAKU: Final = {int(number): yaku for number, yaku in TABLES["yaku"].items()}
"""Tenhou's id by that of Mahjong Soul."""
_SEAT_WIND, _ROUND_WIND, _URA = 10, 11, 53
_YAKUMAN: Final = range(36, 52)
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
_MOST_SHOWN: Final = 14
_MELDS: Final = {
    PlayKind.CHI: "shunzi",
    PlayKind.PON: "kezi",
    PlayKind.DAIMINKAN: "minggang",
    PlayKind.KAKAN: "minggang",
    PlayKind.ANKAN: "angang",
}
_MELD: Final = re.compile(r"([a-z]{4,8})\(((?:[0-9][mpsz],){2,3}[0-9][mpsz])\)")

_Note = tuple[Oddity, int, str | None]
"""What is to be noted of a result: oddity, detail and words."""


class Start(NamedTuple):
    """What a hand begins with."""

    chang: int
    dealer: Seat
    norths: dict[Seat, list[int]]
    """Codes of norths set aside, by seat."""


def _running(build: EventsBuilder) -> list[int]:
    """Scores at the start of the hand less the sticks paid."""
    return [score - RIICHI_STICK * build.accepted.count(seat) for seat, score in enumerate(build.scores)]


def _add(build: EventsBuilder, element: int, claimed: Claimed, notes: list[_Note]) -> None:
    """Add a result, the first of its hand with the sticks."""
    sticks = 0 if build.results_now else build.kyotaku + len(build.accepted)
    build.result(element, claimed._replace(honba=build.honba, kyotaku=sticks))
    for code, detail, text in notes:
        build.note(code, element, detail, text=text)


def _unstated(claims: int) -> list[_Note]:
    return [(Oddity.UNSTATED, claims, None)] if claims else []


def read_hule(build: EventsBuilder, start: Start, at: At) -> None:
    """Read RecordHule: each win with what its seat has in ``delta_scores``, the first with all else of it."""
    wins = at.each("hules")
    if not 1 <= len(wins) < SEATS:
        raise at.error("hules", "1 to 3 wins")
    before, total = at.points("old_scores"), at.points("delta_scores")
    after = at.points("scores")
    unstated = Claim.SCORES_BEFORE * (before is None) | Claim.DELTAS * (total is None)
    scores = _running(build) if before is None else before
    sticks = build.kyotaku + len(build.accepted)
    ura = [build.new(face) for face in max((win.faces("li_doras") for win in wins), key=len)]
    for place, win in enumerate(wins):
        claimed = Claimed(EndKind.AGARI, winner=win.seat(), loser=_loser(build, win))
        if total is not None:
            deltas = total.copy() if place == 0 else [0] * SEATS
            for other in wins[1:] if place == 0 else [win]:
                sign = -1 if place == 0 else 1
                deltas[other.seat()] += sign * total[other.seat()]
                deltas[claimed.loser] -= sign * total[other.seat()]
            claimed = claimed._replace(scores=scores, deltas=deltas)
            scores = [score + delta for score, delta in zip(scores, deltas, strict=True)]
        points = _points(start, win, claimed, (_HONBA * build.honba + RIICHI_STICK * sticks) * (place == 0))
        claimed, notes = _won(build, start, win, claimed._replace(points=points or None), ura)
        notes += _unstated(unstated)
        # It is false, too, where a form leaves it out.
        if win.data["qinjia"] and claimed.winner != start.dealer:
            notes.append((Oddity.CONTRADICTION, int(Contradiction.DEALER), None))
        _add(build, at.element, claimed, notes)
    # Payments that do not add up, and scores before that are wrong, are findings of their own.
    if total is not None and sum(total) == RIICHI_STICK * sticks:
        due = [score + delta for score, delta in zip(_running(build), total, strict=True)]
        if after not in (None, due):
            build.note(Oddity.CONTRADICTION, at.element, int(Contradiction.SCORES_AFTER))


def _loser(build: EventsBuilder, win: At) -> Seat:
    """Who dealt in, the winner itself of a tsumo; where play has nobody, the next seat."""
    winner = win.seat()
    if win.data["zimo"]:
        return winner
    if build.last is not None and build.last[0] != winner:
        return build.last[0]
    return (winner + 1) % build.players


def _points(start: Start, win: At, claimed: Claimed, extra: int) -> int:
    """Points of a win as stated; of two statements the one that the payments do not bear out."""
    rong, dealer, other = (win.data[name] for name in ("point_rong", "point_zimo_qin", "point_zimo_xian"))
    payers = win.players - 1
    points = int(rong)
    if claimed.loser == claimed.winner:
        points = other * payers if claimed.winner == start.dealer else dealer + other * (payers - 1)
    value = win.data["dadian"]
    # What it says of three players is not measured.
    if value and win.players == SEATS and claimed.deltas and claimed.deltas[claimed.winner] == points + extra:
        return int(value)
    return points


def _won(
    build: EventsBuilder, start: Start, win: At, claimed: Claimed, ura: list[TileId]
) -> tuple[Claimed, list[_Note]]:
    """One win with all that it claims."""
    winner, is_yakuman, notes = win.seat(), win.data["yiman"], list[_Note]()
    machi, hand = build.last_as(win.face("hu_tile")), win.faces("hand")
    han_of, yakuman, unknown = Counter[int](), list[int](), list[str]()
    for fan in win.each("fans"):
        number, han = fan.data["id"], fan.number("val")
        turn = {_SEAT_WIND: winner - start.dealer, _ROUND_WIND: start.chang}.get(number, 0)
        yaku = _YAKU.get(number, -1) + turn % (win.players if number == _SEAT_WIND else SEATS)
        if yaku < 0:
            unknown.append(f"yaku {number}")
        elif yaku in _YAKUMAN and is_yakuman:
            yakuman.append(yaku)
        elif han or yaku == _URA:
            han_of[yaku] += han
    if winner in build.declared and han_of:
        han_of[_URA] += 0
    if unknown:
        notes.append((Oddity.UNKNOWN_YAKU, -1, ", ".join(unknown)))
    elif not is_yakuman and win.data["count"] not in (0, han_of.total()):
        notes.append((Oddity.COUNTED, win.number("count"), None))
    if claimed.points is None:
        notes.append((Oddity.NO_POINTS, -1, None))
    melds = _melds(build, winner, win.data["ming"])
    if melds is None:
        notes += _unstated(Claim.WIN_MELDS)
    title, liable = win.number("title_id"), win.number("baopai", win.players)
    return claimed._replace(
        pao_seat=liable - 1 if liable else NO_SEAT,
        shown={winner: sorted([*build.shown_ids(winner, hand), machi])} if hand else {},
        machi=machi,
        dora=_same(build, build.indicators, win.faces("doras")),
        ura=_same(build, ura, win.faces("li_doras")),
        # Of a yakuman fu count nothing, and are not measured.
        fu=None if is_yakuman else win.number("fu", 999) or None,
        limit=_LIMITS[title] if title < len(_LIMITS) else 0,
        # Whether norths are among the melds that a record shows is not measured.
        melds=[*(build.melds[winner] if melds is None else melds)[::-1], *start.norths.get(winner, [])],
        yaku={} if is_yakuman else dict(han_of),
        yakuman=yakuman,
    ), notes


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


def read_notile(build: EventsBuilder, _: Start, at: At) -> None:
    """Read RecordNoTile; payments that are left out of a list of scores are zeros."""
    kind = DrawKind.NAGASHI_MANGAN if at.data["liujumanguan"] else DrawKind.EXHAUSTIVE
    entries, players = at.each("scores"), at.each("players")[: build.players]
    before = entries[0].points("old_scores") if entries else None
    notes = _unstated(Claim.SCORES_BEFORE * (before is None) | Claim.DELTAS * (not entries))
    claimed = Claimed(EndKind.RYUUKYOKU, int(kind))
    if entries:
        paid = [one.points("delta_scores") or [0] * SEATS for one in entries]
        deltas = list(map(sum, zip(*paid, strict=True)))
        claimed = claimed._replace(scores=before or _running(build), deltas=deltas)
    shown = {
        seat: build.shown_ids(seat, one.faces("hand")) or build.concealed(seat)[:_MOST_SHOWN]
        for seat, one in enumerate(players)
        if one.data["tingpai"]
    }
    if not players:
        notes.append((Oddity.UNSHOWN, -1, None))
    _add(build, at.element, claimed._replace(shown=shown), notes)


def read_liuju(build: EventsBuilder, _: Start, at: At) -> None:
    """Read RecordLiuJu, an abortive draw, at which nobody pays; who shows what is Tenhou's custom."""
    number, last = at.number("type"), NO_SEAT if build.last is None else build.last[0]
    kind, everybody = _DRAWS.get(number), range(build.players)
    shows = {
        DrawKind.KYUUSHU_KYUUHAI: [at.seat()],
        DrawKind.SUUCHA_RIICHI: everybody,
        DrawKind.SANCHAHOU: [seat for seat in everybody if seat != last],
    }
    notes = _unstated(Claim.SCORES_BEFORE | Claim.DELTAS | Claim.SHOWN_TILES)
    if kind is None:
        notes.append((Oddity.UNKNOWN_DRAW, -1, f"type {number}"))
    claimed = Claimed(
        EndKind.RYUUKYOKU,
        UNKNOWN_DRAW_KIND if kind is None else int(kind),
        scores=_running(build),
        deltas=[0] * SEATS,
        shown={seat: build.concealed(seat)[:_MOST_SHOWN] for seat in (shows.get(kind, ()) if kind else ())},
    )
    _add(build, at.element, claimed, notes)


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
        # A wall has each red five; other games have one of each suit at least.
        reds = [min(max(seen.count(f"0{suit}"), int("0" in seen)), _COPIES) for suit in "mps"]
        self.build = EventsBuilder(self.players, red_tiles(reds))
        self.table |= SoulTable.RED_FIVES * any(reds)
        if any(reds) or not first.data["paishan"]:
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
        before: At | None = None
        for record in chain(self.game.records(), [None]):
            if before is not None:
                try:
                    self._read(before, record)
                except MalformedLog as error:
                    raise MalformedLog(error.message, Location(element=before.element)) from None
            before = record
        if self.final is not None:
            self.build.end_game(*self.final)
        return ReadGame(self.build.build(), _header(self.game.head))

    def _read(self, at: At, following: At | None) -> None:
        at = at._replace(players=self.players)
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

    def _start(self, at: At, following: At | None) -> None:
        self.hands += 1
        if self.hands > MAX_HANDS:
            raise MalformedLog(f"{at.place}: expected a game of at most {MAX_HANDS} hands, found one more")
        dealer, scores = at.seat("ju"), at.points("scores")
        if scores is None:
            raise at.error("scores", f"points of {self.players} seats")
        self.start = Start(at.number("chang", 3), dealer, {})
        haipai = [at.faces(f"tiles{seat}", [_HAIPAI + (seat == dealer)]) for seat in range(self.players)]
        if following is not None and following.name == "Hule" and following.data["hules"]:
            # Whatever was drawn last, it is won on the tile that is named.
            won = following.each("hules")[0].face("hu_tile")
            haipai[dealer].sort(key=won.__eq__)
        self.build.start_hand(
            at.element,
            kyoku=SEATS * self.start.chang + dealer,
            honba=at.number("ben"),
            kyotaku=at.number("liqibang"),
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
            scores = [score - RIICHI_STICK * paid(one) for one, score in enumerate(self.build.scores)]
            scores[seat] = liqi["score"]
            self.build.riichi_accepted(seat, at.element, scores)
            if liqi["liqibang"] != self.build.kyotaku + len(self.build.accepted):
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


def _seen(game: SoulRecords, first: At) -> str:
    """Tiles of the wall of the first hand; without one, all that the game shows."""
    wall = str(first.data["paishan"])
    if not wall:
        return "0" if any(f"'0{suit}'" in repr(one.data) for one in game.records() for suit in "mps") else ""
    if len(wall) in _LEFT:
        wall += "".join(tile for seat in range(SEATS) for tile in first.data[f"tiles{seat}"])
    return wall
