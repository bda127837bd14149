"""Is it there?  Ends of games, by the scores, the winds and the ``owari`` of the XML; points in hundreds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.simulation.looks_of_draws import exhausted, tenpai
from tests.simulation.looks_of_wins import Look
from tests.simulation.seen import Game, Hand

TARGET: Final = {4: 300, 3: 400}
"""Tenhou's (format description, 4.7)."""
LAST_OF_SOUTH: Final = {4: 7, 3: 6}
SOUTH, WEST = 4, 8
LAST_OF_WEST: Final = {4: 11, 3: 10}


def is_top(hand: Hand, seat: int) -> bool:
    """Whether nobody has more, and nobody nearer to the first dealer as much."""
    return hand.after.index(max(hand.after)) == seat


def reached(hand: Hand) -> bool:
    return max(hand.after) >= TARGET[hand.players]


def bust(cause: Callable[[Hand, int], bool]) -> Look:
    """The game ends with somebody below zero, who was not before."""

    def look(game: Game, hand: Hand) -> bool:
        below = [seat for seat, score in enumerate(hand.after) if score < 0]
        return game.is_last(hand) and len(below) == 1 and min(hand.scores) >= 0 and cause(hand, below[0])

    return look


def by_ron(hand: Hand, seat: int) -> bool:
    return bool(hand.wins) and not hand.wins[0].tsumo and hand.wins[0].loser == seat


def by_tsumo(hand: Hand, seat: int) -> bool:
    return bool(hand.wins) and hand.wins[0].tsumo and hand.wins[0].seat != seat


def by_noten(hand: Hand, seat: int) -> bool:
    return exhausted(hand) and seat not in tenpai(hand)


def by_nagashi(hand: Hand, seat: int) -> bool:
    return hand.draw_type == "nm" and seat not in hand.nagashi()


def bust_of_all_others(game: Game, hand: Hand) -> bool:
    below = [seat for seat, score in enumerate(hand.after) if score < 0]
    return game.is_last(hand) and hand.wins[0].tsumo and len(below) == game.players - 1


def bust_of_the_dealer(game: Game, hand: Hand) -> bool:
    return bust(by_ron)(game, hand) and hand.after[hand.dealer] < 0


def exact_zero_by_noten(game: Game, hand: Hand) -> bool:
    return exact_zero(game, hand) and exhausted(hand) and hand.after.index(0) not in tenpai(hand)


def exact_zero_by_ron(game: Game, hand: Hand) -> bool:
    return exact_zero(game, hand) and by_ron(hand, hand.after.index(0))


def exact_zero(game: Game, hand: Hand) -> bool:
    return min(hand.after) == 0 and not game.is_last(hand) and 0 in game.next_of(hand).scores


def west_round(game: Game, hand: Hand) -> bool:
    before = game.hands[game.hands.index(hand) - 1]
    return hand.kyoku == WEST and before.kyoku == LAST_OF_SOUTH[game.players] and not reached(before)


def sudden_death(game: Game, hand: Hand) -> bool:
    return (
        game.is_last(hand)
        and WEST <= hand.kyoku < LAST_OF_WEST[game.players]
        and max(hand.scores) < TARGET[game.players]
        and reached(hand)
    )


def whole_extension(game: Game, hand: Hand) -> bool:
    return game.is_last(hand) and hand.kyoku == LAST_OF_WEST[game.players] and not reached(hand)


def no_extension(game: Game, hand: Hand) -> bool:
    """Of the rule sets that have none the target is 30,000."""
    return game.is_last(hand) and hand.kyoku == LAST_OF_SOUTH[game.players] and max(hand.after) <= 300


def exact_target(game: Game, hand: Hand) -> bool:
    last = hand.kyoku == LAST_OF_SOUTH[game.players] and game.is_last(hand)
    return last and max(hand.after) == TARGET[game.players]


def is_tonpuu(game: Game) -> bool:
    """Bit 8 of the type is that of a hanchan."""
    return not int(game.head["GO"]["type"]) & 8


def tonpuu(game: Game, hand: Hand) -> bool:
    last = hand.kyoku == LAST_OF_SOUTH[game.players] - SOUTH and game.is_last(hand)
    return is_tonpuu(game) and last and reached(hand)


def tonpuu_south_round(game: Game, hand: Hand) -> bool:
    """The last hand of East after which nobody has the target, or the first of South."""
    last = LAST_OF_SOUTH[game.players] - SOUTH
    east = next(one for one in reversed(game.hands) if one.kyoku == last)
    south = game.next_of(east)
    return is_tonpuu(game) and not reached(east) and south.kyoku == SOUTH and hand in (east, south)


