"""A log that ends the process that reads it is found, whatever it is kept in, and all others are kept."""

import json
import os
from functools import partial

import pytest

from analyzer.batch.outputs import outputs_of
from analyzer.batch.run import run
from analyzer.batch.work import Job
from tests.batch.archives import Log, folder, gz, zip_of_gzip
from tests.batch.conftest import rows_in
from tests.batch.engines.killing import DEADLY, UNPACKS_DEADLY, with_deadly_logs

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name == "nt", reason="nothing there can be killed so"),
]


@pytest.fixture
def logs(many):
    return [Log(log.source.removesuffix(".mjlog"), log.data) for log in many(8)]


@pytest.fixture
def job(tmp_path, draw_kind):
    return Job(str(tmp_path / "out"), draw_kind, outputs=outputs_of(["hands"]))


@pytest.fixture
def deadly(engine):
    """An engine of workers that some logs end."""

    def ending(work, units):
        return engine(partial(with_deadly_logs, work=work), units)

    return ending


def quarantine(out):
    lines = (out / "quarantine.jsonl").read_text(encoding="utf-8").splitlines()
    return [(line["log"], line["class"], line["reason"]) for line in map(json.loads, lines)]


@pytest.mark.parametrize("kept_in", [folder, zip_of_gzip])
def test_a_deadly_log_is_lost_alone_and_all_others_are_in_the_tables(tmp_path, logs, job, deadly, kept_in):
    numbers = (2, 6)
    some = [Log(log.id, log.data + DEADLY * (place in numbers)) for place, log in enumerate(logs)]
    (tmp_path / "all").mkdir()
    source = kept_in(tmp_path / "all" / "logs", some)

    outcome = run([source], job, engine=deadly)

    lost = [logs[place].id for place in numbers]
    found = quarantine(tmp_path / "out")
    assert [(log, kind) for log, kind, _ in found] == [(log, "lost") for log in lost]
    assert all(reason.startswith("reading it ends the ") for *_, reason in found)
    assert outcome.totals.accounts()["unreadable"] == 2
    games = rows_in(tmp_path / "out")["games"]["log_id"].to_pylist()
    assert games == [log.id for log in logs if log.id not in lost]
    # It is not read again.
    again = run([source], job)
    assert (again.read, again.earlier, again.totals) == (0, 8, outcome.totals)


def test_what_ends_its_reader_before_a_log_is_seen_is_lost_as_a_whole(tmp_path, logs, job, deadly):
    folder(tmp_path / "logs", logs)
    (tmp_path / "logs" / f"{UNPACKS_DEADLY}.xml.gz").write_bytes(gz(b"<mjloggm/>"))

    outcome = run([tmp_path / "logs"], job, engine=deadly)

    ((log, kind, _),) = quarantine(tmp_path / "out")
    assert (UNPACKS_DEADLY in log, kind, outcome.totals.games) == (True, "lost", 8)
    assert run([tmp_path / "logs"], job).read == 0
