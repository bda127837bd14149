"""Hands in a file: TOML, JSON, a list, or one a line."""

import json

import pytest

from analyzer.errors import UserMistake
from analyzer.replay.notation import hands_in

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


def read(text):
    return list(hands_in(text.splitlines(keepends=True), "hands"))


@pytest.mark.parametrize("form", FORMS)
def test_several_hands_are_read_in_order(form):
    found = read(FORMS[form])

    assert [note.text for note, _ in found] == ["E1.0", "E2.0", "E3.0"]
    assert [note.seats[0].waits for note, _ in found] == ["25p"] * 3
    assert len({place for _, place in found}) == 3


@pytest.mark.parametrize(
    "text",
    [json.dumps(HANDS[0]), json.dumps(HANDS[0], indent=1), json.dumps(HANDS[:1]), '[seat.0]\nwaits = "25p"'],
)
def test_one_hand_is_named_as_its_file(text):
    if text.startswith("[seat"):
        text = f'kyoku = "E1.0"\n{text}'
    ((note, place),) = read(text)

    assert (note.text, note.seats[0].waits) == ("E1.0", "25p")
    assert place.removesuffix(": line 1") == "hands"


def test_a_hand_is_there_as_soon_as_its_line_is_read():
    asked = []

    def lines():
        for hand in HANDS:
            asked.append(hand["kyoku"])
            yield json.dumps(hand) + "\n"

    hands = hands_in(lines(), "-")

    assert next(hands)[0].text == "E1.0"
    assert asked == ["E1.0"]


def test_a_file_without_hands_lacks_its_kyoku_and_an_empty_list_is_none():
    with pytest.raises(UserMistake, match="'kyoku' is missing"):
        read("")
    assert read("[]") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FORMS["a line each"] + '\n{"kyoku": "E9.0"}', "hands: line 4: kyoku: 'E9.0' is not a kyoku"),
        (FORMS["a line each"] + '\n{"kyoku": ', "hands: line 4: not JSON: "),
        (FORMS["a line each"] + "\n7", "hands: line 4: expected the keys of a hand, found 7"),
        (
            json.dumps([*HANDS, {"kyoko": "E1.0"}]),
            "hands: hand 4: unknown key 'kyoko'; did you mean 'kyoku'?",
        ),
        ('[{"kyoku": "E1.0"}', "hands: not JSON: "),
        ('{"kyoku": "E1.0",\n', "hands: not JSON: "),
        pytest.param('{"a":' * 100_000, "hands: not JSON: ", id="deep object"),
        pytest.param("a = " + "[" * 100_000, "hands: not TOML: ", id="deep TOML"),
        ("kyoku = E1", "hands: not TOML: "),
        ("[[hand]]\nkyoku = 1", "hands: kyoku: expected text in quotes, found 1"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text, message):
    with pytest.raises(UserMistake) as told:
        read(text)

    assert str(told.value).startswith(message)
