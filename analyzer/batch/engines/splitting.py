"""What is tried next with a unit that ended the process that worked on it.

An unlucky neighbour of what uses up the memory dies as well, so no unit is judged before it has been
tried alone.  One that ends a fresh process too is cut in halves, down to the log that does it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from analyzer.sources.units import Unit, halves

__all__ = ["Stage", "Trial", "after_count", "after_death"]


class Stage(IntEnum):
    """Why a unit is being tried."""

    FIRST = 0
    """Its turn has come."""
    ALONE = 1
    """It ended a worker: now with a fresh one, while no other works."""
    PART = 2
    """It was cut off a unit that ended a worker alone."""
    COUNT = 3
    """It is one part, and how many logs that holds must be known before it can be cut."""


class Trial(NamedTuple):
    """A unit and why it is being tried."""

    unit: Unit
    stage: Stage = Stage.FIRST


def after_death(trial: Trial, *, can_count: bool) -> tuple[Trial, ...]:
    """What to try when a trial has ended its worker; nothing when the unit is lost."""
    if trial.stage == Stage.COUNT:
        return ()
    if trial.stage == Stage.FIRST:
        return (Trial(trial.unit, Stage.ALONE),)
    if parts := _parts(trial.unit):
        return parts
    if trial.stage == Stage.PART:
        return (Trial(trial.unit, Stage.ALONE),)
    if can_count and trial.unit.window is None:
        return (Trial(trial.unit, Stage.COUNT),)
    return ()


def after_count(counted: Unit) -> tuple[Trial, ...]:
    """What to try with a unit of one part once its items are counted; nothing when it is lost."""
    return _parts(counted)


def _parts(unit: Unit) -> tuple[Trial, ...]:
    return tuple(Trial(part, Stage.PART) for part in halves(unit))
