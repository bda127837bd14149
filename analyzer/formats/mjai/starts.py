"""Reads how a game and a hand begin: seats, and ``start_kyoku`` as INIT."""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.formats.mjai.fields import Fields
from analyzer.formats.mjai.lines import GameLines, JsonObject, malformed
from analyzer.formats.mjai.tiles import UNKNOWN_TILE
from analyzer.formats.mjai.write_play import PlayedHand
from analyzer.vocabulary import SEATS, Seat

__all__ = ["find_players", "first_scores", "with_haipai", "write_start"]

_WINDS: Final = "ESWN"
_HAIPAI: Final = range(13, 14)
_MOST: Final = 9999
_NO_DICE: Final = (0, 0)
"""mjai states no dice, but INIT must; `decode` blanks them."""
_STICK: Final = 10
_START_HUNDREDS: Final = {3: 350, SEATS: 250}


def with_haipai(game: GameLines) -> GameLines:
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


def find_players(game: GameLines) -> int:
    """Number of players by the tiles dealt first: the fourth of three has none, or only unknown ones."""
    if "start_kyoku" not in game.kinds:
        return SEATS
    tehais = game.events[game.kinds.index("start_kyoku")].get("tehais")
    if not isinstance(tehais, list) or len(tehais) not in (3, SEATS):
        return SEATS
    hidden = [isinstance(tiles, list) and all(tile == UNKNOWN_TILE for tile in tiles) for tiles in tehais]
    return 3 if len(tehais) == 3 or (hidden[3] and not any(hidden[:3])) else SEATS


class Start(NamedTuple):
    """A hand that begins, and what the log states of its start."""

    hand: PlayedHand
    states_scores: bool
    states_table: bool
    """Kyoku, honba and sticks."""


def write_start(hand: PlayedHand, event: JsonObject, line: int, before: list[int]) -> Start:
    """Write INIT.

    Args:
        hand: Before its first play.
        event: The event.
        line: Its line.
        before: Scores that the hand begins with, in hundreds, where the event does not state them.
    """
    at = Fields(event, line, hand.players)
    oya = _dealer(at)
    states_table = _read_table(hand, at, oya)
    stated = at.hundreds("scores")
    hand.scores = list(before if stated is None else stated)
    hand.indicators.append(hand.new(at.tile("dora_marker")))
    haipai = [
        hand.deal(seat, at.tiles("tehais", _HAIPAI, tiles)) for seat, tiles in enumerate(at.items("tehais"))
    ]
    seed = (hand.kyoku, hand.honba, hand.kyotaku, *_NO_DICE, hand.indicators[0])
    dealt = [(f"hai{seat}", haipai[seat] if seat < hand.players else ()) for seat in range(SEATS)]
    hand.elements.add(line, "INIT", [("seed", seed), ("ten", hand.scores), ("oya", (oya,)), *dealt])
    return Start(hand, stated is not None, states_table)


def _dealer(at: Fields) -> Seat:
    """``oya``; where it is not stated, the seat that the kyoku is named after."""
    is_told = at.has("kyoku") and not at.has("oya")
    return at.number("kyoku", 1, at.players) - 1 if is_told else at.seat("oya")


def _read_table(hand: PlayedHand, at: Fields, oya: Seat) -> bool:
    """Read kyoku, honba and sticks; False where some are not stated, which then are those of a first hand."""
    kyotaku = "kyotaku" if at.has("kyotaku") else "kyoutaku"
    hand.honba = at.number("honba", 0, _MOST) if at.has("honba") else 0
    hand.kyotaku = at.number(kyotaku, 0, _MOST) if at.has(kyotaku) else 0
    hand.kyoku = oya
    if at.has("bakaze") and at.has("kyoku"):
        bakaze = at.event["bakaze"]
        if not isinstance(bakaze, str) or len(bakaze) != 1 or bakaze not in _WINDS:
            raise at.error("bakaze", "'E', 'S', 'W' or 'N'")
        hand.kyoku = SEATS * _WINDS.index(bakaze) + at.number("kyoku", 1, hand.players) - 1
    return all(map(at.has, ("honba", kyotaku, "bakaze", "kyoku")))


def first_scores(game: GameLines, players: int) -> list[int]:
    """Scores that a game begins with, in hundreds, by the first that it states later; else the usual ones."""
    usual = [_START_HUNDREDS[players] * (seat < players) for seat in range(SEATS)]
    sticks = [0] * SEATS
    for kind, event, line in zip(game.kinds, game.events, game.lines, strict=True):
        if kind not in ("reach_accepted", "hora", "ryukyoku"):
            continue
        at = Fields(event, line, players)
        if kind == "reach_accepted":
            sticks[at.seat()] += _STICK
        deltas = [0] * SEATS if kind == "reach_accepted" else at.hundreds("deltas")
        scores = at.hundreds("scores")
        if scores is None or deltas is None:
            return usual
        return [score - delta + stick for score, delta, stick in zip(scores, deltas, sticks, strict=True)]
    return usual
