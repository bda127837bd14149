"""Games of mjai as the elements that an mjlog of the same game would have."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypedDict, cast
from urllib.parse import quote

from analyzer.errors import MalformedLog
from analyzer.formats.claims import Claim, Contradiction, EngineTable
from analyzer.formats.each_game import read_each
from analyzer.formats.element_names import DISCARD_TAGS, DRAW_TAGS
from analyzer.formats.events import Oddity, ReadGame, ReadProblem
from analyzer.formats.markup import MAX_HANDS
from analyzer.formats.mjai.elements import Elements
from analyzer.formats.mjai.fields import Fields
from analyzer.formats.mjai.lines import MAX_BYTES, TRAFFIC, GameLines, JsonObject, games_of, malformed
from analyzer.formats.mjai.starts import find_players, first_scores, with_haipai, write_start
from analyzer.formats.mjai.tiles import SEEN_COPY
from analyzer.formats.mjai.words import DRAWS
from analyzer.formats.mjai.write_play import PLAYS, PlayedHand
from analyzer.formats.mjai.write_result import FinalScores, write_hora, write_ryukyoku
from analyzer.formats.tenhou6.words import key
from analyzer.vocabulary import SEATS, DrawKind, Seat, TileId

__all__ = ["read_mjai"]

_DRAW: Final = dict(enumerate(DRAW_TAGS))
_DISCARD: Final = dict(enumerate(DISCARD_TAGS))
_RESULTS: Final = {"hora": write_hora, "ryukyoku": write_ryukyoku}
_INLINE: Final = ("tsumo", "dahai")
_TAKES: Final = ("chi", "pon")
"""Calls after which a seat discards without a draw."""
_LONGEST_NAME: Final = 200
_TONPUUSEN: Final = 4
"""``kyoku_first`` of a game of East hands only."""
_HANCHAN: Final = 0


def read_mjai(
    data: bytes, *, max_bytes: int = MAX_BYTES, first_line: int = 1
) -> list[ReadGame | MalformedLog]:
    """Elements of every game in lines of mjai, or why a game cannot be read.

    Elements state more than the lines do.  Melds, honba and sticks of results follow from play, and so do
    tehai and scores that a writer leaves out; problems MJAI and UNSTATED say what is not stated.

    Args:
        data: The lines, not compressed; or one array of their objects.
        max_bytes: Longer input is refused.
        first_line: Line of the file that the bytes begin with.

    Raises:
        MalformedLog: When the bytes are no such lines, or no game in them can be read; the message names the
            line.

    Source: events of Mortal's libriichi, of Gimite's server, and logs of RiichiEnv.
    """
    with _not_collecting():
        return read_each(games_of(data, max_bytes, first_line), _read_game)


def _read_game(game: GameLines) -> ReadGame:
    if game.refused is not None:
        raise game.refused
    return _Game(game).read()


@contextmanager
def _not_collecting() -> Iterator[None]:
    """Without the garbage collector, which would look at all objects of a log again and again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class _Play(TypedDict, total=False):
    """What a draw or discard must have; where it has not, a look-up fails, and `_refused` says why."""

    actor: Seat
    pai: str
    tsumogiri: bool


