"""What JSON may leave unstated or contradict, and what mjai says of its table: details of oddities."""

from __future__ import annotations

from enum import IntEnum, IntFlag, unique
from typing import Final

import numpy as np

from analyzer.formats.events import Events, Oddity
from analyzer.vocabulary import ABSENT, AKA_IDS, kyoku_text

__all__ = ["NEVER_STATED", "Claim", "Contradiction", "EngineTable", "RecordTable", "plain_games"]


@unique
class Claim(IntFlag):
    """What an mjlog always states and JSON may leave out."""

    COUNTERS = 1
    """Honba and sticks beside a result."""
    SCORES_BEFORE = 2
    """Scores before a result, or after it."""
    DEPOSIT = 4
    """Scores after a riichi stick."""
    DEALER = 8
    """The dealer beside the kyoku."""
    SHOWN_TILES = 16
    """Tehai at a draw."""
    WIN_TEHAI = 32
    """Tehai of a winner."""
    WIN_MELDS = 64
    """Melds of a winner."""
    PAO = 128
    """The liable seat."""
    FINAL_RESULT = 256
    """Final results with uma and oka."""
    DELTAS = 512
    """Payments of a result."""
    DRAW_KIND = 1024
    """The kind of a draw."""
    URA = 2048
    """Ura indicators of a win."""
    DORA_TIME = 4096
    """When an indicator of a kan is shown."""
    START_SCORES = 8192
    """Scores at the start of a hand."""
    FINAL_SCORES = 16384
    """Final scores with the sticks left; the last scores stand for them."""
    RED_FIVES = 32768
    """A red five: no tile of the game is written as one."""


@unique
class EngineTable(IntFlag):
    """What mjai says of the table as a whole."""

    RED_FIVES = 1
    TONPUUSEN = 2
    NO_START = 4
    """Some hand does not state its kyoku, honba or sticks."""
    HANCHAN = 8


@unique
class RecordTable(IntFlag):
    """What a record of 電脳麻将 says of its table, beside the first dealer in the lowest two bits."""

    WHOLE_RESULTS = 4
    """Final results have no decimals."""
    TWO_RED_CIRCLES = 8
    """Some hands show two red fives of circles."""


@unique
class Contradiction(IntEnum):
    """What a log states, and states otherwise beside it."""

    TSUMOGIRI = 1
    """mjai: ``tsumogiri`` is true of another tile than the one just drawn."""
    TEDASHI = 2
    """mjai: ``tsumogiri`` is false of the tile just drawn, and the seat holds no other copy."""
    RULE = 3
    """tenhou.net/6: the words of ``rule`` are those of another GO type than that of ``ref``."""
    SIXTY = 4
    """tenhou.net/6: the tile just drawn is discarded by its number, and the seat holds no other copy."""
    HAN = 5
    """tenhou.net/6: the han before the points are not those of the yaku."""
    HELD = 6
    """電脳麻将: a kan, or a hand that is shown, has another call or another riichi than play gives."""
    RANK = 7
    """電脳麻将: the ranks are not in the order of the scores."""
    SUM = 8
    """電脳麻将: the han or the number of yakuman of a win is not the sum of its yaku."""
    STICKS = 9
    """Mahjong Soul: the sticks on the table after a riichi are not one more."""
    LEFT_TILES = 10
    """Mahjong Soul: the tiles left are not one fewer than before."""
    SCORES_AFTER = 11
    """Mahjong Soul: the scores after a win are not those before and what is paid."""
    DEALER = 12
    """Mahjong Soul: a winner who is not the dealer is said to be."""


NEVER_STATED: Final = {
    Oddity.TENHOU6: (
        Claim.COUNTERS
        | Claim.SCORES_BEFORE
        | Claim.DEPOSIT
        | Claim.DEALER
        | Claim.SHOWN_TILES
        | Claim.WIN_TEHAI
        | Claim.WIN_MELDS
        | Claim.DORA_TIME
    ),
    Oddity.MJAI: Claim.COUNTERS | Claim.WIN_MELDS | Claim.PAO | Claim.FINAL_RESULT,
    Oddity.MAJIANG: Claim.COUNTERS | Claim.SCORES_BEFORE | Claim.DEPOSIT | Claim.DEALER,
    Oddity.SOUL_RECORD: Claim.COUNTERS | Claim.DEALER,
}
"""What a form never states."""


def plain_games(events: Events) -> dict[int, str | None]:
    """Games of JSON in which no tile is written as a red five, by row of ``games``.

    Returns:
        The first five of which all four copies are seen, and its hand: ``"5m of E1.0"``; None without one.
    """
    oddities, hands, plays, results = events.oddities, events.hands, events.plays, events.results
    says_so = (oddities.code == Oddity.UNSTATED) & (oddities.hand == ABSENT)
    says_so &= oddities.detail & int(Claim.RED_FIVES) != 0
    games: dict[int, str | None] = dict.fromkeys(oddities.game[says_so].tolist())
    if not games:
        return games
    # Readers give the id of a red five to the last copy of a five.
    shown = np.zeros((len(hands.game), len(AKA_IDS)), np.bool_)
    for suit, tile in enumerate(AKA_IDS):
        shown[:, suit] = (hands.haipai == tile).any(axis=(1, 2)) | (hands.indicator == tile)
        rows = np.flatnonzero(plays.tile == tile)
        shown[np.searchsorted(hands.play_offsets, rows, side="right") - 1, suit] = True
        shown[results.hand[(results.ura == tile).any(axis=1)], suit] = True
    for hand, suit in np.argwhere(shown).tolist():
        game = int(hands.game[hand])
        if game in games and games[game] is None:
            kyoku = kyoku_text(int(hands.kyoku[hand]), int(hands.honba[hand]))
            games[game] = f"5{'mps'[suit]} of {kyoku}"
    return games
