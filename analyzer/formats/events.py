"""What logs say, as typed columns: games, hands, plays, calls and results; nothing is judged here.

`decode` fills the columns from `Markup`, `EventsBuilder` from play.  Rows name their game and element, so
that a finding can point at its source.  Scores are in points; `decode` converts the log's hundreds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum, IntFlag, unique
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import MalformedLog
from analyzer.formats.headers import Header
from analyzer.formats.log_id import LogId
from analyzer.garbage import not_collecting
from analyzer.kernels import numbered
from analyzer.vocabulary import ABSENT, NO_TILE, Code, EndKind, PlayKind

INDICATORS: Final = 8
"""Width of the lists of indicators, as in the columns of results."""
PLAY: Final = numbered(PlayKind)
ENDING: Final = numbered(EndKind)
MAX_HANDS: Final = 200
"""Most hands of one game; the longest known games have about 40."""
UNKNOWN_DRAW_KIND: Final = 99
"""``draw_kind`` of a RYUUKYOKU whose ``type`` is not known."""


@unique
class Oddity(Code):
    """What is unusual about an element; 1 to 6 make their hand unreadable, NO_RESULT makes it incomplete.

    ``detail`` is ABSENT unless its meaning is given.  Converted logs hold the names of `OF_TABLE`
    (see `unstated`), so none may change.
    """

    MISSING_ATTRIBUTE = 1
    """A required attribute is absent, or both ``yaku`` and ``yakuman`` are; detail: index of ATTRIBUTES."""
    BAD_VALUE = 2
    """An attribute has the wrong form, count or range; detail: index of ATTRIBUTES."""
    BAD_MELD = 3
    """``m`` is not the code of any call; detail: the code."""
    BAD_TILE = 4
    """A tile id outside 0-135; detail: the id."""
    BAD_SEAT = 5
    """A seat outside 0-3, or the empty seat of a three-player game; detail: the seat."""
    OUT_OF_PLACE = 6
    """A play or result that belongs to no hand: before the first INIT, after a result, after such a play; a
    fourth result, or one of another kind than the first; also a second GO, or a root within the root."""
    NO_RESULT = 7
    """The hand has no result: the log was cut, or another hand begins."""
    UNKNOWN_TAG = 20
    """An unknown tag, kept and ignored; only the first of its name in a game; detail: attribute row that has
    its name."""
    UNKNOWN_ATTRIBUTE = 21
    """An unknown attribute, kept and ignored; only the first of its name in a game; detail: attribute row."""
    DUPLICATE_ATTRIBUTE = 22
    """Ill-formed XML as Tenhou wrote on 2010-05-10; the first value is kept."""
    CUT = 23
    """The log ends before its game does: its bytes stop, or it has no hand.  Left out where the last hand has
    NO_RESULT."""
    TENHOU6 = 24
    """The log is JSON of tenhou.net/6: what that does not state is blank or follows from play;
    detail: 1 where the wall has red fives, else 0."""
    UNKNOWN_YAKU = 27
    """JSON: a win names a yaku in unknown words; detail: index into ``words``."""
    UNKNOWN_WORTH = 28
    """JSON: a win states fu and points in unknown words; detail: index into ``words``."""
    UNKNOWN_DRAW = 29
    """JSON: a ryuukyoku names its kind in unknown words; detail: index into ``words``."""
    MAHJONG_SOUL = 30
    """JSON: the game was played on Mahjong Soul; detail: bits of `SoulTable`."""
    NO_OWARI = 31
    """The root is closed, but the last result has no ``owari``: the log was cut after a hand, or lacks it."""
    MJAI = 32
    """The log is mjai: what that does not state is blank or follows from play; detail: bits of
    `EngineTable`."""
    UNSTATED = 33
    """mjai: a hand or its result does not state what others do; detail: bits of
    `Claim`."""
    CONTRADICTION = 34
    """JSON: a member says what others contradict; detail: a `Contradiction`."""
    MAJIANG = 38
    """The log is a record of 電脳麻将: what that does not state is blank or follows from play;
    detail: the player who is the first dealer, and bits of `RecordTable`."""
    SOUL_RECORD = 35
    """The log is Mahjong Soul's own record: what that does not state is blank or follows from play."""
    WALL = 36
    """A record of Mahjong Soul states the wall of a hand: its tiles, MD5, SHA-256, salt, SHA-256 of the salt;
    detail: index into ``words``."""
    SOUL_RULES = 39
    """A record of a friendly room or tournament of Mahjong Soul states rules, as ``name number`` with commas
    between; detail: index into ``words``."""
    MORE_REDS = 40
    """JSON: hands have more than one red five of a suit; detail: red fives of man, pin and sou, as digits."""
    COUNTED = 37
    """A record of Mahjong Soul: a win counts other han than its yaku have; detail: how many."""


