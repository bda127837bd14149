"""The columns of ``plays``, which is written only when asked for."""

from __future__ import annotations

from typing import Final

from analyzer.tables.seat_schema import GAME_KEYS, HAND, SEAT, UNSOUND, Column

__all__ = ["PLAYS"]

PLAYS: Final = (
    *GAME_KEYS,
    HAND,
    Column("play", "int16", "index", "Index of the row in its hand, from 0, in the order of play."),
    SEAT._replace(meaning="Seat that draws, discards or calls."),
    Column(
        "kind",
        "category",
        "",
        "`draw` (replacements included), `discard`, `chi`, `pon`, `daiminkan`, `kakan`, `ankan` or `kita`. "
        "A riichi is no row of its own, see `is_riichi`; nor is a dora indicator, or a win.",
    ),
    Column(
        "tile",
        "category",
        "mpsz",
        "Tile drawn, discarded, taken from another seat, added to a pon or set aside; `0m`, `0p`, `0s` are "
        "red fives. Of an ankan the kind, never red.",
    ),
    Column("is_red", "bool", "", "`tile` is a red five."),
    Column("is_tsumogiri", "bool", "", "Discards the tile just drawn."),
    Column("is_riichi", "bool", "", "Discards and declares riichi."),
    Column(
        "turn",
        "uint8",
        "discards",
        "Own discards before this play, plus one: a draw or call has the number of the discard it leads to.",
    ),
    Column("live_tiles", "int16", "tiles", "Tiles left to draw after this play.", UNSOUND),
    Column("in_riichi", "bool", "", "The seat declared riichi before this play."),
    Column(
        "riichi_seats",
        "uint8",
        "seats",
        "Number of seats that declared riichi before this play; without `in_riichi` they are its opponents.",
    ),
    Column(
        "shanten",
        "int8",
        "-1 to 6",
        "Shanten of the seat after this play, the lowest of all hand types; 0 is tenpai, -1 complete. After "
        "a draw, chi or pon that of the best discard.",
        UNSOUND,
    ),
    Column(
        "waits",
        "string",
        "mpsz",
        "Tiles that complete the shape after this play, even if none is left.",
        "noten, or a tile is to be discarded (after a draw, chi or pon), or " + UNSOUND,
    ),
    Column(
        "is_genbutsu",
        "bool",
        "",
        "The seat that declared riichi first cannot win on this discard: the kind is in its river, or has "
        "been discarded or set aside by another seat since its declaration.",
        "not a discard, nobody had declared riichi, the first to declare discards, or " + UNSOUND,
    ),
    Column(
        "seen_copies",
        "uint8",
        "1-4",
        "Copies of the kind that the seat sees after this play, this tile included: in its tehai, a meld, a "
        "river, the kita or the dora indicators.",
        UNSOUND,
    ),
)
