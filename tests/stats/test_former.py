"""Former names answer as the engine of version 0.1 did, over the tables of `former`; see ORIGIN.md there.

It is a comparison of two engines.  Frames counted by hand are in the tests of each topic.
"""

import tomllib
from math import isclose
from pathlib import Path

import pandas as pd
import pytest

import analyzer.stats
from analyzer.stats import checking
from analyzer.stats.archive import load_archive
from analyzer.stats.catalogue import shipped_catalogue
from analyzer.stats.expressions import parsed_list
from analyzer.stats.views import Views

FORMER = Path(__file__).parent / "former"
LABELS = tomllib.loads((FORMER / "labels.toml").read_text())
DIFFERENCES = {
    name: reason
    for reason, names in tomllib.loads((FORMER / "differences.toml").read_text()).items()
    for name in names
}
CHOMBO = "Hands with a chombo counted; they are left out, as they were in most statistics."


def recorded():
    """Values and sizes of the former engine: ``{name: {(players, at, category): (value, n)}}``."""
    found = {}
    for row in pd.read_parquet(FORMER / "values.parquet").itertuples():
        at = text(row.at)
        for former, today in LABELS.get(row.name, {}).items():
            at = at.replace(former, today)
        found.setdefault(row.name, {})[row.players, at, text(row.category)] = (row.value, row.n)
    return found


def counted(names):
    """The same of these names as they are counted now."""
    frame = load_archive(FORMER).stat(names)
    found = {name: {} for name in names}
    for name, rows in frame.groupby("statistic"):
        axes = [axis.name for axis in parsed_list(by)] if (by := shipped_catalogue().find(name).by) else []
        for row in rows.to_dict("records"):
            at = " ".join(text(row[axis]) or "null" for axis in axes)
            found[name][row["players"], at, text(row.get("category"))] = (row["value"], row["n"])
    return found


def text(value):
    """A bin or category as text; empty for none."""
    if pd.isna(value):
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).lower() if value in (True, False) and isinstance(value, bool) else str(value)


def different(former, today):
    """The cells that differ; those with no row, or with none of a category, need not be there."""
    return {
        key: (former.get(key), today.get(key))
        for key in former.keys() | today.keys()
        if not agree(*former.get(key, (0, 0)), *today.get(key, (0, 0)), key in today)
    }


def agree(value, n, value_now, n_now, is_there):
    if not is_there:
        return n == 0 or not value
    return n == n_now and isclose(value, value_now, rel_tol=1e-9, abs_tol=1e-12)


RECORDED = recorded()


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
def test_every_former_name_counts_what_it_did(every):
    names = [*RECORDED][::every]
    today = counted(names)
    found = {name: different(RECORDED[name], today[name]) for name in names}
    assert {name: cells for name, cells in found.items() if cells and name not in DIFFERENCES} == {}
    assert [name for name in DIFFERENCES if name in found and not found[name]] == []


def test_what_left_a_chombo_in_counts_the_same_with_it(monkeypatch):
    names = [name for name, reason in DIFFERENCES.items() if reason == CHOMBO]
    views = Views(with_chombo())
    monkeypatch.setattr(checking, "shipped_views", lambda: views)
    today = counted(names)
    assert {name: cells for name in names if (cells := different(RECORDED[name], today[name]))} == {}


def with_chombo():
    """The views with hands with a chombo among those that ended."""
    file = Path(analyzer.stats.__file__).with_name("views.toml")
    condition = " and draw_kind is distinct from 'chombo'"
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    for view in found["views"].values():
        view |= {key: view[key].replace(condition, "") for key in ("sql", "where") if key in view}
        if "has_outcome" in (columns := view.get("columns", {})):
            columns["has_outcome"]["sql"] = "hand_end <> 'none'"
    return found
