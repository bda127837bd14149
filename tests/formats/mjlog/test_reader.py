"""Bytes as markup: XML in every form, logs that are cut or damaged, and bounds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import MalformedLog
from analyzer.formats import read
from analyzer.formats.events import MAX_HANDS, Oddity, ReadProblem
from analyzer.formats.mjlog import reader
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.markup import ATTRIBUTES, TAGS, markup_of
from analyzer.formats.mjlog.reader import MAX_ATTRIBUTES, read_markup
from analyzer.formats.mjlog.writer import ROOT_END, element_text
from tests.formats.logs import GAME, HEAD
from tests.work import lines_run

CASES = tomllib.loads(Path(__file__).parents[2].joinpath("cases/formats/mjlogs.toml").read_text("utf-8"))
SMALL = '<mjloggm ver="2.3"><T71/><N who="2" m="50251"/></mjloggm>'


def same(one, other) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + SMALL.encode(),
        b'<?xml version="1.0" encoding="UTF-8"?>' + SMALL.encode(),
        b'<?xml version="1.0" encoding="Shift_JIS"?>' + SMALL.encode("shift_jis"),
        SMALL.encode("utf-16"),
        SMALL.replace('"', "'").encode(),
        SMALL.replace("><", ">\r\n\t<").encode(),
        SMALL.replace(" ", "\n").encode(),
        SMALL.replace("<T71/>", "<T71 ></T71 >").encode(),
        SMALL.replace("<T71/>", "<!-- <T70/> --><T71/><?note <T72/>?>").encode(),
        SMALL.replace('"2"', '"&#50;"').encode(),
        b"\n" + SMALL.encode() + b"\n<!-- end -->\n",
    ],
)
def test_every_way_to_write_the_same_xml_is_read_the_same(data):
    markup, problems = read_markup(data)

    assert same(markup, read_markup(SMALL.encode())[0])
    assert problems == []


@pytest.mark.parametrize(
    ("bound", "most", "count", "message"),
    [
        ("MAX_BYTES", 20, 1, "at most 20 bytes, found 24"),
        ("MAX_ELEMENTS", 3, 4, "at most 3 elements, found 4"),
        ("MAX_ELEMENTS", 3, 1000, "at most 3 elements, found more"),
    ],
)
def test_more_than_the_bounds_is_refused(monkeypatch, bound, most, count, message):
    monkeypatch.setattr(reader, bound, most)
    with pytest.raises(MalformedLog, match=message):
        read_markup(b"<mjloggm>" + b"<T1/>" * count + b"</mjloggm>")


def refused_unread(data, monkeypatch):
    """The error of a log none of whose elements is looked at."""
    monkeypatch.setattr(reader, "markup_of", None)
    with pytest.raises(MalformedLog) as caught:
        read_markup(data)
    return caught.value


@pytest.mark.parametrize("count", [MAX_ATTRIBUTES + 1, pytest.param(400_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("element", [0, 2])
def test_more_attributes_of_an_element_than_the_bound_are_refused(count, element, monkeypatch):
    """lxml looks for each attribute from the first one on: asking for 40,000 of them took four seconds."""
    crowd = b" ".join(b'a%d=""' % number for number in range(count))
    root = b"<mjloggm " + crowd + b"/>" if element == 0 else b"<mjloggm><T1/><GO " + crowd + b"/></mjloggm>"

    error = refused_unread(root, monkeypatch)

    assert error.message == "expected at most 100 attributes in an element, found more"
    assert error.location.element == element


def test_as_many_attributes_and_hands_as_the_bounds_are_read_and_no_more(monkeypatch):
    """90,000 bare INITs took 1.2 GB and gave as many findings."""
    crowd = " ".join(f'a{number}=""' for number in range(MAX_ATTRIBUTES))
    assert len(read_markup(f"<mjloggm><GO {crowd}/></mjloggm>".encode())[0].name) == MAX_ATTRIBUTES
    assert len(read_markup(b"<mjloggm>" + b"<INIT/>" * MAX_HANDS + b"</mjloggm>")[0].tag) == MAX_HANDS + 1

    error = refused_unread(b"<mjloggm>" + b"<INIT/>" * (MAX_HANDS + 1) + b"</mjloggm>", monkeypatch)

    assert error.message == "expected at most 200 hands, found more"


def test_the_work_of_reading_grows_with_the_log_alone():
    """A namespace is looked for once, not in every unknown attribute."""

    def log(count):
        elements = b'<GO a="1" b="2" c="3"/>' * count
        return b"<mjloggm>" + elements + b"</mjloggm>"

    few, many = (lines_run(lambda count=count: read_markup(log(count))) for count in (500, 1000))

    assert many < 2.1 * few


@pytest.mark.parametrize(("twice", "once", "places"), CASES["twice"])
def test_of_an_attribute_given_twice_the_first_counts_and_the_element_is_reported(twice, once, places):
    markup, problems = read_markup(f"<mjloggm>{twice}</mjloggm>".encode())

    assert same(markup, read_markup(f"<mjloggm>{once}</mjloggm>".encode())[0])
    assert problems == [ReadProblem(Oddity.DUPLICATE_ATTRIBUTE, place) for place in places]


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.long)])
def test_a_log_cut_anywhere_gives_every_whole_element(every):
    whole = GAME.encode()
    root_end = GAME.index(">") + 1
    last = len(whole) - len(b"</mjloggm>")

    for length in range(root_end, len(whole), every):
        markup, problems = read_markup(whole[:length])

        # In this log a ">" ends an element and stands nowhere else.
        elements = whole[:length].count(b">")
        assert len(markup.tag) == elements
        assert problems == [ReadProblem(Oddity.CUT, elements - 1)]
    assert len(read_markup(whole[:last])[0].tag) == len(read_markup(whole)[0].tag)


def test_a_log_cut_within_its_root_is_refused():
    for length in range(HEAD.index(">") + 1):
        with pytest.raises(MalformedLog):
            read_markup(GAME.encode()[:length])


@pytest.mark.parametrize(("data", "problems"), CASES["repaired"])
def test_a_cut_and_a_duplicate_are_both_reported(data, problems):
    assert [f"{one.code.name} {one.element}" for one in read_markup(data.encode())[1]] == problems


@pytest.mark.parametrize("data", CASES["other_damage"])
def test_other_damage_is_not_taken_for_a_cut(data):
    with pytest.raises(MalformedLog):
        read_markup(data.encode())


@pytest.mark.parametrize("piece", [b"<", b'<a "', b"<a b='", b"</", b"<a a='' a=''/><"])
def test_hostile_repetitions_are_refused_without_searching_them_again_and_again(piece):
    with pytest.raises(MalformedLog):
        read_markup(b"<mjloggm><N a='1' a='2'/>" + piece * 20_000)


@pytest.mark.parametrize("piece", [b"<!--", b"<?", b"<![CDATA[", b"<a a='' a=''>"])
def test_hostile_openings_that_never_close_are_a_cut(piece):
    markup, problems = read_markup(b"<mjloggm><N a='1' a='2'/>" + piece * 20_000)

    assert len(markup.tag) == 2
    assert problems == [ReadProblem(Oddity.DUPLICATE_ATTRIBUTE, 1), ReadProblem(Oddity.CUT, 1)]


@settings(max_examples=50)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data):
    with pytest.raises(MalformedLog):
        read(data)


SOME_NAMES = st.sampled_from((*ATTRIBUTES[:12], "hai3", "sc", "owari", "x"))
NUMBERS = st.one_of(st.integers(-(2**33), 2**33), st.integers(-5, 140))
VALUES = st.one_of(
    st.text(st.sampled_from("aZ09 ,.-+%<>&\"'/=;é\u3042\ud7ff\ufffd\U00020000"), max_size=8),
    st.lists(NUMBERS, max_size=16).map(lambda numbers: ",".join(map(str, numbers))),
)
SOME_TAGS = st.sampled_from((*TAGS[1:12], "T52", "G99", "V200", "SAD"))


@settings(max_examples=15)
@given(st.lists(st.tuples(SOME_TAGS, st.dictionaries(SOME_NAMES, VALUES, max_size=6)), max_size=12))
def test_any_elements_give_events_and_come_back_as_written(elements):
    whole = [("mjloggm", [("ver", "2.3")]), *((tag, [*stated.items()]) for tag, stated in elements)]
    markup = markup_of(whole)

    texts = (element_text(tag, attributes) for tag, attributes in whole[1:])
    data = "".join(['<mjloggm ver="2.3">', *texts, ROOT_END])
    again, problems = read_markup(data.encode())

    assert problems == []
    for column, expected in zip(again, markup, strict=True):
        assert column.tolist() == expected.tolist()
    assert decode(markup).games.players.tolist() in ([3], [4])
