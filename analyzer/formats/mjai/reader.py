"""Games of mjai, line by line, as columns of `Events`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.errors import MalformedLog
from analyzer.formats.builder import RED_FACES, EventsBuilder
from analyzer.formats.events import MAX_HANDS, Claim, Contradiction, EngineTable, Oddity, ReadGame, read_each
from analyzer.formats.headers import Header, stated_names
from analyzer.formats.mjai.event import FACE_OF, PLAYS, UNKNOWN_TILE, Event, read_hora, read_ryukyoku
from analyzer.formats.mjai.lines import EVENTS, TRAFFIC, GameLines, JsonObject, games_of, malformed
from analyzer.formats.outcomes import end_game, usual_scores
from analyzer.formats.red_fives import note_reds, red_tiles, with_reds_seen
from analyzer.formats.wide_rows import HONBA_LIMIT
from analyzer.formats.words import DRAWS, key
from analyzer.vocabulary import RIICHI_STICK, SEATS, WIND_LETTERS, DrawKind, Seat

_PASSED_OVER: Final = TRAFFIC | {"start_game", "haipai", "end_kyoku"}
_LONGEST_NAME: Final = 200
_TONPUUSEN: Final = 4
"""``kyoku_first`` of a game of East hands only."""
_HANCHAN: Final = 0
_HAIPAI: Final = (13,)
_SEATS: Final[dict[int, dict[object, Seat]]] = {
    players: {seat: seat for seat in range(players)} for players in (3, SEATS)
}
_NO_SEATS: Final[dict[object, Seat]] = {}
_NO_EVENT: Final[JsonObject] = {}
_NO_TILE_DRAWN: Final = -1
_INLINE: Final = ("tsumo", "dahai")
_TAKES: Final = ("chi", "pon")
"""Calls after which a seat discards without a draw."""


def read_mjai(data: bytes, *, first_line: int = 1) -> list[ReadGame | MalformedLog]:
    """Every game in lines of mjai, or why a game cannot be read.

    Columns state more than the lines do.  Melds, honba and sticks of results follow from play, and so do
    tehai and scores that a writer leaves out; oddities MJAI and UNSTATED say what is not stated.

    Args:
        data: The lines, not compressed; or one array of their objects.
        first_line: Line of the file that the bytes begin with.

    Raises:
        MalformedLog: When the bytes are no such lines, or no game in them can be read; the message names the
            line.

    Source: events of Mortal's libriichi, of Gimite's server, and logs of RiichiEnv.
    """
    return read_each(games_of(data, first_line), _read_game)


def _read_game(game: GameLines) -> ReadGame:
    if "haipai" in game.kinds:
        _move_haipai(game)
    return with_reds_seen(lambda reds: _Game(game, reds).read(), [int(game.has_reds)] * len(RED_FACES))


def head_with_names(names: Sequence[object] | None) -> Header:
    """The header of a game of which nothing but the names of the players may be known."""
    return Header() if names is None else Header(stated_names(names), states_people=True)


class _Game:
    """One game that is read event by event, with so many red fives of man, pin and sou in the wall."""

    def __init__(self, game: GameLines, reds: Sequence[int]) -> None:
        self.game = game
        self.players = _find_players(game)
        self.build = EventsBuilder(self.players, red_tiles(reds), element=game.lines[0])
        note_reds(self.build, reds, game.lines[0])
        self.table = EngineTable(EngineTable.RED_FIVES * game.has_reds)
        self.hands = 0
        self.kyoku = 0
        self.unknown: set[str] = set()
        self.is_over = False
        self.implies_sticks = "reach" in game.kinds and "reach_accepted" not in game.kinds
        self.declared: Seat | None = None
        """Where no line says that a riichi stands: whose does unless the next discard is won on."""

    def read(self) -> tuple[EventsBuilder, ReadGame]:
        """The game."""
        head = self._head()
        self._play()
        self.build.of_game[Oddity.MJAI] = int(self.table)
        return self.build, ReadGame(self.build.build(is_cut=self.game.is_cut), head)

    def _head(self) -> Header:
        """The names of the players; what ``start_game`` says of the table is read besides."""
        start = self.game.events[0] if self.game.kinds[0] == "start_game" else {}
        aka_flag, names = start.get("aka_flag"), start.get("names")
        if isinstance(aka_flag, bool):
            self.table = EngineTable(EngineTable.RED_FIVES * aka_flag)
        if start.get("kyoku_first") == _TONPUUSEN or start.get("gametype") == "tonpu":
            self.table |= EngineTable.TONPUUSEN
        elif start.get("kyoku_first") == _HANCHAN or start.get("gametype") == "tonnan":
            self.table |= EngineTable.HANCHAN
        is_stated = isinstance(names, list) and len(names) in (self.players, SEATS)
        return head_with_names(names if is_stated else None)

    def _play(self) -> None:
        """Read every event; draws and discards, which most are, with look-ups in place of checks."""
        game, build, face_of = self.game, self.build, FACE_OF
        draw, discard, seats = build.draw, build.discard, _NO_SEATS
        drawn: int | None = None
        is_first, is_laid = True, False
        kind, event, line = "", _NO_EVENT, 0
        try:
            for kind, event, line in zip(game.kinds, game.events, game.lines, strict=True):
                if is_laid and kind not in TRAFFIC:
                    self._accept(kind, event, line)
                    is_laid = False
                if kind == "tsumo":
                    seat, drawn = seats[event["actor"]], face_of[event["pai"]]
                    draw(seat, drawn, line)
                elif kind == "dahai":
                    seat, face = seats[event["actor"]], face_of[event["pai"]]
                    is_drawn = event.get("tsumogiri")
                    if drawn is not None and is_drawn is not None and bool(is_drawn) != (face == drawn):
                        copies = len(build.held[seat][face])
                        self._contradicted(line, is_drawn=bool(is_drawn), copies=copies, is_first=is_first)
                    drawn, is_first, is_laid = None, False, self.declared is not None
                    discard(seat, face, line, newest=is_drawn is None or bool(is_drawn))
                else:
                    self._other(kind, Event(event, line, self.players))
                    if kind in _TAKES:
                        drawn = _NO_TILE_DRAWN
                    elif kind == "start_kyoku":
                        seats, is_first = _SEATS[self.players], True
                    elif kind == "end_game":
                        seats = _NO_SEATS
        except (KeyError, TypeError):
            if kind not in _INLINE:
                raise
            raise self._refused(Event(event, line, self.players)) from None

    def _other(self, kind: str, at: Event) -> None:
        """Read what is neither draw nor discard."""
        if self.is_over and kind in EVENTS:
            raise self._refused(at)
        if kind in _PASSED_OVER:
            return
        if kind == "start_kyoku":
            self._start(at)
        elif kind == "end_game":
            self.is_over = True
            end_game(self.build, at.points("scores"))
        elif kind not in EVENTS:
            self._unknown(kind[:_LONGEST_NAME], at.line)
        elif not self.hands:
            raise self._refused(at)
        elif kind == "hora":
            read_hora(self.build, at, self.kyoku)
        elif kind == "ryukyoku":
            read_ryukyoku(self.build, at)
        else:
            PLAYS[kind](self.build, at)
            if kind == "reach" and self.implies_sticks:
                self.declared = at.actor()

    def _contradicted(self, line: int, *, is_drawn: bool, copies: int, is_first: bool) -> None:
        """Say that ``tsumogiri`` is wrong, unless it may mean another copy.

        The first discard of a hand may: the dealer is dealt 14 tiles on Mahjong Soul, and none is drawn.
        """
        if is_drawn or (copies == 1 and not is_first):
            wrong = Contradiction.TSUMOGIRI if is_drawn else Contradiction.TEDASHI
            self.build.note(Oddity.CONTRADICTION, line, int(wrong))

    def _refused(self, at: Event) -> MalformedLog:
        found = repr(at.value.get("type"))[:40]
        if self.is_over:
            return malformed(at.line, "'start_game' after 'end_game'", found)
        if not self.hands:
            return malformed(at.line, "'start_kyoku' before plays", found)
        try:
            at.actor()
            at.pai()
        except MalformedLog as refused:
            return refused
        return malformed(at.line, "an event of mjai", "another")

    def _accept(self, kind: str, event: JsonObject, line: int) -> None:
        """Pay the stick of a riichi that no line mentions, unless its tile is won on."""
        seat, self.declared = self.declared, None
        reason = event.get("reason")
        is_sanchahou = (
            kind == "ryukyoku" and isinstance(reason, str) and DRAWS.get(key(reason)) == DrawKind.SANCHAHOU
        )
        is_ron = kind == "hora" and event.get("actor") != event.get("target")
        if seat is not None and not is_sanchahou and not is_ron:
            self.build.riichi_accepted(seat, line)

    def _unknown(self, kind: str, line: int) -> None:
        """Pass over an event that is not known; only the first of its kind is named."""
        self.build.pass_over(line)
        if kind not in self.unknown:
            self.unknown.add(kind)
            self.build.note(Oddity.UNKNOWN_TAG, line)

    def _start(self, at: Event) -> None:
        self.hands += 1
        self.declared = None
        if self.hands > MAX_HANDS:
            raise malformed(at.line, f"a game of at most {MAX_HANDS} hands", "one more")
        sticks = "kyotaku" if at.has("kyotaku") else "kyoutaku"
        # The dealer is the seat that the kyoku is named after, where it is not stated.
        is_told = at.has("kyoku") and not at.has("oya")
        oya = at.number("kyoku", 1, self.players) - 1 if is_told else at.seat("oya")
        honba = at.number("honba", 0, HONBA_LIMIT, 0)
        kyotaku = at.number(sticks, 0, HONBA_LIMIT, 0)
        kyoku = self._kyoku(at, oya)
        stated = at.points("scores")
        before = self.build.scores if self.hands > 1 else self._first_scores() if stated is None else []
        self.build.start_hand(
            at.line,
            kyoku=kyoku,
            honba=honba,
            kyotaku=kyotaku,
            dealer=oya,
            scores=before if stated is None else stated,
            indicator=at.face("dora_marker"),
            haipai=[at.tiles.all_of(field, _HAIPAI, "13 tiles") for field in at.by_seat("tehais")],
        )
        self.kyoku = kyoku
        if not all(map(at.has, ("honba", sticks, "bakaze", "kyoku"))):
            self.table |= EngineTable.NO_START
        # Our writer says what a line cannot leave out and its source does.
        left_out = at.unstated()
        if stated is None:
            left_out |= Claim.START_SCORES
        if left_out:
            self.build.note(Oddity.UNSTATED, at.line, int(left_out))

    def _kyoku(self, at: Event, oya: Seat) -> int:
        """The kyoku; that of a first round where it is not stated."""
        if not (at.has("bakaze") and at.has("kyoku")):
            return oya
        bakaze = at.value["bakaze"]
        if not isinstance(bakaze, str) or bakaze not in list(WIND_LETTERS):
            raise at.member("bakaze").error("'E', 'S', 'W' or 'N'")
        return SEATS * WIND_LETTERS.index(bakaze) + at.number("kyoku", 1, self.players) - 1

    def _first_scores(self) -> list[int]:
        """Scores that the game begins with, by the first that it states later; else the usual ones."""
        usual, sticks = usual_scores(self.players), [0] * SEATS
        for kind, event, line in zip(self.game.kinds, self.game.events, self.game.lines, strict=True):
            if kind not in ("reach_accepted", "hora", "ryukyoku"):
                continue
            at = Event(event, line, self.players)
            if kind == "reach_accepted":
                sticks[at.actor()] += RIICHI_STICK
            deltas = [0] * SEATS if kind == "reach_accepted" else at.points("deltas")
            scores = at.points("scores")
            if scores is None or deltas is None:
                break
            changes = zip(scores, deltas, sticks, strict=True)
            return [score - delta + stick for score, delta, stick in changes]
        return usual


def _move_haipai(game: GameLines) -> None:
    """Move tiles of seats that have lines of their own into ``tehais`` of their ``start_kyoku``."""
    tehais: object = None
    for place, kind in enumerate(game.kinds):
        if kind == "start_kyoku":
            game.events[place] = {"tehais": [[], [], [], []], **game.events[place]}
            tehais = game.events[place]["tehais"]
        elif kind == "haipai":
            at = Event(game.events[place], game.lines[place])
            if not isinstance(tehais, list) or len(tehais) != SEATS:
                raise malformed(at.line, "'haipai' after a 'start_kyoku' without 'tehais'", "another")
            tehais[at.actor()] = at.value.get("pais")


def _find_players(game: GameLines) -> int:
    """Number of players by the tiles dealt first: the fourth of three has none, or only unknown ones."""
    if "start_kyoku" not in game.kinds:
        return SEATS
    tehais = game.events[game.kinds.index("start_kyoku")].get("tehais")
    if not isinstance(tehais, list) or len(tehais) not in (3, SEATS):
        return SEATS
    hidden = [isinstance(tiles, list) and all(tile == UNKNOWN_TILE for tile in tiles) for tiles in tehais]
    return 3 if len(tehais) == 3 or (hidden[3] and not any(hidden[:3])) else SEATS
