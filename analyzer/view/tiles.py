"""Tiles as shapes: one symbol per tile, outlines of a font that nobody needs to have.

The outlines are those of Noto Sans Symbols 2, under the SIL Open Font License (shapes/OFL.txt).
"""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from typing import Final

__all__ = ["BACK", "STYLE", "TILE_HEIGHT", "TILE_NAMES", "TILE_WIDTH", "symbol_id", "symbols"]

TILE_WIDTH: Final = 30
TILE_HEIGHT: Final = 40
"""Of a tile in the units of pictures."""
BACK: Final = "back"
"""Name of a tile face down."""
TILE_NAMES: Final = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(10)),
    *(f"{rank}z" for rank in range(1, 8)),
    BACK,
)
"""Names of all tiles: mpsz text with 0 for a red five, and the back."""

_COLOURS: Final = {"5z": "haku", "6z": "sou", "7z": "aka"}
_SUITS: Final = {"m": "man", "p": "pin", "s": "sou", "z": "man"}

STYLE: Final = """
.mj{--mj-felt:#e7efe6;--mj-edge:#b7c5b4;--mj-well:#f6faf5;--mj-ink:#1d2620;--mj-soft:#56645a;
--mj-accent:#b3261e;--mj-plus:#1f6f3a;--mj-face:#fffdf5;--mj-rim:#8d8471;--mj-stick:#ffffff;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans",
"Noto Sans CJK JP","Noto Sans",sans-serif}
.mj text{fill:var(--mj-ink)}.mj .soft{fill:var(--mj-soft)}.mj .hot{fill:var(--mj-accent)}
.mj .plus{fill:var(--mj-plus)}
.mj-face{fill:var(--mj-face);stroke:var(--mj-rim);stroke-width:10}
.mj-man{fill:#241f1a}.mj-pin{fill:#1b4a9c}.mj-sou{fill:#10692f}.mj-haku{fill:#5a6b86}.mj-aka{fill:#c8102e}
.mj-back{fill:#c78a2c;stroke:var(--mj-rim);stroke-width:10}.mj-grid{fill:none;stroke:#8f5f14;stroke-width:12}
.mj .dim{opacity:.55}.mj .gone{opacity:.3}
.mj .mark{fill:none;stroke:var(--mj-accent);stroke-width:2.5}
.mj .lost{fill:none;stroke:var(--mj-soft);stroke-width:1.5;stroke-dasharray:4 3}
.mj .off{display:none}
@media screen and (prefers-color-scheme:dark){.mj{--mj-felt:#17241c;--mj-edge:#35493b;
--mj-well:#0f1913;--mj-ink:#e8efe9;
--mj-soft:#a3b3a7;--mj-accent:#ff8a80;--mj-plus:#7fd39a;--mj-face:#f1ecdd;--mj-rim:#05080a;--mj-stick:#f4f4f4}
.mj .dim{opacity:.66}}
@media screen and (max-width:520px){.mj text{font-size:24px}.mj .name{display:none}}
"""
"""Style of pictures; the tile faces stay light in the dark, as tiles do.

On a phone a picture is little more than half as wide, and letters of 24 units are 14 pixels high there.
"""


@cache
def _outlines() -> dict[str, str]:
    text = files("analyzer.view").joinpath("shapes", "outlines.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def symbol_id(prefix: str, name: str) -> str:
    """Id of the symbol of a tile in a picture."""
    return f"{prefix}-{name}"


def symbols(prefix: str, names: Collection[str]) -> str:
    """One symbol for each of these tiles, in the order of TILE_NAMES.

    Args:
        prefix: What the ids of this picture begin with, so that several can stand on one page.
        names: Some of TILE_NAMES.
    """
    drawn = (
        f'<symbol id="{symbol_id(prefix, name)}" viewBox="0 0 300 400">{_face(name)}</symbol>'
        for name in TILE_NAMES
        if name in names
    )
    return "".join(drawn)


def _face(name: str) -> str:
    if name == BACK:
        return (
            '<rect class="mj-back" x="6" y="6" width="288" height="388" rx="32"/>'
            '<path class="mj-grid" d="M60 60H240V340H60ZM60 200 150 60 240 200 150 340Z"/>'
        )
    rank, suit = name[0], name[1]
    is_aka = rank == "0"
    outline = _outlines()[f"5{suit}" if is_aka else name]
    colour = "aka" if is_aka else _COLOURS.get(name, _SUITS[suit])
    dot = '<circle class="mj-aka" cx="258" cy="46" r="20"/>' if is_aka else ""
    return (
        '<rect class="mj-face" x="6" y="6" width="288" height="388" rx="32"/>'
        f'<path class="mj-{colour}" d="{outline}"/>{dot}'
    )
