"""What was on the table: columns per hand, per (hand, seat) and per play, free of any rule set.

What depends on a rule set (is a karaten hand tenpai?) is kept as the facts the rule needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import unique
from typing import Annotated, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import numbered
from analyzer.replay.seats import of_hands
from analyzer.vocabulary import YAOCHU_KINDS, Code

ORPHAN_KINDS: Final = len(YAOCHU_KINDS) - 1
"""Least kinds of terminals and honours in a tehai that waits for thirteen orphans."""
FURITEN_DISCARD = 1
"""A wait lies among the own discards."""
FURITEN_PASSED = 2
"""A wait passed since the own last draw or call (同巡)."""
FURITEN_RIICHI = 4
"""A wait passed after riichi."""


@unique
class Place(Code):
    """Where a tile id lies; the seat is added to the last four: ``CONCEALED + seat`` and so on."""

    UNSEEN = 0
    """Wall, dead wall, or a tile the game does not have."""
    INDICATOR = 1
    CONCEALED = 4
    MELD = 8
    RIVER = 12
    KITA = 16


PLACE: Final = numbered(Place)


@unique
class Replacement(Code):
    """What the last draw of a hand replaced."""

    NONE = 0
    """Nothing: it came from the live wall."""
    KAN = 1
    """A closed or added kan."""
    KITA = 2
    DAIMINKAN = 3
    """An open kan."""


REPLACEMENT: Final = numbered(Replacement)


@unique
class Illegal(Code):
    """What cannot happen at this point of a hand; the replay goes on as well as it can.

    Source: Tenhou: 568 riichi tiles won on without a stick; 3,221 kans and kita of the corpus, all after a
        draw, 101 of them kita in riichi; no indicator shown after a winning draw; 199 kakan of the corpus,
        each with the seat and the tile called of its pon.
    """

    DUPLICATE_TILE = 1
    """A tile drawn, dealt or shown as indicator that already lies somewhere."""
    ABSENT_TILE = 2
    """A tile a three-player game does not have."""
    OUT_OF_TURN = 3
    """A draw, or a discard, by a seat whose turn it is not."""
    NOT_HELD = 4
    """A discard or a meld tile the seat does not hold."""
    NOT_LAST_DISCARD = 5
    """A call whose tile is not the last discard, or from another seat than stated."""
    NO_SUCH_PON = 6
    """A kakan without its pon."""
    CHI_NOT_FROM_PREVIOUS = 7
    CALL_IN_SANMA = 8
    """A chi in a three-player game, or a kita in a four-player one."""
    CALL_AFTER_RIICHI = 9
    """A riichi seat calls chi, pon, daiminkan or kakan."""
    FIFTH_KAN = 10
    NO_TILES_LEFT = 11
    """A draw when the live wall is used up."""
    CALL_OF_LAST_DISCARD = 12
    """A chi, pon or kan of the last discard; whether it is illegal is the rule set's."""
    RIICHI_OPEN = 13
    RIICHI_NOTEN = 14
    """The hand after the declaration tile is not tenpai."""
    RIICHI_TWICE = 15
    RIICHI_STEP = 16
    """Step 2 without step 1 and its discard, or step 2 missing although the tile passed."""
    NOT_TSUMOGIRI = 17
    """A riichi seat discards another tile than the one drawn."""
    KITA_NOT_NORTH = 18
    ANKAN_CHANGES_WAITS = 19
    """A closed kan after riichi that changes the waits or does not use the tile drawn."""
    KUIKAE = 20
    """A discard of the kind just called (喰い替え); whether it is illegal is the rule set's."""
    DORA_EARLY = 21
    """A new indicator without a kan that calls for one, or before its time."""
    DORA_MISSING = 22
    """A kan whose indicator was not shown in time."""
    NO_WINNING_TILE = 23
    """A win on another tile than the last discard, added kan tile, kita tile or own draw."""
    KUIKAE_OTHER_END = 24
    """A discard of the kind at the other end of the chi just made; left to the rule set as well."""
    KAN_ON_LAST_TILE = 25
    """A kan or kita with no tile left to replace it; whether it is illegal is the rule set's."""
    DORA_BEFORE_DRAW = 26
    """The indicator of a daiminkan or kakan shown before its replacement draw; the rule set's as well."""
    COPY_TWICE = 27
    """A duplicate tile of whose kind a copy is unseen: the tile that lies there is taken for that copy."""
    COPY_NOT_HELD = 28
    """A discard or a meld tile of which the seat holds another copy, which is taken for it."""
    DORA_LATE = 29
    """That indicator shown after its replacement draw; the rule set's as well."""
    DORA_AFTER_LAST_DRAW = 30
    """An indicator shown between the winning draw and the win."""
    STICK_OF_WON_TILE = 31
    """A riichi accepted although its tile is won on."""
    KAN_WITHOUT_DRAW = 32
    """A kan or kita by a seat that has not just drawn."""
    KITA_NOT_DRAWN = 33
    """A seat in riichi sets aside another north than the one drawn."""
    KAKAN_OF_OTHER_PON = 34
    """A kakan whose code names another seat or tile as called than that of its pon."""
    CLOSED_KAN_ROBBED = 35
    """A ron on the tile of a closed kan by a tehai that cannot be thirteen orphans."""
    KOKUSHI_ON_ANKAN = 36
    """One by a tehai that can; whether it is illegal is the rule set's."""
    KITA_OFF = 37
    """A north set aside; whether it is illegal is the rule set's."""
    ANKAN_AFTER_RIICHI = 38
    """A closed kan after riichi; whether it is illegal is the rule set's."""
    DORA_AFTER_DISCARD = 39
    """The indicator of a daiminkan or kakan shown after the next discard; the rule set's as well."""
    DORA_OF_ROBBED_KAN = 40
    """The indicator of a kakan shown before its tile is won on; the rule set's as well."""
    ANKAN_CHANGES_READING = 41
    """A closed kan after riichi of tiles that may be read as parts of runs; the rule set's as well."""


