"""A game as a record of 電脳麻将: what the source states, and the tiles that a result must have."""

from __future__ import annotations

from typing import Final

from analyzer.errors import MalformedLog
from analyzer.formats.builder import KIND_OF_FACE
from analyzer.formats.events import Claim, EngineTable, Oddity, RecordTable
from analyzer.formats.json_document import compact_json
from analyzer.formats.log_id import parse_log_id
from analyzer.formats.majiang.notation import DRAWS, TILES, YAKU_WORDS, Meld, hand_text, meld_text
from analyzer.formats.one_game import (
    LAST_SCORES,
    OF_MJLOG,
    Converted,
    LossTable,
    OneGame,
    OnePlay,
    OneResult,
    found_in,
    has_second_ryuukyoku,
    in_results,
    is_mjlog,
    states_deposits,
    states_people,
    tells_riichi_otherwise,
)
from analyzer.formats.unstated import claim_words
from analyzer.formats.words import YAKU_NAMES
from analyzer.vocabulary import NO_TILE, SEATS, PlayKind, Seat, TileId

_URA_DORA: Final = YAKU_NAMES.index("裏ドラ")
_DOUBLE: Final = [
    YAKU_NAMES.index(name) for name in ("四暗刻単騎", "純正九蓮宝燈", "国士無双１３面", "大四喜")
]
"""Yakuman that may count as two."""
_OF_MELDS: Final = [YAKU_NAMES.index(name) for name in ("大三元", "大四喜", "四槓子")]
"""Yakuman that another seat may be liable for."""
_YAKUMAN_POINTS: Final = 32_000
_SOURCES: Final = " +=-"
_OPEN_KANS: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN)

_DRAW, _DISCARD = PlayKind.DRAW, PlayKind.DISCARD
"""Members of an enumeration are slow to reach before Python 3.12."""

_Message = dict[str, object]


def write_majiang(game: OneGame, log_id: str | None = None) -> Converted:
    """The game as one object of JSON, without a line end.

    Args:
        game: The game.
        log_id: Its log id; one of Tenhou's is written as the title.

    Raises:
        MalformedLog: When it has three players.
    """
    if game.players != SEATS:
        raise MalformedLog("電脳麻将 has games of four players only; this one has three")
    known = None if log_id is None else parse_log_id(log_id)
    qijia = game.record & 3
    by_player = [(seat - qijia) % SEATS for seat in range(SEATS)]
    names = game.names or ("",) * SEATS
    texts = game.written(TILES)
    hands = ",".join([f"[{','.join(_Hand(game, hand, texts).written())}]" for hand in game.hands])
    head = {
        "title": known.text if known is not None and known.text == log_id else "",
        "player": [names[seat] for seat in by_player],
        "qijia": qijia,
    }
    text = f'{compact_json(head)[:-1]},"log":[{hands}],{compact_json(_end(game, by_player))[1:]}'
    return Converted(text, "majiang", found_in(game, _LOST), found_in(game, _FILLED))


def _end(game: OneGame, by_player: list[Seat]) -> _Message:
    """Scores, results and ranks by player; of a game that is not over, the scores of its last hand."""
    scores, results = game.last_scores(), game.final_results()
    if scores is None:
        start = game.events.hands.scores[game.hands[-1]].tolist() if game.hands else []
        return {"defen": [start[seat] for seat in by_player] if start else [], "point": [], "rank": []}
    is_whole = RecordTable.WHOLE_RESULTS in game.record
    order = sorted(range(SEATS), key=lambda seat: -scores[seat])
    points = [] if results is None else [_points_text(results[seat], is_whole=is_whole) for seat in by_player]
    return {
        "defen": [scores[seat] for seat in by_player],
        "point": points,
        "rank": [order.index(seat) + 1 for seat in by_player],
        **_unstated(Claim.FINAL_SCORES if game.leaves_final_scores else Claim(0)),
    }


