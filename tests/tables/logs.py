"""Logs by name, for cases that are no single hand in notation; the small game is that of most tests here."""

from collections.abc import Callable

from analyzer.audit import LogName
from analyzer.vocabulary import YAOCHU_KINDS
from tests.formats.tenhou6.documents import data_of, document, hand
from tests.hands import Hand, log_of
from tests.replay.written_cases import agari

NAME = LogName("2022010105gm-00a9-0000-00000001", "logs/2022010105gm-00a9-0000-00000001.mjlog")
IDLE = ("147m258p369s2346z", "258m369p147s2347z", "369m147p258s3677z")


def small() -> bytes:
    """A kyuushu kyuuhai, a suufon renda under a riichi, and a ron."""
    # Seat 0 holds ten kinds at the first draw, and declares.
    kyuushu = Hand("258m19m19p19s1234z", "334455m667788p5z", "334455s667788m5z", "334455p667788s5z")
    kyuushu.draw(0, "5m").ryuukyoku(0, kind="yao9", owari=False)
    # Four norths; seat 0 in riichi, so that its stick stays on the table.
    suufon = Hand(
        "123m456p789s2234z", "334455m667788p4z", "334455s667788m4z", "334455p667788s4z", kyoku="E1.1"
    )
    suufon.riichi(0, "2z", "4z").turn(1, "7z", "4z").turn(2, "7z", "4z").turn(3, "7z", "4z")
    suufon.ryuukyoku(kind="kaze4", owari=False)
    # Seat 3 wins 1300 off seat 0's first discard, with two honba and one stick.
    ron = Hand(
        *("147m258p369s1236z", "778899m112233p5z", "445566p112233s5z", "123456m44p567s66z"),
        kyoku="E1.2",
        scores=(24000, 25000, 25000, 25000),
        kyotaku=1,
    )
    agari(ron.turn(0, "9m", "6z"), 3, "0", "ten=40,1300,0", "yaku=19,1", "sc=-19,0,0,29", "ba=2,1")
    ron.lines[-1] = ron.lines[-1].replace("/>", 'owari="221,-28.0,250,5.0,250,-15.0,279,38.0" />')
    return log_of(kyuushu, suufon, ron)


def several() -> list[tuple[LogName, bytes]]:
    """A whole game, one cut in its third hand, a sanma of one hand, and a log without a hand."""
    whole = small()
    # Seat 1 sets a north aside and declares riichi; the log ends the game with its draw.
    tehai = ("19m147p258s12345z", "123p456p78s11555z", "19m258p369s13467z")
    sanma = Hand(*tehai, scores=(*[35000] * 3, 0))
    sanma.turn(0, "9p").draw(1, "4z").kita(1).riichi(1, "1s").turn(2, "1s")
    sanma.scores.pop()
    sanma.ryuukyoku(1, deltas=(-1000, 2000, -1000, 0), owari=False)
    sanma.lines[-1] = sanma.lines[-1].replace("/>", 'owari="340,-6.0,370,32.0,340,-26.0,0,0.0" />')
    cut = whole[: whole.rindex(b"<AGARI")]
    logs = {NAME.log_id: whole, "cut": cut, "three": sanma.xml(), "empty": b'<mjloggm ver="2.3"></mjloggm>'}
    return [(LogName(name, name), log) for name, log in logs.items()]


def three_players() -> list[tuple[LogName, bytes]]:
    hand = Hand("19m19p19s1234z258s", "334455p667788p5z", "334455s667788s5z", scores=(35000,) * 3 + (0,))
    hand.scores.pop()
    return [(LogName("x", "x"), hand.draw(0, "5s").ryuukyoku(0, kind="yao9").xml())]


def json() -> bytes:
    tehai = ("19m19p19s1234z258s", "147m258p369s1567z", "258m369p147s2345z", "369m147p258s3467z")
    seats = [(text, [45] if seat == 0 else [], []) for seat, text in enumerate(tehai)]
    return data_of(document(hand(*seats, result=["九種九牌"])))


def nagashi() -> bytes:
    """Seats discard what they draw until the wall is used up, seat 3 nothing but terminals and honours."""
    hand = Hand("345m678p345s78s22p", *IDLE)
    unseen = [tile for tile in range(136) if tile not in hand.taken]
    ends = [tile for tile in unseen if tile // 4 in YAOCHU_KINDS]
    others = [tile for tile in unseen if tile not in ends] + ends[::-1]
    for seat in [0, 1, 2, 3] * 17 + [0, 1]:
        tile = (ends if seat == 3 else others).pop(0)
        hand.lines += [f"<{'TUVW'[seat]}{tile}/>", f"<{'DEFG'[seat]}{tile}/>"]
    return hand.ryuukyoku(0, kind="nm", deltas=(-4000, -2000, -2000, 8000)).xml()


LOGS: dict[str, Callable[[], bytes | list[bytes] | list[tuple[LogName, bytes]]]] = {
    "small": small,
    "several": several,
    "three players": three_players,
    "json and small": lambda: [json(), small()],
    "nagashi mangan": nagashi,
}