class _Game:
    """One game that is read event by event."""

    def __init__(self, game: GameLines) -> None:
        self.game = with_haipai(game)
        self.elements = Elements()
        self.problems: list[ReadProblem] = []
        if not game.has_reds:
            self.problems.append(ReadProblem(Oddity.UNSTATED, 0, detail=int(Claim.RED_FIVES)))
        self.players = find_players(self.game)
        self.table = EngineTable(EngineTable.RED_FIVES * game.has_reds)
        self.hand: PlayedHand | None = None
        self.hands = 0
        self.final, self.last_result = _ending(self.game, self.players)

    def read(self) -> ReadGame:
        """The game."""
        self._begin()
        game = _with_acceptances(self.game)
        self._play(game)
        if game.is_cut:
            self.problems.append(ReadProblem(Oddity.CUT, self.elements.last))
        markup, lines = self.elements.build()
        return ReadGame(
            markup, [ReadProblem(Oddity.MJAI, 0, detail=int(self.table)), *self.problems], None, lines
        )

    def _begin(self) -> None:
        """Write the root and UN, and read what ``start_game`` says of the table."""
        is_start = self.game.kinds[0] == "start_game"
        line, start = self.game.lines[0], self.game.events[0] if is_start else {}
        self.elements.add(line, "mjloggm", (("ver", "2.3"),))
        names = start.get("names")
        if isinstance(names, list) and len(names) in (self.players, SEATS):
            texts = [name[:_LONGEST_NAME] if isinstance(name, str) else "" for name in [*names, ""][:SEATS]]
            quoted = [
                (f"n{seat}", quote(text.encode("utf-8", "replace"), safe=""))
                for seat, text in enumerate(texts)
            ]
            self.elements.add(line, "UN", quoted)
        aka_flag = start.get("aka_flag")
        if isinstance(aka_flag, bool):
            self.table = EngineTable(EngineTable.RED_FIVES * aka_flag)
        if start.get("kyoku_first") == _TONPUUSEN or start.get("gametype") == "tonpu":
            self.table |= EngineTable.TONPUUSEN
        elif start.get("kyoku_first") == _HANCHAN or start.get("gametype") == "tonnan":
            self.table |= EngineTable.HANCHAN

    def _play(self, game: GameLines) -> None:
        """Read every event; draws and discards, which most are, without a call."""
        tags, numbers, lines = self.elements.tags, self.elements.numbers, self.elements.lines
        held: dict[Seat, defaultdict[str, list[TileId]]] = {}
        unseen: dict[str, list[TileId]] = {}
        plays = cast("list[_Play]", game.events)
        event: JsonObject = {}
        line = game.lines[0]
        drawn: str | None = None
        is_first = True
        try:
            for kind, event, play, line in zip(game.kinds, game.events, plays, game.lines, strict=True):
                if kind == "tsumo":
                    seat, text = play["actor"], play["pai"]
                    left = unseen[text]
                    tile = left.pop() if left else SEEN_COPY[text]
                    held[seat][text].append(tile)
                    drawn = text
                    tags.append(_DRAW[seat])
                elif kind == "dahai":
                    seat, text = play["actor"], play["pai"]
                    own = held[seat][text]
                    is_drawn = play.get("tsumogiri")
                    if drawn is not None and is_drawn is not None and bool(is_drawn) != (text == drawn):
                        self._contradicted(is_drawn=is_drawn, copies=len(own), is_first=is_first)
                    drawn, is_first = None, False
                    if own:
                        tile = own.pop() if is_drawn or is_drawn is None else own.pop(0)
                    else:
                        tile = unseen[text].pop() if unseen[text] else SEEN_COPY[text]
                    tags.append(_DISCARD[seat])
                else:
                    self._other(kind, event, line)
                    if kind in _TAKES:
                        drawn = ""
                    elif kind == "start_kyoku":
                        is_first = True
                    if self.hand is not None:
                        held, unseen = self.hand.held, self.hand.unseen
                    continue
                numbers.append(tile)
                lines.append(line)
        except (KeyError, TypeError) as error:
            if event.get("type") not in _INLINE:
                raise
            raise self._refused(event, line) from error

    def _contradicted(self, *, is_drawn: bool, copies: int, is_first: bool) -> None:
        """Say that ``tsumogiri`` of the next element is wrong, unless it may mean another copy.

        The first discard of a hand may: the dealer is dealt 14 tiles on Mahjong Soul, and none is drawn.
        """
        if is_drawn or (copies == 1 and not is_first):
            wrong = Contradiction.TSUMOGIRI if is_drawn else Contradiction.TEDASHI
            self.problems.append(ReadProblem(Oddity.CONTRADICTION, self.elements.last + 1, detail=int(wrong)))

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
        if kind in TRAFFIC or kind in ("start_game", "end_kyoku", "end_game"):
            return
        if kind == "start_kyoku":
            self._start(event, line)
            return
        known = kind in PLAYS or kind in _RESULTS
        if not known:
            self.elements.add_unknown(line, kind[:_LONGEST_NAME])
        elif self.hand is None:
            raise self._refused(event, line)
        elif kind in PLAYS:
            PLAYS[kind](self.hand, Fields(event, line, self.players))
        else:
            final = self.final if event is self.last_result else None
            self.problems += _RESULTS[kind](self.hand, Fields(event, line, self.players), final)

    def _start(self, event: JsonObject, line: int) -> None:
        self.hands += 1
        if self.hands > MAX_HANDS:
            raise malformed(line, f"a game of at most {MAX_HANDS} hands", "one more")
        before = first_scores(self.game, self.players) if self.hand is None else self.hand.scores
        self.hand = PlayedHand(self.elements, self.players, has_reds=self.game.has_reds)
        start = write_start(self.hand, event, line, before)
        if not start.states_table:
            self.table |= EngineTable.NO_START
        if not start.states_scores:
            unstated = ReadProblem(Oddity.UNSTATED, self.elements.last, detail=int(Claim.START_SCORES))
            self.problems.append(unstated)


_OTHERS: Final = ("tsumo", "dahai", "start_kyoku", "end_kyoku", "end_game")


def _is_of_game(kind: str) -> bool:
    """Whether an event is one of a game, which nobody need know."""
    return kind in PLAYS or kind in _RESULTS or kind in _OTHERS


def _ending(game: GameLines, players: int) -> tuple[FinalScores, JsonObject | None]:
    """Final scores in hundreds, none where they are not stated, and the result that ends the game.

    That is None where no ``end_game`` follows the result of the last hand.
    """
    kinds = game.kinds
    if "end_game" not in kinds:
        return None, None
    end = kinds.index("end_game")
    later = next((place for place in range(end + 1, len(kinds)) if _is_of_game(kinds[place])), None)
    if later is not None:
        raise malformed(game.lines[later], "'start_game' after 'end_game'", repr(kinds[later])[:40])
    scores = Fields(game.events[end], game.lines[end], players).hundreds("scores")
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