ILLEGAL: Final = numbered(Illegal)
DERAILING: Final = (
    *(ILLEGAL.DUPLICATE_TILE, ILLEGAL.OUT_OF_TURN, ILLEGAL.NOT_HELD, ILLEGAL.NOT_LAST_DISCARD),
    *(ILLEGAL.NO_SUCH_PON, ILLEGAL.KITA_NOT_NORTH),
)
"""Codes of Illegal after which the table is no longer known; later ones of the hand are not reported."""
RIICHI_IN_DOUBT: Final = (
    ILLEGAL.RIICHI_OPEN,
    ILLEGAL.RIICHI_NOTEN,
    ILLEGAL.RIICHI_TWICE,
    ILLEGAL.RIICHI_STEP,
)
INDICATORS_IN_DOUBT: Final = (ILLEGAL.DORA_EARLY, ILLEGAL.DORA_MISSING, ILLEGAL.DORA_BEFORE_DRAW)
COPIES_IN_DOUBT: Final = (ILLEGAL.COPY_TWICE, ILLEGAL.COPY_NOT_HELD)
"""Codes of Illegal that leave something of a hand in doubt."""
UNSURE_RIICHI = 1
"""A step of the riichi of the seat is out of place: whether it stands is in doubt."""
UNSURE_COPIES = 2
"""A five was taken for another copy of its kind: which of them is red is in doubt."""
UNSURE_INDICATORS = 4
"""An indicator is missing, or shown without reason or at the wrong time: which count is in doubt."""


Scalar = TypeVar("Scalar", bound=np.generic)
OfHands = Annotated[NDArray[Scalar], "hands"]
"""A column of shape (hands,) that is a register of the table while the hand is played."""
OfSeats = Annotated[NDArray[Scalar], "seats"]
"""One of shape (hands, 4), whose numbers fit a byte."""
OfMelds = Annotated[NDArray[Scalar], "melds"]
"""One of shape (hands, 4, 4), of melds in the order of calling."""


class Illegals(NamedTuple):
    """Illegal events in play order; shape (illegals,)."""

    hand: NDArray[np.int32]
    seat: NDArray[np.uint8]
    element: NDArray[np.int32]
    code: NDArray[np.uint8]
    """An Illegal."""
    tile: NDArray[np.uint8]
    """The tile concerned; NO_TILE when none is."""


