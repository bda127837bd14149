"""Which parts of an earlier run are done: keys of parts, looked up by the million in little memory."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping

import numpy as np

from analyzer.sources.units import KEY_BYTES

__all__ = ["DoneParts"]


class DoneParts:
    """Parts that are done, each to be taken once.

    A key that stands there twice can be taken twice: an archive may hold the same member two times.

    Args:
        units: Keys of the parts by id of their unit.
    """

    def __init__(self, units: Mapping[str, bytes]) -> None:
        self._ids = tuple(units)
        keys = np.frombuffer(b"".join(units.values()), dtype=">u8").astype(np.uint64)
        owners = np.repeat(np.arange(len(units)), [len(keys) // KEY_BYTES for keys in units.values()])
        order = np.argsort(keys, kind="stable")
        self._keys = array("Q", keys[order].tobytes())
        self._owners = owners[order]
        self._logs = array("q", [-1]) * len(order)
        # Only where a key stands first: how many of the same were taken, so that none is looked at again.
        self._taken = array("q", [0]) * len(order)

    def take(self, key: bytes, logs: int = 1) -> bool:
        """Whether a part is done; notes how many logs it may hold."""
        number = int.from_bytes(key, "big")
        first = bisect_left(self._keys, number)
        place = first if first == len(self._keys) else first + self._taken[first]
        if place >= len(self._keys) or self._keys[place] != number:
            return False
        self._logs[place] = logs
        self._taken[first] += 1
        return True

    def stale(self) -> frozenset[str]:
        """Ids of units with a part that nobody took."""
        left = np.frombuffer(self._logs, np.int64) < 0
        return frozenset(self._ids[owner] for owner in np.unique(self._owners[left]).tolist())

    def logs(self) -> int:
        """Logs of the units whose every part was taken."""
        logs = np.frombuffer(self._logs, np.int64)
        holds = np.ones(len(self._ids), np.bool_)
        holds[self._owners[logs < 0]] = False
        return int(logs[holds[self._owners]].sum())
