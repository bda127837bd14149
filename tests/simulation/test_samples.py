"""The sample logs: written again by the commands in ORIGIN.md, and looked at without our own reader."""

import re
import shlex

import pytest

from analyzer.audit.findings import LogName
from analyzer.audit.review import review
from analyzer.simulation import simulate

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

    assert reviewed.findings == ()
    assert {check for check, tally in reviewed.tallies.items() if not tally.passed} == {"chips"}


@pytest.mark.parametrize(
    ("tail", "kind", "hands_shown", "sum_of_gains"),
    [
        # Types, hands shown and payments: format description, 4.6; a dealer made the nagashi mangan.
        ("7d4e1dd9", "nm", 0, 120),
        ("f247381d", "kaze4", 0, 0),
        ("93f4f9f2", "yao9", 1, 0),
        ("9a451c9f", "reach4", 4, 0),
        ("2e5be2f1", "ron3", 3, 0),
        ("de44583c", "kan4", 0, 0),
    ],
)
def test_a_sample_contains_the_draw_it_is_named_after(folder, tail, kind, hands_shown, sum_of_gains):
    (draw,) = [draw for draw in ryuukyoku(text_of(folder, tail)) if draw[0] == kind]

    assert sum(delta for delta in draw[2] if delta > 0) == sum_of_gains
    assert hands_shown == draw[3]


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
    assert seen == {(4, 0), (4, 1), (4, 2), (4, 4), (3, 2)}


def test_the_samples_have_every_call_kita_and_riichi(folder):
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.mjlog")]

    kinds = {kind for text in texts for kind in kinds_of_calls(text)}

    assert kinds == {"chi", "pon", "daiminkan", "kakan", "ankan", "kita"}
    assert sum(text.count('step="2"') for text in texts) > 30


def test_two_seats_made_nagashi_in_one_hand(folder):
    text = text_of(folder, "43ce82d1")
    (hand,) = [hand for hand in text.split("<INIT")[1:] if 'type="nm"' in hand]

    made = [
        all(int(tile) in YAOCHU_IDS for tile in re.findall(rf"<{tag}(\d+)/>", hand))
        for tag in ("D", "E", "F")
    ]

    assert sum(made) == 2


def test_two_seats_won_on_one_tile_and_the_first_took_the_stick_and_the_honba(folder):
    (hand,) = [hand for hand in text_of(folder, "c5acd70f").split("<INIT") if hand.count("<AGARI") == 2]

    tables = re.findall(r'<AGARI ba="(\d+),(\d+)"', hand)
    deltas = [numbers.split(",")[1::2] for numbers in re.findall(r' sc="([^"]*)"', hand)]
    gains = [sum(map(int, one)) for one in deltas]

    assert tables == [("1", "1"), ("1", "0")]
    # The stick is all that is not paid by a seat.
    assert gains == [10, 0]


def test_a_seat_is_liable_for_daisangen(folder):
    # Yakuman 39: format description, 4.5.
    assert re.findall(r'yakuman="39"[^>]* paoWho="\d"', text_of(folder, "0bff2f2e"))


def test_thirteen_han_make_a_counted_yakuman(folder):
    (yaku,) = re.findall(r'ten="\d+,\d+,5" yaku="([^"]*)"', text_of(folder, "dc5e7029"))

    assert sum(map(int, yaku.split(",")[1::2])) >= 13


def test_a_score_below_zero_ended_a_game(folder):
    assert min(map(int, owari(text_of(folder, "e3039597"))[::2])) < 0


def test_a_west_round_was_played(folder):
    kyoku = [int(number) for number in re.findall(r'<INIT seed="(\d+)', text_of(folder, "f959543a"))]

    assert 8 <= kyoku[-1] < 11
    assert max(map(int, owari(text_of(folder, "f959543a"))[::2])) >= 300


def test_the_sticks_left_went_to_the_first_of_two_at_the_top(folder):
    text = text_of(folder, "d82dc95c")
    _, ba, deltas, _ = ryuukyoku(text)[-1]
    before = [int(number) for number in re.findall(r'sc="([^"]*)"', text)[-1].split(",")[::2]]

    after = [score + delta for score, delta in zip(before, deltas, strict=True)]

    assert ba == "0,2"
    assert after == [335, 335, 65, 245]
    assert owari(text)[::2] == ["355", "335", "65", "245"]


def test_a_player_left_and_came_back(folder):
    assert re.findall(r"<(BYE|UN) [^>]* />", text_of(folder, "ca7bf77a"))