STRUCTURAL: Final = (
    Oddity.MISSING_ATTRIBUTE,
    Oddity.BAD_VALUE,
    Oddity.BAD_MELD,
    Oddity.BAD_TILE,
    Oddity.BAD_SEAT,
    Oddity.OUT_OF_PLACE,
)
"""Oddities that make their hand unreadable."""


@unique
class SoulTable(IntFlag):
    """What the rule of a log says in words of a table of Mahjong Soul."""

    TONPUUSEN = 1
    HANCHAN = 2
    """Neither bit is set where the words do not say the length."""
    THREE = 4
    FOUR = 8
    """Seats; neither bit is set where the words do not say how many."""
    RED_FIVES = 16
    HOSTED = 32
    """A friendly match or a tournament, whose host may change any rule."""
    LOCAL_YAKU = 128
    """A room that counts local yaku."""
    NO_ROOM = 256
    """A record without a head, or of a room that is not known."""


_IN_WORDS: Final = (
    *(Oddity.UNKNOWN_YAKU, Oddity.UNKNOWN_WORTH, Oddity.UNKNOWN_DRAW),
    *(Oddity.WALL, Oddity.SOUL_RULES),
)
"""Their detail is an index into ``words``."""


class ReadProblem(NamedTuple):
    """What a reader repaired or could not read; `decode` adds it to the oddities."""

    code: Oddity
    element: int
    """Element index within the game."""


class Games(NamedTuple):
    """One row per game; shape (games,) unless given.  ABSENT where the log does not say."""

    go_type: NDArray[np.int32]
    lobby: NDArray[np.int32]
    players: NDArray[np.uint8]
    """3 or 4, by GO bit 0x10, or by the empty fourth hand where GO is missing."""
    announces_rules: NDArray[np.bool_]
    """Whether GO has a ``rule`` or ``csrule`` that is not empty."""
    first_dealer: NDArray[np.int32]
    """``oya`` of TAIKYOKU."""
    taikyoku: NDArray[np.int32]
    """Element index of TAIKYOKU."""
    hand_offsets: NDArray[np.int32]
    """Shape (games + 1,)."""


class Hands(NamedTuple):
    """One row per INIT; shape (hands,) unless given."""

    game: NDArray[np.int32]
    element: NDArray[np.int32]
    """Element index within the game (the root is 0)."""
    kyoku: NDArray[np.int32]
    honba: NDArray[np.int32]
    kyotaku: NDArray[np.int32]
    """Sticks on the table when the hand begins."""
    counted: NDArray[np.bool_]
    """Whether these three could be read; what could not is 0."""
    dice: NDArray[np.uint8]
    """Shape (hands, 2): each die minus one, as logged; NO_TILE where the log has none."""
    indicator: NDArray[np.uint8]
    """First dora indicator, tile id."""
    dealer: NDArray[np.uint8]
    """``oya`` as logged."""
    scores: NDArray[np.int32]
    """Shape (hands, 4), points."""
    chips: NDArray[np.int32]
    """Shape (hands, 4); ABSENT except on chip tables."""
    haipai: NDArray[np.uint8]
    """Shape (hands, 4, 13): tile ids in dealt order; the empty seat holds NO_TILE."""
    play_offsets: NDArray[np.int32]
    """Shape (hands + 1,)."""
    result_offsets: NDArray[np.int32]
    """Shape (hands + 1,)."""
    readable: NDArray[np.bool_]
    """Whether every element of the hand could be read; the oddities tell whether a play or only a claim is
    missing.  A hand that was cut is readable as far as it goes."""
    complete: NDArray[np.bool_]
    """Whether the hand has a result."""


class Plays(NamedTuple):
    """One row per event of play; shape (plays,)."""

    kind: NDArray[np.uint8]
    """A PlayKind."""
    seat: NDArray[np.uint8]
    """Who acts; NO_SEAT for DORA."""
    tile: NDArray[np.uint8]
    """Tile id: drawn, discarded, called (the tile taken or added; of ANKAN the one its code names), set
    aside (KITA), or the indicator (DORA); NO_TILE for riichi."""
    row: NDArray[np.int32]
    """For calls and KITA the row of ``calls``; for RIICHI_ACCEPTED the row of ``deposits``; else ABSENT."""
    element: NDArray[np.int32]


class Calls(NamedTuple):
    """One row per N element; shape (calls,) unless given."""

    code: NDArray[np.uint16]
    """``m`` as logged."""
    tiles: NDArray[np.uint8]
    """Shape (calls, 4): all tiles of the meld, ascending ids; NO_TILE where fewer."""
    called: NDArray[np.uint8]
    """The tile taken from another seat; for KAKAN that of the old pon; NO_TILE for ANKAN and KITA."""
    source: NDArray[np.uint8]
    """Seat it was taken from; own seat for ANKAN and KITA."""


