"""Reads how a game and a hand begin: seats, and ``start_kyoku`` as INIT, with ``haipai`` lines if there are any."""

from __future__ import annotations

from typing import Final

from analyzer.formats.mjai.elements import Elements
from analyzer.formats.mjai.fields import Fields
from analyzer.formats.mjai.lines import GameLines, JsonObject, malformed
from analyzer.formats.mjai.tiles import UNKNOWN_TILE
from analyzer.formats.mjai.write_play import PlayedHand
from analyzer.vocabulary import SEATS

__all__ = ["find_players", "with_haipai", "write_start"]

_WINDS: Final = "ESWN"
_HAIPAI: Final = range(13, 14)
_MOST: Final = 9999
_NO_DICE: Final = (0, 0)
"""mjai states no dice, but INIT must; `decode` blanks them."""
_START_HUNDREDS: Final = {3: 350, SEATS: 250}


def with_haipai(game: GameLines) -> GameLines:
    """The game, where the tiles of each seat have lines of their own, with ``tehais`` as all others have them."""
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


def write_start(
    elements: Elements, event: JsonObject, line: int, players: int, *, has_reds: bool
) -> tuple[PlayedHand, bool]:
    """Write INIT.

    Returns:
        The hand, and whether the log states all that it begins with.
    """
    at = Fields(event, line, players)
    hand = PlayedHand(elements, players, has_reds=has_reds)
    oya = at.seat("oya")
    is_stated = _read_table(hand, at, oya)
    hand.indicators.append(hand.new(at.tile("dora_marker")))
    tehais = at.items("tehais")
    haipai = [hand.deal(seat, at.tiles("tehais", _HAIPAI, tiles)) for seat, tiles in enumerate(tehais)]
    seed = (hand.kyoku, hand.honba, hand.kyotaku, *_NO_DICE, hand.indicators[0])
    attributes = [("seed", seed), ("ten", hand.scores), ("oya", (oya,))]
    dealt = [(f"hai{seat}", haipai[seat] if seat < players else ()) for seat in range(SEATS)]
    elements.add(line, "INIT", [*attributes, *dealt])
    hand.scores = hand.scores.copy()
    return hand, is_stated


def _read_table(hand: PlayedHand, at: Fields, oya: int) -> bool:
    """Read kyoku, honba, sticks and scores; False where some are not stated, which then are those of a start."""
    kyotaku = "kyotaku" if at.has("kyotaku") else "kyoutaku"
    scores = at.hundreds("scores")
    hand.scores = (
        [_START_HUNDREDS[hand.players] * (seat < hand.players) for seat in range(SEATS)]
        if scores is None
        else scores
    )
    hand.honba = at.number("honba", 0, _MOST) if at.has("honba") else 0
    hand.kyotaku = at.number(kyotaku, 0, _MOST) if at.has(kyotaku) else 0
    hand.kyoku = oya
    if at.has("bakaze") and at.has("kyoku"):
        bakaze = at.event["bakaze"]
        if not isinstance(bakaze, str) or len(bakaze) != 1 or bakaze not in _WINDS:
            raise at.error("bakaze", "'E', 'S', 'W' or 'N'")
        hand.kyoku = SEATS * _WINDS.index(bakaze) + at.number("kyoku", 1, hand.players) - 1
    return scores is not None and all(map(at.has, ("honba", kyotaku, "bakaze", "kyoku")))
