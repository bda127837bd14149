"""Engines: how units of work are spread over this process, other processes, or other machines.

Each takes a function and the units, and gives the result of every unit exactly once, in any order.
Starting one must stay cheap, so those that need more than Python itself are imported by their modules.
"""

from __future__ import annotations

from analyzer.batch.engines.engine import Engine, Lost, looked_ahead
from analyzer.batch.engines.serial import serial

__all__ = ["Engine", "Lost", "looked_ahead", "serial"]