class Facts(NamedTuple):
    """The table at the end of each hand; shape (hands,) unless another is said by type or text.

    "End" is after the last play and before the result: a seat that has just drawn holds 14 tiles.
    Indices of plays are relative to the first play of the hand; -1 when it never happened.
    """

    players: OfHands[np.uint8]
    dealer: OfHands[np.uint8]
    """By kyoku, not as logged."""
    live_tiles: OfHands[np.int16]
    """Tiles left to draw."""
    draws: OfSeats[np.uint8]
    """Tiles drawn, replacements included."""
    discards: OfSeats[np.uint8]
    play_count: OfHands[np.int16]
    last_kind: OfHands[np.uint8]
    """PlayKind of the last play that is not DORA; 255 when the hand has no play."""
    last_seat: OfHands[np.uint8]
    last_tile: OfHands[np.uint8]
    """Seat and tile of that play; for RIICHI_ACCEPTED those of the discard that it followed."""
    last_replacement: OfHands[np.uint8]
    """What the last draw of the hand replaced, a Replacement."""
    end: OfHands[np.uint8]
    """An EndKind."""
    winners: OfSeats[np.bool_]
    """Seats that won."""
    ron_calls: OfHands[np.uint8]
    """Seats that called ron on the last tile: winners off another seat, or 3 at a sanchahou."""
    first_round: NDArray[np.bool_]
    """No call of any kind was made and nobody has discarded twice."""
    call_count: OfHands[np.uint8]
    """Calls of any kind by all seats, kans and kita included."""

    place: NDArray[np.uint8]
    """Shape (hands, 136): where each tile id lies; a Place."""
    concealed: NDArray[np.uint8]
    """Shape (hands, 4, 34): counts of the concealed part (kita tiles not included)."""
    melded: NDArray[np.uint8]
    """Shape (hands, 4, 34): counts in own melds."""
    melds: NDArray[np.uint16]
    """Shape (hands, 4, 4): codes ``m`` in order of calling, a kakan in its pon's place; meaningful up to
    ``meld_count``."""
    meld_kind: OfMelds[np.uint8]
    """PlayKind of each meld (CHI, PON, DAIMINKAN, KAKAN, ANKAN)."""
    meld_tile: OfMelds[np.uint8]
    """Lowest tile kind of each meld."""
    meld_source: OfMelds[np.uint8]
    """Seat the called tile came from; the own seat for a closed kan."""
    meld_count: OfSeats[np.uint8]
    open_melds: OfSeats[np.uint8]
    kans: OfSeats[np.uint8]
    kita: OfSeats[np.uint8]
    first_discard: OfSeats[np.uint8]
    """Tile id; NO_TILE before it."""
    river_yaochu: OfSeats[np.bool_]
    """All own discards are terminals or honours (true with no discard)."""
    river_called: OfSeats[np.bool_]
    """Some own discard was called by chi, pon or daiminkan."""
    yaochu_kinds: OfSeats[np.uint8]
    """Kinds of terminals and honours in the concealed part."""

    riichi_turn: OfSeats[np.uint8]
    """Number of the declaration discard, 1-based; 0 without riichi."""
    riichi_order: OfSeats[np.uint8]
    """1 for the first to declare; 0 without riichi."""
    riichi_accepted: OfSeats[np.bool_]
    """The stick is paid (REACH step 2)."""
    riichi_passed: OfSeats[np.bool_]
    """The stick is due: the declaration tile was not won on."""
    riichi_live_tiles: OfSeats[np.int16]
    """Live tiles left at the declaration; 0 without riichi."""
    riichi_score: NDArray[np.int32]
    """Shape (hands, 4): points at the declaration; 0 without riichi."""
    double_riichi: OfSeats[np.bool_]
    ippatsu: OfSeats[np.bool_]
    """Still within one uninterrupted go-round of the riichi."""

    waits: NDArray[np.uint64]
    """Shape (hands, 4): bit per kind that completes the shape, also where no such tile is left; for a
    seat that holds 14 tiles the waits before its draw."""
    wait_outside_concealed: OfSeats[np.bool_]
    """Some wait of which the concealed part holds fewer than four."""
    wait_outside_own: OfSeats[np.bool_]
    """Some wait of which concealed part, own melds and own kita hold fewer than four."""
    wait_unseen: OfSeats[np.bool_]
    """Some wait not wholly exposed: fewer than four among all discards, all melds,
    all kita, all indicators and the own concealed part."""
    furiten: OfSeats[np.uint8]
    """Bits FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI."""

    fourth_wind: OfHands[np.int16]
    """Index of the fourth first discard of one wind, uninterrupted (suufon renda)."""
    fourth_riichi: OfHands[np.int16]
    """Index of the play that made the fourth riichi stand."""
    fourth_kan: OfHands[np.int16]
    """Index of the fourth kan when two or more seats hold them."""
    fourth_kan_discard: OfHands[np.int16]
    """Index of the discard after it."""
    scores: NDArray[np.int32]
    """Shape (hands, 4), points: scores at the start less the own deposits that are due."""
    riichi_sticks: OfHands[np.uint8]
    """Sticks on the table: those at the start and the deposits due in this hand."""

    derailed: OfHands[np.bool_]
    """An illegal event left the table unknown; the other facts of the hand are a best effort."""

    unsure: OfSeats[np.uint8]
    """Bits UNSURE_RIICHI, UNSURE_COPIES, UNSURE_INDICATORS of what an illegal event left in
    doubt; the other facts are one reading of it."""

    waits_after: NDArray[np.uint64]
    """Shape (plays,): waits of the acting seat after each DISCARD, kan and KITA; 0 for other plays."""


