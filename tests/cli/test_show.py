import re
import zipfile
from pathlib import Path

import pytest
from lxml import etree

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"
LOG = SAMPLES / "2199010110gm-00a9-0000-7d4e1dd9.mjlog"


def test_without_a_hand_the_hands_are_listed_with_their_ends(call):
    result = call("show", LOG, "--plain")

    assert result.exit_code == 0
    assert "0  E1.0  +12,000 -4,000 -4,000 -4,000  nagashi mangan" in result.stdout.splitlines()


@pytest.mark.parametrize("hand", ["E1.0", "E1", "0"])
def test_a_hand_is_drawn_by_name_or_index(call, hand):
    result = call("show", LOG, hand, "--plain")

    assert result.stdout.isascii()
    assert result.stdout.startswith("E1.0  East 1, 0 honba, 0 sticks, 0 tiles left\n")
    assert result.stdout.endswith("nagashi mangan\npayments +12,000 -4,000 -4,000 -4,000\n")


def test_scores_that_a_log_does_not_state_are_not_said_to_be_zero(call, tmp_path):
    (tmp_path / "a.mjlog").write_bytes(re.sub(rb'(<INIT [^>]*?) ten="[^"]*"', rb"\1", LOG.read_bytes()))

    text, svg, page = (
        call("show", tmp_path / "a.mjlog", "0", "--format", form).stdout for form in ("text", "svg", "html")
    )
    game = call("show", tmp_path / "a.mjlog", "--format", "html").stdout

    assert text.count("score not stated +12,000") == 1
    assert text.count("score not stated -4,000") == 3
    assert svg.count("score not stated") >= 4
    assert re.search(r'<td class="number">score not stated</td>\s*<td class="number">\+12,000</td>', page)
    assert "score not stated" in game
    assert 'aria-labelledby="course"' not in game


def test_a_log_that_ends_before_its_first_hand_has_none_to_show(call, tmp_path):
    data = LOG.read_bytes()
    (tmp_path / "head.mjlog").write_bytes(data[: data.index(b"<INIT")])

    listed = call("show", tmp_path / "head.mjlog", "--plain")
    by_index, by_name = (call("show", tmp_path / "head.mjlog", hand) for hand in ("0", "E1"))
    picture = call("show", tmp_path / "head.mjlog", "--format", "svg")

    assert (listed.exit_code, listed.stdout.splitlines()[0]) == (0, f"{tmp_path / 'head.mjlog'}  tenhou")
    none = "the game has none: the log ends before its first"
    assert by_index.stderr == f"Error: hand 0 does not exist; {none}\n"
    assert by_name.stderr == f"Error: no hand E1; {none}\n"
    assert "a picture needs a hand, one of none" in picture.stderr
    assert call("show", tmp_path / "head.mjlog", "--format", "html").exit_code == 0


def test_a_turn_is_the_table_after_so_many_plays(call):
    assert "play 0 of " in call("show", LOG, "E1.0", "--turn", 0, "--plain").stdout
    assert (
        "play 2 of 140: seat 0 discards 7z, as drawn" in call("show", LOG, 0, "--turn", 2, "--plain").stdout
    )


def test_a_hand_is_explained_by_other_rules_too(call):
    own = call("show", LOG, "E1.0", "--explain").stdout
    other = call("show", LOG, "E1.0", "--explain", "--rules", "wrc").stdout

    assert "E1.0 under tenhou: nagashi mangan" in own
    assert "E1.0 under wrc: " in other


def test_a_log_in_an_archive_is_drawn_by_its_id(call, tmp_path):
    archive = tmp_path / "logs.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(SAMPLES.glob("*.mjlog")):
            packed.write(path, path.name)

    assert call("show", archive, "E1.0", "--plain", "--id", LOG.stem).stdout == (
        call("show", LOG, "E1.0", "--plain").stdout
    )


def test_a_picture_and_pages_are_written_to_files(call, tmp_path):
    picture, page, game = (tmp_path / name for name in ("hand.svg", "hand.html", "game.html"))

    assert call("show", LOG, "E1.0", "--format", "svg", "-o", picture).stdout == ""
    assert call("show", LOG, "E1.0", "--format", "html", "--explain", "-o", page).exit_code == 0
    assert call("show", LOG, "--format", "html", "-o", game).exit_code == 0

    assert etree.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert "Condition of nagashi mangan" in page.read_text(encoding="utf-8")
    assert game.read_text(encoding="utf-8").count("<article ") == 8
    assert call("show", LOG, "--format", "html", "--rules", "wrc").stdout.count(" under wrc: ") == 8


def test_standard_input_can_be_drawn(call):
    assert call("show", "-", "E1.0", "--plain", stdin=LOG.read_bytes()).stdout.startswith("E1.0  East 1")
