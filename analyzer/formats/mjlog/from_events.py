"""A game as an mjlog: what the source states, and the tiles that an mjlog must have."""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.formats.claims import Claim
from analyzer.formats.events import Events, Oddity
from analyzer.formats.losses import Converted, LossTable, found_in, in_results, is_mjlog, leaves_out
from analyzer.formats.mjlog.writer import Frame, write_game
from analyzer.formats.one_game import OneGame
from analyzer.vocabulary import ABSENT, ASKS_TENPAI, NO_TILE, PlayKind, Seat

__all__ = ["write_mjlog"]

_BASES: Final = (2000, 3000, 4000, 6000, 8000)
"""Points of each limit, which a dealer gets six times and others four times."""
_NO_YAKU: Final = ' yaku=""'


def write_mjlog(game: OneGame) -> Converted:
    """The game as mjlog, one line.

    Where the source does not state what an mjlog cannot go without (dice, honba and sticks beside a
    result, tehai, melds and tile of a win, tehai of those who are tenpai, scores before payments), it is
    written as play gives it, and told.  What only rules would give (fu, points, yaku) stays absent.
    """
    events = _with_zeros(game.events if is_mjlog(game) else _as_stated(game))
    text = write_game(events, _frame(game), game.row) + "\n"
    if not is_mjlog(game):
        # There a win without yaku claims nothing, and an empty list would claim that it has none.
        text = text.replace(_NO_YAKU, "")
    return Converted(text, "mjlog", found_in(game, _LOST), found_in(game, _FILLED))


def _frame(game: OneGame) -> Frame:
    headers, row = game.headers, game.row
    people = headers.people
    dan = [one for one in people.dan[row] if one is not None]
    rate = [one for one in people.rate[row] if one is not None]
    sex = [one for one in people.sex[row] if one is not None]
    whole = len(game.names)
    seeds = headers.hand_seeds[row]
    names = (*game.names, "", "", "", "")
    return Frame(
        headers.seeds[row],
        (names[0], names[1], names[2], names[3]),
        tuple(dan) if len(dan) == whole else (),
        tuple(rate) if len(rate) == whole else (),
        tuple(sex) if len(sex) == whole else (),
        tuple(seed or "" for seed in seeds) if any(seeds) else (),
        game.announcement,
    )


def _as_stated(game: OneGame) -> Events:
    """The events without what the source does not state, as far as an mjlog can go without it."""
    events = game.events
    dice = np.where(events.hands.dice == NO_TILE, 0, events.hands.dice).astype(np.uint8)
    ten, scores, melds = (
        column.copy() for column in (events.results.ten, events.results.scores, events.results.melds)
    )
    for hand in game.hands:
        first, stop = events.hands.result_offsets[hand : hand + 2].tolist()
        for row in range(first, stop):
            unstated = game.unstated(int(events.results.element[row]))
            if Claim.WIN_MELDS in unstated:
                codes = _melds(game, hand, int(events.results.winner[row]))
                melds[row] = (codes + [ABSENT] * melds.shape[1])[: melds.shape[1]]
            if Claim.DELTAS in unstated:
                scores[row] = ABSENT
            if ten[row, 1] == ABSENT:
                ten[row] = ABSENT
            elif game.form == Oddity.MJAI:
                ten[row, 2] = _limit(game, hand, row)
    has_owari = events.results.has_owari.copy()
    if game.last_result is not None and game.final_scores() is None:
        has_owari[game.last_result] = False
    results = events.results._replace(ten=ten, scores=scores, melds=melds, has_owari=has_owari)
    return events._replace(hands=events.hands._replace(dice=dice), results=results)


def _with_zeros(events: Events) -> Events:
    """The events with 0 for fu and final results that are not stated, beside points and scores that are."""
    ten, final = events.results.ten.copy(), events.results.final_results.copy()
    ten[(ten[:, 0] == ABSENT) & (ten[:, 1] != ABSENT), 0] = 0
    final[(final == ABSENT).all(axis=1)] = 0
    return events._replace(results=events.results._replace(ten=ten, final_results=final))