def _unstated(claims: Claim) -> _Message:
    """What a message has and its source does not state."""
    return {"unstated": claim_words(claims)} if claims else {}


def _points_text(tenths: int, *, is_whole: bool) -> str:
    return f"{tenths // 10}" if is_whole and tenths % 10 == 0 else f"{tenths / 10:.1f}"


class _Hand:
    """A hand that is written play by play, each tile as ``texts`` have it."""

    def __init__(self, game: OneGame, hand: int, texts: list[str]) -> None:
        self.game, self.hand, self.texts = game, hand, texts
        self.hands = game.events.hands
        self.kyoku = int(self.hands.kyoku[hand])
        self.melds: list[list[Meld]] = [[] for _ in range(SEATS)]
        self.in_riichi: set[Seat] = set()
        self.declares = False
        """Whether riichi is declared with the next discard."""
        self.drawn = NO_TILE
        self.kan: PlayKind | None = None
        """The last one, until the discard after it."""
        self.earlier = 0
        """Indicators that are due from kans before the last one."""
        self.due = 0
        self.waiting: list[_Message] = []
        """Indicators that are written behind the next draw or discard."""
        self.unstated = game.unstated(int(self.hands.element[hand]))
        self.shows_late = game.form == Oddity.MAJIANG and Claim.DORA_TIME not in self.unstated

    def written(self) -> list[str]:
        """The messages of the hand, in JSON."""
        messages, texts, kyoku = [compact_json(self._qipai())], self.texts, self.kyoku
        for play in self.game.plays(self.hand):
            kind, seat, tile, is_tsumogiri = play[:4]
            if kind is _DRAW:
                self.drawn = tile
                key, marks = "zimo" if self.kan is None else "gangzimo", ""
            elif kind is _DISCARD:
                key, marks = "dapai", "_" * is_tsumogiri + "*" * self.declares
                self.drawn, self.kan, self.earlier, self.due, self.declares = NO_TILE, None, 0, 0, False
            else:
                messages += map(compact_json, self._other_play(play))
                continue
            # Most of a game: as a text at once, they take a third of the time.
            messages.append(f'{{"{key}":{{"l":{(seat - kyoku) % SEATS},"p":"{texts[tile]}{marks}"}}}}')
            if self.waiting:
                messages += map(compact_json, self.waiting)
                self.waiting = []
        messages += map(compact_json, self.waiting)
        results = self.game.results[self.hand]
        for row, result in enumerate(results, int(self.hands.result_offsets[self.hand])):
            messages.append(compact_json(self._hule(result, row) if result.is_win else self._pingju(result)))
        return messages

    def _wind(self, seat: Seat) -> int:
        return (seat - self.kyoku) % SEATS

    def _by_wind(self, values: list[int] | list[str]) -> list[int] | list[str]:
        return [values[(self.kyoku + wind) % SEATS] for wind in range(SEATS)]  # type: ignore[return-value]

    def _qipai(self) -> _Message:
        haipai = [
            hand_text(map(self.game.face, tiles), None, in_riichi=False, melds=())
            for tiles in self.hands.haipai[self.hand].tolist()
        ]
        return {
            "qipai": {
                "zhuangfeng": self.kyoku // SEATS,
                "jushu": self.kyoku % SEATS,
                "changbang": int(self.hands.honba[self.hand]),
                "lizhibang": int(self.hands.kyotaku[self.hand]),
                "defen": self._by_wind(self.hands.scores[self.hand].tolist()),
                "baopai": self.texts[self.hands.indicator[self.hand]],
                "shoupai": self._by_wind(haipai),
                **_unstated(self.unstated & Claim.START_SCORES),
            }
        }

    def _other_play(self, play: OnePlay) -> list[_Message]:
        """The messages of a call, a riichi or an indicator."""
        match play.kind:
            case PlayKind.RIICHI:
                self.in_riichi.add(play.seat)
                self.declares = True
                return []
            case PlayKind.RIICHI_ACCEPTED:
                return []
            case PlayKind.DORA:
                return self._dora(play)
        meld = self._meld(play)
        self.drawn = NO_TILE
        if play.kind in (PlayKind.ANKAN, *_OPEN_KANS):
            self.earlier, self.due, self.kan = self.earlier + self.due, 1, play.kind
        kind = "gang" if play.kind in (PlayKind.ANKAN, PlayKind.KAKAN) else "fulou"
        return [{kind: {"l": self._wind(play.seat), "m": meld_text(meld)}}]

    def _dora(self, play: OnePlay) -> list[_Message]:
        """An indicator: directly, or behind the message that follows.

        That of an earlier kan is written before the draw that replaces a tile of this one; that of this kan
        behind the draw; that of an open kan, if shown after the draw, where the source has it.
        """
        message: _Message = {"kaigang": {"baopai": self.texts[play.tile]}}
        is_replaced = self.drawn != NO_TILE
        is_late = is_replaced and self.kan in _OPEN_KANS
        if self.earlier:
            self.earlier -= 1
        else:
            self.due = 0
            # After a discard, which ends the wait for it, it stands directly behind that.
            if self.kan is not None and (not is_replaced or (is_late and self.shows_late)):
                self.waiting.append(message)
                return []
        return [message]

    def _meld(self, play: OnePlay) -> Meld:
        """A call, which is added to those of its seat."""
        melds, relative = self.melds[play.seat], (play.source - play.seat) % SEATS
        called = None if play.kind == PlayKind.ANKAN else self.game.face(play.called)
        added, place, others = None, len(melds), [play.called]
        if play.kind == PlayKind.KAKAN:
            added = self.game.face(play.tile)
            others.append(play.tile)
            kind = KIND_OF_FACE[added]
            pons = (one.kind == PlayKind.PON and KIND_OF_FACE[one.own[0]] == kind for one in melds)
            place = next((at for at, is_that in enumerate(pons) if is_that), place)
        own = tuple(self.game.face(tile) for tile in play.tiles if tile not in others)
        meld = Meld(play.kind, own, called, relative, added)
        melds[place : place + 1] = [meld]
        return meld

    def _shown(self, seat: Seat, tiles: list[TileId], last: TileId | None) -> str:
        """Tiles of a seat with its melds; the last stands apart where it is among them."""
        rest = [tile for tile in tiles if tile != last]
        apart = None if last is None or len(rest) == len(tiles) else self.game.face(last)
        melds, in_riichi = self.melds[seat], seat in self.in_riichi
        return hand_text(map(self.game.face, rest), apart, in_riichi=in_riichi, melds=melds)

    def _hule(self, result: OneResult, row: int) -> _Message:
        columns = self.game.events.results
        # Where the source states no tehai, the columns have what play gives.
        tehai = [tile for tile in columns.shown[row, result.winner].tolist() if tile != NO_TILE]
        # Null states no indicators of a riichi, and none of another win.
        states_none = result.ura == [] and result.winner in self.in_riichi
        ura = [self.texts[tile] for tile in result.ura or ()]
        win: _Message = {
            "l": self._wind(result.winner),
            "shoupai": self._shown(result.winner, tehai, result.machi),
            "baojia": None if result.loser == result.winner else self._wind(result.loser),
            "fubaopai": ura if ura or states_none else None,
        }
        hupai = self._hupai(result)
        if result.yakuman:
            win["damanguan"] = sum(len(one["fanshu"]) for one in hupai if isinstance(one["fanshu"], str))
        elif hupai:
            win |= {"fu": result.fu} if result.fu else {}
            win["fanshu"] = sum(han for _, han in result.yaku)
        win |= {} if result.points is None else {"defen": result.points}
        win |= {"hupai": hupai} if hupai else {}
        claims = Claim.WIN_TEHAI | Claim.WIN_MELDS | Claim.PAO
        if result.winner not in self.in_riichi:
            claims |= Claim.URA
        return {"hule": win | self._fenpei(result) | _unstated(result.unstated & claims)}

    def _hupai(self, result: OneResult) -> list[_Message]:
        """Names and han; a yakuman has a star for each that it counts as."""
        listed: list[_Message] = [
            {"name": YAKU_WORDS[number], "fanshu": han}
            for number, han in result.yaku
            if (number, han) != (_URA_DORA, 0)
        ]
        each = _YAKUMAN_POINTS * 3 // 2 if self._wind(result.winner) == 0 else _YAKUMAN_POINTS
        more = (result.points or 0) // each - len(result.yakuman)
        liable = next((number for number in _OF_MELDS if number in result.yakuman), None)
        for number in result.yakuman:
            stars = "**" if more > 0 and number in _DOUBLE else "*"
            more -= len(stars) - 1
            yaku: _Message = {"name": YAKU_WORDS[number], "fanshu": stars}
            if result.pao is not None and number == liable:
                yaku["baojia"] = _SOURCES[(result.pao - result.winner) % SEATS]
            listed.append(yaku)
        if result.unknown_yaku is not None:
            listed.append({"name": result.unknown_yaku, "fanshu": 0})
        return listed

    def _fenpei(self, result: OneResult) -> _Message:
        return {} if result.deltas is None else {"fenpei": self._by_wind(result.deltas)}

    def _pingju(self, result: OneResult) -> _Message:
        name = result.draw_word if result.draw_kind is None else DRAWS.get(result.draw_kind)
        draw: _Message = {} if name is None else {"name": name}
        if result.shown is not None:
            shown = [
                self._shown(seat, result.shown[seat], self.drawn) if seat in result.shown else ""
                for seat in range(SEATS)
            ]
            draw["shoupai"] = self._by_wind(shown)
            draw |= _unstated(result.unstated & Claim.SHOWN_TILES)
        return {"pingju": draw | self._fenpei(result)}


