"""Work that ends the process it is done in; a module of its own, for workers import it."""

import os
import signal
from unittest.mock import patch

from analyzer.batch import work as work_module


def work_or_die(unit, *, work, out):
    """Do the work, unless some units are done already and nobody has been killed yet."""
    marker = out.with_name("killed")
    done = len([*(out / ".units").glob("*.arrow")])
    if done > 1 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return work(unit)


DEADLY = b"<!-- deadly -->"
"""A log with this in it ends the process that reviews it."""
UNPACKS_DEADLY = "deadly-to-unpack"
"""A source of this name ends the process that reads it."""


def with_deadly_logs(*args, work, **how):
    """Do the work, while some logs end the process."""
    reviewing, reading = work_module.review_batch, work_module.read_parts

    def review(batch, terms, **also):
        if any(DEADLY in data for _, data in batch.logs):
            os.kill(os.getpid(), signal.SIGKILL)
        return reviewing(batch, terms, **also)

    def read(unit, *how):
        if any(UNPACKS_DEADLY in part.name for part in unit.parts):
            os.kill(os.getpid(), signal.SIGKILL)
        return reading(unit, *how)

    with (
        patch.object(work_module, "review_batch", review),
        patch.object(work_module, "read_parts", read),
    ):
        return work(*args, **how)
