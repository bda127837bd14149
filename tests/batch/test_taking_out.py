import numpy as np
import pytest

from analyzer.batch.kept_units import inputs_of, kept_units
from analyzer.batch.taking_out import came_of, stale_inputs, without_stale
from analyzer.batch.work import do_unit
from analyzer.sources import SourceLog
from analyzer.sources.plan import Survey

A, B, C = (f"2022010{day}01gm-00a9-0000-0000000a" for day in (1, 2, 3))


@pytest.fixture
def units(job, unit, honest):
    """Two logs of one folder and one of another, in one unit, and its keys by source."""
    logs = [SourceLog(f"{place}/{name}", honest) for place, name in (("x", A), ("x", B), ("y", C))]
    kept = do_unit(unit(logs), job).kept
    return {kept.unit: kept}


def keys_of(units):
    (unit,) = units.values()
    return np.frombuffer(unit.keys, ">u8").astype(np.uint64)


def sources(out, units):
    return sorted(name for unit in units.values() for name in inputs_of(out, unit)["source"].to_pylist())


def stale(out, units, *places, labels, unlisted=()):
    """Stale inputs, where the plan lacks the parts at these places."""
    survey = Survey(0, {name: keys_of(units)[list(places)] for name in units}, {*unlisted})
    return stale_inputs(out, units, survey, {*labels})


@pytest.mark.parametrize(
    ("source", "label"),
    [
        ("/logs", "/logs"),
        ("/logs/2022/a.xml", "/"),
        ("/logs/2022/a.xml", "/logs"),
        ("/logs/2022/a.xml", "/logs/2022"),
        ("/logs.zip!2022/a.xml", "/logs.zip"),
        ("/a.json#2", "/a.json"),
        ("s3://logs/a.xml", "s3://logs"),
    ],
)
def test_what_is_in_a_source_came_of_it(source, label):
    assert came_of(source, {label})


@pytest.mark.parametrize(
    ("source", "label"),
    [
        ("/logs2/a.xml", "/logs"),
        ("/logs.zip!a.xml", "/logs"),
        ("/other/logs/a.xml", "/logs"),
        ("s3://logs/a.xml", "/"),
        ("<stdin>!a.xml", "/"),
    ],
)
def test_what_is_elsewhere_did_not_come_of_it(source, label):
    assert not came_of(source, {label})


def test_what_the_named_sources_lack_is_taken_out(out, units):
    current, gone = without_stale(out, units, stale(out, units, 0, 2, labels="xy"))

    assert (sources(out, current), gone) == ([f"x/{B}"], {f"x/{A}", f"y/{C}"})
    assert kept_units(out) == current


def test_what_came_of_other_sources_stays(out, units):
    current, gone = without_stale(out, units, stale(out, units, 0, 2, labels="x"))

    assert (sources(out, current), gone) == ([f"x/{B}", f"y/{C}"], {f"x/{A}"})


def test_what_came_of_a_folder_that_cannot_be_listed_stays(out, units):
    current, gone = without_stale(out, units, stale(out, units, 0, 2, labels="xy", unlisted="y"))

    assert (sources(out, current), gone) == ([f"x/{B}", f"y/{C}"], {f"x/{A}"})


def test_units_that_lack_nothing_are_left_alone(out, units):
    before = out.names()

    assert without_stale(out, units, stale(out, units, 2, labels="x")) == (units, set())
    assert out.names() == before


def test_a_unit_of_which_nothing_is_left_is_forgotten(out, units):
    current, _ = without_stale(out, units, stale(out, units, 0, 1, 2, labels="xy"))

    assert current == kept_units(out) == {}
