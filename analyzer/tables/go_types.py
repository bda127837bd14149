"""What the bits of GO say of each game, read once for each different GO of a batch."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.log_id import GoType
from analyzer.vocabulary import ABSENT

__all__ = ["of_go_types"]


def of_go_types(
    go_types: NDArray[np.int32], read: Callable[[GoType], int], absent: int = 0
) -> NDArray[np.int32]:
    """A number that the type of each game gives, and ``absent`` where the log has no GO; shape (games,)."""
    types, places = np.unique(go_types, return_inverse=True)
    numbers = [absent if value == ABSENT else int(read(GoType(value))) for value in types.tolist()]
    return np.array(numbers, np.int32)[places]
