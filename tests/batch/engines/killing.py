"""Work that ends the process it is done in, once; a module of its own, for workers import it."""

import os
import signal


def work_or_die(unit, *, work, out):
    """Do the work, unless some units are done already and nobody has been killed yet."""
    marker = out.with_name("killed")
    done = sum(path.name != "terms.json" for path in (out / ".units").glob("*.json"))
    if done > 1 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return work(unit)
