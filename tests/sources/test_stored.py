"""Logs in a store: the same items as on a disk, in the same order, within the same limits."""

from __future__ import annotations

import io
import pickle
from collections import Counter
from random import Random
from uuid import uuid4

import pytest

from analyzer.errors import UserMistake
from analyzer.folders import Store, folder
from analyzer.sources import Choice, Limits, SourceProblem, iter_logs, plan, read_unit
from tests.sources.archives import LOG, database, gz, tar_of, zip_of

pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")


def log_id(number):
    return f"20110204{number % 24:02d}gm-00a9-0000-{number:08x}"


def noise_of(seed, size):
    return Random(seed).randbytes(size)  # noqa: S311 (nothing is hidden with it)


def log(number):
    """A log that hardly packs, so that few of them make a large archive."""
    noise = noise_of(number, 1500).hex() if number % 2 else "plain"
    return LOG.replace(b"lobby", b'n="%d" x="%s" lobby' % (number, noise.encode()))


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """A folder with everything that holds logs, small and large."""
    place = tmp_path_factory.mktemp("stored") / "logs"
    many = [(f"{log_id(number)}.mjlog", log(number)) for number in range(100, 600)]
    put = {
        f"{log_id(1)}.mjlog": gz(log(1)),
        f"{log_id(2)}.xml": log(2),
        "README.md": b"no log",
        "empty.mjlog": b"",
        "damaged.gz": b"\x1f\x8bnothing that unpacks",
        "b.zip/2011.mjlog": log(3),
        "b.zip/2010/9.mjlog": log(4),
        "a 100%?#@/ö.mjlog": log(5),
        "archives/few.zip": zip_of(many[:3]),
        "archives/many.zip": zip_of(many),
        "archives/many.tar": tar_of(many),
        "archives/nested.zip": zip_of([("inner.zip", zip_of(many[:40])), ("large.tar", tar_of(many[:90]))]),
        "archives/cut.zip": zip_of(many)[:200_000],
        "archives/large.xml.gz": gz(LOG + noise_of(0, 1_200_000)),
    }
    for name, data in put.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(data)
    for name, rows in (("few.db", many[:5]), ("many.db", many)):
        database(place / "archives" / name, "houou-logs", [(name[:31], gz(data)) for name, data in rows])
    return place


@pytest.fixture(scope="module")
def stored(logs):
    """The URL of a copy of the same folder in a store."""
    return copied(logs, f"memory://{uuid4().hex}/logs")


def copied(logs, url):
    store, disk = folder(url), folder(logs)
    for name in disk.names():
        store.write(name, disk.read(name))
    return url


def items_of(source, named_as, **options):
    """Items of a source, under another name of the source."""
    found = iter_logs([source], **options)
    return [item._replace(source=item.source.replace(str(source), named_as, 1)) for item in found]


CHOICES = [
    *((name, Choice()) for name in ("", "/b.zip")),
    *((f"/archives/{name}", Choice()) for name in ("many.zip", "many.tar", "few.db")),
    ("/", Choice(limit=300)),
    ("", Choice(ids=frozenset({log_id(101)}))),
    ("", Choice(lobbies=("1",))),
    ("/archives/many.zip", Choice(sample=0.1)),
]


@pytest.mark.parametrize(("name", "choice"), CHOICES, ids=repr)
def test_a_store_gives_what_a_disk_gives(logs, stored, name, choice):
    on_disk = items_of(f"{logs}{name}", "it", choice=choice)

    assert items_of(f"{stored}{name}", "it", choice=choice) == on_disk
    assert on_disk or choice.lobbies


def test_every_limit_holds_in_a_store(logs, stored):
    limits = Limits(log_bytes=2500, nested_bytes=100_000, members=50, depth=2)
    on_disk, found = ({*items_of(place, "it", limits=limits)} for place in (logs, stored))

    # A disk gives any part of a file; a store would have to give all of it.
    reason = "is a database of more than 100000 bytes; expected it on a disk"
    of_database = {item for item in on_disk if "many.db" in item.source}
    assert found == on_disk - of_database | {SourceProblem("it/archives/many.db", reason)}


def test_units_of_a_store_travel_and_only_a_changed_file_is_read_again(stored):
    first, second = list(plan([stored], unit_logs=100)), list(plan([stored], unit_logs=100))
    before = {*plan([stored], unit_logs=1).survey().keys}

    assert [unit.id for unit in first] == [unit.id for unit in second]
    assert len({unit.id for unit in first}) == len(first) > 10
    for unit in first:
        assert list(read_unit(pickle.loads(pickle.dumps(unit)))) == list(read_unit(unit))  # noqa: S301 (our own)
    folder(stored).write("b.zip/2011.mjlog", log(3))
    planned = plan([stored], unit_logs=1)
    left = Counter({*planned.survey().keys} - before)
    assert [unit.parts[0].name for unit in planned.units(left)] == ["b.zip/2011.mjlog"]


def test_urls_in_a_list_and_of_files_on_a_disk_are_sources_and_what_is_not_there_is_told(logs, stored):
    names = ["b.zip/2011.mjlog", "b.zip/2010/9.mjlog"]
    stdin = io.BytesIO(f"{stored}/b.zip\n{stored}/absent\n".encode())

    *found, absent = iter_logs(["@-"], stdin=stdin)
    on_disk = iter_logs([f"file://{logs.as_posix()}/b.zip"])

    assert [item.source for item in found] == [f"{stored}/{name}" for name in names]
    assert [item.source for item in on_disk] == [f"{logs.as_posix()}/{name}" for name in names]
    assert absent == SourceProblem(f"{stored}/absent", "does not exist")
    with pytest.raises(UserMistake, match=r"^'memory://.*/absent' does not exist; expected a file"):
        plan([f"{stored}/absent"])


def test_a_store_that_fails_is_told_in_one_line_without_its_login(monkeypatch):
    url = f"memory://me:password@{uuid4().hex}/logs"
    shown = url.replace("me:password@", "")
    for name, data in {"1.mjlog": LOG, "2.zip": zip_of([("3.mjlog", noise_of(0, 100_000))])}.items():
        folder(url).write(name, data)
    units = list(plan([url]))

    def refuse(store, name="", *_):
        with store.told(name):
            raise RuntimeError(f"refused at {store.url}")

    for name in ("start", "open"):
        monkeypatch.setattr(Store, name, refuse)
    found = [item for unit in units for item in read_unit(unit)]
    with pytest.raises(UserMistake) as absent:
        plan([f"{url}/absent"])
    monkeypatch.setattr(Store, "exists", refuse)
    with pytest.raises(UserMistake) as caught:
        plan([url])

    assert [unit.source for unit in units] == [shown, f"{shown}/2.zip"]
    assert found[0] == SourceProblem(f"{shown}/1.mjlog", f"cannot be read: refused at {shown}")
    assert found[1].reason.startswith("cannot be read: refused at ")
    assert str(caught.value) == f"'{shown}' cannot be read: refused at {shown}"
    assert "password" not in f"{found} {absent.value}"


@pytest.mark.long
def test_a_real_server_gives_what_a_disk_gives(logs, s3_bucket):
    url = copied(logs, f"{s3_bucket}/{uuid4().hex}/logs")

    assert items_of(url, "it") == items_of(logs, "it")
    for name in ("archives/many.zip", "archives/many.tar", "archives/many.db", "a 100%?#@"):
        assert items_of(f"{url}/{name}", "it") == items_of(logs / name, "it")
