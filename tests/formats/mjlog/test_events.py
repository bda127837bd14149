"""What an mjlog says in the columns of events, what cannot be read in it, and events as XML again."""

from __future__ import annotations

import re

import numpy as np
import pytest

from analyzer.formats import read
from analyzer.formats.events import (
    Events,
    Oddity,
    ReadProblem,
    indicators_of_hands,
)
from analyzer.formats.headers import Header, Headers
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.heads import Heads
from analyzer.formats.mjlog.markup import ATTRIBUTES
from analyzer.formats.mjlog.reader import read_markup
from analyzer.formats.mjlog.scanner import scan
from analyzer.formats.mjlog.writer import element_text, write_game
from analyzer.kernels import compiling
from analyzer.vocabulary import ABSENT
from tests.case_files import each, rows, whole
from tests.formats.columns import assert_columns
from tests.formats.logs import (
    AGARI,
    GAME,
    HEAD,
    INIT,
    RYUUKYOKU,
    SANMA_GAME,
    arrays,
    game,
)
from tests.logs import corpus_bytes, corpus_paths, needs_corpus

FAULTS, CASES = whole("formats/mjlog_faults"), whole("formats/mjlogs")
DRAWN = RYUUKYOKU.replace(" />", ' owari="255,-4.0,235,-26.0,265,47.0,235,-17.0" />')
PARTS = {"AGARI": AGARI, "DRAWN": DRAWN, "INIT": INIT, "RYUUKYOKU": RYUUKYOKU}
NAMED = (Oddity.BAD_VALUE, Oddity.MISSING_ATTRIBUTE)


def said(events: Events) -> list[str]:
    """What is odd, at which element, and its detail: an attribute by its name."""
    rows = zip(*(column.tolist() for column in events.oddities), strict=True)
    return [
        f"{Oddity(code).name} {element}"
        + (f" {ATTRIBUTES[detail] if code in NAMED else detail}" if code < Oddity.OUT_OF_PLACE else "")
        for _game, _hand, element, code, detail in rows
    ]


@each(rows("formats/mjlog_games"))
def test_a_log_is_read_into_its_columns(row):
    text = SANMA_GAME if row.get("sanma") else GAME
    if "elements" in row:
        text = game(*(element.format(**PARTS) for element in row["elements"])).decode()
    for old, new in row.get("change", []):
        assert old.format(**PARTS) in text
        text = text.replace(old.format(**PARTS), new, 1)

    events = read(text.encode())

    assert ", ".join(said(events)) == row.get("odd", "")
    assert_columns(events, row["columns"])


def test_more_oddities_than_there_is_room_for_at_first_are_all_said():
    assert said(read(game("<T136/>" * 1000, DRAWN))) == [f"BAD_TILE {6 + place} 136" for place in range(1000)]


def test_of_more_indicators_than_there_is_room_for_the_first_count():
    events = read(game('<DORA hai="64" />' * 9, DRAWN))

    assert indicators_of_hands(events).tolist() == [[130] + [64] * 7]


ROWS = [(group, *row) for group, rows in FAULTS.items() for row in rows]


@pytest.mark.parametrize(("group", "old", "new", "odd"), ROWS)
def test_what_cannot_be_read_is_named_at_its_place(group, old, new, odd):
    whole = SANMA_GAME if group.startswith("sanma") else GAME
    assert old in whole

    events = read(whole.replace(old, new, 1).encode())

    assert ", ".join(said(events)) == odd
    hands = np.searchsorted(events.hands.element, events.oddities.element, side="right") - 1
    hands[group.endswith("game") | (hands < 0)] = ABSENT
    assert events.oddities.hand.tolist() == hands.tolist()
    is_readable = [group in ("readable", "game") or hand not in hands for hand in (0, 1)]
    assert events.hands.readable.tolist() == is_readable
    assert events.results.has_owari[-1]


def test_what_a_reader_repaired_stands_in_its_hand():
    markup, _problems = read_markup(GAME.encode())

    events = decode(markup, [ReadProblem(Oddity.DUPLICATE_ATTRIBUTE, element) for element in (2, 12, 21)])

    assert [one.split()[:2] for one in said(events)] == [
        ["DUPLICATE_ATTRIBUTE", at] for at in ("2", "12", "21")
    ]
    assert events.oddities.hand.tolist() == [ABSENT, 0, 1]
    assert events.hands.readable.all()


@pytest.mark.long
def test_compiled_and_plain_decoding_give_the_same_arrays():
    hand_made = [GAME.encode(), game("<T136/>", INIT, AGARI, AGARI), game(head=HEAD), SANMA_GAME.encode()]
    markup, accepted = scan([*hand_made, *(corpus_bytes(path) for path in corpus_paths("phoenix")[::25])])
    plain = decode(markup)
    with compiling():
        compiled = decode(markup)

    assert accepted.all()
    assert arrays(compiled) == arrays(plain)


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
