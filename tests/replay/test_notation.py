"""Hands written by people: read from files, laid on the table, or refused with the key and what is accepted.

Single hands are cases of `tests/cases/replay/written.toml`.
"""

import io
import json
import os
import tomllib

import numpy as np
import pytest

from analyzer.bounded import MOST_BYTES
from analyzer.errors import UserMistake
from analyzer.replay import replay
from analyzer.replay.notation import hand_of, hands_in
from analyzer.replay.written import facts_of_note
from analyzer.vocabulary import tile_text
from tests.case_files import each, rows
from tests.hands import Hand
from tests.replay.written_cases import value


def facts_of(text):
    return facts_of_note(hand_of(tomllib.loads(text), "facts.toml"))


@each(rows("replay/written"), "case")
def test_a_hand_is_laid_on_the_table_or_refused_as_its_case_says(case):
    text = case["hand"] if "kyoku" in case["hand"] or "bare" in case else f'kyoku = "E1"\n{case["hand"]}'
    if "refused" in case:
        with pytest.raises(UserMistake) as caught:
            facts_of(text)
        assert str(caught.value) == case["refused"]
        return

    facts = facts_of(text)

    expected = case.get("facts", {})
    assert {name: value(facts, name) for name in expected} == expected
    for place, tiles in case.get("places", {}).items():
        assert (facts.place[0] == int(place)).sum() == tiles


def test_a_tile_drawn_that_the_last_play_names_too_is_one_tile():
    seat = '{ tehai = "123m456p789s1155z", drawn = "5z" }'

    named, unnamed = (
        facts_of(f'kyoku = "E1"\nlast = "{last}"\nseat.0 = {seat}\nseat.1 = {{ river = "5z" }}')
        for last in ("draw 0 5z", "draw 0")
    )

    assert named.last_tile[0] == unnamed.last_tile[0]
    assert (named.place == unnamed.place).all()


@pytest.mark.parametrize("five", ["5p", "0p"])
@pytest.mark.parametrize("meld", ["0555p", "5055p", "5505p", "5550p", "5555p"])
def test_the_tile_robbed_is_the_one_written_however_the_kakan_is(meld, five):
    facts = facts_of(
        f'kyoku = "E1"\nlast = "kakan 1 {five}"\nron = [2]\nseat.1 = {{ melds = ["kakan {meld} from 0"] }}'
    )

    assert tile_text(int(facts.last_tile[0])) == five


