"""What a hand is worth on each tile it waits for, and the rules that ask: keishiki, ryanshi, paarenchan."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts, is_one_of
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.points import scoring_rules
from analyzer.settlement.scoring import score_wins
from analyzer.settlement.win_facts import WinFacts, no_facts
from analyzer.vocabulary import KINDS, PlayKind

_EAST: Final = 27
_KINDS: Final = np.arange(KINDS, dtype=np.uint64)
_RYANSHI_HAN: Final = 2
_OPEN: Final = (PlayKind.CHI, PlayKind.PON, PlayKind.DAIMINKAN, PlayKind.KAKAN)


def has_yaku_wait(facts: Facts, kyoku: NDArray[np.int32], rules: RuleSet) -> NDArray[np.bool_]:
    """Whether some wait of a seat gives a yaku by ron, or by tsumo if the hand is closed.

    What luck could add (the last tile, a replacement tile) does not count; riichi does.

    Args:
        facts: The table at the end of each hand.
        kyoku: Of each hand, for the round wind; shape (hands,).
        rules: Uses the fields of the area scoring.

    Returns:
        Shape (hands, seats).
    """
    tenpai = facts.waits != 0
    # Tsumo with a closed hand is a yaku in itself.
    closed = tenpai & (facts.open_melds == 0)
    found: NDArray[np.bool_] = closed | has_ron_yaku(facts, kyoku, rules, tenpai & ~closed)
    return found[:, : rules.seats]


def has_ron_yaku(
    facts: Facts, kyoku: NDArray[np.int32], rules: RuleSet, asked: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether some wait of a seat that did not declare riichi gives a yaku by ron.

    Args:
        facts: The table at the end of each hand; nobody has just drawn.
        kyoku: Of each hand, for the round wind; shape (hands,).
        rules: Uses the fields of the area scoring.
        asked: Seats that are asked for; shape (hands, 4).

    Returns:
        Shape (hands, 4); false where not asked for.
    """
    found = np.zeros(asked.shape, np.bool_)
    hand, seat = np.nonzero(asked)
    players = facts.players[hand]
    silent = no_facts(
        np.zeros(len(hand), np.bool_),
        concealed=facts.concealed[hand, seat],
        meld_kind=facts.meld_kind[hand, seat],
        meld_tile=facts.meld_tile[hand, seat],
    )._replace(
        seat_wind=(_EAST + (seat - facts.dealer[hand]) % players).astype(np.uint8),
        round_wind=(_EAST + kyoku[hand] // 4).astype(np.uint8),
        players=players,
    )
    rows, yaku_han = yaku_of_waits(silent, facts.waits[hand, seat], rules)
    paying = rows[yaku_han > 0]
    found[hand[paying], seat[paying]] = True
    return found


def yaku_of_waits(
    tehai: WinFacts, waits: NDArray[np.uint64], rules: RuleSet
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Han of yaku that each hand has on each tile it waits for, dora excluded.

    Args:
        tehai: Hands as they win, the winning tile still missing from the concealed part.
        waits: Bit per kind that they wait for; shape (wins,).
        rules: Uses the fields of the area scoring.

    Returns:
        For every hand and kind the row of the hand, and the han; shape (pairs,) each.
    """
    waiting = waits[:, None] >> _KINDS & np.uint64(1) != 0
    # A fifth copy cannot come.
    rows, kinds = np.nonzero(waiting & (tehai.concealed < 4))
    won = WinFacts._make(column[rows] for column in tehai)._replace(win_kind=kinds.astype(np.uint8))
    won.concealed[np.arange(len(rows)), kinds] += 1
    return rows, score_wins(won, scoring_rules(rules)).yaku_han


def own_honba_after(own: int, honba: int, *, stays: bool, earned: bool) -> int:
    """Honba of the next hand that its dealer has earned alone: all of them, or 0.

    Args:
        own: Of the hand before.
        honba: All of the hand before.
        stays: Whether its dealer deals again.
        earned: Whether by an own win or by tenpai at an exhaustive draw: not by an abortive draw or chombo.

    Source: Three-player rule page, 2011-09-10, Special Cases, paarenchan: none inherited, no chombo, no
        noten draw.
    """
    # Once there are others on the table, none counts until they are gone.
    return own + 1 if stays and earned and own == honba else 0


def own_honba_of_games(
    game: NDArray[np.int32], honba: NDArray[np.int32], stays: NDArray[np.bool_], earned: NDArray[np.bool_]
) -> NDArray[np.int32]:
    """Honba that each dealer has earned alone when a hand begins; shape (hands,) each.

    Args:
        game: Of each hand; hands of a game follow one another.
        honba: Of each hand.
        stays: Whether the dealer of the hand deals again.
        earned: As for `own_honba_after`.
    """
    own = [0] * len(game)
    for hand in range(1, len(own)):
        if game[hand] == game[hand - 1]:
            before = hand - 1
            own[hand] = own_honba_after(
                own[before], honba[before], stays=bool(stays[before]), earned=bool(earned[before])
            )
    return np.array(own, np.int32)


def is_paarenchan(
    is_dealer: NDArray[np.bool_], honba: NDArray[np.int32], own_honba: NDArray[np.int32], rules: RuleSet
) -> NDArray[np.bool_]:
    """Whether a win is the dealer's ninth, which needs no yaku and is paid as a yakuman.

    Args:
        is_dealer: Whether the winner deals; shape (wins,).
        honba: All that lie on the table; shape (wins,).
        own_honba: Those that the dealer has earned alone; shape (wins,).
        rules: Uses ``paarenchan``.

    Source: Three-player rule page, 2011-09-10, Special Cases, paarenchan: eight honba earned by the dealer
        alone, none inherited; the ninth hand, and not the tenth.
    """
    if rules.paarenchan == 0:
        return np.zeros(len(is_dealer), np.bool_)
    ninth: NDArray[np.bool_] = is_dealer & (own_honba == rules.paarenchan) & (honba == own_honba)
    return ninth


def least_yaku_han(
    honba: NDArray[np.int32], paarenchan: NDArray[np.bool_], rules: RuleSet
) -> NDArray[np.uint8]:
    """Han of yaku, dora excluded, that a win needs; shape (wins,).

    Source: Three-player rule page, 2011-09-10, Special Cases, ryanshi: from four honba on.
    """
    ryanshi = (rules.ryanshi_from > 0) & (honba >= rules.ryanshi_from)
    least = np.where(ryanshi, max(_RYANSHI_HAN, rules.least_han), rules.least_han)
    return np.where(paarenchan, 0, least).astype(np.uint8)


def has_short_wait(
    facts: Facts,
    wins: WinFacts,
    hand: NDArray[np.int32],
    seat: NDArray[np.uint8],
    least: NDArray[np.uint8],
    rules: RuleSet,
) -> NDArray[np.bool_]:
    """Whether an open hand under ryanshi has not two yaku with every tile it waits for; shape (wins,).

    Such a hand may not win, not even on a tile that gives it two.

    Source: Three-player rule page, 2011-09-10, Special Cases, ryanshi: after a call every possible
        finishing tile must give two.
    """
    short = np.zeros(len(hand), np.bool_)
    if rules.ryanshi_from == 0:
        return short
    is_open = is_one_of(wins.meld_kind, _OPEN).any(axis=1)
    rows = np.flatnonzero(is_open & (least > rules.least_han))
    if len(rows):
        tehai = WinFacts._make(column[rows] for column in wins)
        tehai.concealed[np.arange(len(rows)), tehai.win_kind] -= 1
        waits = facts.waits[hand[rows], seat[rows].astype(np.int64)]
        tried, yaku_han = yaku_of_waits(tehai, waits, rules)
        short[rows[tried[yaku_han < least[rows[tried]]]]] = True
    return short