NO_KINDS: Final = 255
NOT_ASKED: Final = 2
"""Neither genbutsu nor not."""


@unique
class NagashiEnd(Code):
    """What ended a river that could have made a nagashi mangan."""

    ALIVE = 0
    """Nothing did, up to the end of the hand."""
    SIMPLE = 1
    """A discard that is no terminal or honour."""
    CALLED = 2
    """A call of one of the discards."""
    NONE = 3
    """There was no discard."""


class CoursePlays(NamedTuple):
    """One row per draw, discard and call, kita included, in the order of play; shape (rows,).

    Where the table of a hand is not known, only ``turn`` means anything.
    """

    turn: NDArray[np.uint8]
    """Own discards before the play, plus one."""
    shanten: NDArray[np.int8]
    """Shanten of the seat after the play; that of its best discard if it is to discard."""
    seen: NDArray[np.uint8]
    """Copies of the tile that the seat sees after the play, itself included."""
    genbutsu: NDArray[np.uint8]
    """Of discards by others since the first riichi: 1 if the kind is in the river of that seat or has passed
    it since, else 0.  NOT_ASKED of all else."""


class Course(NamedTuple):
    """The course of each hand; shape (hands, 4) unless said.  Turns count own discards from 1; 0 is never.

    Where the table of a hand is not known, its rows mean nothing.
    """

    haipai_shanten: OfSeats[np.int8]
    """Of the 13 tiles dealt: 0 tenpai."""
    kyuushu_kinds: OfSeats[np.uint8]
    """Terminal and honour kinds among the 14 tiles of the first draw; NO_KINDS where a call came before it,
    or there was none."""
    kyuushu_shanten: OfSeats[np.int8]
    """Of those 14 tiles, where there are such."""
    tenpai_turn: OfSeats[np.uint8]
    """First discard that left the shape tenpai."""
    tenpai_waits: NDArray[np.uint64]
    """Waits after that discard, one bit per kind; 0 without it."""
    tenpai_wait_kinds: OfSeats[np.uint8]
    """How many of those kinds the seat did not hold all four tiles of then."""
    tenpai_wait_live: OfSeats[np.uint8]
    """Tiles of those kinds that the seat did not see then."""
    open_turn: OfSeats[np.uint8]
    """The discard that followed the first meld off another seat, or would have."""
    nagashi_until: OfSeats[np.uint8]
    """Discards from the first on that all were terminals or honours and not called."""
    nagashi_end: OfSeats[np.uint8]
    """A NagashiEnd."""
    riichi_waits: NDArray[np.uint64]
    """Waits after the declaration tile, one bit per kind; 0 without riichi."""
    riichi_wait_kinds: OfSeats[np.uint8]
    """How many of those kinds the seat did not hold all four tiles of then."""
    riichi_wait_live: OfSeats[np.uint8]
    """Tiles of those kinds that the seat did not see then."""
    riichi_furiten: OfSeats[np.bool_]
    """Some of those kinds lay among the own discards then."""
    wait_kinds: OfSeats[np.uint8]
    """How many kinds of ``waits`` the seat does not hold all four tiles of, without a tile that it has just
    drawn."""
    wait_live: OfSeats[np.uint8]
    """Tiles of the kinds of ``waits`` that the seat does not see at the end; the tile that it has just drawn
    or wins on is not seen."""
    shanten_after: NDArray[np.int8]
    """Shape (discards,): shanten after each discard; discards of a seat in a row, by hand, then seat."""
    shanten_offsets: NDArray[np.int64]
    """Shape (hands * 4 + 1,): where the discards of each seat stand."""
    plays: CoursePlays
    """No rows unless asked for."""


def is_one_of(column: NDArray[np.uint8], values: Iterable[int]) -> NDArray[np.bool_]:
    """Whether each number is one of a few; ``np.isin`` takes ten times as long for so few."""
    found = np.zeros(column.shape, np.bool_)
    for value in values:
        found |= column == int(value)
    return found


def take(facts: Facts, rows: NDArray[np.int64]) -> Facts:
    """The facts of some hands, in the order of ``rows``; ``waits_after`` stays whole, it is per play."""
    columns = {name: of_hands(getattr(facts, name), rows) for name in Facts._fields if name != "waits_after"}
    return facts._replace(**columns)
