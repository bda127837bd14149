"""A log as elements: read, changed, and written as it was."""

from __future__ import annotations

from analyzer.conformance.site import Element, elements_of, written
from tests.logs import corpus_bytes, corpus_paths, needs_corpus


def test_elements_have_their_tiles_in_the_name_and_their_attributes_in_order():
    elements = elements_of(b'<mjloggm ver="2.3"><GO type="169" lobby="0"/><T71/></mjloggm>')

    assert elements == [
        Element("mjloggm", {"ver": "2.3"}),
        Element("GO", {"type": "169", "lobby": "0"}),
        Element("T71", {}),
    ]
    assert list(elements[1].attributes) == ["type", "lobby"]


def test_what_the_format_does_not_have_stays():
    data = b'<mjloggm ver="2.3"><NEW far="out"/><BYE who="1" why="a=b" /></mjloggm>'

    assert written(elements_of(data)) == data


def test_numbers_are_read_and_written():
    element = Element("RYUUKYOKU", {"ba": "1,2"})

    element.set_numbers("ba", [*element.numbers("ba"), -3])

    assert element.attributes == {"ba": "1,2,-3"}
    assert element.numbers("sc") == []


@needs_corpus
def test_real_logs_are_written_as_they_were():
    for path in corpus_paths("phoenix")[:20]:
        data = corpus_bytes(path)

        assert written(elements_of(data)) == data
