"""The shuffle seed turned into walls, dice, deals, replacement tiles and indicators."""

from analyzer.wall.seeds import GAME_KEY_WORDS, Seed, SeedForm, parse_seed, read_keys, seed_text
from analyzer.wall.stated import StatedText, StatedWall, copies_fault, hash_fault, parse_wall
from analyzer.wall.walls import DEAD_WALL, Layout, Walls, haipai, layout_of, walls_of

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
    "haipai",
    "hash_fault",
    "layout_of",
    "parse_seed",
    "parse_wall",
    "read_keys",
    "seed_text",
    "walls_of",
]
