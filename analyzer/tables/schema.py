"""Every column of every table: name, type, unit, meaning, and what a null in it says.

The Arrow schemas, the data dictionary (`schema` on the command line, docs/data-dictionary.md) and the
builders all follow these tuples; a column exists nowhere else.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["DESCRIPTIONS", "PARTITIONED", "SCHEMA_VERSION", "TABLES", "Column"]

SCHEMA_VERSION: Final = 1
"""Raised whenever a column is renamed, removed, or changes its meaning."""


class Column(NamedTuple):
    """One column of a table.

    Attributes:
        name: Name in the files.
        type: ``bool``, ``uint8``, ``int16``, ``int32``, ``float64``, ``date``, ``string``, or
            ``category`` (a string from a small set, dictionary-encoded).
        unit: Unit or range of the values; empty where there is none.
        meaning: What the value says.
        null: What a null says; empty for a column that has none.
    """

    name: str
    type: str
    unit: str
    meaning: str
    null: str = ""


_UNSOUND: Final = "the hand could not be read or replayed"
_UNJUDGED: Final = "no rule set fits, or " + _UNSOUND
_CUT: Final = "the hand has no result"
_NO_GO: Final = "the log has no GO"
_NO_DATE: Final = "the log id has no date"
_NO_FIT: Final = "the log states no possible number"
_NOT_DRAWN: Final = "the hand did not end in a ryuukyoku"
_JSON: Final = "the log is JSON of tenhou.net/6, which shows none"
_NO_OWARI: Final = "the log has no final result (`owari`)"
_DRAW_KINDS: Final = (
    "`exhaustive`, `nagashi_mangan`, `suufon_renda`, `kyuushu_kyuuhai`, `suucha_riichi`, `suukaikan`, "
    "`sanchahou` or `chombo`"
)

_LOG: Final = Column("log_id", "string", "", "Tenhou log id; the source where its name holds no id.")
_YEAR: Final = Column("year", "int16", "year", "Year of the log id (Japan time); a partition.", _NO_DATE)
_PLAYERS: Final = Column("players", "uint8", "3 or 4", "Seats in play; a partition.")
_GAME_KEYS: Final = (_LOG, _YEAR, _PLAYERS)
_HAND: Final = Column("hand", "int32", "index", "Hand within its game, 0 for the first.")
_SEAT: Final = Column("seat", "uint8", "0-3", "Seat, fixed for the game; 0 is the first dealer.")

GAMES: Final = (
    *_GAME_KEYS,
    Column("source", "string", "", "File or archive member as the user named it."),
    Column("date", "date", "", "Day of the log id (Japan time).", _NO_DATE),
    Column("hour", "uint8", "0-23", "Hour of the log id (Japan time).", "the log id has no hour"),
    Column("go_type", "int32", "bits", "`type` of GO.", _NO_GO),
    Column("lobby", "int32", "", "`lobby` of GO; 0 is the public lobby.", "GO has no lobby (2009)"),
    Column(
        "room",
        "category",
        "",
        "`ippan` (般), `joukyuu` (上), `tokujou` (特) or `houou` (鳳), by the bits of GO.",
        _NO_GO,
    ),
    Column("length", "category", "", "`tonpuu` (East only) or `hanchan`, by the bits of GO.", _NO_GO),
    Column("has_aka", "bool", "", "Red fives are in play, by the bits of GO.", _NO_GO),
    Column("has_kuitan", "bool", "", "Open tanyao counts, by the bits of GO.", _NO_GO),
    Column("is_fast", "bool", "", "Short thinking time (速), by the bits of GO.", _NO_GO),
    Column("has_chips", "bool", "", "A chip table, by the bits of GO.", _NO_GO),
    Column("announces_rules", "bool", "", "GO carries rules of its own (`rule` or `csrule`)."),
    Column("rule_set", "category", "", "Name of the rule set applied.", "no rule set fits the log"),
    Column("has_seed", "bool", "", "The log carries the seed of its wall."),
    Column("hands", "int32", "count", "Hands dealt."),
    Column("is_complete", "bool", "", "Every hand has a result and the last one ends the game."),
)

PLAYERS: Final = (
    *_GAME_KEYS,
    _SEAT,
    Column("name", "string", "", "Name, decoded.", "the log has no first UN"),
    Column("dan", "uint8", "0-20", "Rank index as logged: 0 新人 … 10 初段 … 20 天鳳.", "not stated"),
    Column("rate", "float64", "", "Rating before the game.", "not stated"),
    Column("sex", "category", "", "`F`, `M`, or `C` as logged.", "not stated"),
    Column("start_score", "int32", "points", "Score at the first deal.", "the log has no hand"),
    Column("final_score", "int32", "points", "Score at the end, left-over sticks included.", _NO_OWARI),
    Column("final_result", "float64", "thousand points", "Final result with uma and oka.", _NO_OWARI),
    Column("final_chips", "int32", "chips", "Chips won or lost.", "not a chip table, or no final result"),
    Column("placement", "uint8", "1-4", "By final score; ties go to the lower seat.", _NO_OWARI),
)

HANDS: Final = (
    *_GAME_KEYS,
    _HAND,
    Column("kyoku", "uint8", "index", "0-3 East, 4-7 South, 8-11 West; sanma skips 3 and 7.", _NO_FIT),
    Column("honba", "int16", "count", "Counters when the hand begins.", _NO_FIT),
    Column("kyotaku", "int16", "sticks", "Riichi sticks on the table when the hand begins.", _NO_FIT),
    Column("dealer", "uint8", "seat", "Dealer, by kyoku."),
    Column("is_readable", "bool", "", "Every element of the hand could be read."),
    Column("is_sound", "bool", "", "Readable, and no illegal event left the table unknown."),
    Column("end", "category", "", "`agari`, `ryuukyoku`, or `none` where the log is cut."),
    Column("draw_kind", "category", "", f"Kind of ryuukyoku as logged: {_DRAW_KINDS}.", _NOT_DRAWN),
    Column("winner_count", "uint8", "seats", "Seats that won: 2 for a double ron."),
    Column("winner", "uint8", "seat", "Winner; of several the first logged.", "nobody won"),
    Column("loser", "uint8", "seat", "Seat that dealt in.", "nobody dealt in"),
    Column("is_tsumo", "bool", "", "Won by tsumo.", "nobody won"),
    Column("draws", "int16", "tiles", "Tiles drawn by all seats, replacements included."),
    Column("discards", "int16", "tiles", "Tiles discarded by all seats."),
    Column("turn", "uint8", "discards", "Most discards of any one seat: the go-round the hand reached."),
    Column("live_tiles", "int16", "tiles", "Tiles left to draw at the end.", _UNSOUND),
    Column("calls", "uint8", "count", "Calls by all seats; closed kans and kita included."),
    Column("kans", "uint8", "count", "Kans of any kind by all seats."),
    Column("kita", "uint8", "count", "Norths set aside by all seats (sanma)."),
    Column("open_seats", "uint8", "seats", "Seats with an open meld at the end."),
    Column("riichi_count", "uint8", "seats", "Seats that declared riichi."),
    Column("first_riichi_seat", "uint8", "seat", "Seat of the first declaration.", "nobody declared"),
    Column("first_riichi_turn", "uint8", "discards", "Its discard, counting from 1.", "nobody declared"),
    Column("tenpai_count", "uint8", "seats", "Seats tenpai at the end, by the rule set.", _UNJUDGED),
    Column("next_kyoku", "uint8", "index", "Kyoku of the next hand as logged.", "no hand follows"),
    Column("next_honba", "int16", "count", "Counters of the next hand as logged.", "no hand follows"),
    Column("next_dealer", "uint8", "seat", "Dealer of the next hand, by kyoku.", "no hand follows"),
)

SEATS: Final = (
    *_GAME_KEYS,
    _HAND,
    _SEAT,
    Column("seat_wind", "uint8", "0-3", "0 East (the dealer), 1 South, 2 West, 3 North."),
    Column("is_dealer", "bool", "", "Dealer of the hand."),
    Column("is_winner", "bool", "", "Won the hand."),
    Column("is_loser", "bool", "", "Dealt in."),
    Column("score", "int32", "points", "Score when the hand begins.", _NO_FIT),
    Column("placement", "uint8", "1-4", "By that score; ties go to the lower seat.", _NO_FIT),
    Column("delta", "int32", "points", "Score change by the result, as logged; own deposit not in it.", _CUT),
    Column(
        "delta_computed",
        "int32",
        "points",
        "Score change that the rule set gives to the same play.",
        "the rules give no outcome here, or " + _UNJUDGED,
    ),
    Column("deposit", "int16", "points", "Own riichi stick paid in this hand: 1000 or 0."),
    Column("draws", "uint8", "tiles", "Tiles drawn, replacements included."),
    Column("discards", "uint8", "tiles", "Tiles discarded."),
    Column("melds", "uint8", "count", "Melds at the end, closed kans included."),
    Column("open_melds", "uint8", "count", "Melds that open the tehai."),
    Column("kans", "uint8", "count", "Kans of any kind."),
    Column("kita", "uint8", "count", "Norths set aside (sanma)."),
    Column("riichi_turn", "uint8", "discards", "Discard that declared riichi, from 1.", "no riichi"),
    Column("riichi_order", "uint8", "1-4", "1 for the first to declare in the hand.", "no riichi"),
    Column("riichi_accepted", "bool", "", "The declaration tile passed and the stick was paid."),
    Column("is_double_riichi", "bool", "", "Riichi in the first uninterrupted go-round."),
    Column("tenpai", "bool", "", "Tenpai at the end, by the rule set; riichi or not.", _UNJUDGED),
    Column("shown", "bool", "", "The log shows the tehai at a ryuukyoku.", f"{_NOT_DRAWN}, or {_JSON}"),
    Column(
        "waits",
        "string",
        "mpsz",
        "Tiles that complete the shape at the end, also where none is left; empty when there is none. "
        "For a seat that has just drawn: the waits before it.",
        _UNSOUND,
    ),
    Column("wait_kinds", "uint8", "kinds", "How many kinds those are.", _UNSOUND),
    Column("furiten", "bool", "", "Furiten at the end, for any reason below.", _UNSOUND),
    Column("furiten_discard", "bool", "", "A wait lies among the own discards.", _UNSOUND),
    Column("furiten_passed", "bool", "", "A wait passed since the own last draw or call.", _UNSOUND),
    Column("furiten_riichi", "bool", "", "A wait passed after riichi.", _UNSOUND),
    Column("yaochu_kinds", "uint8", "kinds", "Terminal and honour kinds in the concealed part.", _UNSOUND),
    Column("river_yaochu", "bool", "", "All own discards are terminals or honours.", _UNSOUND),
    Column("river_called", "bool", "", "Some own discard was called.", _UNSOUND),
    Column("nagashi", "bool", "", "Own discards make a nagashi mangan, by the rule set.", _UNJUDGED),
)


def _per_seat(name: str, type_: str, unit: str, meaning: str, null: str) -> tuple[Column, ...]:
    return tuple(Column(f"{name}{seat}", type_, unit, f"Seat {seat}: {meaning}", null) for seat in range(4))


_OUT: Final = "an empty seat, or " + _UNJUDGED

DRAWS: Final = (
    *_GAME_KEYS,
    _HAND,
    Column("kyoku", "uint8", "index", "As in `hands`.", _NO_FIT),
    Column("honba", "int16", "count", "Counters when the hand begins.", _NO_FIT),
    Column("kyotaku", "int16", "sticks", "Riichi sticks when the hand begins.", _NO_FIT),
    Column("dealer", "uint8", "seat", "Dealer, by kyoku."),
    Column("kind", "category", "", f"Kind as logged: {_DRAW_KINDS}.", "a `type` nobody knows"),
    Column("kind_computed", "category", "", "Kind that the rule set gives.", "none, or " + _UNJUDGED),
    Column("live_tiles", "int16", "tiles", "Tiles left to draw.", _UNSOUND),
    Column("riichi_count", "uint8", "seats", "Seats that declared riichi."),
    Column("tenpai_count", "uint8", "seats", "Seats tenpai, by the rule set.", _UNJUDGED),
    Column("is_dealer_tenpai", "bool", "", "The dealer is tenpai, by the rule set.", _UNJUDGED),
    *_per_seat("tenpai", "bool", "", "tenpai, by the rule set.", _OUT),
    *_per_seat("shown", "bool", "", "the log shows its tehai.", "an empty seat, or " + _JSON),
    *_per_seat("nagashi", "bool", "", "own discards make a nagashi mangan, by the rule set.", _OUT),
    *_per_seat("delta", "int32", "points", "score change as logged.", "an empty seat, or not stated"),
    *_per_seat("delta_computed", "int32", "points", "score change that the rule set gives.", _OUT),
)

FINDINGS: Final = (
    Column("log_id", "string", "", "Log id, or the source where its name holds none."),
    Column("source", "string", "", "File or archive member as the user named it."),
    Column("hand", "int32", "index", "Hand within its game.", "outside any hand"),
    Column("kyoku", "int32", "index", "As in `hands`.", "outside any hand"),
    Column("honba", "int32", "count", "Counters of the hand.", "outside any hand"),
    Column("seat", "uint8", "0-3", "Seat concerned.", "not one seat"),
    Column("element", "int32", "index", "Element of the log, the root being 0.", "no element is concerned"),
    Column("check", "category", "", "Id of the check; stable."),
    Column("verdict", "category", "", "`inconsistent`, `undecided` or `malformed`."),
    Column("rule_set", "category", "", "Name of the rule set applied.", "none was chosen"),
    Column("claimed", "string", "", "What the log says.", "it says nothing"),
    Column("computed", "string", "", "What the rules give.", "nothing could be computed"),
    Column("message", "string", "", "One sentence with both, the rule and its source."),
)

TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "games": GAMES,
    "players": PLAYERS,
    "hands": HANDS,
    "seats": SEATS,
    "draws": DRAWS,
    "findings": FINDINGS,
}

DESCRIPTIONS: Final[dict[str, str]] = {
    "games": "One row per game.",
    "players": "One row per game and seat: who played, and how the game ended for them.",
    "hands": "One row per hand dealt: what was on the table, how it ended, what followed.",
    "seats": "One row per hand and seat.",
    "draws": "One row per ryuukyoku: as logged and as computed, one column per seat where it is per seat.",
    "findings": "One row per finding: where a log and the rules differ, or where no verdict is possible.",
}

PARTITIONED: Final = ("year", "players")
"""Columns that name the folders of a table that has them (hive style), instead of standing in its files."""
