"""The grades that a rule may have, each with its meaning in one line; no logic."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Self


class Grade(StrEnum):
    """One value a rule can have, as text in a rule set file; ``meaning`` says what it does."""

    meaning: str

    def __new__(cls, value: str, meaning: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member


@unique
class Area(Grade):
    """Parts of the rules, as sections of a rule set file and as units of what may be unknown of a lobby."""

    GAME = "game", "seats, length, points at the start and to be reached"
    TENPAI = "tenpai", "who is tenpai at an exhaustive draw, and who shows"
    NOTEN_PENALTY = "noten_penalty", "what noten seats pay at an exhaustive draw"
    NAGASHI = "nagashi", "nagashi mangan"
    ABORTIVE = "abortive", "draws that end a hand before the wall does, and several rons on one tile"
    REPEAT = "repeat", "whether the dealer stays, and the honba that follow"
    CHOMBO = "chombo", "a riichi on a noten hand that comes to light"
    GAME_END = "game_end", "when the game is over, and who gets the sticks left"
    RESULT = "result", "from the last scores to the final result: rounding, uma, oka"
    SCORING = "scoring", "what a winning hand is worth"
    PAYMENT = "payment", "who pays a winning hand: honba, shares, liability"
    SHIBARI = "shibari", "the yaku that a hand must have, and paarenchan"
    PLAY = "play", "what may be called, discarded, declared"


@unique
class TenpaiWait(Grade):
    """Which wait makes a hand tenpai at an exhaustive draw."""

    ANY = "any", "any tile that completes the shape, even a fifth copy"
    OUTSIDE_CONCEALED = (
        "outside-concealed",
        "some wait of which the tiles that can be discarded hold fewer than four; own melds do not matter",
    )
    OUTSIDE_OWN = (
        "outside-own",
        "some wait of which concealed part, own melds and kita together hold fewer than four",
    )
    UNEXPOSED = "unexposed", "some wait not wholly exposed on the table or held by the seat (no karaten)"


@unique
class NotenDeclaration(Grade):
    """Whether a seat may call itself noten with a tenpai hand."""

    AUTOMATIC = "automatic", "never: the server shows every tenpai hand"
    FREE = "free", "allowed; the hand then counts as noten, unless the seat is in riichi"
    IN_TURN = "in-turn", "allowed; East, South, West, North announce in this order, and a word said is final"


@unique
class HiddenRiichi(Grade):
    """What happens when a riichi seat calls itself noten."""

    SHOWN = "shown", "the hand must be shown and counts as it is"
    CHOMBO = "chombo", "it is judged as a riichi on a noten hand"


@unique
class UnpenalisedShow(Grade):
    """Who shows a tenpai hand at an exhaustive draw where there is no noten penalty."""

    ALL = "all", "every tenpai seat"
    WHERE_NEEDED = "where-needed", "seats in riichi, and the dealer where tenpai makes it stay"


@unique
class NotenPenalty(Grade):
    """How the payments of noten seats at an exhaustive draw are counted."""

    SHARED = "shared", "the noten seats together pay the points, the tenpai seats share them"
    PER_PAIR = "per-pair", "each noten seat pays the points to each tenpai seat"
    BY_TENPAI = (
        "by-tenpai",
        "each noten seat pays what noten_payments says for so many tenpai seats, who share it",
    )
    OFF = "off", "nobody pays"


@unique
class Nagashi(Grade):
    """Nagashi mangan."""

    OFF = "off", "not known: the hand is an ordinary exhaustive draw"
    REPLACES = (
        "replaces-penalty",
        "paid as a mangan tsumo in place of the noten payments; no honba, sticks stay",
    )
    WIN = (
        "as-win",
        "a win by tsumo: a mangan with honba and sticks; of several the first in turn from the dealer",
    )


@unique
class NagashiRepeat(Grade):
    """Which dealer stays after a nagashi mangan."""

    TENPAI = "as-exhaustive", "as after any exhaustive draw, whoever made it"
    MADE_IT = "made-it", "the dealer stays by having made it, tenpai or not"


@unique
class Suukaikan(Grade):
    """What four kans by two seats or more lead to."""

    AFTER_DISCARD = "after-discard", "the hand ends once the discard after the fourth kan passes"
    AT_ONCE = "at-once", "the hand ends on the fourth kan, unless that kan is robbed"
    NO_FIFTH = "no-fifth", "play goes on; nobody may make a fifth kan"
    FIFTH_WITHOUT_URA = (
        "fifth-without-ura",
        "play goes on; a fifth kan is allowed and shows an indicator, with no ura under it",
    )


@unique
class DoubleRon(Grade):
    """What two rons on one tile lead to."""

    PAY_ALL = "pay-all", "both are paid"
    HEAD_BUMP = "head-bump", "only the seat next in turn from the discarder is paid (atamahane)"


@unique
class TripleRon(Grade):
    """What three rons on one tile lead to."""

    ABORT = "abort", "the hand is an abortive draw (sanchahou)"
    PAY_ALL = "pay-all", "all three are paid"
    HEAD_BUMP = "head-bump", "only the seat next in turn from the discarder is paid (atamahane)"


@unique
class DealerRepeat(Grade):
    """What makes the dealer stay."""

    TENPAI = "tenpai", "a win, or tenpai at an exhaustive draw"
    WIN = "win", "a win only"
    TENPAI_ONLY = "tenpai-only", "tenpai at an exhaustive draw only"
    ANY_DRAW = "any-draw", "a win, or any exhaustive draw, tenpai or not"
    NEVER = "never", "nothing: the deal moves after every hand"


@unique
class HonbaGrowth(Grade):
    """When a draw adds a honba."""

    ALWAYS = "always", "after every draw"
    DEALER_STAYS = "dealer-stays", "only when the dealer stays"


@unique
class ChomboPenalty(Grade):
    """How chombo is paid for; the hand is played again in every case."""

    REVERSE_MANGAN = "reverse-mangan", "at once: a mangan tsumo the other way round"
    FINAL_RESULT = "final-result", "points taken from the final result, none in the game"


@unique
class Bust(Grade):
    """When a score ends the game at once."""

    OFF = "off", "never"
    BELOW_ZERO = "below-zero", "a score below zero; exactly zero plays on"
    ZERO = "zero", "a score of zero or below"


@unique
class Yame(Grade):
    """Whether a dealer who would stay in the last hand ends the game instead, being top with the target."""

    OFF = "off", "never: play goes on"
    AUTOMATIC = "automatic", "always"
    OPTIONAL = "optional", "as the dealer likes"


@unique
class LeftoverKyotaku(Grade):
    """Who gets the riichi sticks left on the table when the game ends; equal scores stay equal by them."""

    TOP = "top", "the top seat"
    SHARED_HUNDREDS = (
        "shared-hundreds",
        "the top seats in equal parts of hundreds; what is left over goes to the nearest to the first dealer",
    )
    SHARED_POINTS = "shared-points", "the top seats in equal parts; fractions of a point are lost"
    NOBODY = "nobody", "nobody: they are lost"


@unique
class TieRule(Grade):
    """How seats with equal scores are ranked."""

    SEAT_ORDER = "seat-order", "nearer to the first dealer ranks higher"
    SHARED = (
        "shared",
        "they share the uma of their ranks in hundreds; what is left over goes to those in front",
    )


@unique
class Rounding(Grade):
    """How scores become thousands in the final result."""

    NONE = "none", "not at all"
    HALF_AWAY = "half-away-from-zero", "to the nearest thousand, 500 away from zero; the top gets the rest"
    HALF_TOWARDS = (
        "half-towards-zero",
        "to the nearest thousand, 500 towards zero (五捨六入); the top gets the rest",
    )


@unique
class CountedYakuman(Grade):
    """What thirteen han without a yakuman are worth."""

    YAKUMAN = "yakuman", "a yakuman (kazoe yakuman)"
    SANBAIMAN = "sanbaiman", "three mangan"


@unique
class DoubleYakuman(Grade):
    """Yakuman that can count twice."""

    SUUANKOU_TANKI = "suuankou-tanki", "four concealed triplets that wait for the pair"
    PURE_CHUUREN = "pure-chuuren", "nine gates that wait for nine kinds"
    KOKUSHI_THIRTEEN = "kokushi-thirteen", "thirteen orphans that wait for thirteen kinds"
    DAISUUSHII = "daisuushii", "four sets of winds"


@unique
class Renhou(Grade):
    """What a ron in the first go-round before the own first draw is worth."""

    OFF = "off", "nothing by itself"
    MANGAN = "mangan", "at least a mangan"
    FIVE_HAN = "five-han", "five han beside other yaku and dora"
    YAKUMAN = "yakuman", "a yakuman"


@unique
class TsumoShare(Grade):
    """What the payers of a tsumo pay with three players, where a fourth payer is missing."""

    OWN = "own", "each its own share; nobody pays that of the missing seat (tsumo loss)"
    EVEN = "even", "the value of a ron in two equal parts, each rounded up to hundreds"


@unique
class Liability(Grade):
    """Yakuman whose last decisive call makes its discarder liable (pao)."""

    DAISANGEN = "daisangen", "the third set of dragons"
    DAISUUSHII = "daisuushii", "the fourth set of winds"
    SUUKANTSU = "suukantsu", "the fourth kan"


@unique
class LiabilityScope(Grade):
    """What a liable seat answers for when other yakuman stand beside its own."""

    OWN_YAKUMAN = "own-yakuman", "its yakuman alone; the rest of the hand is paid as if nobody were liable"
    WHOLE_HAND = "whole-hand", "the whole hand"
    WHOLE_HAND_BY_TSUMO = (
        "whole-hand-by-tsumo",
        "the whole hand by tsumo; off a discard of another seat what it pays is not known",
    )


@unique
class LiabilityHonba(Grade):
    """Who pays the honba of a ron off another seat than the liable one."""

    LIABLE = "liable", "the liable seat"
    DISCARDER = "discarder", "the discarder"


@unique
class HonbaOfRons(Grade):
    """Which of several winners of one tile gets the honba."""

    FIRST = "first", "the next in turn from the discarder"
    EVERY = "every", "each of them"


@unique
class SticksOfRons(Grade):
    """Which of several winners of one tile gets the riichi sticks."""

    FIRST = "first", "the next in turn from the discarder"
    OWN_BACK = "own-back", "each gets its own of this hand back, the first all others"


@unique
class Kuikae(Grade):
    """Which discards the call just made forbids."""

    ALLOWED = "allowed", "none"
    SAME_TILE = "same-tile", "the kind just called"
    FORBIDDEN = "forbidden", "the kind just called, and the one at the other end of the sequence"


@unique
class RiichiAnkan(Grade):
    """Which closed kans may be made after riichi, all of them of the tile just drawn."""

    NEVER = "never", "none"
    SAME_WAITS = "same-waits", "one that leaves the waits as they are"
    SAME_READING = "same-reading", "one whose tiles are besides a triplet in every reading of the hand"


@unique
class OpenKanDora(Grade):
    """When the indicator of a daiminkan or kakan is shown."""

    BEFORE_DISCARD = "before-discard", "after the replacement draw, before the discard"
    AT_ONCE = "at-once", "as soon as the kan is made"
    BEFORE_DRAW = "before-draw", "before the replacement draw, unless the kan is robbed"
    AFTER_DISCARD = "after-discard", "after the next discard, before a ron on it, or after the next kan"


@unique
class Furiten(Grade):
    """What bars a seat from ron."""

    OWN_DISCARDS = "own-discards", "a wait among the own discards"
    PASSED = "passed", "a wait passed since the own last draw or call"
    AFTER_RIICHI = "after-riichi", "a wait passed after the own riichi, for the rest of the hand"
