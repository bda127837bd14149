"""What an mjlog says in the columns of events, what cannot be read in it, and events as XML again."""

from __future__ import annotations

import re

import numpy as np
import pytest

from analyzer.formats import read
from analyzer.formats.events import (
    UNKNOWN_DRAW_KIND,
    Events,
    Oddity,
    ReadProblem,
    indicators_of_hands,
    joined,
)
from analyzer.formats.headers import Header, Headers
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.heads import Heads
from analyzer.formats.mjlog.markup import ATTRIBUTES
from analyzer.formats.mjlog.reader import read_markup
from analyzer.formats.mjlog.scanner import scan
from analyzer.formats.mjlog.writer import element_text, write_game
from analyzer.kernels import compiling
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, DrawKind, EndKind, PlayKind
from tests.case_files import whole
from tests.formats.logs import (
    AGARI,
    END,
    GAME,
    HAI0,
    HAI1,
    HAI2,
    HAI3,
    HEAD,
    INIT,
    RYUUKYOKU,
    SANMA_GAME,
    arrays,
    game,
)
from tests.logs import corpus_bytes, corpus_paths, needs_corpus

FAULTS, CASES = whole("formats/mjlog_faults"), whole("formats/mjlogs")
KINDS = FAULTS.pop("types")
N = NO_TILE
NOTHING, NOBODY = [NO_TILE] * 14, [ABSENT] * 4
DRAWN = RYUUKYOKU.replace(" />", ' owari="255,-4.0,235,-26.0,265,47.0,235,-17.0" />')
NAMED = (Oddity.BAD_VALUE, Oddity.MISSING_ATTRIBUTE)


def said(events: Events) -> list[str]:
    """What is odd, at which element, and its detail: an attribute by its name."""
    rows = zip(*(column.tolist() for column in events.oddities), strict=True)
    return [
        f"{Oddity(code).name} {element}"
        + (f" {ATTRIBUTES[detail] if code in NAMED else detail}" if code < Oddity.OUT_OF_PLACE else "")
        for _game, _hand, element, code, detail in rows
    ]


