"""The type of a column, columns shared by several tables, and those of ``seats`` and ``wins``."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = [
    "COURSE",
    "CUT",
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
        type: ``bool``, ``int8``, ``uint8``, ``int16``, ``int32``, ``float64``, ``date``, ``string``,
            ``category`` (a string from a small set, dictionary-encoded), or a list of one of these.
        unit: Unit or range of the values; empty where there is none.
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

LOG: Final = Column("log_id", "string", "", "Tenhou log id; the source where its name holds no id.")
_YEAR: Final = Column(
    "year", "int16", "year", "Year of the log id (Japan time); a partition.", "the log id has no date"
)
_PLAYERS: Final = Column("players", "uint8", "3 or 4", "Seats in play; a partition.")
GAME_KEYS: Final = (LOG, _YEAR, _PLAYERS)
HAND: Final = Column("hand", "int32", "index", "Hand within its game, 0 for the first.")
SEAT: Final = Column("seat", "uint8", "0-3", "Seat, fixed for the game; 0 is the first dealer.")

_JSON: Final = "the log is JSON of tenhou.net/6, which shows none"
_NO_RIICHI: Final = "no riichi"
_NOTEN: Final = "noten, or " + UNSOUND
_NO_RIICHI_KNOWN: Final = f"{_NO_RIICHI}, or {UNSOUND}"
_NO_FIRST_DRAW: Final = "a call came before its first draw, it drew none, or " + UNSOUND
_YAKUMAN: Final = "a yakuman, or the log states none"
_NOT_STATED: Final = "the log states none"

_OUTCOME: Final = (
    Column("seat_wind", "uint8", "0-3", "0 East (the dealer), 1 South, 2 West, 3 North."),
    Column("is_dealer", "bool", "", "Dealer of the hand."),
    Column("is_winner", "bool", "", "Won the hand."),
    Column("is_loser", "bool", "", "Dealt in."),
    Column("score", "int32", "points", "Score when the hand begins.", NO_FIT),
    Column("placement", "uint8", "1-4", "By that score; ties go to the lower seat.", NO_FIT),
    Column("delta", "int32", "points", "Score change by the result, as logged; own deposit not in it.", CUT),
    Column(
        "delta_computed",
        "int32",
        "points",
        "Score change that the rule set gives to the same play.",
        "the rules give no outcome here, or " + UNJUDGED,
    ),
    Column("deposit", "int16", "points", "Own riichi stick paid in this hand: 1000 or 0."),
)

_PLAY: Final = (
    Column("draws", "uint8", "tiles", "Tiles drawn, replacements included."),
    Column("discards", "uint8", "tiles", "Tiles discarded."),
    Column("melds", "uint8", "count", "Melds at the end, closed kans included."),
    Column("open_melds", "uint8", "count", "Melds that open the tehai."),
    Column("kans", "uint8", "count", "Kans of any kind."),
    Column("kita", "uint8", "count", "Norths set aside (sanma)."),
    Column("riichi_turn", "uint8", "discards", "Discard that declared riichi, from 1.", _NO_RIICHI),
    Column("riichi_order", "uint8", "1-4", "1 for the first to declare in the hand.", _NO_RIICHI),
    Column("riichi_accepted", "bool", "", "The declaration tile passed and the stick was paid."),
    Column("is_double_riichi", "bool", "", "Riichi in the first uninterrupted go-round."),
)

_END: Final = (
    Column("tenpai", "bool", "", "Tenpai at the end, by the rule set; riichi or not.", UNJUDGED),
    Column("shown", "bool", "", "The log shows the tehai at a ryuukyoku.", f"{NOT_DRAWN}, or {_JSON}"),
    Column(
        "waits",
        "string",
        "mpsz",
        "Tiles that complete the shape at the end, also where none is left; empty when there is none. "
        "For a seat that has just drawn: the waits before it.",
        UNSOUND,
    ),
    Column("wait_kinds", "uint8", "kinds", "How many kinds those are.", UNSOUND),
    Column("furiten", "bool", "", "Furiten at the end, for any reason below.", UNSOUND),
    Column("furiten_discard", "bool", "", "A wait lies among the own discards.", UNSOUND),
    Column("furiten_passed", "bool", "", "A wait passed since the own last draw or call.", UNSOUND),
    Column("furiten_riichi", "bool", "", "A wait passed after riichi.", UNSOUND),
    Column("yaochu_kinds", "uint8", "kinds", "Terminal and honour kinds in the concealed part.", UNSOUND),
    Column("river_yaochu", "bool", "", "All own discards are terminals or honours.", UNSOUND),
    Column("river_called", "bool", "", "Some own discard was called.", UNSOUND),
    Column("nagashi", "bool", "", "Own discards make a nagashi mangan, by the rule set.", UNJUDGED),
)

COURSE: Final = (
    Column("haipai_shanten", "int8", "-1 to 6", "Shanten of the 13 tiles dealt; 0 is tenpai.", UNSOUND),
    Column(
        "kyuushu_kinds",
        "uint8",
        "kinds",
        "Terminal and honour kinds among the 14 tiles of the own first draw: kyuushu kyuuhai needs nine.",
        _NO_FIRST_DRAW,
    ),
    Column("kyuushu_shanten", "int8", "-1 to 6", "Shanten of those 14 tiles.", _NO_FIRST_DRAW),
    Column(
        "tenpai_turn",
        "uint8",
        "discards",
        "Own discard after which the shape first was tenpai, from 1.",
        "never, or " + UNSOUND,
    ),
    Column(
        "open_turn",
        "uint8",
        "discards",
        "Own discard that followed the first meld that opened the tehai, from 1.",
        "no such meld, or " + UNSOUND,
    ),
    Column(
        "shanten_after",
        "list<int8>",
        "0 to 6",
        "Shanten after each own discard, the best that the shape allows; 0 is tenpai.",
        UNSOUND,
    ),
    Column("riichi_waits", "string", "mpsz", "Waits after the declaration tile.", _NO_RIICHI_KNOWN),
    Column("riichi_wait_kinds", "uint8", "kinds", "How many kinds those are.", _NO_RIICHI_KNOWN),
    Column(
        "riichi_wait_live",
        "uint8",
        "tiles",
        "Tiles of those kinds that the seat does not see at its declaration: not in its own tehai, nor "
        "in any meld, river, kita or shown indicator.",
        _NO_RIICHI_KNOWN,
    ),
    Column(
        "riichi_furiten",
        "bool",
        "",
        "A wait lies among the own discards at the declaration, its tile included.",
        _NO_RIICHI_KNOWN,
    ),
    Column(
        "wait_live",
        "uint8",
        "tiles",
        "Tiles of the kinds in `waits` that the seat does not see at the end; the last tile is not counted "
        "as seen for who draws it or wins on it.",
        _NOTEN,
    ),
    Column(
        "wait_shape",
        "category",
        "",
        "Shape of `waits`: `ryanmen`, `kanchan`, `penchan`, `shanpon`, `tanki` (also where 3445 or 1233 can "
        "be read otherwise, and of seven pairs), or `complex` (three kinds or more, or two that are neither "
        "ryanmen nor shanpon).",
        _NOTEN,
    ),
    Column(
        "keishiki",
        "bool",
        "",
        "Tenpai without riichi of which no wait gives a yaku by ron (形式聴牌).",
        "noten, riichi, no exhaustive draw, or " + UNJUDGED,
    ),
    Column(
        "nagashi_until",
        "uint8",
        "discards",
        "Own discards from the first on that all were terminals or honours and not called.",
        UNSOUND,
    ),
    Column(
        "nagashi_end",
        "category",
        "",
        "What ended that row: `simple` (another tile), `called`; `alive` at the end; `none` without discard.",
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
    Column("turn", "uint8", "go-round", "Own discards and one."),
    Column("way", "category", "", "`riichi`, `open` (some meld opens the tehai), or `dama` (neither)."),
    Column("tile", "category", "mpsz", "Tile won on; `0m`, `0p`, `0s` are red fives.", _NOT_STATED),
    Column("fu", "uint8", "fu", "Fu as logged.", "a yakuman without fu, or " + NO_FIT),
    Column("han", "uint8", "han", "Han of all yaku and dora as logged.", _YAKUMAN),
    Column("yakuman", "uint8", "count", "Yakuman as logged; one that counts twice is one; 0 if none."),
    Column(
        "limit",
        "category",
        "",
        "`none`, `mangan`, `haneman`, `baiman`, `sanbaiman`, `kazoe_yakuman` or `yakuman`, as logged.",
        _NOT_STATED,
    ),
    Column("points", "int32", "points", "Value as logged: without honba and sticks.", _NOT_STATED),
    Column(
        "points_computed",
        "int32",
        "points",
        "Value that the rule set gives.",
        "it gives none, or " + UNJUDGED,
    ),
    Column(
        "gain",
        "int32",
        "points",
        "Score change of the winner by this win, as logged; honba and sticks are in it.",
        _NOT_STATED,
    ),
    Column("kyotaku", "int16", "sticks", "Riichi sticks that it collects; an own one is among them.", NO_FIT),
    Column("honba", "int16", "count", "Honba that it is paid for.", NO_FIT),
    Column("yaku", "list<category>", "", "Yaku as logged, in their order, without dora.", _NOT_STATED),
    Column("dora", "uint8", "han", "Dora.", _YAKUMAN),
    Column("ura", "uint8", "han", "Ura dora; 0 also where there was a riichi without any.", _YAKUMAN),
    Column("aka", "uint8", "han", "Red fives.", _YAKUMAN),
    Column("kita_dora", "uint8", "han", "Norths set aside, which the log adds to the dora.", _YAKUMAN),
    Column("wait_kinds", "uint8", "kinds", "As in `seats`.", UNSOUND),
    Column("wait_live", "uint8", "tiles", "As in `seats`.", UNSOUND),
)
