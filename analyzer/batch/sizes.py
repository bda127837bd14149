"""How many logs are many; a module of its own, for those who decide it before anything is loaded."""

from __future__ import annotations

from typing import Final

__all__ = ["COMPILE_ABOVE"]

COMPILE_ABOVE: Final = 48
"""Logs from which on loading the compiled kernels takes less time than it saves."""
