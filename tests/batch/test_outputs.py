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


def test_without_a_choice_everything_is_written():
    assert EVERYTHING.tables == ("games", "players", "hands", "seats", "wins", "draws", "findings")
    assert EVERYTHING.statistics is Extent.HEADLINE
    assert EVERYTHING.describe() is None


def test_games_and_findings_are_written_unasked():
    outputs = outputs_of(["draws", "hands"])

    assert outputs.tables == ("games", "hands", "draws", "findings")
    assert outputs.statistics is Extent.NONE
    assert outputs.describe() == ["games", "hands", "draws", "findings"]


def test_naming_everything_is_the_same_as_naming_nothing():
    assert outputs_of(["players", "hands", "seats", "wins", "draws"]) == EVERYTHING == outputs_of()


def test_a_table_that_does_not_exist_is_a_mistake():
    with pytest.raises(UserMistake, match="'games2' is not a table; expected some of players, hands, seats"):
        outputs_of(["hands", "games2"])


def test_plays_are_written_only_when_named_and_beside_statistics_too():
    assert outputs_of(["plays"]).tables == ("games", "findings", "plays")
    assert outputs_of(["players", "hands", "seats", "wins", "draws", "plays"]) == Outputs(
        (*EVERYTHING.tables, "plays")
    )


def test_all_is_what_is_written_unasked_and_plays_can_be_added():
    assert outputs_of(["all"]) == EVERYTHING
    assert set(outputs_of(["all", "plays"]).tables) == {*EVERYTHING.tables, "plays"}


def test_statistics_need_every_table():
    with pytest.raises(UserMistake, match="--stats all counts over all tables; expected players, wins too"):
        outputs_of(["hands", "seats", "draws"], "all")


def test_statistics_are_all_or_none_when_asked():
    assert outputs_of(None, "all") == EVERYTHING._replace(statistics=Extent.ALL)
    assert outputs_of(["all", "plays"], "none").statistics is Extent.NONE
    with pytest.raises(UserMistake, match="stats 'some' is unknown; expected headline, all, none"):
        outputs_of(None, "some")


ALICE = "アリス"
LEAKY = {
    "as the text of an element": lambda log: log.replace(b"<TAIKYOKU", ALICE.encode() + b"<TAIKYOKU", 1),
    "as an entity": lambda log: log.replace(b'n0="%41"', b'n0="&%s;"' % ALICE.encode()),
    "behind a stray quote": lambda log: log.replace(b'n0="%41"', b'n0=""%s"' % ALICE.encode()),
    "as a tag": lambda log: log.replace(b"<UN ", b"<%s><UN " % ALICE.encode(), 1),
    "as the root": lambda log: log.replace(b"mjloggm", ALICE.encode()),
}
"""Logs so broken that what is said of them may repeat a name."""


def test_a_hash_is_the_hmac_that_anybody_with_the_secret_can_make():
    secret = b"correct horse"

    stand_in = Names(NameMode.HASH, secret).stand_in(ALICE)

    assert stand_in == hmac.new(secret, ALICE.encode(), hashlib.sha256).hexdigest()
    assert stand_in != Names(NameMode.HASH, b"another").stand_in(ALICE)


def test_the_same_player_has_the_same_hash_in_every_log(tmp_path, honest, unit, run_units):
    items = [SourceLog("1", honest), SourceLog("2", honest + b"\n")]

    run_units([unit(items[:1]), unit(items[1:])], Job(tmp_path / "out", names=Names(NameMode.HASH, b"s")))
    names = load(tmp_path / "out")["players"]["name"].to_pylist()

    assert names[:4] == names[4:]
    assert names[0] == Names(NameMode.HASH, b"s").stand_in("A")
    assert len(set(names)) == 4


@pytest.mark.parametrize("how", LEAKY)
@pytest.mark.parametrize("names", [Names(NameMode.DROP), Names(NameMode.HASH, b"s")], ids=str)
def test_no_file_of_a_run_names_a_player_whose_log_is_broken(tmp_path, honest, unit, run_units, names, how):
    broken, whole = LEAKY[how](honest), honest.replace(b"%41", quote(ALICE).encode())
    assert ALICE.encode() in broken

    run_units([unit([SourceLog("1", broken), SourceLog("2", whole)])], Job(tmp_path / "out", names=names))

    (line,) = (tmp_path / "out" / "quarantine.jsonl").read_text(encoding="utf-8").splitlines()
    assert '"malformed"' in line
    for name, told in told_by_files(tmp_path / "out"):
        assert ALICE not in told, name
        assert quote(ALICE) not in told, name
        assert ascii(ALICE)[1:-1] not in told, name


