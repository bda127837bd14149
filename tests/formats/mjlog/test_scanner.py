"""The scanner reads what the reader reads, array by array, or leaves the log to it."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import MalformedLog
from analyzer.formats.events import MAX_HANDS
from analyzer.formats.mjlog import reader, scanner
from analyzer.formats.mjlog.markup import INTEGERS, MIXED, TAGS, TEXT, attribute_text, empty_markup
from analyzer.formats.mjlog.reader import MAX_BYTES, MAX_ELEMENTS, read_markup
from analyzer.formats.mjlog.scanner import scan
from analyzer.kernels import compiling
from tests.damage import damaged
from tests.formats.logs import END, GAME, HEAD, SANMA_GAME, same, scanned_as_read
from tests.logs import corpus_bytes, corpus_paths, needs_all_logs, needs_corpus

LOG = GAME.encode()
DAMAGED_LOGS = 150
MOST_REFUSED = 5
"""Of the edge cases: those are logs cut short, logs with attributes given twice, and such."""

SAMPLES = sorted((Path(__file__).resolve().parents[3] / "data" / "samples").glob("*.mjlog"))


VALUES = tomllib.loads(Path(__file__).parents[2].joinpath("cases/formats/mjlog_values.toml").read_text())
OTHER = VALUES.pop("other")
FORMS = {"integers": INTEGERS, "mixed": MIXED, "text": TEXT}
EACH = [(form, value) for form, some in VALUES.items() for value in some]


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


@pytest.mark.long
@needs_corpus
def test_edge_cases_are_scanned_as_they_are_read_or_left_to_the_reader():
    logs = [corpus_bytes(path) for folder in ("edge", "seed-examples") for path in corpus_paths(folder)]

    with compiling():
        assert len(logs) - MOST_REFUSED <= scanned_as_read(logs) < len(logs)


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


NUMBERS = st.one_of(st.integers(-300, 300), st.integers(-(2**34), 2**34)).map(str)
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


def test_no_logs_at_all_are_a_markup_too():
    markup, accepted = scan([])

    assert same(markup, empty_markup())
    assert accepted.tolist() == []


def test_bounds_are_those_of_the_reader(monkeypatch):
    assert (scanner.MAX_BYTES, scanner.MAX_ELEMENTS) == (MAX_BYTES, MAX_ELEMENTS)
    for module in (scanner, reader):
        monkeypatch.setattr(module, "MAX_BYTES", 500)
        monkeypatch.setattr(module, "MAX_ELEMENTS", 50)
    monkeypatch.setitem(scanner.scan_log.plain.__globals__, "MAX_ELEMENTS", 50)
    most = b"<mjloggm>" + b"<N/>" * 50 + b"</mjloggm>"
    long = with_value("A" * (500 - len(with_value(""))))

    assert scanned_as_read([most, long]) == 2
    for data in (most.replace(b"</", b"<N/></"), long.replace(b"A", b"AA", 1)):
        assert not scan([data])[1][0]
        with pytest.raises(MalformedLog):
            read_markup(data)


def test_more_hands_than_the_reader_takes_are_left_to_it():
    few, many = (b"<mjloggm>" + b"<INIT/>" * count + b"</mjloggm>" for count in (MAX_HANDS, MAX_HANDS + 1))

    _, accepted = scan([few, many, few])

    assert accepted.tolist() == [True, False, True]


def test_damaged_logs_are_scanned_as_they_are_read_or_refused():
    chance = random.Random(1)  # noqa: S311  # no secret
    elements = re.findall(rb"<[^>]*>", LOG)
    logs = []
    for seed in range(DAMAGED_LOGS):
        shuffled = [*elements[:6], *chance.sample(elements[6:-1], 12), elements[-1]]
        logs.append(damaged(b"".join(shuffled), seed))

    accepted = scanned_as_read(logs)

    assert DAMAGED_LOGS / 4 < accepted < DAMAGED_LOGS
