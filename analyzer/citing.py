"""The version as it is cited: of a checkout with its commit."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from analyzer import __version__

_CHECKOUT: Final = Path(__file__).resolve().parent.parent
_SECONDS: Final = 5


@cache
def cited_version() -> str:
    """The release, as ``0.3.0``; of a checkout also its commit, as ``0.3.0, commit 5d2b7b9, changed``.

    ``changed`` says that files differ from the commit.  This starts git, if there is one: it is only for what
    people cite.  What programs compare is ``analyzer.__version__``.
    """
    git = shutil.which("git")
    if git is None or not (_CHECKOUT / ".git").exists():
        return __version__
    asked = ["describe", "--always", "--exclude=*", "--abbrev=7", "--dirty=, changed"]
    command = [git, "--git-dir", str(_CHECKOUT / ".git"), "--work-tree", str(_CHECKOUT), *asked]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return __version__
    return f"{__version__}, commit {answer.stdout.strip()}"
