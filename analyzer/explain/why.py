"""What a reason can say, and the words for it; nowhere else is any of it worded."""

from __future__ import annotations

from enum import Enum, unique
from typing import Final

__all__ = ["Why"]

_LIABLE: Final = "seat {seat} let the last set of {yaku:yaku} be called: it is liable and "
_OVER: Final = "the game is over: "


@unique
class Why(Enum):
    """Kinds of reasons.

    The value is the wording, with the facts of the reason in braces (`analyzer.explain.reason` formats
    them); of a step that can fail it is two wordings: for a step that is met, and for one that is not.
    """

    # Headings.
    AN_OVERDUE_DRAW = "Overdue"
    A_WIN = "Seat {seat} wins: {way}, {worth}"
    AN_INVALID_WIN = "Seat {seat} calls a win that is none: {way}"
    OTHER_RONS = "Other rons"
    THE_DRAW = "The draw"
    CONDITION_OF_CHOMBO = "Condition of chombo"
    COST_OF_CHOMBO = "What chombo costs"
    CONDITION = "Condition of {draw}"
    WHO_IS_TENPAI = "Tenpai"
    TEHAI_AT_END = "Tehai at the end"
    WHAT_FOLLOWS = "What follows"

    OVERDUE = "{draw} should have ended the hand before: play went on"

    # The winning hand.
    NO_WINNING_HAND = "the tiles are not a winning hand"
    SEVEN_PAIRS = "seven pairs: {sets}; won on {kind:kind}"
    THIRTEEN_ORPHANS = "thirteen orphans, won on {kind:kind}"
    SETS = "{sets}; {kind:kind} completes {completed}"
    YAKU = "{yaku:yaku}: {han} han"
    YAKUMAN = "{yaku:yaku}: yakuman"
    DOUBLE_YAKUMAN = "{yaku:yaku}: yakuman (counts twice)"
    NO_YAKU = "no yaku"
    DORA = "{name}: indicator {tile:tile} makes {kind:kind}, {held} held"
    NO_DORA = "{name}: indicator {tile:tile} does not count"
    RED_FIVES = "red fives: {count} held"
    NORTHS = "norths set aside: {count}"
    LEAST_YAKU = "a win needs {least} han of yaku, it has {has}"
    SHORT_WAIT = "after a call every tile it waits for must give {least} han of yaku, and not every one does"
    NOT_KEPT_APART = (
        "the winning tile was not kept apart: no fu for the wait or a tsumo that may be pinfu, and no pinfu"
    )
    PAARENCHAN = "the dealer's ninth hand in a row: no yaku needed, a yakuman"
    NO_WIN = "not a win under this rule set: nothing is paid for it"

    # Fu and base points.
    FU = "{part:fu}: {fu} fu"
    FU_OF_KIND = "{part:fu} {kind:kind}: {fu} fu"
    ALL_FU = "{total} fu in all"
    ROUNDED_FU = "{total} fu in all, rounded up to {fu}"
    YAKUMAN_BASE = "{units} yakuman: base points {base:,}"
    LIMIT_BASE = "{han} han {fu} fu is a {limit:limit}: base points {base:,}"
    KIRIAGE_BASE = "{han} han {fu} fu is rounded up to a mangan: base points {base:,}"
    BASE = "base points: {fu} fu × 2^(2 + {han} han) = {base:,}"

    # Payments of a win.
    RON = "ron by a {who}: {times} × {base:,}, rounded up to hundreds: {points:,} points"
    LIABLE_TSUMO = "tsumo by a {who}: {points:,} points"
    TSUMO_BY_DEALER = "tsumo by a dealer: 2 × {base:,}, rounded up: {double:,} from each of {others}"
    TSUMO_BY_CHILD = (
        "tsumo by a child: {double:,} from the dealer (2 × {base:,}), {single:,} from each of {others} others"
    )
    TSUMO_EVENLY = "tsumo by a {who}: {share:,} from each of 2, a half of {times} × {base:,} rounded up"
    LIABLE_ALONE = _LIABLE + "pays it alone"
    LIABLE_ANYWAY = _LIABLE + "pays it in any case"
    LIABLE_HALF = _LIABLE + "shares it with seat {loser}"
    LIABLE_FOR_REST = "seat {seat} answers for the rest of the hand too"
    REST_UNKNOWN = (
        "who pays the rest of the hand is not known; here seat {seat} answers for the rest of the hand too"
    )
    REST_AS_USUAL = "the rest of the hand is paid as if nobody were liable"
    HONBA_FROM_SEAT = "{honba} honba: {points:,} more from seat {seat}"
    HONBA_FROM_EACH = "{honba} honba: {points:,} more from each payer"
    STICKS_WON = "riichi sticks on the table: {sticks} × {stick:,} to the winner"
    POT_TO_OTHER = "honba and sticks go to the winner next in turn after the discarder"
    NOT_PAID = "ron of {seats:seats} is not paid"
    FURITEN_RON = "ron of seat {seat} is no win: furiten, {furiten:furiten}"
    CLOSED_KAN_RON = "ron of seat {seat} is no win: nobody may win on a closed kan"
    KOKUSHI_ALONE = "ron of seat {seat} is no win: thirteen orphans alone may win on a closed kan"

    # Which draw it is, and what is paid.
    NO_END = "play stopped where no rule of this set ends a hand"
    EXHAUSTIVE = "the live wall is used up and nobody won on the last discard"
    NAGASHI = "all discards of {seats:seats} are terminals and honours, and none was called"
    SUUFON_RENDA = "the four first discards are one wind, without a call between"
    KYUUSHU_KYUUHAI = "nine kinds of terminals and honours at the first draw"
    SUUCHA_RIICHI = "the fourth riichi stands"
    SUUKAIKAN = "four kans by two seats or more"
    SANCHAHOU = "three seats call ron on one tile"
    CHOMBO = "chombo by {seats:seats}: the hand is played again"
    PAYMENTS = "payments {deltas:signed}"
    NO_PAYMENTS = "no payments"

    # Who is tenpai.
    TENPAI = "seat {seat} is tenpai, waiting for {waits:waits}"
    TENPAI_IN_RIICHI = "seat {seat} is tenpai, waiting for {waits:waits}, and in riichi must show it"
    NOTEN = "seat {seat} is noten"
    SAYS_NOTEN = "seat {seat} waits for {waits:waits}, says noten and is"
    FURITEN_NOTEN = "seat {seat} waits for {waits:waits}, but is furiten: noten"
    YAKULESS_NOTEN = "seat {seat} waits for {waits:waits}, but has no yaku: noten"
    NO_WAIT_COUNTS = "seat {seat} waits for {waits:waits}, and none of these counts: noten"
    WAITS = "seat {seat} waits for {waits:waits}"
    WAITS_FURITEN = "seat {seat} waits for {waits:waits}, furiten: {furiten:furiten}"
    FURITEN_TENPAI = "seat {seat} is furiten ({furiten:furiten}), which does not matter at a draw"
    COPIES = "seat {seat}, {kind:kind}: {where}"
    NOTHING_DUE = "{tenpai} of {seats} are tenpai: nothing is paid"
    PENALTY_SHARED = (
        "{points:,} in all: each of {noten} noten pays {paid:,}, each of {tenpai} tenpai gets {gets:,}"
    )
    PENALTY_BY_TENPAI = "each of {noten} noten pays {paid:,} for {tenpai} tenpai"
    PENALTY_TO_EACH = "each noten seat pays {points:,} to each tenpai seat"

    # Chombo.
    RIICHI_SHOWN_AT_END = "the live wall is used up: whoever is in riichi shows its tehai"
    RIICHI_SHOWN_AT_FOURTH = "the fourth riichi stands: whoever is in riichi shows its tehai"
    RIGHT_RIICHI = (
        "seat {seat} declared riichi with discard {turn}, {tile:tile}, and waits for {waits:waits}: no chombo"
    )
    NOTEN_RIICHI = "seat {seat} declared riichi with discard {turn}, {tile:tile}, and {held:tiles} is noten"
    EMPTY_RIICHI = (
        "seat {seat} declared riichi with discard {turn}, {tile:tile}, and waits for {waits:waits}, "
        "of which none counts"
    )
    LOGGED_AS_DRAW = "a log has no name for chombo: the draw stands there as if every riichi were right"
    REVERSE_MANGAN = "a mangan tsumo the other way round is paid at once"
    REVERSE_BY_DEALER = "seat {seat}, the dealer, pays {points:,} to each"
    REVERSE_BY_CHILD = "seat {seat} pays {points:,} to the dealer and {half:,} to everybody else"
    PAID_AT_END = "nothing is paid in the game"
    FROM_RESULT = "{points:,} points are taken from the final result of seat {seat}"
    STICKS_BACK = "the sticks of this hand go back: {stick:,} to {seats:seats}"
    NOT_PLAYED = "the hand counts as not played: nothing else is paid, and it is played again"

    # Conditions of draws.
    KNOWN = ("the rule set has {draw}", "the rule set does not have {draw}")
    LIVE_TILES = "{count} tiles are left in the live wall"
    LAST_DISCARD = (
        "the last discard, {tile:tile} of seat {seat}, was not won on",
        "the last discard, {tile:tile} of seat {seat}, was won on",
    )
    NO_DISCARD = "seat {seat}: no discard"
    YAOCHU_RIVER = "seat {seat}: {count} discards, all terminals and honours, none called"
    OTHER_DISCARD = "seat {seat}: discard {turn} of {count}, {tile:tile}, is neither terminal nor honour"
    CALLED_DISCARD = "seat {seat}: discard {turn} of {count}, {tile:tile}, was called by seat {caller}"
    FIRST_DISCARDS = "the first discards are one wind: {listed:listed}"
    CALLS_BEFORE_FOURTH = "calls before the fourth discard: {listed:listed}"
    STOPPED = ("play stopped there", "{count} plays followed it")
    FIRST_DRAW = "seat {seat} has drawn and not discarded yet"
    YAOCHU_KINDS = "it holds {count} kinds of terminals and honours: {tiles:tiles}; nine are needed"
    CALLS_BEFORE = "calls before: {listed:listed}"
    DECLARES_RIICHI = (
        "seat {seat} declares riichi and its discard is not won on",
        "seat {seat} declares riichi but its discard is won on",
    )
    RIICHI_STAND = "{count} riichi stand; four are needed"
    KANS = "{count} kans: {listed:listed}"
    KANS_BY = "by {count} seats; two or more are needed"
    NO_DISCARD_AFTER_KAN = "no discard followed the fourth kan"
    DISCARD_AFTER_KAN = (
        "seat {seat} discards {tile:tile} after it, which nobody wins on",
        "seat {seat} discards {tile:tile} after it, which somebody wins on",
    )
    NO_TILE_TO_RON = "no tile was let go of"
    CALLS_RON = "seat {seat} waits for {waits:waits} and calls ron on {kind:kind} of seat {loser}"
    RON_CALLS = "{count} seats call ron; three are needed"

    # What follows.
    DEALER_STAYS = "dealer seat {seat} stays"
    DEALER_MOVES = "dealer seat {seat} moves on"
    HONBA = "honba {before} to {after}"
    STICKS_STAY = "{left} of {sticks} sticks stay on the table"
    NEXT = "next: {hand}, dealer seat {seat}"
    NEXT_OR_END = "next: {hand}, dealer seat {seat}; the dealer may end the game instead"
    OVER_BUST = _OVER + "bust of {seats:seats}"
    OVER_TEPPEN = _OVER + "{seats:seats} above the highest score"
    OVER_TARGET = _OVER + "the last hand is played, with {seats:seats} at the target"
    OVER_YAME = _OVER + "the dealer would go on, but is top and at the target"
    OVER_LIMIT = _OVER + "no hand can follow the last one"

    # The end of the game.
    STICKS_LEFT = "{sticks} sticks left on the table: {points:signed}"
    LESS_RETURN = "scores less the return points"
    WITH_UMA = "with what each rank adds"
    NOT_ROUNDED = "not rounded"
    ROUNDED = "rounded to thousands"
    EQUAL_SCORES = "equal scores"
    CHOMBO_TAKEN = "chombo: {points:signed}"