@pytest.mark.parametrize("is_finished", [True, False])
def test_a_run_afresh_without_names_leaves_none_of_those_before(
    tmp_path, honest, unit, run_units, monkeypatch, is_finished
):
    logs = [LEAKY["as a tag"](honest), honest.replace(b"%41", quote(ALICE).encode())]
    given = [unit([SourceLog(str(place), data)]) for place, data in enumerate(logs)]
    job = Job(tmp_path / "out", outputs=outputs_of(["players"]))

    def killed(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if not is_finished:
            patch.setattr("analyzer.batch.run.finish", killed)
        with nullcontext() if is_finished else pytest.raises(KeyboardInterrupt):
            run_units(given, job)
    # Of a unit that was killed before its record was written.
    next((job.out / ".units").glob("[0-9a-f]*.arrow")).unlink()
    assert any(ALICE in told for _, told in told_by_files(job.out))

    run_units(given, replace(job, names=Names(NameMode.DROP)), fresh=True)

    assert [name for name, told in told_by_files(job.out) if ALICE in told] == []


def told_by_files(out):
    """What each file of a run says, those that it keeps for itself too: unpacked where it is packed."""
    for path in filter(Path.is_file, out.rglob("*")):
        if path.suffix == ".parquet":
            yield path, str(pq.read_table(path).to_pylist())
        if path.suffix == ".arrow":
            yield path, str(pa.ipc.open_file(path.read_bytes()[32:]).read_all().to_pylist())
        yield path, path.read_bytes().decode("utf-8", "replace")


def test_names_that_are_kept_may_stand_in_what_is_said(tmp_path, honest, unit, run_units):
    broken = LEAKY["as the text of an element"](honest)

    run_units([unit([SourceLog("1", broken)])], Job(tmp_path / "out"))

    assert ALICE in load(tmp_path / "out")["findings"]["message"].to_pylist()[0]


def test_a_secret_comes_from_a_file_without_its_line_end(tmp_path, monkeypatch):
    monkeypatch.setenv(SECRET_VARIABLE, "another")
    (tmp_path / "secret").write_bytes(b"horse battery \r\n")

    assert names_of("hash", tmp_path / "secret").secret == b"horse battery "


def test_or_from_the_environment(monkeypatch):
    monkeypatch.setenv(SECRET_VARIABLE, "horse")

    assert names_of("hash").secret == b"horse"


@pytest.mark.parametrize(
    ("mode", "content", "message"),
    [
        (
            "hash",
            None,
            f"--names hash needs a secret; expected --names-secret FILE, not empty, or {SECRET_VARIABLE}",
        ),
        ("hash", b"\n", "--names hash needs a secret"),
        ("hide", None, "names 'hide' is unknown; expected keep, hash, drop"),
        ("drop", b"horse", "a secret is of no use with --names drop; expected --names hash"),
    ],
)
def test_hashing_takes_a_secret_and_nothing_else_does(tmp_path, monkeypatch, mode, content, message):
    monkeypatch.delenv(SECRET_VARIABLE, raising=False)
    file = tmp_path / "secret"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(UserMistake, match=message):
        names_of(mode, None if content is None else file)


def test_a_secret_file_that_is_not_there_is_a_mistake(tmp_path):
    with pytest.raises(UserMistake, match="cannot be read: No such file"):
        names_of("hash", tmp_path / "absent")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device there")
def test_a_secret_without_end_is_a_mistake():
    with pytest.raises(UserMistake, match=r"^'/dev/zero' is no secret: it holds more than 1048576 bytes$"):
        names_of("hash", Path("/dev/zero"))


def test_a_secret_travels_to_workers_and_never_into_words():
    names = pickle.loads(pickle.dumps(Names(NameMode.HASH, b"horse")))  # noqa: S301

    assert names.secret == b"horse"
    assert "horse" not in repr(names)
    assert "horse" not in names.seal()


def test_a_seal_tells_the_secret_that_it_is_of():
    names = Names(NameMode.HASH, b"horse")

    seal = names.seal()

    assert names.seal(seal) == seal
    assert Names(NameMode.HASH, b"house").seal(seal) != seal
    assert Names(NameMode.HASH, b"").seal(seal) != seal


@pytest.mark.parametrize(
    "seal", [None, "", "scrypt", "scrypt$00$", "md5$00$00", "scrypt$xx$00", "8a7f", 7, []]
)
def test_what_is_no_seal_is_of_no_secret(seal):
    assert Names(NameMode.HASH, b"horse").seal(seal) != seal


@pytest.mark.parametrize("mode", [NameMode.KEEP, NameMode.DROP])
def test_where_nothing_is_hashed_there_is_no_secret_to_tell(mode):
    assert Names(mode).seal() == ""


def test_no_secret_is_guessed_from_two_seals_at_the_price_of_one_nor_fast():
    """As RFC 7914 and OWASP's cheat sheet on the storage of passwords have it: a salt, and much memory."""
    names = Names(NameMode.HASH, b"horse")
    used = []

    def costly(secret, **options):
        used.append(options)
        return scrypt(secret, **options)

    scrypt = hashlib.scrypt
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hashlib, "scrypt", costly)
        seals = [names.seal(), names.seal()]

    assert len(set(seals)) == 2
    assert len({options["salt"] for options in used}) == 2
    for options in used:
        assert len(options["salt"]) >= 16
        assert 128 * options["n"] * options["r"] >= 2**24


def test_nothing_that_a_run_keeps_is_made_of_the_secret_alone(tmp_path, honest, unit, run_units):
    """What two runs with one secret have in common could be looked up in a list of weak secrets."""
    kept = []
    for out in (tmp_path / "a", tmp_path / "b"):
        run_units([unit([SourceLog("1", honest)])], Job(out, names=Names(NameMode.HASH, b"horse")))
        kept.append(json.loads((out / ".units" / "terms.json").read_text(encoding="utf-8")))

    different = {name for name in kept[0] if kept[0][name] != kept[1][name]}
    assert different == {"names_secret"}
    run_units([unit([SourceLog("1", honest)])], Job(tmp_path / "c", names=Names(NameMode.DROP)))
    plain = json.loads((tmp_path / "c" / ".units" / "terms.json").read_text(encoding="utf-8"))
    assert {name for name in plain if plain[name] != kept[0][name]} == {"names", "names_secret"}
