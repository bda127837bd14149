import pytest

from analyzer.batch.engines import processes, serial
from analyzer.cli.run import engine_of, writers_of
from analyzer.errors import UserMistake
from analyzer.kernels import caches


def chosen(tmp_path, engine=None, workers=None, scheduler=None):
    return engine_of(engine, workers, scheduler, out=tmp_path, sources=())


def test_serial_is_serial(tmp_path):
    assert chosen(tmp_path, "serial") is serial


@pytest.mark.parametrize(
    ("engine", "workers", "scheduler", "module"),
    [
        (None, None, None, "automatic"),
        (None, 4, None, "automatic"),
        ("processes", None, None, "processes"),
        ("dask", None, "tcp://localhost:8786", "dask"),
        (None, None, "tcp://localhost:8786", "dask"),
    ],
)
def test_the_options_choose_the_engine(tmp_path, engine, workers, scheduler, module):
    assert chosen(tmp_path, engine, workers, scheduler).__module__ == f"analyzer.batch.engines.{module}"


@pytest.mark.parametrize(
    ("engine", "workers", "scheduler", "message"),
    [
        ("dask", None, None, "--engine dask needs --scheduler, such as tcp://localhost:8786"),
        ("serial", None, "tcp://a:1", "--scheduler tcp://a:1 is of --engine dask, not of --engine serial"),
        ("serial", 2, None, "--workers 2 cannot be had: --engine serial has no workers"),
        (None, 2, "tcp://a:1", "--workers 2 cannot be had: the scheduler has workers of its own"),
    ],
)
def test_options_that_contradict_each_other_are_refused(tmp_path, engine, workers, scheduler, message):
    with pytest.raises(UserMistake, match=f"^{message}$"):
        chosen(tmp_path, engine, workers, scheduler)


def test_tables_are_written_by_no_more_cores_than_were_asked_for(monkeypatch):
    monkeypatch.setattr(processes, "available_cores", lambda: 3)

    assert writers_of("serial", None) == 1
    assert writers_of(None, 1) == writers_of("processes", 1) == 1
    assert writers_of(None, None) == 3


@pytest.mark.parametrize("is_filled", [True, False])
def test_workers_wait_for_one_that_compiles_only_where_there_is_something_to_compile(
    tmp_path, monkeypatch, is_filled
):
    prepared = []
    monkeypatch.setattr(caches, "is_cache_filled", lambda: is_filled)
    monkeypatch.setattr(processes, "processes", lambda workers, prepare: prepared.append(prepare))

    chosen(tmp_path, "processes", 2)

    assert [prepare is None for prepare in prepared] == [is_filled]
