import hashlib
import hmac
import pickle

import pytest

from analyzer.batch.names import SECRET_VARIABLE, NameMode, Names, names_of
from analyzer.batch.run import run_units
from analyzer.batch.work import Job
from analyzer.errors import UserMistake
from analyzer.sources import SourceLog
from analyzer.tables.load import load

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


def test_the_same_player_has_the_same_hash_in_every_log(tmp_path, honest, unit):
    items = [SourceLog("1", honest), SourceLog("2", honest + b"\n")]

    run_units([unit(items[:1]), unit(items[1:])], Job(tmp_path / "out", names=Names(NameMode.HASH, b"s")))
    names = load(tmp_path / "out")["players"]["name"].to_pylist()

    assert names[:4] == names[4:]
    assert names[0] == Names(NameMode.HASH, b"s").stand_in("A")
    assert len(set(names)) == 4


@pytest.mark.parametrize("how", LEAKY)
@pytest.mark.parametrize("names", [Names(NameMode.DROP), Names(NameMode.HASH, b"s")], ids=str)
def test_no_file_of_a_run_names_a_player_whose_log_is_broken(tmp_path, honest, unit, names, how):
    broken = LEAKY[how](honest)
    assert ALICE.encode() in broken

    run_units([unit([SourceLog("1", broken)])], Job(tmp_path / "out", names=names))

    (line,) = (tmp_path / "out" / "quarantine.jsonl").read_text(encoding="utf-8").splitlines()
    assert '"malformed"' in line
    for file in tmp_path.rglob("*"):
        if file.suffix in (".json", ".jsonl", ".txt"):
            assert ALICE not in file.read_text(encoding="utf-8").encode().decode("unicode_escape", "replace")
            assert ascii(ALICE)[1:-1] not in file.read_text(encoding="utf-8")
    assert not any(ALICE in str(row) for row in load(tmp_path / "out")["findings"].to_pylist())


def test_names_that_are_kept_may_stand_in_what_is_said(tmp_path, honest, unit):
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


def test_a_secret_travels_to_workers_and_never_into_words():
    names = pickle.loads(pickle.dumps(Names(NameMode.HASH, b"horse")))  # noqa: S301

    assert names.secret == b"horse"
    assert "horse" not in repr(names)
    assert "horse" not in names.fingerprint()
