r"""Text of a log is text: on no way out does a terminal or a spreadsheet obey it."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from itertools import chain
from pathlib import Path
from urllib.parse import quote

import pytest
from click.testing import CliRunner

import analyzer
from analyzer.audit import Finding, Verdict
from analyzer.audit.findings import Unreadable
from analyzer.batch.reviews import Batch, Reviewed
from analyzer.batch.totals import Totals
from analyzer.cli.finding_formats import FORMATS
from analyzer.cli.group import cli
from analyzer.errors import Location, MalformedLog
from analyzer.printable import csv_text, json_text, printable
from tests.hands import Hand

NAMES = ("\x1b]0;owned\x07", "abc\u202edef\u2066", "=1+1", "\x9b31m\r\n@SUM(A1)")
NINE = ("19m19p19s1234567z", "2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s")
CONTROLS = ("Cc", "Cf", "Cs", "Zl", "Zp")


def named_log() -> bytes:
    """A log whose players have names that nobody should obey."""
    data = Hand(*NINE).draw(0, "5m").ryuukyoku(0, kind="yao9").xml()
    for seat, name in enumerate(NAMES):
        data = data.replace(f'n{seat}="%{0x41 + seat:02X}"'.encode(), f'n{seat}="{quote(name)}"'.encode())
    return data


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (tmp_path / "log.mjlog").write_bytes(named_log())
    assert analyzer.read(tmp_path / "log.mjlog").players == NAMES
    return tmp_path / "log.mjlog"


def call(*words: object) -> str:
    """All that a command prints."""
    result = CliRunner().invoke(cli, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.stdout + result.stderr


def is_harmless(text: str) -> bool:
    """Whether the only control is the line break; told by Unicode itself, not by the filter."""
    return all(char == "\n" or unicodedata.category(char) not in CONTROLS for char in text)


def test_what_is_obeyed_is_an_escape_and_letters_of_all_kinds_stay() -> None:
    for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), 0x2066, 0xFEFF):
        escaped = f"a\\x{code:02x}b" if code < 0x100 else f"a\\u{code:04x}b"
        assert printable(f"a{chr(code)}b") == escaped
    assert printable("\ud800\U000e0041") == r"\ud800\U000e0041"
    letters = "東風戦　Ñandú Ж ａｂｃ 🀄\ufe0e ﾊﾝ\u00a0\ufffd"
    assert printable(letters) == json_text(letters) == letters
    said = ["".join(NAMES), "\U000e0041\u2028"]
    text = json_text(json.dumps(said, ensure_ascii=False, indent=1))
    assert is_harmless(text)
    assert json.loads(text) == said


FIELDS = {
    **{f"{begins}A1": f"'{begins}A1" for begins in "=+-@＝＋－＠"},
    **{f"{begins}=A1": f"'{printable(begins)}=A1" for begins in "\t\r"},
    **{number: number for number in ("-8", "+3.5", "0", "", "a=1")},
    "-8+A1": "'-8+A1",
}


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_of_csv_is_no_formula_and_numbers_and_other_texts_are_left_alone(field: str) -> None:
    assert csv_text(field) == FIELDS[field]


def test_nothing_that_controls_breaks_lines_or_turns_text_goes_through() -> None:
    # The planes between have no characters, and those behind only private ones.
    every = map(chr, chain(range(0x40000), range(0xE0000, 0xF0000)))
    bad = ("Cc", "Cs", "Zl", "Zp", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
    kinds = (unicodedata.category, unicodedata.bidirectional)

    passed = [char for char in every if printable(char) == char]
    assert not [char for char in passed if any(kind(char) in bad for kind in kinds)]


def test_show_and_repr_of_a_game(log: Path) -> None:
    game = analyzer.read(log)
    hand = game.hands[0]
    of_names = [call("show", log, *words) for words in (["--plain"], [], ["E1", "--explain"])]
    of_names += [repr(game), repr(hand), repr(hand.table())]

    assert not {"\x1b", "\x07"} & {*hand.svg(), *hand.html()}
    assert all(map(is_harmless, [*of_names, repr(hand.explain()), str(hand), repr(game.findings)]))
    assert all(r"\x1b]0;owned\x07" in text and r"abc\u202edef\u2066" in text for text in of_names)


def test_a_file_is_named_without_being_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2J\u202eb.mjlog"
    path.write_bytes(b"<nolog/>")
    empty = tmp_path / "c\x1b[2J"
    empty.mkdir()

    said = [call("validate", path), call("show", path), call("stats", empty), call("validate", f"{path}x")]
    said.append(call("run", tmp_path, "-o", path / "out"))

    assert all(map(is_harmless, said))
    assert r"a\x1b[2J\u202eb.mjlog" in said[0]


@pytest.mark.usefixtures("few_statistics")
def test_stats_as_text_csv_and_json(log: Path, tmp_path: Path) -> None:
    call("run", log, "-o", tmp_path / "out", "-q")
    text, as_csv, as_json = (
        call("stats", tmp_path / "out", "player_dan_mean", "--by", "name", "--format", form)
        for form in ("table", "csv", "json")
    )

    assert all(map(is_harmless, (text, as_csv, as_json)))
    assert {row["name"] for row in csv.DictReader(io.StringIO(as_csv))} == {
        r"\x1b]0;owned\x07",
        r"abc\u202edef\u2066",
        "'=1+1",
        r"\x9b31m\x0d\x0a@SUM(A1)",
    }
    assert {row["name"] for one in json.loads(as_json) for row in one["rows"]} == set(NAMES)
    assert r"\x1b]0;owned\x07" in text


def test_findings_and_errors_as_text_and_junit() -> None:
    text = "".join(NAMES)
    nowhere = (None, None, None, None, None)
    finding = Finding(text, text, *nowhere, "calls", Verdict.MALFORMED, None, None, None, text)
    error = MalformedLog(NAMES[0], Location(source=NAMES[1]))
    form, totals = FORMATS["junit"](), Totals()
    judged = Reviewed(Batch((), {}, (Unreadable(finding, NAMES[0]),), (), (), False), None)
    totals.add(judged)
    list(form.batch(judged))

    assert all(map(is_harmless, [str(finding), repr(finding), str(error), *form.end(totals, 0.5)]))
    assert "\n" not in str(finding)
    assert error.message == NAMES[0]
