"""Games of a few elements, written by hand, to be changed: the rules say what each number in them is.

In the game of four, seat 0 declares riichi, stays alone in tenpai at the draw, and deals again.  Then seat 2
wins haku off seat 1 and takes the stick: 1300 and one honba, for 40 fu (closed triplet 5z, pair wait).
In the game of three, a seat sets a north aside, and all are noten at the draw.
"""

from __future__ import annotations

from analyzer.audit import LogName, review
from analyzer.conformance.site import Draft, Site, elements_of
from analyzer.rules import load
from tests.hands import Hand, log_of


def drawn_hand():
    """Elements 4 to 15."""
    tehai = ("123m456p78s11555z", "147m258p369s2346z", "258m369p147s2347z", "369m147p258s2367z")
    hand = Hand(*tehai, indicator="3z")
    hand.riichi(0, "9m").turn(1, "9p").turn(2, "9p").turn(3, "9m")
    return hand.ryuukyoku(0, deltas=(3000, -1000, -1000, -1000), owari=False)


def won_hand():
    """Elements 16 to 25."""
    hand = Hand(
        "147m258p369s2346z",
        "258m369p147s2347z",
        "234m567p345s8s555z",
        "11m147p258s23467z",
        indicator="3z",
        kyoku="E1.1",
        scores=(27000, 24000, 24000, 24000),
        kyotaku=1,
    )
    hand.turn(0, "9s", "1m").pon(3).discard(3, "7z").turn(0, "9p").turn(1, "8s")
    machi = hand.last[1]
    hai = ",".join(map(str, sorted([*hand.held[2], machi])))
    hand.lines.append(
        f'<AGARI ba="1,1" hai="{hai}" machi="{machi}" ten="40,1300,0" yaku="18,1" doraHai="{hand.indicator}" '
        'who="2" fromWho="1" sc="270,0,240,-16,240,26,240,0" '
        'owari="270,37.0,224,-27.6,266,6.6,240,-16.0" />'
    )
    return hand


def sanma_hand():
    hand = Hand(
        "19m147p258s12345z",
        "19m147p258s23567z",
        "19m258p369s13467z",
        scores=(*[35000] * 3, 0),
        indicator="9s",
    )
    hand.scores.pop()
    hand.turn(0, "9p").draw(1, "4z").kita(1).turn(1, "1s").turn(2, "1s").ryuukyoku(owari=False)
    hand.lines[-1] = hand.lines[-1].replace("/>", 'owari="350,30.0,350,-5.0,350,-25.0,0,0.0" />')
    return hand


def draft_of(*hands, rules="tenhou"):
    """The log of some hands, to be changed."""
    data = log_of(*hands)
    judged = review([(LogName("made", "made"), data)], rules, checks=["well-formed"])
    return Draft(elements_of(data), load(rules), judged, 0)


def site_at(draft, place, **names):
    """``"AGARI"``, or ``"INIT 1"`` for the second; draws and discards by seat: ``"U"``, ``"E 1"``."""
    tag, _, nth = place.partition(" ")
    found = [at for at, one in enumerate(draft.elements) if tag in (one.name, one.name.rstrip("0123456789"))]
    at = found[int(nth or 0)]
    return Site(draft, draft[at], names)