def whole_tonpuu(game: Game, hand: Hand) -> bool:
    last = hand.kyoku == LAST_OF_SOUTH[game.players] and game.is_last(hand)
    return is_tonpuu(game) and last and not reached(hand)


def dealer_won_last(hand: Hand) -> bool:
    return hand.kyoku == LAST_OF_SOUTH[hand.players] and [win.seat for win in hand.wins] == [hand.dealer]


def agari_yame(game: Game, hand: Hand) -> bool:
    return dealer_won_last(hand) and is_top(hand, hand.dealer) and reached(hand) and game.is_last(hand)


def agari_yame_not_first(game: Game, hand: Hand) -> bool:
    return dealer_won_last(hand) and not is_top(hand, hand.dealer) and not game.is_last(hand)


def agari_yame_second(game: Game, hand: Hand) -> bool:
    return agari_yame_not_first(game, hand) and hand.after[hand.dealer] >= TARGET[game.players]


def agari_yame_below_target(game: Game, hand: Hand) -> bool:
    going_on = is_top(hand, hand.dealer) and not reached(hand)
    return dealer_won_last(hand) and going_on and not game.is_last(hand)


def top_dealer_tenpai(hand: Hand) -> bool:
    return (
        hand.kyoku == LAST_OF_SOUTH[hand.players]
        and exhausted(hand)
        and hand.dealer in tenpai(hand)
        and is_top(hand, hand.dealer)
        and reached(hand)
    )


def tenpai_going_on(game: Game, hand: Hand) -> bool:
    last = hand.kyoku == LAST_OF_SOUTH[hand.players] and exhausted(hand)
    return last and hand.dealer in tenpai(hand) and game.next_of(hand).kyoku == hand.kyoku


def tenpai_yame_second(game: Game, hand: Hand) -> bool:
    enough = hand.after[hand.dealer] >= TARGET[game.players]
    return tenpai_going_on(game, hand) and enough and not is_top(hand, hand.dealer)


def tenpai_yame_below_target(game: Game, hand: Hand) -> bool:
    return tenpai_going_on(game, hand) and is_top(hand, hand.dealer) and not reached(hand)


def sudden_death_by_draw(game: Game, hand: Hand) -> bool:
    return sudden_death(game, hand) and exhausted(hand)


def tenpai_yame(game: Game, hand: Hand) -> bool:
    return top_dealer_tenpai(hand) and game.is_last(hand)


def no_tenpai_yame(game: Game, hand: Hand) -> bool:
    return top_dealer_tenpai(hand) and not game.is_last(hand) and game.next_of(hand).kyoku == hand.kyoku


def leftover(game: Game, hand: Hand) -> list[int]:
    """What each seat has at the end beyond the last payment."""
    return [final - score for final, score in zip(game.final_scores, hand.after, strict=True)]


def leftover_stick(game: Game, hand: Hand) -> bool:
    top = hand.after.index(max(hand.after))
    sticks = hand.sticks + len(hand.accepted)
    gains = [10 * sticks if seat == top else 0 for seat in range(game.players)]
    return game.is_last(hand) and exhausted(hand) and sticks > 0 and leftover(game, hand) == gains


def tie_at_the_top(game: Game, hand: Hand) -> bool:
    return hand.after.count(max(hand.after)) == 2 and leftover_stick(game, hand)


LOOKS_OF_ENDS: Final[dict[str, Look]] = {
    "bust_by_ron": bust(by_ron),
    "bust_by_tsumo": bust(by_tsumo),
    "bust_by_noten": bust(by_noten),
    "bust_by_nagashi": bust(by_nagashi),
    "bust_of_all_others": bust_of_all_others,
    "bust_of_the_dealer": bust_of_the_dealer,
    "exact_zero": exact_zero,
    "exact_zero_by_noten": exact_zero_by_noten,
    "exact_zero_by_ron": exact_zero_by_ron,
    "west_round": west_round,
    "sudden_death": sudden_death,
    "whole_extension": whole_extension,
    "no_extension": no_extension,
    "sudden_death_by_draw": sudden_death_by_draw,
    "exact_target": exact_target,
    "exact_target_of_three": exact_target,
    "whole_tonpuu": whole_tonpuu,
    "tonpuu": tonpuu,
    "tonpuu_south_round": tonpuu_south_round,
    "agari_yame": agari_yame,
    "agari_yame_not_first": agari_yame_not_first,
    "agari_yame_second": agari_yame_second,
    "tenpai_yame_second": tenpai_yame_second,
    "tenpai_yame_below_target": tenpai_yame_below_target,
    "agari_yame_below_target": agari_yame_below_target,
    "tenpai_yame": tenpai_yame,
    "no_tenpai_yame": no_tenpai_yame,
    "leftover_stick": leftover_stick,
    "tie_at_the_top": tie_at_the_top,
}
