"""The shuffle seed turned into walls, dice, deals, replacement tiles and indicators."""

from analyzer.wall.seeds import GAME_KEY_WORDS, Seed, SeedForm, parse_seed, read_keys, seed_text
from analyzer.wall.stated import StatedText, StatedWall, copies_fault, hash_fault, parse_wall
from analyzer.wall.walls import (
    DEAD_WALL,
    Layout,
    Walls,
    dora_indicators,
    haipai,
    layout_of,
    live_draws,
    replacements,
    ura_indicators,
    walls,
    walls_of,
)

__all__ = [
    "DEAD_WALL",
    "GAME_KEY_WORDS",
    "Layout",
    "Seed",
    "SeedForm",
    "StatedText",
    "StatedWall",
    "Walls",
    "copies_fault",
    "dora_indicators",
    "haipai",
    "hash_fault",
    "layout_of",
    "live_draws",
    "parse_seed",
    "parse_wall",
    "read_keys",
    "replacements",
    "seed_text",
    "ura_indicators",
    "walls",
    "walls_of",
]
