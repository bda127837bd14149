"""Bytes as markup: XML in every form, logs that are cut or damaged, bounds, and the scanner of Tenhou's form.

The scanner reads what the reader reads, array by array, or leaves the log to it.
"""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import MalformedLog
from analyzer.formats import read
from analyzer.formats.events import MAX_HANDS, Oddity, ReadProblem
from analyzer.formats.mjlog import reader, scanner
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.markup import (
    ATTRIBUTES,
    INTEGERS,
    MIXED,
    TAGS,
    TEXT,
    attribute_text,
    markup_of,
)
from analyzer.formats.mjlog.reader import MAX_ATTRIBUTES, MAX_BYTES, MAX_ELEMENTS, read_markup
from analyzer.formats.mjlog.scanner import scan
from analyzer.formats.mjlog.writer import ROOT_END, element_text
from analyzer.kernels import compiling
from tests.case_files import whole
from tests.damage import damaged
from tests.formats.logs import END, GAME, HEAD, SANMA_GAME, same, scanned_as_read
from tests.logs import corpus_bytes, corpus_paths, needs_all_logs
from tests.work import lines_run

CASES, WRITTEN = whole("formats/mjlogs"), whole("formats/mjlog_values")
LOG = GAME.encode()
SMALL = '<mjloggm ver="2.3"><T71/><N who="2" m="50251"/></mjloggm>'


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
    few, many = (b"<mjloggm>" + b"<INIT/>" * count + b"</mjloggm>" for count in (MAX_HANDS, MAX_HANDS + 1))
    assert len(read_markup(few)[0].tag) == MAX_HANDS + 1
    assert scan([few, many, few])[1].tolist() == [True, False, True]

    error = refused_unread(many, monkeypatch)

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
    for length in range(LOG.index(b">") + 1, len(LOG), every):
        markup, problems = read_markup(LOG[:length])

        # In this log a ">" ends an element and stands nowhere else.
        elements = LOG[:length].count(b">")
        assert len(markup.tag) == elements
        assert problems == [ReadProblem(Oddity.CUT, elements - 1)]
    assert len(read_markup(LOG.removesuffix(END.encode()))[0].tag) == len(read_markup(LOG)[0].tag)


def test_a_log_cut_within_its_root_is_refused():
    for length in range(HEAD.index(">") + 1):
        with pytest.raises(MalformedLog):
            read_markup(LOG[:length])


