"""Whatever runs come before, a run over everything gives what one fresh run gives."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.batch.run import run
from tests.batch.conftest import NAMES
from tests.batch.growing import Broken, Writes, job_to, told, write_logs

SOURCES = ("a", "b", "c.zip")
FILES = (f"{NAMES[0]}.mjlog", f"x/{NAMES[1]}.mjlog", f"{NAMES[1]}.mjlog", "nameless.xml")
CONTENTS = ("honest", "wrong", "spaced", "no log", None)

change = st.tuples(st.sampled_from(SOURCES), st.sampled_from(FILES), st.sampled_from(CONTENTS))
named = st.lists(st.sampled_from(SOURCES), min_size=1, unique=True)
step = st.tuples(st.lists(change, max_size=4), named, st.none() | st.integers(0, 25))


def archives(here, held):
    return [write_logs(here / name, logs) for name, logs in held.items()]


def disturbed(sources, job, stop):
    """A run that ends at some change of its files, if it makes so many."""
    with pytest.MonkeyPatch.context() as patch:
        if stop is not None:
            Writes(patch, stop)
        try:
            run(sources, job, unit_logs=2, remove_missing=True)
        except Broken:
            return


def compare_after(steps, honest, wrong):
    """A run over everything after these steps, and a fresh one."""
    contents = {"honest": honest, "wrong": wrong, "spaced": honest + b"\n", "no log": b"<mjlog/>"}
    with tempfile.TemporaryDirectory() as folder:
        here, held = Path(folder), {name: {} for name in SOURCES}
        grown, fresh = job_to(here / "grown"), job_to(here / "fresh")
        for changes, some, stop in steps:
            for source, file, content in changes:
                held[source].pop(file, None)
                if content is not None:
                    held[source][file] = contents[content]
            archives(here, held)
            disturbed([here / name for name in some], grown, stop)

        outcome = run(archives(here, held), grown, unit_logs=2, remove_missing=True)
        once = run(archives(here, held), fresh, unit_logs=2)

        assert told(grown.out) == told(fresh.out)
        assert outcome.totals.accounts() == once.totals.accounts()


@settings(max_examples=8)
@given(steps=st.lists(step, min_size=1, max_size=5))
def test_a_run_over_everything_gives_what_a_fresh_one_gives(honest, wrong, steps):
    compare_after(steps, honest, wrong)


@pytest.mark.long
@settings(max_examples=50)
@given(steps=st.lists(step, min_size=1, max_size=5))
def test_a_run_over_everything_gives_what_a_fresh_one_gives_after_many_more_steps(honest, wrong, steps):
    compare_after(steps, honest, wrong)
