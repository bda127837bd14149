"""Every column of every table: name, type, unit, meaning, and the meaning of null.

The Arrow schemas, the data dictionary (`schema` on the command line, docs/data-dictionary.md) and the modules
that fill the tables follow these tuples and those of `seat_schema`.
"""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256
from typing import Final

from analyzer.tables.plays_schema import PLAYS
from analyzer.tables.seat_schema import (
    CUT,
    GAME,
    GAME_KEYS,
    HAND,
    LOG,
    NO_FIT,
    NOT_DRAWN,
    SEAT,
    SEATS,
    UNJUDGED,
    UNSOUND,
    WINS,
    Column,
)

__all__ = ["DESCRIPTIONS", "ON_REQUEST", "SCHEMA_VERSION", "TABLES", "Column", "game_key", "tables_of"]

SCHEMA_VERSION: Final = 4
"""Increased when a column is renamed, removed or changes its meaning, and when a table is added."""

_NO_GO: Final = "the log has no GO"
_NO_DATE: Final = "the log id has no date"
_JSON: Final = "the log is JSON of tenhou.net/6, which shows none"
_NO_OWARI: Final = "the log has no final result (`owari`)"
_DRAW_KINDS: Final = (
    "`exhaustive`, `nagashi_mangan`, `suufon_renda`, `kyuushu_kyuuhai`, `suucha_riichi`, `suukaikan`, "
    "`sanchahou` or `chombo`"
)

GAMES: Final = (
    *GAME_KEYS,
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
    Column("has_chips", "bool", "", "Game with chips, by the bits of GO.", _NO_GO),
    Column("announces_rules", "bool", "", "GO states its own rules (`rule` or `csrule`)."),
    Column("rule_set", "category", "", "Name of the rule set applied.", "no rule set fits the log"),
    Column("has_seed", "bool", "", "The log has the seed of its walls."),
    Column("hands", "int32", "count", "Hands dealt."),
    Column("is_complete", "bool", "", "Every hand has a result, and the last result ends the game."),
)

PLAYERS: Final = (
    *GAME_KEYS,
    SEAT,
    Column("name", "string", "", "Name, decoded.", "the log has no first UN"),
    Column("dan", "uint8", "0-20", "Rank index as logged: 0 新人 … 10 初段 … 20 天鳳.", "not stated"),
    Column("rate", "float64", "", "Rating before the game.", "not stated"),
    Column("sex", "category", "", "`F`, `M`, or `C` as logged.", "not stated"),
    Column("start_score", "int32", "points", "Score at the first deal.", "the log has no hand"),
    Column("final_score", "int32", "points", "Score at the end, leftover sticks included.", _NO_OWARI),
    Column("final_result", "float64", "thousand points", "Final result with uma and oka.", _NO_OWARI),
    Column(
        "final_chips", "int32", "chips", "Chips won or lost.", "the game has no chips, or no final result"
    ),
    Column("placement", "uint8", "1-4", "By final score; ties go to the lower seat.", _NO_OWARI),
)

HANDS: Final = (
    *GAME_KEYS,
    HAND,
    Column("kyoku", "uint8", "index", "0-3 East, 4-7 South, 8-11 West; sanma skips 3 and 7.", NO_FIT),
    Column("honba", "int16", "count", "Honba when the hand begins.", NO_FIT),
    Column("kyotaku", "int16", "sticks", "Riichi sticks on the table when the hand begins.", NO_FIT),
    Column("dealer", "uint8", "seat", "Dealer, by kyoku."),
    Column("is_readable", "bool", "", "Every element of the hand could be read."),
    Column("is_sound", "bool", "", "Readable, and no illegal event left the state of the hand unknown."),
    Column("end", "category", "", "`agari`, `ryuukyoku`, or `none` if the log is cut."),
    Column("draw_kind", "category", "", f"Kind of ryuukyoku as logged: {_DRAW_KINDS}.", NOT_DRAWN),
    Column("winner_count", "uint8", "seats", "Number of seats that won: 2 for a double ron."),
    Column("winner", "uint8", "seat", "Winner; the first logged if there are several.", "nobody won"),
    Column("loser", "uint8", "seat", "Seat that dealt in.", "nobody dealt in"),
    Column("is_tsumo", "bool", "", "Won by tsumo.", "nobody won"),
    Column("draws", "int16", "tiles", "Tiles drawn by all seats, replacements included."),
    Column("discards", "int16", "tiles", "Tiles discarded by all seats."),
    Column(
        "turn",
        "uint8",
        "discards",
        "Highest number of discards of any seat: the go-round that the hand reached.",
    ),
    Column("live_tiles", "int16", "tiles", "Tiles left to draw at the end.", UNSOUND),
    Column("calls", "uint8", "count", "Calls by all seats; closed kans and kita included."),
    Column("kans", "uint8", "count", "Kans of any kind by all seats."),
    Column("kita", "uint8", "count", "Norths set aside by all seats (sanma)."),
    Column("open_seats", "uint8", "seats", "Seats with an open meld at the end."),
    Column("riichi_count", "uint8", "seats", "Seats that declared riichi."),
    Column("first_riichi_seat", "uint8", "seat", "Seat of the first declaration.", "nobody declared"),
    Column(
        "first_riichi_turn",
        "uint8",
        "discards",
        "Number of the declaring discard, from 1.",
        "nobody declared",
    ),
    Column("tenpai_count", "uint8", "seats", "Number of seats tenpai at the end, by the rule set.", UNJUDGED),
    Column(
        "is_all_last",
        "bool",
        "",
        "The last scheduled kyoku (East 4 or South 4; East 3 or South 3 in sanma) or one after it.",
        f"{_NO_GO}, or {NO_FIT}",
    ),
    Column("is_last", "bool", "", "No hand follows in the log."),
    Column(
        "kyotaku_after",
        "int16",
        "sticks",
        "Riichi sticks left on the table after the hand, by the rule set; after the last hand, before "
        "they are awarded.",
        f"{CUT}, or {UNJUDGED}",
    ),
    Column("next_kyoku", "uint8", "index", "Kyoku of the next hand as logged.", "no hand follows"),
    Column("next_honba", "int16", "count", "Honba of the next hand as logged.", "no hand follows"),
    Column("next_dealer", "uint8", "seat", "Dealer of the next hand, by kyoku.", "no hand follows"),
)


