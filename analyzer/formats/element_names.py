"""Tags, names of attributes and types of draws as Tenhou writes them, and their numbers for kernels."""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.kernels import numbered
from analyzer.vocabulary import DrawKind, EndKind, PlayKind

__all__ = [
    "ATTRIBUTES",
    "DISCARD_TAGS",
    "DRAW_KEYS",
    "DRAW_TAGS",
    "DRAW_TYPES",
    "ENDING",
    "LONGEST_TYPE",
    "NAME",
    "PLAY",
    "TAG",
    "TAGS",
    "UNKNOWN",
]

TAGS: Final = (
    "mjloggm", "SHUFFLE", "GO", "UN", "TAIKYOKU", "BYE", "INIT", "N", "REACH", "DORA", "AGARI",
    "RYUUKYOKU", "T", "U", "V", "W", "D", "E", "F", "G",
)  # fmt: skip
"""Known tags; the last eight carry a tile id in the tag."""

ATTRIBUTES: Final = (
    "ver", "seed", "ref", "type", "lobby", "title", "rule", "ranking", "csrule", "n0", "n1", "n2", "n3",
    "dan", "rc", "gold", "rate", "sx", "oya", "who", "ten", "chip", "hai0", "hai1", "hai2", "hai3",
    "shuffle", "m", "step", "hai", "ba", "machi", "yaku", "yakuman", "doraHai", "doraHaiUra", "fromWho",
    "paoWho", "sc", "owari", "ratio",
)  # fmt: skip
"""Known names of attributes."""

DRAW_TYPES: Final = {
    DrawKind.NAGASHI_MANGAN: "nm",
    DrawKind.KYUUSHU_KYUUHAI: "yao9",
    DrawKind.SUUFON_RENDA: "kaze4",
    DrawKind.SUUCHA_RIICHI: "reach4",
    DrawKind.SUUKAIKAN: "kan4",
    DrawKind.SANCHAHOU: "ron3",
}
"""``type`` of RYUUKYOKU; an exhaustive draw has no ``type``."""

LONGEST_TYPE: Final = max(map(len, DRAW_TYPES.values()))

UNKNOWN: Final = 255
"""Stands for a tag or attribute that is not known."""


TAG: Final = numbered(TAGS)
NAME: Final = numbered(ATTRIBUTES)
PLAY: Final = numbered(PlayKind)
ENDING: Final = numbered(EndKind)
DRAW_TAGS: Final = range(TAG.T, TAG.W + 1)
DISCARD_TAGS: Final = range(TAG.D, TAG.G + 1)
DRAW_KEYS: Final = np.array(
    [int.from_bytes(DRAW_TYPES.get(kind, "").encode(), "little") for kind in [0, *DrawKind]], np.int64
)
"""By DrawKind: the bytes of its ``type`` as one little-endian number; 0 for a kind without ``type``."""
