"""Tiles as counts per kind, and masks with a bit per kind."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.vocabulary import KINDS, TileKind, mpsz, parse_mpsz


def counts(text: str) -> NDArray[np.uint8]:
    """Counts of the kinds that an mpsz text names; shape (34,).

    Raises:
        ValueError: When the text is not mpsz.

    Examples:
        >>> int(counts("1120m")[0]), int(counts("1120m")[4])
        (2, 1)
    """
    return np.bincount(parse_mpsz(text), minlength=KINDS).astype(np.uint8)


def kinds_in(mask: int) -> tuple[TileKind, ...]:
    """Kinds of a mask, ascending.

    Examples:
        >>> kinds_in(0b1001)
        (0, 3)
    """
    return tuple(kind for kind in range(KINDS) if int(mask) >> kind & 1)


def mask_text(mask: int) -> str:
    """mpsz text of the kinds of a mask, as ``14m``.

    Examples:
        >>> mask_text(0b1001 | 1 << 27)
        '14m1z'
    """
    return mpsz((4 * kind for kind in kinds_in(mask)), with_aka=False)