def ids(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def check(columns, **expected) -> None:
    """Columns have these values."""
    for name, values in expected.items():
        assert getattr(columns, name).tolist() == values, name


def test_a_game_is_read_into_its_columns():
    events = read(GAME.encode())

    check(events.games, go_type=[169], lobby=[0], players=[4], announces_rules=[False], hand_offsets=[0, 2])
    check(
        events.hands,
        game=[0, 0], element=[5, 18], kyoku=[0, 0], honba=[0, 1], kyotaku=[0, 1], dice=[[2, 5], [0, 0]],
        indicator=[130, 7], dealer=[0, 0], scores=[[25000] * 4, [25500, 23500, 26500, 23500]],
        chips=[NOBODY] * 2, haipai=[[ids(HAI0), ids(HAI1), ids(HAI2), ids(HAI3)]] * 2,
        play_offsets=[0, 9, 11], result_offsets=[0, 1, 2], readable=[True] * 2, complete=[True] * 2,
    )  # fmt: skip
    assert list(zip(*(column.tolist() for column in events.plays), strict=True)) == [
        (PlayKind.DRAW, 0, 52, ABSENT, 6),
        (PlayKind.RIICHI, 0, NO_TILE, ABSENT, 7),
        (PlayKind.DISCARD, 0, 52, ABSENT, 8),
        (PlayKind.RIICHI_ACCEPTED, 0, NO_TILE, 0, 9),
        (PlayKind.DRAW, 1, 60, ABSENT, 10),
        (PlayKind.DISCARD, 1, 61, ABSENT, 11),
        (PlayKind.PON, 3, 108, 0, 12),
        (PlayKind.DISCARD, 3, 51, ABSENT, 13),
        (PlayKind.DORA, NO_SEAT, 64, ABSENT, 16),
        (PlayKind.DRAW, 0, 135, ABSENT, 19),
        (PlayKind.DISCARD, 0, 135, ABSENT, 20),
    ]
    check(events.calls, code=[41578], tiles=[[108, 109, 110, NO_TILE]], called=[108], source=[1])
    assert events.deposits.tolist() == [[24000, 25000, 25000, 25000]]
    check(
        events.results,
        hand=[0, 1], element=[17, 21], end=[EndKind.RYUUKYOKU, EndKind.AGARI],
        draw_kind=[DrawKind.EXHAUSTIVE, 0], honba=[0, 1], kyotaku=[1, 1],
        scores=[[24000, 25000, 25000, 25000], [25500, 23500, 26500, 23500]],
        deltas=[[1500, -1500, 1500, -1500], [0, 4300, -3300, 0]],
        chip_scores=[NOBODY] * 2, chip_deltas=[NOBODY] * 2,
        shown=[
            [[0, 4, 8] + [N] * 11, NOTHING, [2, 6] + [N] * 12, NOTHING],
            [NOTHING, [5, 9, 13, 17, 60] + [N] * 9, NOTHING, NOTHING],
        ],
        winner=[NO_SEAT, 1], loser=[NO_SEAT, 2], pao_seat=[NO_SEAT] * 2, machi=[NO_TILE, 60],
        ten=[[ABSENT] * 3, [30, 2000, 1]], melds=[[ABSENT] * 8, [41578, 7] + [ABSENT] * 6],
        yaku=[[[ABSENT] * 2] * 24, [[1, 1], [52, 2]] + [[ABSENT] * 2] * 22], yakuman=[[ABSENT] * 8] * 2,
        dora=[[N] * 8, [130, 64] + [N] * 6], ura=[[N] * 8, [7, 8] + [N] * 6], has_ura=[False, True],
        final_scores=[NOBODY, [25500, 23500, 26500, 23500]], final_results=[NOBODY, [-40, -260, 470, -170]],
        final_chips=[NOBODY] * 2, has_owari=[False, True],
    )  # fmt: skip
    assert said(events) == []


def test_a_chip_table_has_chips_beside_points():
    init = INIT.replace(" oya=", ' chip="-1,12,-8,-3" oya=')
    result = (
        '<RYUUKYOKU ba="0,0" sc="250,0,250,0,250,0,250,0,-1,2,12,0,-8,-1,-3,-1" '
        'owari="300,10.0,448,64.0,45,-55.0,207,-19.0,1,0,12,0,-9,0,-4,0" ratio="2000,10" />'
    )

    events = read(game(result, init=init))

    check(events.hands, chips=[[-1, 12, -8, -3]])
    check(events.results, scores=[[25000] * 4], chip_scores=[[-1, 12, -8, -3]], chip_deltas=[[2, 0, -1, -1]])
    check(events.results, final_scores=[[30000, 44800, 4500, 20700]], final_chips=[[1, 12, -9, -4]])
    check(events.results, final_results=[[100, 640, -550, -190]])
    assert said(events) == []


def test_the_forms_of_2009_are_read():
    head = HEAD.replace(' lobby="0"', "")
    init = INIT.replace(" oya=", ' shuffle="mt19937ar,C41242CB" oya=')
    result = '<RYUUKYOKU ba="0,1" sc="240,0,250,0,250,0,250,0" owari="180,-22,374,48,82,-42,364,16" />'

    events = read(game('<REACH who="0" step="2"/>', result, head=head, init=init))

    check(events.games, lobby=[ABSENT])
    check(events.results, final_results=[[-220, 480, -420, 160]])
    assert events.deposits.tolist() == [NOBODY]
    assert said(events) == []


def test_a_hand_may_end_in_several_results():
    ron = AGARI.replace(' owari="', ' was="')
    nagashi = RYUUKYOKU.replace(" ba=", ' type="nm" ba=')
    liable = AGARI.replace(' fromWho="2"', ' fromWho="1" paoWho="3"').replace(
        'yaku="1,1,52,2"', 'yakuman="39,42"'
    )

    double = read(game("<T52/><D52/>", ron, AGARI.replace('who="1"', 'who="3"')))
    check(double.results, hand=[0, 0], winner=[1, 3])
    check(double.hands, result_offsets=[0, 2])
    # Written once for each player with a nagashi mangan.
    twice = read(game(nagashi, nagashi.replace(" />", ' owari="1,0,1,0,1,0,1,0" />')))
    check(twice.results, draw_kind=[DrawKind.NAGASHI_MANGAN] * 2)
    assert said(twice) == []
    pao = read(game("<U60/>", liable)).results
    check(pao, loser=[1], pao_seat=[3], yakuman=[[39, 42] + [ABSENT] * 6], yaku=[[[ABSENT] * 2] * 24])
    four = read(game(AGARI, AGARI, AGARI, AGARI))
    assert (said(four), four.results.end.size) == (["OUT_OF_PLACE 9"], 3)


def test_of_more_indicators_than_there_is_room_for_the_first_count():
    events = read(game('<DORA hai="64" />' * 9, DRAWN))

    assert indicators_of_hands(events).tolist() == [[130] + [64] * 7]


@pytest.mark.parametrize(("text", "kind"), KINDS.items())
def test_the_type_of_a_ryuukyoku_is_its_kind(text, kind):
    events = read(game(RYUUKYOKU.replace(" ba=", f' type="{text}" ba=')))

    check(events.results, draw_kind=[DrawKind[kind] if kind else UNKNOWN_DRAW_KIND])
    check(events.hands, readable=[True])


def test_three_players_leave_the_fourth_seat_empty():
    events = read(SANMA_GAME.replace('oya="0" hai0', 'oya="1" hai0', 1).encode())

    check(events.games, players=[3])
    check(events.hands, dealer=[1, 0])
    assert events.hands.haipai[0, 3].tolist() == [NO_TILE] * 13
    assert events.hands.scores[0].tolist() == [35000, 35000, 35000, 0]
    assert (events.plays.kind[7], events.plays.tile[7]) == (PlayKind.KITA, 123)
    check(events.calls, tiles=[[123, N, N, N]], called=[NO_TILE], source=[2])
    assert said(events) == []
    # Without GO the first hand tells how many play.
    before, _, behind = GAME.rpartition(HAI3)
    for log, players in ((SANMA_GAME, 3), (GAME, 4), (before + behind, 4)):
        without = log[: log.index("<GO")] + log[log.index("<TAI") :]
        check(read(without.encode()).games, go_type=[ABSENT], players=[players])


@pytest.mark.parametrize(
    ("text", "announces"), [(' rule="" csrule=""', False), (' rule=",,01"', True), (' csrule="0FE0"', True)]
)
def test_a_lobby_that_states_rules_announces_them(text, announces):
    events = read(game(head=HEAD.replace(' lobby="0"', ' lobby="1"' + text)))

    check(events.games, announces_rules=[announces], lobby=[1])


def test_leaving_and_coming_back_is_no_play_wherever_it_stands():
    away = '<BYE who="3" /><UN n3="D" />'

    events = read(game("<T52/>", away, "<D52/>", RYUUKYOKU, away, head=HEAD + away))

    assert events.plays.element.tolist() == [8, 11]
    assert said(events) == ["NO_OWARI 14"]


ROWS = [(group, *row) for group, rows in FAULTS.items() for row in rows]


@pytest.mark.parametrize(("group", "old", "new", "odd"), ROWS)
def test_what_cannot_be_read_is_named_at_its_place(group, old, new, odd):
    whole = SANMA_GAME if group.startswith("sanma") else GAME
    assert old in whole

    events = read(whole.replace(old, new, 1).encode())

    assert ", ".join(said(events)) == odd
    hands = np.searchsorted(events.hands.element, events.oddities.element, side="right") - 1
    hands[group.endswith("game") | (hands < 0)] = ABSENT
    check(events.oddities, hand=hands.tolist())
    check(events.hands, readable=[group in ("readable", "game") or hand not in hands for hand in (0, 1)])
    assert events.results.has_owari[-1]


BEHIND = [DRAWN, "<T52/>", AGARI, '<DORA hai="1" />']
MANY = ["<T136/>" * 1000, DRAWN]
"""More oddities than there is room for."""
ENDS = [
    (game(*BEHIND), "OUT_OF_PLACE 7, OUT_OF_PLACE 8, OUT_OF_PLACE 9", 0, [True]),
    (game(*MANY), ", ".join(f"BAD_TILE {6 + place} 136" for place in range(1000)), 0, [True]),
    (game("<T52/>", INIT, DRAWN), "NO_RESULT 6", 0, [False, True]),
    (game("<T52/>", "<D52/>"), "NO_RESULT 7", 0, [False]),
    (f"{HEAD}{INIT}<T52/><D52/>".encode(), "NO_RESULT 7", 0, [False]),
    (game(RYUUKYOKU), "NO_OWARI 6", 0, [True]),
    (f"{HEAD}{INIT}{RYUUKYOKU}".encode(), "CUT 6", 0, [True]),
    (GAME.removesuffix(END).encode(), "CUT 21", 1, [True, True]),
    (f"{HEAD}{END}".encode(), "CUT 4", ABSENT, []),
    (HEAD.encode(), "CUT 4", ABSENT, []),
]


@pytest.mark.parametrize(("log", "odd", "hand", "complete"), ENDS, ids=range(len(ENDS)))
def test_what_a_hand_lacks_and_where_a_log_stops_before_its_game_is_said_once(log, odd, hand, complete):
    events = read(log)

    assert ", ".join(said(events)) == odd
    assert set(events.oddities.hand.tolist()) == {hand}
    check(events.hands, complete=complete)
    assert len(events.results.end) == sum(complete)


def test_what_a_reader_repaired_stands_in_its_hand():
    markup, _problems = read_markup(GAME.encode())

    events = decode(markup, [ReadProblem(Oddity.DUPLICATE_ATTRIBUTE, element) for element in (2, 12, 21)])

    assert [one.split()[:2] for one in said(events)] == [
        ["DUPLICATE_ATTRIBUTE", at] for at in ("2", "12", "21")
    ]
    assert events.oddities.hand.tolist() == [ABSENT, 0, 1]
    check(events.hands, readable=[True, True])


HAND_MADE = [GAME.encode(), game("<T136/>", INIT, AGARI, AGARI), game(head=HEAD), SANMA_GAME.encode()]


def batch(logs):
    """Events of logs read together, and of each read alone."""
    markup, accepted = scan(logs)
    assert accepted.all()
    return decode(markup), [decode(read_markup(data)[0]) for data in logs]


def some_real_logs() -> list[bytes]:
    return [corpus_bytes(path) for path in corpus_paths("phoenix")[::25]]


def test_games_read_together_are_the_games_read_alone():
    together, alone = batch(HAND_MADE)

    check(together.games, hand_offsets=[0, 2, 4, 5, 7])
    assert arrays(together) == arrays(joined(alone))


@pytest.mark.long
@pytest.mark.parametrize("logs", [lambda: HAND_MADE, some_real_logs], ids=["hand-made", "real"])
def test_compiled_and_plain_decoding_give_the_same_arrays(logs):
    plain, alone = batch(logs())
    with compiling():
        compiled, _alone = batch(logs())

    assert arrays(compiled) == arrays(plain) == arrays(joined(alone))


# Written.

ENCODED = GAME.replace('n2="C" n3="D"', 'n2="%43" n3="%44"')
"""As Tenhou writes names."""


def without_leaving(log):
    """A log without the BYE and UN that come after TAIKYOKU, which events do not have."""
    head, mark, rest = log.partition("<TAIKYOKU")
    return head + mark + re.sub(r"<(?:BYE|UN)\b[^>]*>", "", rest)


def ours(log):
    """What we write of a log; ratings until 2010 have no decimals."""
    data = log.encode()
    (header,) = Headers([Heads(read_markup(data)[0]).column]).games
    if re.search(r'rate="[^".]*"', log) and None not in header.rate:
        header = header._replace(rate=tuple(map(int, header.rate)))
    return write_game(read(data), header)


def comes_back(log):
    return ours(log) == without_leaving(log)


@pytest.mark.parametrize(
    "changes", CASES["changes"], ids=lambda changes: changes[0][1][:20] if changes else "as it is"
)
def test_a_game_is_written_as_tenhou_wrote_it(changes):
    log = ENCODED
    for old, new in changes:
        assert old in log
        log = log.replace(old, new)

    assert comes_back(log)


def test_of_three_players_the_fourth_seat_is_empty_and_an_end_without_final_scores_is():
    assert comes_back(SANMA_GAME.replace('n2="C" n3="D"', 'n2="%43" n3=""'))
    log = ours(re.sub('owari="[^"]*"', 'owari=""', GAME))

    assert log.endswith('235,0" owari="" /></mjloggm>')


def test_seeds_for_some_hands_only_are_refused():
    with pytest.raises(ValueError, match="1 seeds for 2 hands"):
        write_game(read(GAME.encode()), Header(hand_seeds=("mt19937ar,1",)))


@needs_corpus
@pytest.mark.parametrize("every", [50, pytest.param(4, marks=pytest.mark.long)])
def test_phoenix_logs_come_back_from_their_events_byte_for_byte(every):
    paths = corpus_paths("phoenix")[::every]

    assert len(paths) == 500 // every
    assert [path.name for path in paths if not comes_back(corpus_bytes(path).decode())] == []


LOST = r"<GO[^>]* rule=| rc=| gold=| ratio="
"""What a few logs say that events do not have."""


@needs_corpus
def test_older_and_rarer_logs_come_back_too_but_for_decimals_of_results():
    logs = {path.name: corpus_bytes(path).decode() for path in corpus_paths("edge")[::3]}
    compared = {name: log for name, log in logs.items() if not re.search(LOST, log)}
    for name, log in compared.items():
        text = ours(log)
        owari = re.search(r'owari="([^"]*)"', log)
        if owari and "." not in owari[1]:
            text = re.sub(r"(?<=\d)\.0(?=[,\"])", "", text)
        assert text == without_leaving(re.sub(r">\s+", ">", log)), name
    assert len(compared) >= 23


def test_elements_are_closed_as_tenhou_closes_them_and_texts_are_escaped():
    assert element_text("BYE", [("who", 0)]) == '<BYE who="0" />'
    # Who returns has a name alone.
    assert [element_text("UN", [(name, "1")]) for name in ("n0", "dan")] == ['<UN n0="1" />', '<UN dan="1"/>']
    title = "<a> & \"b\" 'c' \t\n\r \N{HIRAGANA LETTER A}"

    text = element_text("GO", [("title", title), ("type", 9), ("lobby", None)])

    assert (
        text == '<GO title="&lt;a> &amp; &quot;b&quot; \'c\' &#9;&#10;&#13; \N{HIRAGANA LETTER A}" type="9"/>'
    )
