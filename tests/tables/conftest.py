"""A small game in the field's notation: a kyuushu kyuuhai, a suufon renda under a riichi, and a ron."""

import pytest

from analyzer.audit import LogName, review
from tests.hands import Hand, log_of

NAME = LogName("2022010105gm-00a9-0000-00000001", "logs/2022010105gm-00a9-0000-00000001.mjlog")


def kyuushu():
    """Seat 0 holds ten kinds at the first draw, and declares."""
    hand = Hand("258m19m19p19s1234z", "334455m667788p5z", "334455s667788m5z", "334455p667788s5z")
    return hand.draw(0, "5m").ryuukyoku(0, kind="yao9", owari=False)


def suufon():
    """Four norths; seat 0 in riichi, so that its stick stays on the table."""
    hand = Hand("123m456p789s2234z", "334455m667788p4z", "334455s667788m4z", "334455p667788s4z", kyoku="E1.1")
    hand.riichi(0, "2z", "4z").turn(1, "7z", "4z").turn(2, "7z", "4z").turn(3, "7z", "4z")
    return hand.ryuukyoku(kind="kaze4", owari=False)


def ron():
    """Seat 3 wins 1300 off seat 0's first discard, with two honba and one stick."""
    hand = Hand(
        "147m258p369s1236z",
        "778899m112233p5z",
        "445566p112233s5z",
        "123456m44p567s66z",
        kyoku="E1.2",
        scores=(24000, 25000, 25000, 25000),
        kyotaku=1,
    )
    hand.turn(0, "9m", "6z")
    machi = hand.last[1]
    hai = ",".join(map(str, sorted([*hand.held[3], machi])))
    hand.lines.append(
        f'<AGARI ba="2,1" hai="{hai}" machi="{machi}" ten="40,1300,0" yaku="19,1" doraHai="{hand.indicator}" '
        'who="3" fromWho="0" sc="240,-19,250,0,250,0,250,29" '
        'owari="221,-28.0,250,5.0,250,-15.0,279,38.0" />'
    )
    return hand


@pytest.fixture(scope="session")
def small_game():
    """Its bytes."""
    return log_of(kyuushu(), suufon(), ron())


@pytest.fixture(scope="session")
def small_review(small_game):
    return review([(NAME, small_game)])
