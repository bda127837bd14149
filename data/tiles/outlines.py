"""Writes analyzer/view/shapes/outlines.json from the mahjong tiles of a font; needs fonttools and brotli.

Usage: python data/tiles/outlines.py FONT, where FONT is Noto Sans Symbols 2 as an npm package has it,
@fontsource/noto-sans-symbols-2 5.3.0, files/noto-sans-symbols-2-symbols-400-normal.woff2.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

OUT = Path(__file__).resolve().parents[2] / "analyzer" / "view" / "shapes" / "outlines.json"
FIRST = 0x1F000
PLACES = (*range(7, 16), *range(25, 34), *range(16, 25), 0, 1, 2, 3, 6, 5, 4)
"""Place of each kind in the block: honours, man, sou, pin; red before green before white."""
NAMES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
FRAME = (30, -26, 573, 693)
"""Bounds of the tile that every glyph draws around its face, in units of the font."""
MARGIN = 60
WIDTH, HEIGHT = 300, 400


def contours(font: TTFont, name: str) -> list[RecordingPen]:
    """The closed curves of a glyph."""
    whole = RecordingPen()
    font.getGlyphSet()[name].draw(whole)
    found = [RecordingPen()]
    for operator, points in whole.value:
        found[-1].value.append((operator, points))
        if operator == "closePath":
            found.append(RecordingPen())
    return found[:-1]


def bounds(curve: RecordingPen) -> tuple[float, float, float, float]:
    """Of one curve."""
    pen = BoundsPen(None)
    curve.replay(pen)
    return pen.bounds


def is_frame(curve: RecordingPen) -> bool:
    """Whether it is the outline of the tile, outer or inner."""
    return all(abs(one - other) < MARGIN for one, other in zip(bounds(curve), FRAME, strict=True))


def outline(font: TTFont, name: str) -> str:
    """Path of the face without its frame, in a box of 300 by 400 with y downward."""
    left, low, right, high = FRAME
    scale = min(WIDTH / (right - left), HEIGHT / (high - low))
    across = WIDTH / 2 - scale * (left + right) / 2
    down = HEIGHT / 2 + scale * (low + high) / 2
    path = SVGPathPen(None, ntos=lambda number: str(round(number)))
    for curve in contours(font, name):
        if not is_frame(curve):
            curve.replay(TransformPen(path, (scale, 0, 0, -scale, across, down)))
    return path.getCommands()


def main() -> None:
    """Write the file."""
    font = TTFont(sys.argv[1])
    names = font.getBestCmap()
    outlines = {tile: outline(font, names[FIRST + place]) for tile, place in zip(NAMES, PLACES, strict=True)}
    OUT.write_text(json.dumps(outlines, indent=0) + "\n", encoding="utf-8")


main()
