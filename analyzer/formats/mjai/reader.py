"""Games of mjai, line by line, as columns of `Events`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from analyzer.errors import MalformedLog
from analyzer.formats.builder import EventsBuilder
from analyzer.formats.claims import Claim, Contradiction, EngineTable
from analyzer.formats.each_game import not_collecting, read_each
from analyzer.formats.events import MAX_HANDS, Oddity, ReadGame
from analyzer.formats.headers import head_of
from analyzer.formats.mjai.fields import Fields
from analyzer.formats.mjai.hand import PLAYS, Hand, start_hand
from analyzer.formats.mjai.lines import MAX_BYTES, TRAFFIC, GameLines, JsonObject, games_of, malformed
from analyzer.formats.mjai.read_result import FinalScores, read_hora, read_ryukyoku
from analyzer.formats.mjai.words import DRAWS, FACE_OF, UNKNOWN_TILE
from analyzer.formats.mjlog.markup import Markup
from analyzer.formats.tenhou6.words import key
from analyzer.vocabulary import AKA_IDS, RIICHI_STICK, SEATS, DrawKind, Seat

__all__ = ["head_with_names", "read_mjai"]

_RESULTS: Final = {"hora": read_hora, "ryukyoku": read_ryukyoku}
_INLINE: Final = ("tsumo", "dahai")
_PASSED_OVER: Final = TRAFFIC | {"start_game", "end_kyoku", "end_game"}
_TAKES: Final = ("chi", "pon")
"""Calls after which a seat discards without a draw."""
_LONGEST_NAME: Final = 200
_TONPUUSEN: Final = 4
"""``kyoku_first`` of a game of East hands only."""
_HANCHAN: Final = 0
_START_SCORES: Final = {3: 35_000, SEATS: 25_000}
_SEATS: Final[dict[int, dict[object, Seat]]] = {
    players: {seat: seat for seat in range(players)} for players in (3, SEATS)
}
_NO_SEATS: Final[dict[object, Seat]] = {}
_NO_TILE_DRAWN: Final = -1


def read_mjai(
    data: bytes, *, max_bytes: int = MAX_BYTES, first_line: int = 1
) -> list[ReadGame | MalformedLog]:
    """Every game in lines of mjai, or why a game cannot be read.

    Columns state more than the lines do.  Melds, honba and sticks of results follow from play, and so do
    tehai and scores that a writer leaves out; oddities MJAI and UNSTATED say what is not stated.

    Args:
        data: The lines, not compressed; or one array of their objects.
        max_bytes: Longer input is refused.
        first_line: Line of the file that the bytes begin with.

    Raises:
        MalformedLog: When the bytes are no such lines, or no game in them can be read; the message names the
            line.

    Source: events of Mortal's libriichi, of Gimite's server, and logs of RiichiEnv.
    """
    with not_collecting():
        return read_each(games_of(data, max_bytes, first_line), _read_game)


def head_with_names(names: Sequence[object] | None) -> Markup:
    """The head of a game whose players have these names; None where they are not stated."""
    people: list[tuple[str, str]] | None = None
    if names is not None:
        texts = [name[:_LONGEST_NAME] if isinstance(name, str) else "" for name in [*names, ""][:SEATS]]
        people = [
            (f"n{seat}", quote(text.encode("utf-8", "replace"), safe="")) for seat, text in enumerate(texts)
        ]
    return head_of({"UN": people})


def _read_game(game: GameLines) -> ReadGame:
    if game.refused is not None:
        raise game.refused
    return _Game(game).read()


class _Game:
    """One game that is read event by event."""

    def __init__(self, game: GameLines) -> None:
        self.game = _with_haipai(game)
        self.players = _find_players(self.game)
        self.build = EventsBuilder(self.players, AKA_IDS if game.has_reds else (), element=self.game.lines[0])
        if not game.has_reds:
            self.build.note(Oddity.UNSTATED, self.game.lines[0], int(Claim.RED_FIVES))
        self.table = EngineTable(EngineTable.RED_FIVES * game.has_reds)
        self.hand: Hand | None = None
        self.hands = 0
        self.unknown: set[str] = set()
        self.final, self.last_result = _ending(self.game, self.players)

    def read(self) -> ReadGame:
        """The game."""
        head = self._head()
        game = _with_acceptances(self.game)
        self._play(game)
        self.build.of_game[Oddity.MJAI] = int(self.table)
        return ReadGame(head, [], None, self.build.build(is_cut=game.is_cut))

    def _head(self) -> Markup:
        """The names of the players; what ``start_game`` says of the table is read besides."""
        start = self.game.events[0] if self.game.kinds[0] == "start_game" else {}
        names = start.get("names")
        if not isinstance(names, list) or len(names) not in (self.players, SEATS):
            names = None
        aka_flag = start.get("aka_flag")
        if isinstance(aka_flag, bool):
            self.table = EngineTable(EngineTable.RED_FIVES * aka_flag)
        if start.get("kyoku_first") == _TONPUUSEN or start.get("gametype") == "tonpu":
            self.table |= EngineTable.TONPUUSEN
        elif start.get("kyoku_first") == _HANCHAN or start.get("gametype") == "tonnan":
            self.table |= EngineTable.HANCHAN
        return head_with_names(names)

    def _play(self, game: GameLines) -> None:
        """Read every event; draws and discards, which most are, with look-ups in place of checks."""
        build, draw, discard, face_of = self.build, self.build.draw, self.build.discard, FACE_OF
        seats = _NO_SEATS
        event: JsonObject = {}
        line = game.lines[0]
        drawn: int | None = None
        is_first = True
        try:
            for kind, event, line in zip(game.kinds, game.events, game.lines, strict=True):
                if kind == "tsumo":
                    seat, drawn = seats[event["actor"]], face_of[event["pai"]]  # type: ignore[index]
                    draw(seat, drawn, line)
                elif kind == "dahai":
                    seat, face = seats[event["actor"]], face_of[event["pai"]]  # type: ignore[index]
                    is_drawn = event.get("tsumogiri")
                    if drawn is not None and is_drawn is not None and bool(is_drawn) != (face == drawn):
                        copies = len(build.held[seat][face])
                        self._contradicted(line, is_drawn=bool(is_drawn), copies=copies, is_first=is_first)
                    drawn, is_first = None, False
                    discard(seat, face, line, newest=is_drawn is None or bool(is_drawn))
                else:
                    self._other(kind, event, line)
                    if kind in _TAKES:
                        drawn = _NO_TILE_DRAWN
                    elif kind == "start_kyoku":
                        seats, is_first = _SEATS[self.players], True
        except (KeyError, TypeError) as error:
            if event.get("type") not in _INLINE:
                raise
            raise self._refused(event, line) from error

    def _contradicted(self, line: int, *, is_drawn: bool, copies: int, is_first: bool) -> None:
        """Say that ``tsumogiri`` is wrong, unless it may mean another copy.

        The first discard of a hand may: the dealer is dealt 14 tiles on Mahjong Soul, and none is drawn.
        """
        if is_drawn or (copies == 1 and not is_first):
            wrong = Contradiction.TSUMOGIRI if is_drawn else Contradiction.TEDASHI
            self.build.note(Oddity.CONTRADICTION, line, int(wrong))

    def _refused(self, event: JsonObject, line: int) -> MalformedLog:
        """Why a draw or discard could not be read."""
        at = Fields(event, line, self.players)
        if self.hand is None:
            return malformed(line, "'start_kyoku' before plays", repr(event.get("type"))[:40])
        try:
            at.seat()
            at.tile()
        except MalformedLog as refused:
            return refused
        return malformed(line, "an event of mjai", "another")

    def _other(self, kind: str, event: JsonObject, line: int) -> None:
        """Read what is neither draw nor discard."""
        if kind in _PASSED_OVER:
            return
        at = Fields(event, line, self.players)
        if kind == "start_kyoku":
            self._start(at)
        elif kind not in PLAYS and kind not in _RESULTS:
            self._unknown(kind[:_LONGEST_NAME], line)
        elif self.hand is None:
            raise self._refused(event, line)
        elif kind in PLAYS:
            PLAYS[kind](self.hand, at)
        else:
            _RESULTS[kind](self.hand, at, self.final if event is self.last_result else None)

    def _unknown(self, kind: str, line: int) -> None:
        """Pass over an event that is not known; only the first of its kind is named."""
        self.build.pass_over(line)
        if kind not in self.unknown:
            self.unknown.add(kind)
            self.build.note(Oddity.UNKNOWN_TAG, line)

    def _start(self, at: Fields) -> None:
        self.hands += 1
        if self.hands > MAX_HANDS:
            raise malformed(at.line, f"a game of at most {MAX_HANDS} hands", "one more")
        before = _first_scores(self.game, self.players) if self.hand is None else self.hand.scores
        start = start_hand(self.build, at, before)
        self.hand = start.hand
        if not start.states_table:
            self.table |= EngineTable.NO_START
        if not start.states_scores:
            self.build.note(Oddity.UNSTATED, at.line, int(Claim.START_SCORES))


_OTHERS: Final = ("tsumo", "dahai", "start_kyoku", "end_kyoku", "end_game")


def _is_of_game(kind: str) -> bool:
    """Whether an event is one of a game, which nobody need know."""
    return kind in PLAYS or kind in _RESULTS or kind in _OTHERS


def _ending(game: GameLines, players: int) -> tuple[FinalScores, JsonObject | None]:
    """Final scores, none where they are not stated, and the result that ends the game.

    That is None where no ``end_game`` follows the result of the last hand.
    """
    kinds = game.kinds
    if "end_game" not in kinds:
        return None, None
    end = kinds.index("end_game")
    later = next((place for place in range(end + 1, len(kinds)) if _is_of_game(kinds[place])), None)
    if later is not None:
        raise malformed(game.lines[later], "'start_game' after 'end_game'", repr(kinds[later])[:40])
    scores = Fields(game.events[end], game.lines[end], players).points("scores")
    for place in range(end - 1, -1, -1):
        if kinds[place] in _RESULTS:
            return scores or [], game.events[place]
        if kinds[place] == "start_kyoku":
            break
    return None, None


def _with_acceptances(game: GameLines) -> GameLines:
    """The game; where no line says that a riichi stands, one is added after each discard that passes."""
    kinds = game.kinds
    if "reach" not in kinds or "reach_accepted" in kinds:
        return game
    added = GameLines([], [], [], game.has_reds, game.is_cut)
    lines: list[int] = []
    declarer = None
    is_laid = False
    for kind, event, line in zip(kinds, game.events, game.lines, strict=True):
        if kind == "reach":
            declarer, is_laid = event.get("actor"), False
        elif declarer is not None and kind not in TRAFFIC:
            if is_laid:
                if not _is_ron(kind, event):
                    added.kinds.append("reach_accepted")
                    added.events.append({"actor": declarer})
                    lines.append(line)
                declarer = None
            is_laid = kind == "dahai"
        added.kinds.append(kind)
        added.events.append(event)
        lines.append(line)
    return added._replace(lines=lines)


def _is_ron(kind: str, event: JsonObject) -> bool:
    """Whether a discard is won on, by one seat or by three."""
    if kind == "ryukyoku":
        reason = event.get("reason")
        return isinstance(reason, str) and DRAWS.get(key(reason)) == DrawKind.SANCHAHOU
    return kind == "hora" and event.get("actor") != event.get("target")


def _with_haipai(game: GameLines) -> GameLines:
    """The game, with ``tehais`` where the tiles of each seat have a line of their own."""
    if "haipai" not in game.kinds:
        return game
    kept = [place for place, kind in enumerate(game.kinds) if kind != "haipai"]
    events = list(game.events)
    start = None
    for place, kind in enumerate(game.kinds):
        if kind == "start_kyoku":
            start = place
            events[place] = {"tehais": [[], [], [], []], **events[place]}
        elif kind == "haipai":
            at = Fields(events[place], game.lines[place])
            tehais = None if start is None else events[start]["tehais"]
            if not isinstance(tehais, list) or len(tehais) != SEATS:
                raise malformed(at.line, "'haipai' after a 'start_kyoku' without 'tehais'", "another")
            tehais[at.seat()] = events[place].get("pais")
    return game._replace(
        kinds=[game.kinds[place] for place in kept],
        events=[events[place] for place in kept],
        lines=[game.lines[place] for place in kept],
    )


def _find_players(game: GameLines) -> int:
    """Number of players by the tiles dealt first: the fourth of three has none, or only unknown ones."""
    if "start_kyoku" not in game.kinds:
        return SEATS
    tehais = game.events[game.kinds.index("start_kyoku")].get("tehais")
    if not isinstance(tehais, list) or len(tehais) not in (3, SEATS):
        return SEATS
    hidden = [isinstance(tiles, list) and all(tile == UNKNOWN_TILE for tile in tiles) for tiles in tehais]
    return 3 if len(tehais) == 3 or (hidden[3] and not any(hidden[:3])) else SEATS


def _first_scores(game: GameLines, players: int) -> list[int]:
    """Scores that a game begins with, by the first that it states later; else the usual ones."""
    usual = [_START_SCORES[players] * (seat < players) for seat in range(SEATS)]
    sticks = [0] * SEATS
    for kind, event, line in zip(game.kinds, game.events, game.lines, strict=True):
        if kind not in ("reach_accepted", "hora", "ryukyoku"):
            continue
        at = Fields(event, line, players)
        if kind == "reach_accepted":
            sticks[at.seat()] += RIICHI_STICK
        deltas = [0] * SEATS if kind == "reach_accepted" else at.points("deltas")
        scores = at.points("scores")
        if scores is None or deltas is None:
            return usual
        return [score - delta + stick for score, delta, stick in zip(scores, deltas, sticks, strict=True)]
    return usual
