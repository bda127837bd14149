"""A game as a record of 電脳麻将: what the source states, and the tiles that a result must have."""

from __future__ import annotations

import json
from typing import Final

from analyzer.errors import MalformedLog
from analyzer.formats.builder import KIND_OF_FACE, RED_FACES, Face
from analyzer.formats.claims import Claim, EngineTable, RecordTable
from analyzer.formats.events import Oddity
from analyzer.formats.log_id import parse_log_id
from analyzer.formats.losses import Converted, Loss, Losses
from analyzer.formats.majiang.notation import DRAWS, TILES, YAKU_WORDS, Meld, hand_text, meld_text
from analyzer.formats.one_game import OneGame, OnePlay, OneResult
from analyzer.formats.tenhou6.words import YAKU_NAMES
from analyzer.vocabulary import NO_TILE, SEATS, DrawKind, PlayKind, Seat, TileId

__all__ = ["write_majiang"]

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
    losses = _losses(game)
    known = None if log_id is None else parse_log_id(log_id)
    qijia = game.record & 3
    by_player = [(seat - qijia) % SEATS for seat in range(SEATS)]
    names = game.names or ("",) * SEATS
    document = {
        "title": known.text if known is not None and known.text == log_id else "",
        "player": [names[seat] for seat in by_player],
        "qijia": qijia,
        "log": [_Hand(game, hand, losses).written() for hand in game.hands],
    }
    document |= _end(game, by_player, losses)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return Converted(text, losses.found())


def _losses(game: OneGame) -> Losses:
    """What no message can hold of the game as a whole."""
    losses, people = Losses(), game.headers.people
    is_mjlog = game.form is None
    losses.note(Loss.IDENTITIES, when=is_mjlog)
    losses.note(Loss.WALL, when=game.headers.seeds[game.row] is not None)
    losses[Loss.DICE] += is_mjlog * len(game.hands)
    losses.note(Loss.TABLE, when=game.go_type is not None or game.soul is not None or bool(game.engine))
    losses.note(Loss.RULES, when=any(game.announcement))
    columns = (people.dan, people.rate, people.sex)
    losses.note(Loss.PEOPLE, when=any(value is not None for column in columns for value in column[game.row]))
    losses[Loss.DISCONNECTS] += game.headers.disconnects[game.row]
    losses.note(Loss.STARTS, when=EngineTable.NO_START in game.engine)
    return losses


def _end(game: OneGame, by_player: list[Seat], losses: Losses) -> _Message:
    """Scores, results and ranks by player; of a game that is not over, the scores of its last hand."""
    scores, results = game.final_scores(), game.final_results()
    if scores is None:
        losses.note(Loss.END, when=game.last_result is not None)
        start = game.events.hands.scores[game.hands[-1]].tolist() if game.hands else []
        return {"defen": [start[seat] for seat in by_player] if start else [], "point": [], "rank": []}
    is_whole = RecordTable.WHOLE_RESULTS in game.record
    order = sorted(range(SEATS), key=lambda seat: -scores[seat])
    points = [] if results is None else [_points_text(results[seat], is_whole=is_whole) for seat in by_player]
    return {
        "defen": [scores[seat] for seat in by_player],
        "point": points,
        "rank": [order.index(seat) + 1 for seat in by_player],
    }


def _points_text(tenths: int, *, is_whole: bool) -> str:
    return f"{tenths // 10}" if is_whole and tenths % 10 == 0 else f"{tenths / 10:.1f}"


