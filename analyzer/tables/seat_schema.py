"""The class of a column, columns shared by several tables, and the columns of ``seats`` and ``wins``."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = [
    "COURSE",
    "CUT",
    "GAME",
    "GAME_KEYS",
    "HAND",
    "LOG",
    "NOT_DRAWN",
    "NO_FIT",
    "SEAT",
    "SEATS",
    "UNJUDGED",
    "UNSOUND",
    "WINS",
    "Column",
]


class Column(NamedTuple):
    """One column of a table.

    Attributes:
        name: Name in the files.
        type: ``bool``, ``int8``, ``uint8``, ``int16``, ``int32``, ``int64``, ``float64``, ``date``,
            ``string``, ``category`` (a string from a small set, dictionary-encoded), or a list of one of
            these.
        unit: Unit or range of the values; empty if there is none.
        meaning: Meaning of the value.
        null: Meaning of a null; empty for a column without nulls.
    """

    name: str
    type: str
    unit: str
    meaning: str
    null: str = ""


CUT: Final = "the hand has no result"
UNSOUND: Final = "the hand could not be read or replayed"
UNJUDGED: Final = "no rule set fits, or " + UNSOUND
NO_FIT: Final = "the log states no possible number"
NOT_DRAWN: Final = "the hand did not end in a ryuukyoku"

LOG: Final = Column("log_id", "string", "", "Tenhou log id, or the source if its name has no id.")
GAME: Final = Column(
    "game", "int64", "", "Key of the game: the first 63 bits of the SHA-256 of `log_id`, for quick joins."
)
_NO_DATE: Final = "the log id has no date"
_YEAR: Final = Column("year", "int16", "year", "Year of the log id (Japan time).", _NO_DATE)
_MONTH: Final = Column("month", "uint8", "1-12", "Month of the log id (Japan time).", _NO_DATE)
_PLAYERS: Final = Column("players", "uint8", "3 or 4", "Number of players.")
GAME_KEYS: Final = (LOG, GAME, _YEAR, _MONTH, _PLAYERS)
HAND: Final = Column("hand", "int32", "index", "Index of the hand in its game, from 0.")
SEAT: Final = Column("seat", "uint8", "0-3", "Seat, fixed for the game; seat 0 deals first.")

_JSON: Final = "the log is JSON of tenhou.net/6, which shows none"
_NO_RIICHI: Final = "no riichi"
_NOTEN: Final = "noten, or " + UNSOUND
_NEVER_TENPAI: Final = "no own discard left it tenpai, or " + UNSOUND
_NO_RIICHI_KNOWN: Final = f"{_NO_RIICHI}, or {UNSOUND}"
_NO_FIRST_DRAW: Final = "a call came before its first draw, it never drew, or " + UNSOUND
_YAKUMAN: Final = "a yakuman, or the log states none"
_NOT_STATED: Final = "the log states none"

_OUTCOME: Final = (
    Column("seat_wind", "uint8", "0-3", "0 East (the dealer), 1 South, 2 West, 3 North."),
    Column("is_dealer", "bool", "", "The seat is the dealer."),
    Column("is_winner", "bool", "", "The seat won the hand."),
    Column("is_loser", "bool", "", "Dealt in."),
    Column("score", "int32", "points", "Score when the hand begins.", NO_FIT),
    Column("placement", "uint8", "1-4", "Placement by that score; ties go to the lower seat.", NO_FIT),
    Column(
        "delta", "int32", "points", "Score change by the result, as logged, without the own deposit.", CUT
    ),
    Column(
        "delta_computed",
        "int32",
        "points",
        "Score change by the rule set for the same play.",
        "the rules give no outcome, or " + UNJUDGED,
    ),
    Column("deposit", "int16", "points", "Own riichi stick paid in this hand: 1000 or 0."),
)

_PLAY: Final = (
    Column("draws", "uint8", "tiles", "Tiles drawn, replacements included."),
    Column("discards", "uint8", "tiles", "Tiles discarded."),
    Column("melds", "uint8", "count", "Melds at the end, closed kans included."),
    Column("open_melds", "uint8", "count", "Melds at the end that open the tehai."),
    Column("kans", "uint8", "count", "Kans of any kind."),
    Column("kita", "uint8", "count", "Norths set aside (sanma)."),
    Column(
        "riichi_turn", "uint8", "discards", "Number of the discard that declared riichi, from 1.", _NO_RIICHI
    ),
    Column(
        "riichi_order", "uint8", "1-4", "Order of the declaration in the hand; 1 is the first.", _NO_RIICHI
    ),
    Column("riichi_accepted", "bool", "", "The declaration tile was not won on, and the stick was paid."),
    Column("is_double_riichi", "bool", "", "Riichi in the first uninterrupted go-round."),
)

_END: Final = (
    Column("tenpai", "bool", "", "Tenpai at the end, by the rule set, with or without riichi.", UNJUDGED),
    Column("shown", "bool", "", "The log shows the tehai at a ryuukyoku.", f"{NOT_DRAWN}, or {_JSON}"),
    Column(
        "waits",
        "string",
        "mpsz",
        "Tiles that complete the shape at the end, even if none is left; empty if there are none. "
        "If the seat has just drawn, its waits before that draw.",
        UNSOUND,
    ),
    Column("wait_kinds", "uint8", "kinds", "How many kinds those are.", UNSOUND),
    Column("furiten", "bool", "", "Furiten at the end, for any reason below.", UNSOUND),
    Column("furiten_discard", "bool", "", "A wait is among the own discards.", UNSOUND),
    Column("furiten_passed", "bool", "", "The seat has passed a wait since its last draw or call.", UNSOUND),
    Column("furiten_riichi", "bool", "", "The seat passed a wait after its riichi.", UNSOUND),
    Column(
        "yaochu_kinds",
        "uint8",
        "kinds",
        "Number of terminal and honour kinds in the concealed part.",
        UNSOUND,
    ),
    Column("river_yaochu", "bool", "", "All own discards are terminals or honours.", UNSOUND),
    Column("river_called", "bool", "", "At least one own discard was called.", UNSOUND),
    Column("nagashi", "bool", "", "Own discards are a nagashi mangan, by the rule set.", UNJUDGED),
)

COURSE: Final = (
    Column("haipai_shanten", "int8", "-1 to 6", "Shanten of the haipai of 13 tiles; 0 is tenpai.", UNSOUND),
    Column(
        "kyuushu_kinds",
        "uint8",
        "kinds",
        "Number of terminal and honour kinds in the 14 tiles at the first own draw; kyuushu kyuuhai needs 9.",
        _NO_FIRST_DRAW,
    ),
    Column("kyuushu_shanten", "int8", "-1 to 6", "Shanten of those 14 tiles.", _NO_FIRST_DRAW),
    Column(
        "tenpai_turn",
        "uint8",
        "discards",
        "Number of the own discard that made the first tenpai, from 1: the first that leaves 13 tiles (three "
        "for each meld) that wait by shape, closed or open. A tehai that is tenpai as dealt, the dealer's of "
        "14 tiles too, has its first tenpai at its first discard, if it waits after that.",
        _NEVER_TENPAI,
    ),
    Column(
        "tenpai_waits", "string", "mpsz", "Waits after that discard, even if none is left.", _NEVER_TENPAI
    ),
    Column("tenpai_wait_kinds", "uint8", "kinds", "How many kinds those are.", _NEVER_TENPAI),
    Column(
        "tenpai_wait_live",
        "uint8",
        "tiles",
        "Tiles of those kinds that the seat does not see after that discard: not in its tehai, a meld, "
        "a river, the kita or the dora indicators.",
        _NEVER_TENPAI,
    ),
    Column(
        "tenpai_way",
        "category",
        "",
        "What followed the first tenpai up to the end of the hand: `riichi` (declared with that discard or "
        "later), `open` (with an open meld, before or after it), or `dama` (neither, even if the tenpai was "
        "given up).",
        _NEVER_TENPAI,
    ),
    Column(
        "open_turn",
        "uint8",
        "discards",
        "Number of the own discard after the first meld that opened the tehai, from 1.",
        "no such meld, or " + UNSOUND,
    ),
    Column(
        "shanten_after",
        "list<int8>",
        "0 to 6",
        "Shanten after each own discard, the lowest of all hand types; 0 is tenpai.",
        UNSOUND,
    ),
    Column("riichi_waits", "string", "mpsz", "Waits after the declaration tile.", _NO_RIICHI_KNOWN),
    Column("riichi_wait_kinds", "uint8", "kinds", "How many kinds those are.", _NO_RIICHI_KNOWN),
    Column(
        "riichi_wait_live",
        "uint8",
        "tiles",
        "Tiles of those kinds that the seat does not see at its declaration: not in its tehai, a meld, "
        "a river, the kita or the dora indicators.",
        _NO_RIICHI_KNOWN,
    ),
    Column(
        "riichi_furiten",
        "bool",
        "",
        "A wait is among the own discards at the declaration, including the declaration tile.",
        _NO_RIICHI_KNOWN,
    ),
    Column(
        "wait_live",
        "uint8",
        "tiles",
        "Tiles of the kinds in `waits` that the seat does not see at the end; a seat that drew or won on "
        "the last tile does not count it as seen.",
        _NOTEN,
    ),
    Column(
        "wait_shape",
        "category",
        "",
        "Shape of `waits`: `ryanmen`, `kanchan`, `penchan`, `shanpon`, `tanki` (including chiitoitsu, and "
        "3445 or 1233 even if they have other decompositions), or `complex` (three kinds or more, or two "
        "that are neither ryanmen nor shanpon).",
        _NOTEN,
    ),
    Column(
        "keishiki",
        "bool",
        "",
        "Tenpai without riichi, and no wait gives a yaku by ron (形式聴牌).",
        "noten, riichi, not an exhaustive draw, or " + UNJUDGED,
    ),
    Column(
        "nagashi_until",
        "uint8",
        "discards",
        "Number of own discards before the river had a simple or a called tile.",
        UNSOUND,
    ),
    Column(
        "nagashi_end",
        "category",
        "",
        "What ended that: `simple` (2 to 8), `called`, `alive` if nothing did, `none` without a discard.",
        UNSOUND,
    ),
)

SEATS: Final = (*GAME_KEYS, HAND, SEAT, *_OUTCOME, *_PLAY, *_END, *COURSE)

WINS: Final = (
    *GAME_KEYS,
    HAND,
    SEAT._replace(meaning="Seat that won."),
    Column("loser", "uint8", "seat", "Seat that dealt in.", "won by tsumo"),
    Column("is_tsumo", "bool", "", "Won by tsumo."),
    Column("is_dealer", "bool", "", "The winner is the dealer of the hand."),
    Column("turn", "uint8", "go-round", "Turn of the win: own discards plus one."),
    Column("way", "category", "", "`riichi`, `open` (with an open meld), or `dama` (neither)."),
    Column("tile", "category", "mpsz", "Tile won on; `0m`, `0p`, `0s` are red fives.", _NOT_STATED),
    Column("fu", "uint8", "fu", "Fu as logged.", "a yakuman without fu, or " + NO_FIT),
    Column("han", "uint8", "han", "Han of all yaku and dora as logged.", _YAKUMAN),
    Column("yakuman", "uint8", "count", "Number of yakuman as logged; a double yakuman counts once."),
    Column(
        "limit",
        "category",
        "",
        "`none`, `mangan`, `haneman`, `baiman`, `sanbaiman`, `kazoe_yakuman` or `yakuman`, as logged.",
        _NOT_STATED,
    ),
    Column("points", "int32", "points", "Value as logged, without honba and sticks.", _NOT_STATED),
    Column(
        "points_computed",
        "int32",
        "points",
        "Value by the rule set.",
        "the rule set gives none, or " + UNJUDGED,
    ),
    Column(
        "gain",
        "int32",
        "points",
        "Score change of the winner by this win, as logged, with honba and sticks.",
        _NOT_STATED,
    ),
    Column(
        "kyotaku", "int16", "sticks", "Riichi sticks that the winner collects, including its own.", NO_FIT
    ),
    Column("honba", "int16", "count", "Honba that the winner is paid for.", NO_FIT),
    Column("yaku", "list<category>", "", "Yaku as logged, in their order, without dora.", _NOT_STATED),
    Column("dora", "uint8", "han", "Dora.", _YAKUMAN),
    Column("ura", "uint8", "han", "Ura dora; 0 also for a riichi without ura dora.", _YAKUMAN),
    Column("aka", "uint8", "han", "Red fives.", _YAKUMAN),
    Column("kita_dora", "uint8", "han", "Kita; the log counts them as dora.", _YAKUMAN),
    Column("wait_kinds", "uint8", "kinds", "As in `seats`.", UNSOUND),
    Column("wait_live", "uint8", "tiles", "As in `seats`.", UNSOUND),
)