def _limit(game: OneGame, hand: int, row: int) -> int:
    """The limit whose value the points of a win are, which no hand below a limit has; 0 for none."""
    results = game.events.results
    points, winner = int(results.ten[row, 1]), int(results.winner[row])
    is_dealer = int(game.events.hands.dealer[hand]) == winner
    shares = 6 if is_dealer else 4
    if winner == int(results.loser[row]) and game.players == 3:
        # Nobody pays for the fourth seat.
        shares = 4 if is_dealer else 3
    limits = [
        limit for limit, base in enumerate(_BASES, 1) if points % shares == 0 and points // shares >= base
    ]
    is_exact = points in (base * shares for base in _BASES) or points >= _BASES[-1] * shares
    return max(limits, default=0) if is_exact else 0


def _melds(game: OneGame, hand: int, seat: Seat) -> list[int]:
    """Codes of the calls of a seat, most recent first, kita among them; a kakan replaces its pon."""
    plays, calls = game.events.plays, game.events.calls
    first, stop = game.events.hands.play_offsets[hand : hand + 2].tolist()
    codes: dict[tuple[int, ...], int] = {}
    for row in range(first, stop):
        kind = int(plays.kind[row])
        if plays.seat[row] != seat or not PlayKind.CHI <= kind <= PlayKind.KITA:
            continue
        call = int(plays.row[row])
        is_pon = kind in (PlayKind.PON, PlayKind.KAKAN)
        key = (PlayKind.PON, int(plays.tile[row]) // 4) if is_pon else (row,)
        codes[key] = int(calls.code[call])
    return list(codes.values())[::-1]


def _states_some_people(game: OneGame) -> bool:
    """Whether grades, ratings or sexes of some players are stated and of others not."""
    people, row = game.headers.people, game.row
    counts = (sum(one is not None for one in column[row]) for column in (people.dan, people.rate, people.sex))
    return any(0 < count < len(game.names) for count in counts)


def _has_valued_limit(game: OneGame) -> bool:
    offsets = game.events.hands.result_offsets
    return game.form == Oddity.MJAI and any(
        game.events.results.ten[row, 1] != ABSENT and _limit(game, hand, row) > 0
        for hand in game.hands
        for row in range(*offsets[hand : hand + 2].tolist())
    )


_LOST: Final[LossTable] = {
    "disconnects": lambda game: game.headers.disconnects[game.row] > 0,
    "grades and ratings that not all players have": _states_some_people,
    "yaku in unknown words": in_results(lambda result: result.unknown_yaku is not None),
    "the kind of a draw": in_results(lambda result: not result.is_win and result.draw_kind is None),
    "an end of the game without final scores": lambda game: (
        game.last_result is not None and not is_mjlog(game) and game.final_scores() is None
    ),
}
"""What an mjlog cannot hold."""
_FILLED: Final[LossTable] = {
    "identities of tiles (numbered as they appear)": lambda game: not is_mjlog(game),
    "dice (0)": lambda game: not is_mjlog(game),
    "honba and sticks of results": leaves_out(Claim.COUNTERS),
    "scores before results": leaves_out(Claim.SCORES_BEFORE),
    "tiles of results": in_results(
        lambda result: (
            (result.is_win or bool(result.shown))
            and (Claim.WIN_TEHAI if result.is_win else Claim.SHOWN_TILES) in result.unstated
        )
    ),
    "who is tenpai at a draw (nobody)": in_results(
        lambda result: (
            not result.is_win
            and (result.draw_kind is None or result.draw_kind in ASKS_TENPAI)
            and result.shown is None
        )
    ),
    "a liable seat of each yakuman (nobody)": in_results(
        lambda result: Claim.PAO in result.unstated and bool(result.yakuman)
    ),
    "fu of wins (0)": in_results(
        lambda result: result.is_win and result.fu is None and result.points is not None
    ),
    "limits of wins (as their points have them)": _has_valued_limit,
    "final results with uma and oka (0)": lambda game: (
        game.final_scores() is not None and game.final_results() is None
    ),
}
"""What an mjlog cannot go without."""