def _per_seat(name: str, type_: str, unit: str, meaning: str, null: str) -> tuple[Column, ...]:
    return tuple(Column(f"{name}{seat}", type_, unit, f"Seat {seat}: {meaning}", null) for seat in range(4))


_OUT: Final = "an empty seat, or " + UNJUDGED

DRAWS: Final = (
    *GAME_KEYS,
    HAND,
    Column("kyoku", "uint8", "index", "As in `hands`.", NO_FIT),
    Column("honba", "int16", "count", "Honba when the hand begins.", NO_FIT),
    Column("kyotaku", "int16", "sticks", "Riichi sticks when the hand begins.", NO_FIT),
    Column("dealer", "uint8", "seat", "Dealer, by kyoku."),
    Column("kind", "category", "", f"Kind as logged: {_DRAW_KINDS}.", "the `type` is unknown"),
    Column(
        "kind_computed", "category", "", "Kind by the rule set.", "the rule set gives none, or " + UNJUDGED
    ),
    Column("live_tiles", "int16", "tiles", "Tiles left to draw at the end.", UNSOUND),
    Column("riichi_count", "uint8", "seats", "Seats that declared riichi."),
    Column("tenpai_count", "uint8", "seats", "Seats tenpai, by the rule set.", UNJUDGED),
    Column("is_dealer_tenpai", "bool", "", "The dealer is tenpai, by the rule set.", UNJUDGED),
    *_per_seat("tenpai", "bool", "", "tenpai, by the rule set.", _OUT),
    *_per_seat("shown", "bool", "", "the log shows its tehai.", "an empty seat, or " + _JSON),
    *_per_seat("nagashi", "bool", "", "own discards are a nagashi mangan, by the rule set.", _OUT),
    *_per_seat("delta", "int32", "points", "score change as logged.", "an empty seat, or not stated"),
    *_per_seat("delta_computed", "int32", "points", "score change by the rule set.", _OUT),
)

FINDINGS: Final = (
    LOG,
    GAME,
    Column("source", "string", "", "File or archive member as the user named it."),
    Column("hand", "int32", "index", "Index of the hand in its game, from 0.", "outside any hand"),
    Column("kyoku", "int32", "index", "As in `hands`.", "outside any hand"),
    Column("honba", "int32", "count", "Honba of the hand.", "outside any hand"),
    Column("seat", "uint8", "0-3", "Seat concerned.", "it concerns no single seat"),
    Column(
        "element",
        "int32",
        "index",
        "Index of the element in the log; the root is 0.",
        "it concerns no element",
    ),
    Column("check", "category", "", "Id of the check; stable."),
    Column("verdict", "category", "", "`inconsistent`, `undecided` or `malformed`."),
    Column("rule_set", "category", "", "Name of the rule set applied.", "no rule set was chosen"),
    Column("claimed", "string", "", "Claim of the log.", "the log states nothing"),
    Column("computed", "string", "", "Result by the rules.", "nothing could be computed"),
    Column("message", "string", "", "One sentence with the claim, the result, the rule and its source."),
    Column("reason", "string", "", "Why there is no verdict.", "the verdict is not `undecided`"),
    Column(
        "count",
        "int32",
        "count",
        "Number of items that the finding covers; 1 unless it is `undecided`, or its message names more.",
    ),
)

TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "games": GAMES,
    "players": PLAYERS,
    "hands": HANDS,
    "seats": SEATS,
    "wins": WINS,
    "draws": DRAWS,
    "findings": FINDINGS,
    "plays": PLAYS,
}

ON_REQUEST: Final = ("plays",)
"""Tables that are large, and made only when they are named."""

DESCRIPTIONS: Final[dict[str, str]] = {
    "games": "One row per game.",
    "players": "One row per game and seat: who played, and how the game ended for them.",
    "hands": "One row per hand: how it began, how it ended, what followed.",
    "seats": "One row per hand and seat.",
    "wins": "One row per winner, two for a double ron, in the order of the log.",
    "draws": "One row per ryuukyoku, as logged and as computed; values per seat have one column per seat.",
    "findings": "One row per finding: the log and the rules differ, or no verdict is possible.",
    "plays": "One row per draw, discard and call; made only when asked for.",
}


def tables_of(wanted: Collection[str] | None) -> tuple[str, ...]:
    """Names of the wanted tables in the order of the schema; all but `ON_REQUEST` for None."""
    return tuple(name for name in TABLES if (name not in ON_REQUEST if wanted is None else name in wanted))


def game_key(log_id: str) -> int:
    """The column ``game`` of a log id: the first 63 bits of its SHA-256, so the same in every run."""
    digest = sha256(log_id.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> 1