class _Hand:
    """A hand that is written play by play.

    Args:
        game: The game.
        hand: Row of the hand.
        losses: Of the game.
    """

    def __init__(self, game: OneGame, hand: int, losses: Losses) -> None:
        self.game, self.hand, self.losses = game, hand, losses
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
        unstated = game.unstated(int(self.hands.element[hand]))
        self.shows_late = game.form == Oddity.MAJIANG and Claim.DORA_TIME not in unstated
        losses.note(Loss.STARTS, when=Claim.START_SCORES in unstated)

    def written(self) -> list[_Message]:
        """The messages of the hand."""
        messages = [self._qipai()]
        plays = [*self.game.plays(self.hand)]
        for play in plays:
            messages += self._play(play)
        messages += self.waiting
        results = self.game.results(self.hand)
        for row, result in enumerate(results, int(self.hands.result_offsets[self.hand])):
            messages.append(self._hule(result, row) if result.is_win else self._pingju(result))
            self._note_result(result)
        self._note_riichi(plays, results)
        return messages

    def _face(self, tile: TileId) -> Face:
        return RED_FACES[tile // 4] if tile in self.game.reds else tile // 4

    def _text(self, tile: TileId) -> str:
        return TILES[self._face(tile)]

    def _wind(self, seat: Seat) -> int:
        """The wind of a seat."""
        return (seat - self.kyoku) % SEATS

    def _by_wind(self, values: list[int] | list[str]) -> list[int] | list[str]:
        return [values[(self.kyoku + wind) % SEATS] for wind in range(SEATS)]  # type: ignore[return-value]

    def _qipai(self) -> _Message:
        haipai = [
            hand_text(map(self._face, tiles), None, in_riichi=False, melds=())
            for tiles in self.hands.haipai[self.hand].tolist()
        ]
        return {
            "qipai": {
                "zhuangfeng": self.kyoku // SEATS,
                "jushu": self.kyoku % SEATS,
                "changbang": int(self.hands.honba[self.hand]),
                "lizhibang": int(self.hands.kyotaku[self.hand]),
                "defen": self._by_wind(self.hands.scores[self.hand].tolist()),
                "baopai": self._text(int(self.hands.indicator[self.hand])),
                "shoupai": self._by_wind(haipai),
            }
        }

    def _play(self, play: OnePlay) -> list[_Message]:
        """The messages of a play, and indicators that have waited for it."""
        wind = self._wind(play.seat)
        match play.kind:
            case PlayKind.DRAW:
                kind = "zimo" if self.kan is None else "gangzimo"
                self.drawn = play.tile
                return self._with_waiting({kind: {"l": wind, "p": self._text(play.tile)}})
            case PlayKind.DISCARD:
                marks = "_" * play.is_tsumogiri + "*" * self.declares
                self.declares = False
                self.drawn, self.kan, self.earlier, self.due = NO_TILE, None, 0, 0
                return self._with_waiting({"dapai": {"l": wind, "p": self._text(play.tile) + marks}})
            case PlayKind.RIICHI:
                self.in_riichi.add(play.seat)
                self.declares = True
                return []
            case PlayKind.RIICHI_ACCEPTED:
                self.losses.note(Loss.DEPOSITS, when=play.scores is not None)
                return []
            case PlayKind.DORA:
                return self._dora(play)
        meld = self._meld(play)
        self.drawn = NO_TILE
        if play.kind in (PlayKind.ANKAN, *_OPEN_KANS):
            self.earlier, self.due, self.kan = self.earlier + self.due, 1, play.kind
        kind = "gang" if play.kind in (PlayKind.ANKAN, PlayKind.KAKAN) else "fulou"
        return [{kind: {"l": wind, "m": meld_text(meld)}}]

    def _with_waiting(self, message: _Message) -> list[_Message]:
        messages, self.waiting = [message, *self.waiting], []
        return messages

    def _dora(self, play: OnePlay) -> list[_Message]:
        """An indicator: directly, or behind the message that follows.

        That of an earlier kan is written before the draw that replaces a tile of this one; that of this kan
        behind the draw; that of an open kan, if shown after the draw, where the source has it.
        """
        message: _Message = {"kaigang": {"baopai": self._text(play.tile)}}
        is_replaced = self.drawn != NO_TILE
        is_late = is_replaced and self.kan in _OPEN_KANS
        has_time = self.game.form in (None, Oddity.MJAI)
        self.losses.note(Loss.DORA_TIME, when=has_time and self.kan in _OPEN_KANS and not self.earlier)
        if self.earlier:
            self.earlier -= 1
        else:
            self.due = 0
            if not is_replaced or (is_late and self.shows_late):
                self.waiting.append(message)
                return []
        return [message]

    def _meld(self, play: OnePlay) -> Meld:
        """A call, which is added to those of its seat."""
        melds, relative = self.melds[play.seat], (play.source - play.seat) % SEATS
        called = None if play.kind == PlayKind.ANKAN else self._face(play.called)
        added, place, others = None, len(melds), [play.called]
        if play.kind == PlayKind.KAKAN:
            added = self._face(play.tile)
            others.append(play.tile)
            kind = KIND_OF_FACE[added]
            pons = (one.kind == PlayKind.PON and KIND_OF_FACE[one.own[0]] == kind for one in melds)
            place = next((at for at, is_that in enumerate(pons) if is_that), place)
        own = tuple(self._face(tile) for tile in play.tiles if tile not in others)
        meld = Meld(play.kind, own, called, relative, added)
        melds[place : place + 1] = [meld]
        return meld

    def _shown(self, seat: Seat, tiles: list[TileId], last: TileId | None) -> str:
        """Tiles of a seat with its melds; the last stands apart where it is among them."""
        rest = [tile for tile in tiles if tile != last]
        apart = None if last is None or len(rest) == len(tiles) else self._face(last)
        melds, in_riichi = self.melds[seat], seat in self.in_riichi
        return hand_text(map(self._face, rest), apart, in_riichi=in_riichi, melds=melds)

    def _hule(self, result: OneResult, row: int) -> _Message:
        columns = self.game.events.results
        # Where the source states no tehai, the columns have what play gives.
        tehai = [tile for tile in columns.shown[row, result.winner].tolist() if tile != NO_TILE]
        ura = [self._text(tile) for tile in result.ura or ()]
        win: _Message = {
            "l": self._wind(result.winner),
            "shoupai": self._shown(result.winner, tehai, result.machi),
            "baojia": None if result.loser == result.winner else self._wind(result.loser),
            "fubaopai": ura or None,
        }
        hupai = self._hupai(result)
        if result.yakuman:
            win["damanguan"] = sum(len(str(one["fanshu"])) for one in hupai)
        elif hupai:
            win |= {"fu": result.fu} if result.fu else {}
            win["fanshu"] = sum(han for _, han in result.yaku)
        win |= {} if result.points is None else {"defen": result.points}
        win |= {"hupai": hupai} if hupai else {}
        return {"hule": win | self._fenpei(result)}

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
        self.losses.note(Loss.LIABLE, when=result.pao is not None and liable is None)
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
        return {"pingju": draw | self._fenpei(result)}

    def _note_result(self, result: OneResult) -> None:
        """Note what the message of a result cannot hold, or holds as play gives it."""
        losses, is_mjlog = self.losses, self.game.form is None
        losses.note(Loss.COUNTERS, when=is_mjlog)
        losses.note(Loss.SCORES_BEFORE, when=result.before is not None)
        losses.note(Loss.CHIPS, when=result.has_chips)
        if result.is_win:
            as_played = Claim.WIN_TEHAI | Claim.WIN_MELDS
            losses.note(Loss.AS_PLAYED, when=bool(as_played & result.unstated))
            losses.note(Loss.FU, when=bool(result.yakuman and result.fu))
            losses.note(Loss.LIMIT, when=result.limit > 0)
            losses.note(Loss.NOBODY_LIABLE, when=Claim.PAO in result.unstated and bool(result.yakuman))
            return
        losses.note(Loss.AS_PLAYED, when=bool(result.shown) and Claim.SHOWN_TILES in result.unstated)
        losses.note(Loss.DRAW_KIND, when=is_mjlog and result.draw_kind not in DRAWS)

    def _note_riichi(self, plays: list[OnePlay], results: list[OneResult]) -> None:
        """Note a riichi whose stick is paid, or is not, against what readers take from the play."""
        kinds = [play.kind for play in plays if play.kind != PlayKind.DORA]
        unpaid = kinds.count(PlayKind.RIICHI) - kinds.count(PlayKind.RIICHI_ACCEPTED)
        is_won_on = not results or any(
            result.winner != result.loser if result.is_win else result.draw_kind == DrawKind.SANCHAHOU
            for result in results
        )
        ends_with_riichi = kinds[-2:] == [PlayKind.RIICHI, PlayKind.DISCARD]
        self.losses.note(Loss.RIICHI, when=unpaid != (ends_with_riichi and is_won_on))
