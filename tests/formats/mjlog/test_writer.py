"""Events as XML again: the inverse of reading them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from analyzer.formats import read
from analyzer.formats.headers import Header, Headers
from analyzer.formats.mjlog.heads import Heads
from analyzer.formats.mjlog.reader import read_markup
from analyzer.formats.mjlog.writer import element_text, write_game
from tests.formats.logs import GAME, SANMA_GAME
from tests.logs import corpus_bytes, corpus_paths, needs_corpus

CASES = tomllib.loads(Path(__file__).parents[2].joinpath("cases/formats/mjlogs.toml").read_text("utf-8"))
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
