"""Waiting for what other processes do."""

import os
import time

SOON = 60.0
"""Seconds after which something that should have come is missed, on a busy machine too."""


def wait_until(holds, seconds=SOON):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def a_moment(began):
    """Two seconds, and more on a machine where it took long to come here."""
    return 2 + 3 * (time.monotonic() - began)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
