"""``python -m analyzer.conformance.function_adapter package.module:function``: a function as an adapter."""

from __future__ import annotations

import json
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path

__all__: list[str] = []


def main() -> None:
    """Answer every line with what the function gives for it; what it prints goes to standard error."""
    module, _, name = sys.argv[1].partition(":")
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)
        function = getattr(import_module(module), name)
        for line in sys.stdin.buffer:
            question = json.loads(line)
            try:
                answer = {**function(question), "case": question["case"]}
                text = json.dumps(answer)
            except Exception as error:  # noqa: BLE001 - it is the user's, and the next case may do
                place = traceback.extract_tb(error.__traceback__)[-1]
                where = f"{Path(place.filename).name}, line {place.lineno}"
                told = f"{type(error).__name__}: {error} ({where})"
                text = json.dumps({"case": question["case"], "error": told})
            answers.write(f"{text}\n")
            answers.flush()


if __name__ == "__main__":
    main()
