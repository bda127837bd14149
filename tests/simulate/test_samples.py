"""The sample logs: written again by the commands in ORIGIN.md, and looked at without our own reader."""

import re
import shlex

import pytest

from analyzer.audit.case import LogName
from analyzer.audit.review import review
from analyzer.simulate import simulate

YAOCHU_IDS = {kind * 4 + copy for kind in (0, 8, 9, 17, 18, 26, *range(27, 34)) for copy in range(4)}


@pytest.fixture(scope="module")
def folder(root):
    return root / "data" / "samples"


def commands(folder):
    lines = (folder / "ORIGIN.md").read_text(encoding="utf-8").splitlines()
    return [shlex.split(line) for line in lines if line.startswith("tenhou-analyzer simulate")]


def logs_of(command):
    words = command[2:]
    options = dict(zip(words[::2], words[1::2], strict=True))
    assert options.pop("--out") == "data/samples"
    return dict(
        simulate(
            int(options.pop("--games")),
            options.pop("--seed"),
            **{name.removeprefix("--"): int(v) if v.isdigit() else v for name, v in options.items()},
        )
    )


def text_of(folder, tail):
    (path,) = folder.glob(f"*-{tail}.mjlog")
    return path.read_text(encoding="utf-8")


def ryuukyoku(text):
    """Type, ``ba``, ``sc`` deltas and number of shown hands of every draw."""
    found = []
    for attributes in re.findall(r"<RYUUKYOKU ([^>]*)/>", text):
        kind = re.search(r'type="(\w+)"', attributes)
        numbers = [int(number) for number in re.search(r'sc="([^"]*)"', attributes)[1].split(",")]
        ba = re.search(r'ba="([^"]*)"', attributes)[1]
        found.append((kind and kind[1], ba, numbers[1::2], len(re.findall(r"hai\d=", attributes))))
    return found


def kinds_of_calls(text):
    """Kinds of the calls by the low bits of their codes (format description, 4.4)."""
    kinds = set()
    for code in map(int, re.findall(r' m="(\d+)"', text)):
        if code & 4:
            kinds.add("chi")
        elif code & 8:
            kinds.add("pon")
        elif code & 16:
            kinds.add("kakan")
        elif code & 0xFF == 0x20:
            kinds.add("kita")
        else:
            kinds.add("daiminkan" if code & 3 else "ankan")
    return kinds


def owari(text):
    return re.search(r'owari="([^"]*)"', text)[1].split(",")


def test_the_commands_in_origin_write_the_folder_byte_for_byte(folder):
    written = {}
    for command in commands(folder):
        written |= logs_of(command)

    kept = {path.stem: path.read_bytes() for path in folder.glob("*.mjlog")}
    assert written == kept


def test_the_folder_is_small_and_its_table_names_every_log(folder):
    logs = list(folder.glob("*.mjlog"))

    named = re.findall(r"^\| `([^`]+)` \|", (folder / "ORIGIN.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(path.stem for path in logs)
    assert sum(path.stat().st_size for path in logs) < 300_000


def test_the_whole_referee_finds_nothing_in_the_samples(folder):
    logs = [(LogName(path.stem, path.name), path.read_bytes()) for path in sorted(folder.glob("*.mjlog"))]

    reviewed = review(logs)

    assert [str(finding) for finding in reviewed.findings] == []
    assert reviewed.tallies["draw-payment"].passed > 50


@pytest.mark.parametrize(
    ("tail", "kind", "hands_shown", "sum_of_gains"),
    [
        # Types, hands shown and payments: format description, 4.6; a dealer made the nagashi mangan.
        ("3cdbaca3", "nm", None, 120),
        ("38e87034", "kaze4", 0, 0),
        ("37b4deb7", "yao9", 1, 0),
        ("f20caecd", "reach4", 4, 0),
        ("839b8d02", "kan4", 0, 0),
    ],
)
def test_a_sample_contains_the_draw_it_is_named_after(folder, tail, kind, hands_shown, sum_of_gains):
    (draw,) = [draw for draw in ryuukyoku(text_of(folder, tail)) if draw[0] == kind]

    assert sum(delta for delta in draw[2] if delta > 0) == sum_of_gains
    assert hands_shown in (None, draw[3])


def test_noten_payments_of_the_samples_are_those_of_the_rules(folder):
    """3,000 in all with four seats, 2,000 with three (format description, 4.6), in hundreds."""
    expected = {
        4: {0: [0], 1: [-10, 30], 2: [-15, 15], 3: [-30, 10], 4: [0]},
        3: {0: [0], 1: [-10, 20], 2: [-20, 10], 3: [0]},
    }
    seen = set()
    for path in folder.glob("*.mjlog"):
        players = 3 if "-00b" in path.name else 4
        for kind, _, deltas, shown in ryuukyoku(path.read_text(encoding="utf-8")):
            if kind is None:
                assert sorted(set(deltas[:players])) == expected[players][shown]
                seen.add((players, shown))
    assert seen == {(4, shown) for shown in range(5)} | {(3, shown) for shown in range(3)}


def test_the_ordinary_east_only_game_has_every_call_and_leaves_sticks(folder):
    text = text_of(folder, "aeee090e")

    assert kinds_of_calls(text) == {"chi", "pon", "daiminkan", "kakan", "ankan"}
    assert int(ryuukyoku(text)[-1][1].split(",")[1]) > 0


def test_two_seats_made_nagashi_in_one_hand(folder):
    text = text_of(folder, "df6fd35f")
    (hand,) = [hand for hand in text.split("<INIT")[1:] if 'type="nm"' in hand]

    made = [
        all(int(tile) in YAOCHU_IDS for tile in re.findall(rf"<{tag}(\d+)/>", hand))
        for tag in ("D", "E", "F")
    ]

    assert sum(made) == 2
    assert kinds_of_calls(hand) == {"kita"}


def test_nobody_had_the_target_so_south_was_added(folder):
    text = text_of(folder, "7f29db35")

    assert re.findall(r'<INIT seed="(\d+)', text) == list("01234567")
    # Uma and oka by seat where all are equal: 20 + 10 + 10, 10, -10, -20, less the 5 each paid in.
    assert owari(text) == ["250", "35.0", "250", "5.0", "250", "-15.0", "250", "-25.0"]


def test_the_sticks_left_went_to_the_top(folder):
    text = text_of(folder, "2f016a50")
    _, ba, deltas, _ = ryuukyoku(text)[-1]
    before = [int(number) for number in re.findall(r'sc="([^"]*)"', text)[-1].split(",")[::2]]

    after = [score + delta for score, delta in zip(before, deltas, strict=True)]

    assert ba == "6,3"
    assert after == [400, 310, 310, 0]
    assert owari(text)[::2] == ["430", "310", "310", "0"]


def test_a_score_below_zero_ended_a_game(folder):
    assert owari(text_of(folder, "08264adc"))[4] == "-20"
