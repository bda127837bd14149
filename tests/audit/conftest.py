"""Rule sets as files, which alone can be simulated."""

from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.rules import RuleSet, rule_file


@pytest.fixture(scope="session")
def file_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[RuleSet], Path]:
    """Writes a rule set; the same one has the same file."""
    folder = tmp_path_factory.mktemp("rules")

    def write(rules: RuleSet) -> Path:
        path = folder / f"{hash(rules):x}.toml"
        path.write_text(rule_file(rules), encoding="utf-8")
        return path

    return write