@pytest.mark.parametrize(("data", "problems"), CASES["repaired"])
def test_a_cut_and_a_duplicate_are_both_reported(data, problems):
    assert [f"{one.code.name} {one.element}" for one in read_markup(data.encode())[1]] == problems


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
NUMBERS = st.one_of(st.integers(-300, 300), st.integers(-(2**34), 2**34)).map(str)
VALUES = st.one_of(
    st.text(st.sampled_from("aZ09 ,.-+%<>&\"'/=;é\u3042\ud7ff\ufffd\U00020000"), max_size=8),
    st.lists(NUMBERS, max_size=16).map(",".join),
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


# The scanner.

DAMAGED_LOGS = 150
OTHER = WRITTEN.pop("other")
FORMS = {"integers": INTEGERS, "mixed": MIXED, "text": TEXT}
EACH = [(form, value) for form, some in WRITTEN.items() for value in some]


def accepts(data: bytes) -> bool:
    """Whether the scanner accepts a log; what it then gives is what the reader gives."""
    return scanned_as_read([data]) == 1


def with_value(value: str) -> bytes:
    return f'<mjloggm ver="2.3"><RYUUKYOKU owari="{value}"/></mjloggm>'.encode()


@needs_all_logs
def test_every_phoenix_log_is_scanned_as_it_is_read():
    logs = [corpus_bytes(path) for path in corpus_paths("phoenix")]

    with compiling():
        assert scanned_as_read(logs) == len(logs)


def with_element(*elements: str) -> list[bytes]:
    """The log with each of these in the place of an element."""
    return [LOG.replace(b"<T52/>", element.encode()) for element in elements]


@pytest.mark.parametrize(
    "data",
    [
        # Every known element.
        f"{HEAD}{''.join(f'<{tag}/>' for tag in TAGS[1:12])}{END}".encode(),
        *(LOG, SANMA_GAME.encode(), LOG + b" \r\n\t\n", b"<mjloggm></mjloggm>"),
        *with_element("<T52 /><T0/><T999/>", '<T52 who="0"/><BYE/><GO/>'),
        LOG.replace(b'n2="C"', b'n2=""').replace(b"AAAA", b"A'>/ ~\x7f"),
    ],
)
def test_the_form_of_tenhou_is_scanned(data):
    assert accepts(data)


@pytest.mark.parametrize(
    "data",
    [
        *(text.encode() for text in OTHER["logs"]),
        *(text.encode().replace(b"LOG", LOG) for text in OTHER["around"]),
        *with_element(*OTHER["elements"]),
        *(LOG.replace(b"AAAA", text.encode()) for text in OTHER["values"]),
        *(LOG.replace(b'"', b"'"), LOG.replace(b"><", b">\n<")),
    ],
)
def test_any_other_form_is_left_to_the_reader(data):
    assert not accepts(data)


@pytest.mark.parametrize(("form", "value"), [*EACH, ("text", "9" * 500), ("text", "0" * 500)])
def test_a_value_is_kept_in_the_form_that_it_has_and_comes_back(form, value):
    data = with_value(value)

    assert accepts(data)
    markup, _ = scan([data])
    assert markup.form.tolist()[-1] == FORMS[form]
    assert attribute_text(markup, len(markup.name) - 1) == value


DECIMALS = st.tuples(NUMBERS, st.integers(0, 9)).map(lambda parts: f"{parts[0]}.{parts[1]}")
PAIRS = st.lists(st.tuples(NUMBERS, DECIMALS).map(",".join), max_size=6)
LISTS = st.one_of(
    st.lists(st.one_of(NUMBERS, DECIMALS), max_size=12).map(",".join),
    st.tuples(PAIRS, st.lists(NUMBERS, max_size=3)).map(lambda parts: ",".join([*parts[0], *parts[1]])),
    st.text(st.sampled_from("0123456789,.-A"), max_size=12),
)


@settings(max_examples=50)
@given(LISTS)
def test_any_lists_of_numbers_are_scanned_as_they_are_read(value):
    assert accepts(with_value(value))


@pytest.mark.parametrize("usual", [1, 3, 1000])
def test_logs_are_scanned_alike_however_many_share_a_room(monkeypatch, usual):
    sanma = SANMA_GAME.encode()
    logs = [LOG, b"<mjloggm>", sanma, b"", LOG + b"\n", sanma[:-1], LOG]
    monkeypatch.setattr(scanner, "USUAL", usual)

    assert scan(logs)[1].tolist() == [True, False, True, False, True, False, True]
    assert scanned_as_read(logs) == 4


def test_logs_denser_than_usual_share_no_room():
    short, long = (f"{HEAD}{'<N/>' * many}{END}".encode() for many in (1, 500))

    assert scanned_as_read([short, *[long] * 9, LOG, short]) == 12


@pytest.mark.parametrize("place", [1, 8, 9, len(HEAD) - 1, len(HEAD), len(HEAD) + 3, len(LOG) - 1])
def test_the_rest_of_a_log_is_not_found_in_the_next_one(place):
    assert scan([LOG[:place], LOG[place:]])[1].tolist() == [False, False]


def test_bounds_are_those_of_the_reader(monkeypatch):
    assert (scanner.MAX_BYTES, scanner.MAX_ELEMENTS) == (MAX_BYTES, MAX_ELEMENTS)
    for module in (scanner, reader):
        monkeypatch.setattr(module, "MAX_BYTES", 500)
        monkeypatch.setattr(module, "MAX_ELEMENTS", 50)
    monkeypatch.setitem(scanner.scan_log.plain.__globals__, "MAX_ELEMENTS", 50)
    most = b"<mjloggm>" + b"<N/>" * 50 + b"</mjloggm>"
    long = with_value("A" * (500 - len(with_value(""))))

    assert scanned_as_read([most, long]) == 2
    for data, message in (
        (most.replace(b"</", b"<N/></"), "at most 50 elements, found 51"),
        (b"<mjloggm>" + b"<" * 300, "at most 50 elements, found more"),
        (long.replace(b"A", b"AA", 1), "at most 500 bytes, found 501"),
    ):
        assert not scan([data])[1][0]
        with pytest.raises(MalformedLog, match=message):
            read_markup(data)


def test_damaged_logs_are_scanned_as_they_are_read_or_refused():
    chance = random.Random(1)  # noqa: S311  # no secret
    elements = re.findall(rb"<[^>]*>", LOG)
    logs = []
    for seed in range(DAMAGED_LOGS):
        shuffled = [*elements[:6], *chance.sample(elements[6:-1], 12), elements[-1]]
        logs.append(damaged(b"".join(shuffled), seed))

    accepted = scanned_as_read(logs)

    assert DAMAGED_LOGS / 4 < accepted < DAMAGED_LOGS
