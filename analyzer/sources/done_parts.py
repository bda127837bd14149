"""Which parts of a plan an earlier run has read, told by their keys."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from analyzer.sources.units import KEY_BYTES

__all__ = ["DoneParts"]


class DoneParts:
    """Parts that are done; each can be taken once.

    A key that occurs twice can be taken twice: an archive may hold the same member two times.

    Args:
        units: Keys of the parts, by id of their unit.
    """

    def __init__(self, units: Mapping[str, bytes]) -> None:
        self._ids = tuple(units)
        keys = np.frombuffer(b"".join(units.values()), dtype=">u8").astype(np.uint64)
        owners = np.repeat(np.arange(len(units)), [len(keys) // KEY_BYTES for keys in units.values()])
        order = np.argsort(keys, kind="stable")
        self._keys = array("Q", keys[order].tobytes())
        self._owners = owners[order]
        self._logs = array("q", [-1]) * len(order)
        # At the first of equal keys: how many of them were taken.
        self._taken = array("q", [0]) * len(order)

    def take(self, key: bytes, logs: int = 1) -> bool:
        """Whether a part is done; records how many logs it may hold."""
        number = int.from_bytes(key, "big")
        first = bisect_left(self._keys, number)
        place = first if first == len(self._keys) else first + self._taken[first]
        if place >= len(self._keys) or self._keys[place] != number:
            return False
        self._logs[place] = logs
        self._taken[first] += 1
        return True

    def left(self) -> dict[str, NDArray[np.uint64]]:
        """Keys of parts that were not taken, by id of their unit."""
        is_left = np.frombuffer(self._logs, np.int64) < 0
        keys, owners = np.frombuffer(self._keys, np.uint64)[is_left], self._owners[is_left]
        return {self._ids[owner]: keys[owners == owner] for owner in np.unique(owners).tolist()}

    def logs(self) -> int:
        """Number of logs of the parts that were taken."""
        logs = np.frombuffer(self._logs, np.int64)
        return int(logs[logs > 0].sum())
