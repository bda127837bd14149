"""What a run writes: tables, statistics, and names of players, which no file repeats where they go."""

import hashlib
import hmac
import json
import pickle
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analyzer.batch.outputs import EVERYTHING, SECRET_VARIABLE, NameMode, Names, Outputs, names_of, outputs_of
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from analyzer.sources import SourceLog
from analyzer.stats import Extent
from analyzer.tables.load import load
from tests.case_files import each, rows


@each(rows("batch/options", "outputs"))
def test_tables_and_statistics_are_those_that_are_asked_for(row):
    asked = row.get("names"), row.get("stats")
    if "message" in row:
        with pytest.raises(UserMistake, match=f"^{row['message']}"):
            outputs_of(*asked)
        return
    tables, every = tuple(row["tables"].split()), EVERYTHING.tables

    assert outputs_of(*asked) == Outputs(tables, Extent(row["statistics"]))
    assert outputs_of(*asked).describe() == (None if tables == every else [*tables])
    assert every == ("games", "players", "hands", "seats", "wins", "draws", "findings")


# Names.

ALICE = "アリス"
SECRET = Names(NameMode.HASH, b"horse")
LEAKY = {
    "as the text of an element": lambda log: log.replace(b"<TAIKYOKU", ALICE.encode() + b"<TAIKYOKU", 1),
    "as an entity": lambda log: log.replace(b'n0="%41"', b'n0="&%s;"' % ALICE.encode()),
    "behind a stray quote": lambda log: log.replace(b'n0="%41"', b'n0=""%s"' % ALICE.encode()),
    "as a tag": lambda log: log.replace(b"<UN ", b"<%s><UN " % ALICE.encode(), 1),
    "as the root": lambda log: log.replace(b"mjloggm", ALICE.encode()),
}
"""Logs so broken that what is said of them may repeat a name."""


@pytest.fixture
def named(tmp_path):
    """A run that writes names, and no statistics."""
    return Job(tmp_path / "out", outputs=outputs_of(["players"]))


def test_names_stay_or_are_the_hmac_that_anybody_with_the_secret_can_make_or_go(
    named, honest, unit, run_units
):
    hashed = [hmac.new(b"horse", name.encode(), hashlib.sha256).hexdigest() for name in "ABCD"]
    for names, expected in (
        (Names(), [*"ABCD"]),
        (SECRET, hashed),
        (Names(NameMode.DROP), [None] * 4),
    ):
        run_units([unit([SourceLog("1", honest)])], replace(named, names=names), fresh=True)

        assert load(named.out)["players"]["name"].to_pylist() == expected
    assert SECRET.stand_in(ALICE) != Names(NameMode.HASH, b"another").stand_in(ALICE)


@pytest.mark.parametrize("names", [Names(NameMode.DROP), SECRET], ids=str)
def test_no_file_of_a_run_names_a_player_whose_log_is_broken_or_tells_the_secret(
    named, honest, unit, run_units, names
):
    broken = [SourceLog(how, leak(honest)) for how, leak in LEAKY.items()]
    assert all(ALICE.encode() in log.data for log in broken)
    whole = SourceLog("whole", honest.replace(b"%41", quote(ALICE).encode()))

    run_units([unit([*broken, whole])], replace(named, names=names))

    lines = (named.out / "quarantine.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["class"] for line in lines] == ["malformed"] * len(LEAKY)
    assert load(named.out)["players"].num_rows == 4
    for name, told in told_by_files(named.out):
        secrets = (ALICE, quote(ALICE), ascii(ALICE)[1:-1], "horse")
        assert [text for text in secrets if text in told] == [], name
    # The seal of the secret is not published.
    terms, manifest = (
        (named.out / file).read_text("utf-8") for file in (".units/terms.json", "manifest.json")
    )
    assert ("scrypt" in terms, "scrypt" in manifest) == (names == SECRET, False)
    assert "names_secret" not in manifest


@pytest.mark.parametrize("is_finished", [True, False])
def test_a_run_afresh_without_names_leaves_none_of_those_before(
    named, honest, unit, run_units, monkeypatch, is_finished
):
    logs = [LEAKY["as a tag"](honest), honest.replace(b"%41", quote(ALICE).encode())]
    given = [unit([SourceLog(str(place), data)]) for place, data in enumerate(logs)]

    def killed(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if not is_finished:
            patch.setattr("analyzer.batch.run.finish", killed)
        with nullcontext() if is_finished else pytest.raises(KeyboardInterrupt):
            run_units(given, named)
    # Of a unit that was killed before its record was written.
    next((named.out / ".units").glob("[0-9a-f]*.arrow")).unlink()
    # Names that are kept may stand in what is said.
    assert any(ALICE in told for _, told in told_by_files(named.out))

    run_units(given, replace(named, names=Names(NameMode.DROP)), fresh=True)

    assert [name for name, told in told_by_files(named.out) if ALICE in told] == []


def told_by_files(out):
    """What each file of a run says, those that it keeps for itself too: unpacked where it is packed."""
    for path in filter(Path.is_file, out.rglob("*")):
        if path.suffix == ".parquet":
            yield path, str(pq.read_table(path).to_pylist())
        if path.suffix == ".arrow":
            yield path, str(pa.ipc.open_file(path.read_bytes()[32:]).read_all().to_pylist())
        yield path, path.read_bytes().decode("utf-8", "replace")


# The secret.


@each(rows("batch/options", "names"))
def test_hashing_takes_a_secret_of_a_file_or_of_the_environment(tmp_path, monkeypatch, row):
    if row.get("file") == "/dev/zero" and not Path("/dev/zero").exists():
        pytest.skip("no such device there")
    monkeypatch.setenv(SECRET_VARIABLE, row.get("variable", "of the environment"))
    place = tmp_path / row["file"] if "file" in row else None
    if "holds" in row:
        place.write_bytes(row["holds"].encode())

    if "secret" in row:
        assert names_of(row["mode"], place) == Names(NameMode(row["mode"]), row["secret"].encode())
    else:
        with pytest.raises(UserMistake, match=f"^{row['message']}$"):
            names_of(row["mode"], place)


def test_a_seal_tells_the_secret_that_it_is_of_and_costs_salt_and_memory_to_guess(monkeypatch):
    """As RFC 7914 and OWASP's cheat sheet on the storage of passwords have it."""
    used, scrypt = [], hashlib.scrypt
    monkeypatch.setattr(hashlib, "scrypt", lambda secret, **how: used.append(how) or scrypt(secret, **how))
    sent = pickle.loads(pickle.dumps(SECRET))  # noqa: S301

    seal, other = sent.seal(), SECRET.seal()

    assert seal != other
    assert len({how["salt"] for how in used}) == 2
    assert all(len(how["salt"]) >= 16 and 128 * how["n"] * how["r"] >= 2**24 for how in used)
    assert SECRET.seal(seal) == seal
    assert Names(NameMode.HASH, b"house").seal(seal) != seal
    assert not any(SECRET.seal(no_seal) == no_seal for no_seal in ("scrypt$00$", 7))
    assert not any("horse" in told for told in (repr(sent), seal))
    # Where nothing is hashed there is no secret to tell.
    assert [Names(mode).seal() for mode in (NameMode.KEEP, NameMode.DROP)] == ["", ""]
