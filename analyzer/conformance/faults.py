"""FAULTS: every fault that twins are planted with; each gives exactly one finding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from analyzer.conformance import course_faults, draw_faults, end_faults, win_faults
from analyzer.conformance.draft import Draft, Planted

__all__ = ["FAULTS", "Fault"]


class Fault(NamedTuple):
    """One kind of fault."""

    plant: Callable[[Draft, int], Planted]
    """Plants it in a hand, or raises NoOccasion; a draft in which it raised is of no further use."""

    @property
    def name(self) -> str:
        """As in file names: ``noten-payment-exchanged``."""
        return self.plant.__name__.replace("_", "-")

    @property
    def meaning(self) -> str:
        """One sentence."""
        return (self.plant.__doc__ or "").strip()


FAULTS: Final = tuple(
    Fault(plant)
    for plant in (
        draw_faults.nagashi_paid_as_noten,
        win_faults.honba_for_the_second_winner,
        win_faults.sticks_for_the_second_winner,
        course_faults.double_ron_not_chained,
        end_faults.leftover_sticks_lost,
        end_faults.leftover_sticks_to_the_second,
        course_faults.sticks_vanished,
        win_faults.pao_not_paid,
        win_faults.pao_left_out,
        win_faults.share_of_the_missing_seat,
        draw_faults.abort_of_another_kind,
        draw_faults.abort_that_pays,
        draw_faults.tenpai_seat_hidden,
        win_faults.indicator_left_out,
        win_faults.honba_not_paid,
        draw_faults.ordinary_draw_paid_as_nagashi,
        draw_faults.noten_payment_exchanged,
        draw_faults.noten_payment_reversed,
        draw_faults.noten_payment_forgotten,
        draw_faults.noten_seat_shown,
        win_faults.shares_exchanged,
        win_faults.sticks_not_paid,
        win_faults.fu_one_step_more,
        win_faults.han_one_more,
        win_faults.yaku_left_out,
        win_faults.dora_too_many,
        win_faults.ura_without_riichi,
        win_faults.winner_with_another_tile,
        win_faults.melds_left_out,
        course_faults.honba_of_the_result,
        course_faults.sticks_of_the_result,
        course_faults.honba_not_counted,
        course_faults.honba_not_removed,
        course_faults.dealer_not_moved,
        course_faults.other_wind,
        course_faults.other_dealer,
        course_faults.other_start_points,
        course_faults.scores_of_the_next_hand,
        course_faults.scores_before_the_result,
        course_faults.hand_missing,
        course_faults.deposit_of_two_thousand,
        course_faults.deposit_from_another_seat,
        course_faults.stick_not_laid_down,
        end_faults.ended_too_early,
        end_faults.end_passed_over,
        end_faults.final_scores_moved,
        end_faults.uma_exchanged,
    )
)
"""First those for which few logs have an occasion, so that a log that has one is not spent on others."""
