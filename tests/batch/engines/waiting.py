"""Waiting for what other processes do."""

import os
import time


def wait_until(holds, seconds=20.0):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
