from __future__ import annotations

import pytest

from analyzer.formats import read
from analyzer.formats.events import Oddity
from analyzer.formats.mjlog.markup import ATTRIBUTES
from analyzer.vocabulary import ABSENT
from tests.formats.logs import GAME, SANMA_GAME

UN = '<UN n0="%41" n1="%42" n2="%43" n3="%44" dan="0,9,16,20" rate="1500.00,0,2100.5,1800.25" sx="M,F,C,M"/>'
BODY = GAME[GAME.index("<TAIKYOKU") :]
"""A whole game without what comes before TAIKYOKU."""


def found(head: str, body: str = BODY) -> list[tuple[str, int, str | None]]:
    """Name, element and attribute of what is wrong, and no hand less readable for it."""
    events = read(f'<mjloggm ver="2.3"><GO type="169" lobby="0"/>{head}{body}'.encode())
    assert events.hands.readable.all()
    assert (events.oddities.hand[events.oddities.element < 4] == ABSENT).all()
    return [
        (Oddity(code).name, element, None if detail == ABSENT else ATTRIBUTES[detail])
        for _, _, element, code, detail in zip(*(column.tolist() for column in events.oddities), strict=True)
    ]


def test_people_as_logs_state_them_are_well_formed() -> None:
    assert found(UN) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dan", "0,9,16"),
        ("dan", "0,9,16,21"),
        ("dan", "0,9,16,-1"),
        ("dan", "0,9,16,3,4"),
        ("dan", "0,9,16,٣"),
        ("rate", "1500.00,abc,2100.5,1800.25"),
        ("rate", "1500.00,-5,2100.5,1800.25"),
        ("rate", "1500.00,1e309,2100.5,nan"),
        ("rate", "1500.00,0,2100.5"),
        ("rate", "1500.00,0,2100.5," + "9" * 1000),
        ("sx", "M,F,C,X"),
        ("sx", "M,F,C"),
    ],
)
def test_what_is_said_of_four_players_has_its_form(name: str, value: str) -> None:
    stated = {"dan": "0,9,16,20", "rate": "1500.00,0,2100.5,1800.25", "sx": "M,F,C,M"}[name]

    assert found(UN.replace(f'{name}="{stated}"', f'{name}="{value}"')) == [("BAD_VALUE", 2, name)]


@pytest.mark.parametrize("name", ["dan", "rate", "sx"])
def test_an_empty_attribute_states_nothing(name: str) -> None:
    head, _, rest = UN.partition(f'{name}="')

    assert found(f'{head}{name}="{rest[rest.index(chr(34)) :]}') == []


@pytest.mark.parametrize("name", ["n0", "n1", "n2", "n3"])
def test_every_seat_has_a_name_be_it_empty(name: str) -> None:
    head, _, rest = UN.partition(f'{name}="')
    behind = rest[rest.index('"') :]

    assert found(f'{head}{name}="{behind}') == []
    assert found(f"{head}{behind[2:]}") == [("MISSING_ATTRIBUTE", 2, name)]


def test_the_first_dealer_is_named() -> None:
    body = BODY.replace('<TAIKYOKU oya="0"/>', "<TAIKYOKU/>")

    assert found(UN, body) == [("MISSING_ATTRIBUTE", 3, "oya")]


def test_a_seat_that_leaves_is_one_of_the_game() -> None:
    assert found(UN + '<BYE who="3"/>') == []
    assert found(UN + '<BYE who="4"/>') == [("BAD_VALUE", 3, "who")]
    assert found(UN + "<BYE/>") == [("MISSING_ATTRIBUTE", 3, "who")]
    sanma = read(SANMA_GAME.replace("<TAIKYOKU", '<BYE who="3"/><TAIKYOKU').encode())
    assert sanma.oddities.code.tolist() == [Oddity.BAD_VALUE]


def test_a_seat_that_leaves_within_a_hand_makes_it_no_less_readable() -> None:
    at = BODY.index("<T")
    at = BODY.index("<T", at + 3)

    assert [name for name, _, _ in found(UN, BODY[:at] + '<BYE who="9"/>' + BODY[at:])] == ["BAD_VALUE"]


def test_heads_come_once_and_a_player_who_comes_back_is_named_alone() -> None:
    assert found(UN + '<UN n1="%42"/>') == []
    assert found(UN + UN) == [("OUT_OF_PLACE", 3, None)]
    assert found(UN + '<TAIKYOKU oya="0"/>') == [("OUT_OF_PLACE", 4, None)]
    assert found('<SHUFFLE seed="" ref=""/><SHUFFLE seed="" ref=""/>' + UN)[0] == ("OUT_OF_PLACE", 3, None)