class Results(NamedTuple):
    """One row per AGARI or RYUUKYOKU: what the log claims of the outcome; shape (results,) unless given.

    Tile lists are ascending as logged and padded with NO_TILE, number lists with ABSENT.
    """

    hand: NDArray[np.int32]
    element: NDArray[np.int32]
    end: NDArray[np.uint8]
    """An EndKind: AGARI or RYUUKYOKU."""
    draw_kind: NDArray[np.uint8]
    """The DrawKind claimed; 0 for AGARI, and 99 for a ``type`` that is not known."""
    honba: NDArray[np.int32]
    kyotaku: NDArray[np.int32]
    """The two numbers of ``ba``; ABSENT when missing."""
    scores: NDArray[np.int32]
    """Shape (results, 4), points: scores before, as ``sc`` has them."""
    deltas: NDArray[np.int32]
    """Shape (results, 4), points."""
    chip_scores: NDArray[np.int32]
    chip_deltas: NDArray[np.int32]
    """Shape (results, 4), chips; ABSENT unless ``sc`` has eight pairs."""
    shown: NDArray[np.uint8]
    """Shape (results, 4, 14): tiles shown by each seat (RYUUKYOKU ``hai0`` …, AGARI ``hai`` in the
    winner's row); NO_TILE where nothing is shown."""
    winner: NDArray[np.uint8]
    loser: NDArray[np.uint8]
    """``fromWho``; equals ``winner`` for tsumo.  NO_SEAT for RYUUKYOKU."""
    pao_seat: NDArray[np.uint8]
    machi: NDArray[np.uint8]
    ten: NDArray[np.int32]
    """Shape (results, 3): fu, points, limit (0 none to 5 yakuman); fu ABSENT where the log has none."""
    melds: NDArray[np.int32]
    """Shape (results, 8): codes ``m``, most recent first; ABSENT where fewer."""
    yaku: NDArray[np.int32]
    """Shape (results, 24, 2): id and han in logged order."""
    yakuman: NDArray[np.int32]
    """Shape (results, 8): ids."""
    dora: NDArray[np.uint8]
    ura: NDArray[np.uint8]
    """Shape (results, 8): indicators; NO_TILE where fewer."""
    has_ura: NDArray[np.bool_]
    """Whether ``doraHaiUra`` is present."""
    final_scores: NDArray[np.int32]
    """Shape (results, 4), points: ``owari``; ABSENT when this result does not end the game."""
    final_results: NDArray[np.int32]
    """Shape (results, 4), tenths of the final result (uma and oka included)."""
    final_chips: NDArray[np.int32]
    """Shape (results, 4); ABSENT unless ``owari`` has eight pairs."""
    has_owari: NDArray[np.bool_]
    """Whether ``owari`` is present at all, readable or not."""


class Oddities(NamedTuple):
    """What is unusual, in document order; shape (oddities,)."""

    game: NDArray[np.int32]
    hand: NDArray[np.int32]
    """Row of ``hands``; ABSENT outside any hand."""
    element: NDArray[np.int32]
    code: NDArray[np.uint8]
    """An Oddity."""
    detail: NDArray[np.int32]


class Events(NamedTuple):
    """Everything that logs say, for one or more games."""

    games: Games
    hands: Hands
    plays: Plays
    calls: Calls
    deposits: NDArray[np.int32]
    """Shape (deposits, 4), points: scores that REACH step 2 states; ABSENT where it does not (2009)."""
    results: Results
    oddities: Oddities
    words: tuple[str, ...] = ()
    """Unknown words as written; ``detail`` of oddities points at them."""


Table = TypeVar("Table", Games, Hands, Plays, Calls, Results, Oddities)


class ReadGame(NamedTuple):
    """One game of a log."""

    events: Events
    """What it says.  Rows of tenhou.net/6 name the element that an mjlog of the game would have; of mjai, the
    line; of Mahjong Soul, the record."""
    header: Header
    log_id: LogId | None = None
    """The log id that the game itself states; only tenhou.net/6 does."""