def test_a_written_hand_has_the_facts_of_the_same_hand_replayed():
    """Two ways to one table: a log replayed, and the table at its end written down."""
    log = Hand("123m456p789s11z23s", "19m19p19s1234567z", "147m258p369s1234z", "555m666p777s2233z")
    log.turn(0, "5z").turn(1, "2p").turn(2, "5z", "1m").turn(3, "6z").ryuukyoku()
    replayed, illegals = replay(log.events())

    written = facts_of(
        """
        kyoku = "E1"
        scores = [25000, 25000, 25000, 25000]
        left = 66
        indicators = "9s"
        last = "discard 3 6z"
        seat.0 = { tehai = "123m456p789s11z23s", river = "5z" }
        seat.1 = { tehai = "19m19p19s1234567z", river = "2p", passed = true }
        seat.2 = { tehai = "47m258p369s12345z", river = "1m" }
        seat.3 = { tehai = "555m666p777s2233z", river = "6z" }
        """
    )

    assert len(illegals.code) == 0
    differing = {"place", "play_count", "waits_after", "first_discard", "last_tile"}
    for name in set(written._fields) - differing:
        assert np.array_equal(getattr(written, name), getattr(replayed, name)), name
    assert (written.first_discard // 4).tolist() == (replayed.first_discard // 4).tolist()


HANDS = [{"kyoku": f"E{number}.0", "seat": {"0": {"waits": "25p"}}} for number in (1, 2, 3)]
TOML = "\n".join(f'[[hand]]\nkyoku = "{hand["kyoku"]}"\nseat.0 = {{ waits = "25p" }}' for hand in HANDS)
FORMS = {
    "a line each": "\n".join(map(json.dumps, HANDS)),
    "blank lines between": "\n\n".join(map(json.dumps, HANDS)) + "\n\n",
    "a list": json.dumps(HANDS),
    "a list over lines": "\n\n" + json.dumps(HANDS, indent=2),
    "toml": TOML,
    "toml behind a comment": "# three hands\n" + TOML,
}


def hands_of(text):
    return list(hands_in(io.BytesIO(text.encode(errors="surrogateescape")), "hands"))


@pytest.mark.parametrize("form", FORMS)
def test_several_hands_are_read_in_order(form):
    found = hands_of(FORMS[form])

    assert [note.text for note, _ in found] == ["E1.0", "E2.0", "E3.0"]
    assert [note.seats[0].waits for note, _ in found] == ["25p"] * 3
    assert len({place for _, place in found}) == 3


def test_one_hand_is_named_as_its_file():
    written = [json.dumps(HANDS[0]), json.dumps(HANDS[0], indent=1), json.dumps(HANDS[:1])]
    for text in (*written, 'kyoku = "E1.0"\n[seat.0]\nwaits = "25p"'):
        ((note, place),) = hands_of(text)

        assert (note.text, note.seats[0].waits) == ("E1.0", "25p")
        assert place.removesuffix(": line 1") == "hands"


def test_a_hand_is_there_as_soon_as_its_line_is_read():
    end, start = map(os.fdopen, os.pipe(), ("rb", "wb"))
    with end, start:
        hands = hands_in(end, "-")
        for hand in HANDS:
            start.write(json.dumps(hand).encode() + b"\n")
            start.flush()

            assert next(hands)[0].text == hand["kyoku"]


@pytest.mark.parametrize(
    ("before", "place"), [(b"", "hands"), (json.dumps(HANDS[0]).encode() + b"\n", "hands: line 2")]
)
def test_a_file_without_end_is_left_after_a_bound_in_bytes(tmp_path, before, place):
    path = tmp_path / "hands"
    path.write_bytes(before)
    os.truncate(path, 1 << 40)

    with path.open("rb") as file:
        with pytest.raises(
            UserMistake, match=rf"^{place}: expected at most {MOST_BYTES} bytes; more hands may"
        ):
            list(hands_in(file, "hands"))
        assert file.tell() < 2 * MOST_BYTES


def test_lines_of_one_hand_have_no_bound_together():
    line = json.dumps(HANDS[0] | {"ura": " " * (MOST_BYTES // 4)}).encode() + b"\n"

    assert len(list(hands_in(io.BytesIO(line * 5), "hands"))) == 5


def test_an_empty_list_of_hands_is_none():
    assert hands_of("[]") == []


WRONG = {
    f'{FORMS["a line each"]}\n{{"kyoku": "E9.0"}}': "hands: line 4: kyoku: 'E9.0' is not a kyoku",
    f'{FORMS["a line each"]}\n{{"kyoku": ': "hands: line 4: not JSON: ",
    f"{FORMS['a line each']}\n7": "hands: line 4: expected the keys of a hand, found 7",
    json.dumps([*HANDS, {"kyoko": "E1.0"}]): "hands: hand 4: unknown key 'kyoko'; did you mean 'kyoku'?",
    '[{"kyoku": "E1.0"}': "hands: not JSON: ",
    '{"kyoku": "E1.0",\n': "hands: not JSON: ",
    '{"a":' * 100_000: "hands: not JSON: ",
    f"{json.dumps(HANDS[0])}\n\udcff\n": "hands: line 2: expected TOML or JSON in UTF-8",
    "": "hands: 'kyoku' is missing",
    "a = " + "[" * 100_000: "hands: not TOML: ",
    "a = " + "9" * 4_301: "hands: not TOML: ",
    "kyoku = E1": "hands: not TOML: ",
    "[[hand]]\nkyoku = 1": "hands: kyoku: expected text in quotes, found 1",
}


@pytest.mark.parametrize(("text", "message"), WRONG.items(), ids=range(len(WRONG)))
def test_what_is_wrong_is_named_with_its_place(text, message):
    with pytest.raises(UserMistake) as told:
        hands_of(text)

    assert str(told.value).startswith(message)
