r"""Text of a log is text: on no way out does a terminal or a spreadsheet obey it."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
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


@pytest.mark.parametrize("code", [*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), 0x2066, 0xFEFF])
def test_what_is_obeyed_is_an_escape(code: int) -> None:
    assert printable(f"a{chr(code)}b") == (f"a\\x{code:02x}b" if code < 0x100 else f"a\\u{code:04x}b")


def test_nothing_that_controls_breaks_lines_or_turns_text_goes_through() -> None:
    passed = [char for char in map(chr, range(0x110000)) if printable(char) == char]

    assert not [char for char in passed if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")]
    turning = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
    assert not [char for char in passed if unicodedata.bidirectional(char) in turning]


def test_letters_of_all_kinds_stay() -> None:
    text = "東風戦　Ñandú Ж ａｂｃ 🀄\ufe0e ﾊﾝ\u00a0\ufffd"

    assert printable(text) == text
    assert json_text(text) == text


def test_halves_and_tags_are_escapes() -> None:
    assert printable("\ud800\U000e0041") == r"\ud800\U000e0041"


def test_json_says_the_same_after_it() -> None:
    said = ["".join(NAMES), "\U000e0041\u2028"]
    text = json.dumps(said, ensure_ascii=False, indent=1)

    assert is_harmless(json_text(text))
    assert json.loads(json_text(text)) == said


@pytest.mark.parametrize("begins", "=+-@＝＋－＠")
def test_a_field_of_csv_is_no_formula(begins: str) -> None:
    assert csv_text(f"{begins}A1") == f"'{begins}A1"


@pytest.mark.parametrize("begins", "\t\r")
def test_nor_is_it_one_behind_a_blank(begins: str) -> None:
    assert csv_text(f"{begins}=A1") == f"'{printable(begins)}=A1"


@pytest.mark.parametrize("number", ["-8", "+3.5", "0", "", "a=1"])
def test_numbers_and_other_texts_are_left_alone(number: str) -> None:
    assert csv_text(number) == number


def test_show_and_repr_of_a_game(log: Path) -> None:
    game = analyzer.read(log)
    of_names = [
        call("show", log, "--plain"),
        call("show", log),
        call("show", log, "E1", "--explain"),
        repr(game),
        repr(game.hands[0]),
        repr(game.hands[0].table()),
    ]
    others = [repr(game.hands[0].explain()), str(game.hands[0]), repr(game.findings)]

    assert all(map(is_harmless, of_names + others))
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


def finding() -> Finding:
    text = "".join(NAMES)
    nowhere = (None, None, None, None, None)
    return Finding(text, text, *nowhere, "calls", Verdict.MALFORMED, None, None, None, text)


def test_findings_and_errors_as_text() -> None:
    error = MalformedLog(NAMES[0], Location(source=NAMES[1]))

    assert is_harmless(str(finding()))
    assert is_harmless(repr(finding()))
    assert "\n" not in str(finding())
    assert is_harmless(str(error))
    assert error.message == NAMES[0]


def test_a_test_case_of_junit_is_harmless_too() -> None:
    lost = Unreadable(finding(), NAMES[0])
    form, totals, judged = FORMATS["junit"](), Totals(), Reviewed(Batch((), {}, (lost,), (), (), False), None)
    totals.add(judged)
    list(form.batch(judged))

    assert is_harmless("\n".join(form.end(totals, 0.5)))


def test_a_picture_and_a_page_of_a_hand_escape_what_xml_forbids(log: Path) -> None:
    hand = analyzer.read(log).hands[0]

    for drawn in (hand.svg(), hand.html()):
        assert "\x1b" not in drawn
        assert "\x07" not in drawn
