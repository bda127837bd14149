"""Events as XML again: the inverse of reading them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import analyzer
from analyzer.conformance.site import elements_of, written
from analyzer.formats import read
from analyzer.formats.headers import NOBODY, Header, Headers
from analyzer.formats.mjlog.heads import Heads
from analyzer.formats.mjlog.reader import read_markup
from analyzer.formats.mjlog.writer import element_text, write_game
from analyzer.vocabulary import ABSENT, NO_TILE, DrawKind
from tests.formats.logs import GAME, SANMA_GAME
from tests.logs import corpus_bytes, corpus_paths, needs_corpus

SAMPLES = Path(analyzer.__file__).parents[1] / "data" / "samples"
SEED = "mt19937ar-sha512-n288-base64,AAAA"
FRAME = Header(
    names=("A", "あ", "C", "D"),
    dan=(16, 17, 0, 20),
    rate=(2100.5, 1500.0, 1499.99, 2300.0),
    sex=("M", "F", "M", "M"),
    seed=SEED,
)


def elements(log, tag):
    return re.findall(rf"<{tag}\b[^>]*>", log)


def with_results(events, **columns):
    return events._replace(results=events.results._replace(**columns))


def without_leaving(log):
    """A log without the BYE and UN that come after TAIKYOKU, which events do not have."""
    head, mark, rest = log.partition("<TAIKYOKU")
    return head + mark + re.sub(r"<(?:BYE|UN)\b[^>]*>", "", rest)


def frame_of(data):
    """What the header of a log says; ratings until 2010 have no decimals."""
    (header,) = Headers([Heads(read_markup(data)[0])]).games
    is_whole = re.search(rb'rate="[^".]*"', data) and None not in header.rate
    return header._replace(rate=tuple(map(int, header.rate))) if is_whole else header


def test_a_game_is_written_as_tenhou_wrote_it():
    names = re.sub('n2="C" n3="D"', 'n2="%43" n3="%44"', GAME)

    assert write_game(read(GAME.encode()), FRAME) == without_leaving(names)


def test_in_a_three_player_game_the_fourth_seat_is_empty():
    frame = FRAME._replace(names=("A", "あ", "C", ""), sex=("M", "F", "M", "C"))

    log = write_game(read(SANMA_GAME.encode()), frame)

    assert 'n3=""' in log
    assert re.findall(r'ten="350,350,350,0" oya="0".* hai3=""/>', log)


@pytest.mark.parametrize(
    ("frame", "missing"),
    [
        (FRAME._replace(seed=None), "<SHUFFLE"),
        (FRAME._replace(dan=NOBODY), " dan="),
        (FRAME._replace(rate=NOBODY), " rate="),
        (FRAME._replace(sex=NOBODY), " sx="),
    ],
)
def test_what_a_frame_does_not_say_is_left_out(frame, missing):
    events = read(GAME.encode())

    assert missing in write_game(events, FRAME)
    assert missing not in write_game(events, frame)


def test_whole_rates_have_no_decimals():
    log = write_game(read(GAME.encode()), FRAME._replace(rate=(2100, 1500, 1499, 2300)))

    assert 'rate="2100,1500,1499,2300"' in log


def test_seeds_of_hands_stand_last_in_init():
    frame = FRAME._replace(seed=None, hand_seeds=("mt19937ar,1", "mt19937ar,2"))

    log = write_game(read(GAME.encode()), frame)

    assert re.findall(r'hai3="[^"]*" shuffle="(mt19937ar,.)"/>', log) == ["mt19937ar,1", "mt19937ar,2"]


def test_seeds_for_some_hands_only_are_refused():
    with pytest.raises(ValueError, match="1 seeds for 2 hands"):
        write_game(read(GAME.encode()), FRAME._replace(hand_seeds=("mt19937ar,1",)))


def test_scores_that_2009_did_not_state_are_left_out_and_so_is_the_lobby():
    old = GAME.replace(' ten="240,250,250,250" step', " step").replace(' lobby="0"', "")

    log = write_game(read(old.encode()), FRAME)

    assert elements(log, "REACH") == ['<REACH who="0" step="1"/>', '<REACH who="0" step="2"/>']
    assert elements(log, "GO") == ['<GO type="169"/>']


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (DrawKind.NAGASHI_MANGAN, "nm"),
        (DrawKind.KYUUSHU_KYUUHAI, "yao9"),
        (DrawKind.SUUFON_RENDA, "kaze4"),
        (DrawKind.SUUCHA_RIICHI, "reach4"),
        (DrawKind.SUUKAIKAN, "kan4"),
        (DrawKind.SANCHAHOU, "ron3"),
    ],
)
def test_kinds_of_draw_have_tenhous_names(kind, text):
    events = read(GAME.encode())

    log = write_game(with_results(events, draw_kind=np.array([kind, 0], np.uint8)), FRAME)

    assert elements(log, "RYUUKYOKU")[0].startswith(f'<RYUUKYOKU type="{text}" ba="0,1"')


def test_chips_come_back():
    chips = '"255,-4.0,235,-26.0,265,47.0,235,-17.0,3,0,-1,0,-1,0,-1,0"'
    log = GAME.replace('"255,-4.0,235,-26.0,265,47.0,235,-17.0"', chips)
    log = log.replace('235,0" owari', '235,0,0,3,0,-1,0,-1,0,-1" owari').replace(
        '" oya="0" hai0', '" chip="0,0,0,0" oya="0" hai0'
    )

    ours = write_game(read(log.encode()), FRAME)

    for tag in ("INIT", "AGARI"):
        assert elements(ours, tag) == elements(log, tag)


def padded(values, length, fill):
    return [*values, *[fill] * (length - len(values))]


def numbers(lowest, highest):
    return st.integers(lowest, highest)


def in_hundreds(least=-9999):
    return st.lists(numbers(least, 9999).map(lambda value: value * 100), min_size=4, max_size=4)


some_tiles = st.lists(numbers(0, 135), min_size=1, max_size=8, unique=True)
some_yaku = st.lists(st.tuples(numbers(0, 54), numbers(0, 13)), min_size=1, max_size=24)


@given(st.data())
def test_reading_what_was_encoded_gives_the_same_events(data):
    """Two results, a draw and a win, of any numbers."""
    events = read(GAME.encode())
    results = events.results
    yaku, dora, ura = data.draw(some_yaku), data.draw(some_tiles), data.draw(some_tiles)
    yaku_rows = np.full((2, 24, 2), ABSENT, np.int32)
    yaku_rows[1, : len(yaku)] = yaku
    tiles = np.array([padded(row, 8, NO_TILE) for row in ([], dora, [], ura)], np.uint8)
    finals = np.full((2, 4), ABSENT, np.int32)
    points, tenths = finals.copy(), finals.copy()
    points[1], tenths[1] = data.draw(in_hundreds()), [value // 100 for value in data.draw(in_hundreds())]
    # Fu and final results that are all 0 are none.
    assume(any(tenths[1]))
    changed = with_results(
        events,
        honba=np.array([data.draw(numbers(0, 9999)), 0], np.int32),
        kyotaku=np.array([data.draw(numbers(0, 9999)), 3], np.int32),
        scores=np.array([data.draw(in_hundreds()), results.scores[1]], np.int32),
        deltas=np.array([results.deltas[0], data.draw(in_hundreds())], np.int32),
        draw_kind=np.array([data.draw(numbers(1, 7)), 0], np.uint8),
        pao_seat=np.array([255, data.draw(st.sampled_from([0, 3, 255]))], np.uint8),
        ten=np.array(
            [[ABSENT] * 3, data.draw(st.tuples(numbers(1, 999), numbers(0, 10**7), numbers(0, 5)))], np.int32
        ),
        yaku=yaku_rows,
        dora=tiles[:2],
        ura=tiles[2:],
        final_scores=points,
        final_results=tenths,
    )

    again = read(write_game(changed, FRAME).encode())

    for part in ("hands", "plays", "calls", "results"):
        for name, column in getattr(changed, part)._asdict().items():
            # Leaving and return are not events, so elements behind them are numbered anew.
            if name != "element":
                assert getattr(getattr(again, part), name).tolist() == column.tolist(), name
    assert again.deposits.tolist() == changed.deposits.tolist()
    assert again.oddities.code.tolist() == []


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.mjlog")), ids=lambda path: path.stem)
def test_a_simulated_game_comes_back_from_its_events(path):
    data = path.read_bytes()

    assert write_game(read(data), frame_of(data)) == without_leaving(data.decode())


@needs_corpus
@pytest.mark.parametrize("every", [50, pytest.param(4, marks=pytest.mark.long)])
def test_phoenix_logs_come_back_from_their_events_byte_for_byte(every):
    paths = corpus_paths("phoenix")[::every]

    different = [path.name for path in paths if not comes_back(corpus_bytes(path))]

    assert len(paths) == 500 // every
    assert different == []


def comes_back(data):
    return write_game(read(data), frame_of(data)) == without_leaving(data.decode())


LOST = r"<GO[^>]* rule=| rc=| gold=| ratio="
"""What a few logs say that events do not have."""


@needs_corpus
def test_older_and_rarer_logs_come_back_too_but_for_decimals_of_results():
    compared = 0
    for path in corpus_paths("edge"):
        log = corpus_bytes(path).decode()
        if re.search(LOST, log):
            continue
        compared += 1

        ours = write_game(read(log.encode()), frame_of(log.encode()))

        owari = re.search(r'owari="([^"]*)"', log)
        if owari and "." not in owari[1]:
            ours = re.sub(r"(?<=\d)\.0(?=[,\"])", "", ours)
        assert ours == without_leaving(re.sub(r">\s+", ">", log)), path.name
    assert compared >= 70


# How Tenhou closes each tag, as real logs have it: some with a blank before the slash.
TENHOU = (
    '<mjloggm ver="2.3"><SHUFFLE seed="mt,AA+/==" ref=""/><GO type="169" lobby="0"/>'
    '<UN n0="%41" n1="b" n2="" n3="" dan="1,2" rate="1500.00" sx="M,F"/><TAIKYOKU oya="0"/>'
    '<INIT seed="0,0,0,1,2,3" ten="250,250" oya="0"/><T71/><D71/>'
    '<N who="2" m="50251" /><REACH who="3" step="1"/><REACH who="3" ten="250,240" step="2"/><DORA hai="36" />'
    '<BYE who="0" /><UN n0="%41" /><AGARI ba="0,0" hai="8,9" owari="1,-0.5,2,0.5" />'
    '<RYUUKYOKU type="yao9" ba="1,0" /></mjloggm>'
)


@pytest.mark.parametrize("data", [TENHOU, TENHOU.replace("><", "> <")], ids=["Tenhou's", "with blanks"])
def test_elements_are_closed_as_tenhou_closes_them(data):
    assert written(elements_of(data.encode())) == TENHOU.encode()


def test_texts_are_escaped():
    title = "<a> & \"b\" 'c' \t\n\r \N{HIRAGANA LETTER A}"

    text = element_text("GO", [("title", title), ("type", 9), ("lobby", None)])

    assert (
        text == '<GO title="&lt;a> &amp; &quot;b&quot; \'c\' &#9;&#10;&#13; \N{HIRAGANA LETTER A}" type="9"/>'
    )