def _shows_after_open_kans(game: OneGame) -> bool:
    """Whether the source states when indicators of open kans are shown."""
    kinds = game.all_plays.kind
    has_time = game.form in (None, Oddity.MJAI)
    return has_time and PlayKind.DORA in kinds and any(kind in kinds for kind in _OPEN_KANS)


_LOST: Final[LossTable] = OF_MJLOG | {
    "type and lobby of the game": lambda game: bool(
        game.go_type is not None or game.soul is not None or game.engine
    ),
    "announced rules": lambda game: any(game.announcement),
    "grades and ratings of players": states_people,
    "starts of hands that are stated in part": lambda game: EngineTable.NO_START in game.engine,
    "scores after riichi sticks": states_deposits,
    "a riichi that does not stand": tells_riichi_otherwise,
    "when indicators of kans are shown": _shows_after_open_kans,
    "scores before results": in_results(lambda result: result.before is not None),
    "the second ryuukyoku of a hand": has_second_ryuukyoku,
    "fu of yakuman": in_results(lambda result: bool(result.yakuman and result.fu)),
    "limits of wins": in_results(lambda result: result.is_win and result.limit > 0),
    "liable seats": in_results(
        lambda result: result.pao is not None and not any(one in result.yakuman for one in _OF_MELDS)
    ),
    "the kind of a draw": lambda game: (
        is_mjlog(game)
        and in_results(lambda result: not result.is_win and result.draw_kind not in DRAWS)(game)
    ),
    "an end of the game without final scores": lambda game: (
        game.last_result is not None and game.last_scores() is None
    ),
}
"""What no message can hold."""
_FILLED: Final[LossTable] = {
    "tiles of results": in_results(
        lambda result: (
            bool((Claim.WIN_TEHAI | Claim.WIN_MELDS) & result.unstated)
            if result.is_win
            else bool(result.shown) and Claim.SHOWN_TILES in result.unstated
        )
    ),
    LAST_SCORES: lambda game: game.leaves_final_scores and game.last_scores() is not None,
}
"""What a result cannot go without."""
