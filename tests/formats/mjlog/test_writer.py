from __future__ import annotations

import re

import pytest

from analyzer import kernels
from analyzer.formats.markup import concatenate
from analyzer.formats.mjlog.reader import read_markup
from analyzer.formats.mjlog.writer import write, write_games
from tests.formats.logs import GAME, HAI0, HAI1
from tests.logs import corpus_bytes, corpus_paths, needs_all_logs, needs_corpus


def rewritten(data: bytes) -> bytes:
    return write(read_markup(data)[0])


# How Tenhou closes each tag, as real logs have it: some with a blank before the slash.
TENHOU = (
    '<mjloggm ver="2.3"><SHUFFLE seed="mt,AA+/==" ref=""/><GO type="169" lobby="0"/>'
    '<UN n0="%41" n1="b" n2="" n3="" dan="1,2" rate="1500.00" sx="M,F"/><TAIKYOKU oya="0"/>'
    f'<INIT seed="0,0,0,1,2,3" ten="250,250" oya="0" hai0="{HAI0}" hai1="{HAI1}"/><T71/><D71/>'
    '<N who="2" m="50251" /><REACH who="3" step="1"/><REACH who="3" ten="250,240" step="2"/><DORA hai="36" />'
    '<BYE who="0" /><UN n0="%41" /><AGARI ba="0,0" hai="8,9" owari="1,-0.5,2,0.5" />'
    '<RYUUKYOKU type="yao9" ba="1,0" /></mjloggm>'
)


def test_tenhous_own_form_comes_back_byte_for_byte():
    assert rewritten(TENHOU.encode()) == TENHOU.encode()


@pytest.mark.parametrize(
    "data",
    [
        TENHOU.replace("><", ">\n  <"),
        TENHOU.replace('"', "'"),
        TENHOU.replace("/>", " />"),
        TENHOU.replace("<T71/>", "<T71></T71>"),
    ],
    ids=["indented", "single quotes", "blanks", "end tags"],
)
def test_another_form_becomes_tenhous(data):
    assert rewritten(data.encode()) == TENHOU.encode()


@pytest.mark.parametrize(
    "element",
    [
        '<SAD why="007"/>',
        '<T071 a="b=c"/>',
        '<T0 who="1" odd=""/>',
        "<GO title=\"&lt;a&gt; &amp; &quot;b&quot; 'c' &#9;&#10;&#13; \N{HIRAGANA LETTER A}\"/>",
    ],
)
def test_what_is_unknown_or_needs_escapes_keeps_its_meaning(element):
    data = f'<mjloggm ver="2.3">{element}</mjloggm>'.encode()
    markup = read_markup(data)[0]

    written = write(markup)

    for column, expected in zip(read_markup(written)[0], markup, strict=True):
        assert column.tolist() == expected.tolist()
    assert written == data.replace(b"&gt;", b">")


def test_one_game_of_several_is_written():
    logs = [TENHOU.encode(), GAME.encode(), TENHOU.encode()]
    markup = concatenate([read_markup(data)[0] for data in logs])

    assert [write(markup, game) for game in range(3)] == logs
    assert write_games(markup) == logs


def test_no_games_are_no_logs():
    assert write_games(concatenate([])) == []


@pytest.mark.parametrize(
    "value",
    [
        "-2147483648,2147483647",
        "0,-0.1,-1,0.0,10,-10.9,99,100.0,7,0",
        "0,214748364.7",
        "",
        "-0.1",
        "1e3",
        "007",
    ],
)
def test_numbers_are_written_as_they_were(value):
    data = f'<mjloggm ver="2.3"><AGARI owari="{value}" /></mjloggm>'.encode()

    assert rewritten(data) == data


@pytest.mark.long
def test_compiled_bytes_equal_plain_ones():
    odd = (
        '<mjloggm><T135/><SAD why="&lt;0&quot;7"/><T071 a="b=c"/>'
        '<AGARI owari="-1,-0.5" chip="-7" sc="" /></mjloggm>'
    )
    markup = concatenate([read_markup(data.encode())[0] for data in (TENHOU, odd, GAME)])
    plain = write_games(markup)

    with kernels.compiling():
        compiled = write_games(markup)

    assert compiled == plain == [TENHOU.encode(), odd.encode(), GAME.encode()]


@needs_all_logs
def test_every_phoenix_log_comes_back_byte_for_byte():
    paths = corpus_paths("phoenix")

    different = [path.name for path in paths if rewritten(corpus_bytes(path)) != corpus_bytes(path)]

    assert len(paths) == 500
    assert different == []


@needs_corpus
@pytest.mark.parametrize("folder", ["edge", "seed-examples"])
def test_other_real_logs_come_back_but_for_line_ends_and_indentation_between_elements(folder):
    for path in corpus_paths(folder):
        data = corpus_bytes(path)

        assert rewritten(data) == re.sub(rb">\s+", b">", data), path.name
