import pytest

from analyzer.batch import run as running
from analyzer.batch.engines import serial
from analyzer.batch.run import engine_of
from analyzer.errors import UserMistake
from analyzer.sources import Choice


def chosen(tmp_path, engine=None, workers=None, scheduler=None):
    return engine_of(engine, workers, scheduler, out=tmp_path, sources=())


def test_serial_is_serial(tmp_path):
    assert chosen(tmp_path, "serial") is serial


@pytest.mark.parametrize(
    ("engine", "workers", "scheduler", "expected"),
    [
        (None, None, None, "run.automatic"),
        (None, 4, None, "run.automatic"),
        ("processes", None, None, "run.processes"),
        ("dask", None, "tcp://localhost:8786", "dask.dask"),
        (None, None, "tcp://localhost:8786", "dask.dask"),
    ],
)
def test_the_options_choose_the_engine(tmp_path, monkeypatch, engine, workers, scheduler, expected):
    for name in ("run.automatic", "run.processes", "dask.dask"):
        monkeypatch.setattr(f"analyzer.batch.{name}", lambda *_, name=name, **__: name)

    assert chosen(tmp_path, engine, workers, scheduler) == expected


@pytest.mark.parametrize(
    ("engine", "workers", "scheduler", "message"),
    [
        ("dask", None, None, "--engine dask needs --scheduler, such as tcp://localhost:8786"),
        ("serial", None, "tcp://a:1", "--scheduler tcp://a:1 is of --engine dask, not of --engine serial"),
        ("serial", 2, None, "--workers 2 cannot be had: --engine serial has no workers"),
        (None, 2, "tcp://a:1", "--workers 2 cannot be had: the scheduler has workers of its own"),
        (None, 0, None, "--workers 0 is no number of processes; expected 1 or more"),
        ("threads", None, None, "engine 'threads' is unknown; expected serial, processes or dask"),
    ],
)
def test_options_that_contradict_each_other_are_refused(tmp_path, engine, workers, scheduler, message):
    with pytest.raises(UserMistake, match=f"^{message}$"):
        chosen(tmp_path, engine, workers, scheduler)


@pytest.mark.parametrize(
    ("engine", "workers", "writers"),
    [("serial", None, 1), (None, 1, 1), ("processes", 1, 1), (None, None, 3)],
)
def test_tables_are_written_by_no_more_cores_than_were_asked_for(monkeypatch, engine, workers, writers):
    asked_for = []
    monkeypatch.setattr(running, "available_cores", lambda: 3)
    monkeypatch.setattr(running, "run", lambda *_, writers, **__: asked_for.append(writers))

    running.run_asked([], "out", Choice(), engine=engine, workers=workers)

    assert asked_for == [writers]