def joined(parts: Sequence[Events]) -> Events:
    """The games of some events, one after the other.

    Args:
        parts: At least one.
    """
    if len(parts) == 1:
        return parts[0]
    games = hands = plays = calls = deposits = results = words = 0
    moved: list[Events] = []
    for part in parts:
        oddities = part.oddities
        # The row of a play is one of calls or of deposits.
        row_starts = np.where(part.plays.kind == PlayKind.RIICHI_ACCEPTED, deposits, calls)
        has_word = np.isin(oddities.code, _IN_WORDS)
        moved.append(
            part._replace(
                games=part.games._replace(hand_offsets=part.games.hand_offsets + hands),
                hands=part.hands._replace(
                    game=part.hands.game + games,
                    play_offsets=part.hands.play_offsets + plays,
                    result_offsets=part.hands.result_offsets + results,
                ),
                plays=part.plays._replace(row=_moved(part.plays.row, row_starts)),
                results=part.results._replace(hand=part.results.hand + hands),
                oddities=oddities._replace(
                    game=oddities.game + games,
                    hand=_moved(oddities.hand, hands),
                    detail=_moved(oddities.detail, words * has_word),
                ),
            )
        )
        games += len(part.games.players)
        hands += len(part.hands.game)
        plays += len(part.plays.kind)
        calls += len(part.calls.code)
        deposits += len(part.deposits)
        results += len(part.results.hand)
        words += len(part.words)
    return Events(
        games=_together(Games, [part.games for part in moved]),
        hands=_together(Hands, [part.hands for part in moved]),
        plays=_together(Plays, [part.plays for part in moved]),
        calls=_together(Calls, [part.calls for part in moved]),
        deposits=np.concatenate([part.deposits for part in moved]),
        results=_together(Results, [part.results for part in moved]),
        oddities=_together(Oddities, [part.oddities for part in moved]),
        words=tuple(word for part in moved for word in part.words),
    )


def plays_of_kind(events: Events, kind: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows of the plays of a kind, in play order, and of their hands."""
    rows = np.flatnonzero(events.plays.kind == int(kind))
    return rows, np.searchsorted(events.hands.play_offsets, rows, side="right") - 1


def indicators_of_hands(events: Events) -> NDArray[np.uint8]:
    """Shape (hands, 8): dora indicators in the order shown; NO_TILE where fewer."""
    shown = np.full((len(events.hands.game), INDICATORS), NO_TILE, np.uint8)
    shown[:, 0] = events.hands.indicator
    rows, hand = plays_of_kind(events, PlayKind.DORA)
    nth = np.arange(len(rows)) - np.searchsorted(hand, hand, side="left") + 1
    fits = nth < INDICATORS
    shown[hand[fits], nth[fits]] = events.plays.tile[rows[fits]]
    return shown


def _moved(numbers: NDArray[np.int32], by: NDArray[np.integer] | int) -> NDArray[np.int32]:
    """Row numbers moved by so many rows; ABSENT stays."""
    return np.where(numbers == ABSENT, ABSENT, numbers + by).astype(np.int32)


def _together(table: type[Table], parts: Sequence[Table]) -> Table:
    """Tables one after the other; of offsets the last ends the earlier ones."""
    made: list[NDArray[np.generic]] = []
    for name in table._fields:
        columns = [getattr(part, name) for part in parts]
        if name.endswith("_offsets"):
            columns[:-1] = [column[:-1] for column in columns[:-1]]
        made.append(np.concatenate(columns))
    return table._make(made)


@unique
class Claim(IntFlag):
    """What an mjlog always states and JSON may leave out; converted logs hold the names (see `unstated`)."""

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
    SHOWN_SEATS = 65536
    """Who shows a tehai at a draw."""


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


@unique
class Contradiction(IntEnum):
    """What a log states, and states otherwise beside it."""

    TSUMOGIRI = 1
    """mjai: ``tsumogiri`` is true of another tile than the one just drawn."""
    TEDASHI = 2
    """mjai: ``tsumogiri`` is false of the tile just drawn, and the seat holds no other copy."""
    RULE = 3
    """tenhou.net/6: ``rule`` has the words or red fives of another GO type than that of ``ref``."""
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
    WINNER = 12
    """Mahjong Soul: a winner is said to be the dealer, in riichi or to have a yakuman, and is not."""


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
OF_TABLE: Final = (*NEVER_STATED, Oddity.MAHJONG_SOUL, Oddity.MORE_REDS)
"""What the form of a log is, and what it says of its table as a whole."""


T = TypeVar("T")
Game = TypeVar("Game")


def read_each(games: Sequence[T | MalformedLog], read: Callable[[T], Game]) -> list[Game | MalformedLog]:
    """Every game of a file, or why it could not be read.

    Args:
        games: At least one; some may be refused already.
        read: Reads one of them.

    Raises:
        MalformedLog: When no game could be read: the reason of the first.
    """
    found: list[Game | MalformedLog] = []
    with not_collecting():
        for game in games:
            try:
                found.append(game if isinstance(game, MalformedLog) else read(game))
            except MalformedLog as error:
                found.append(error)
    first = found[0]
    if isinstance(first, MalformedLog) and all(isinstance(one, MalformedLog) for one in found):
        raise first
    return found
