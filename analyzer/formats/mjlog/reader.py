"""Bytes of one mjlog to `Markup` with lxml: strict about XML, and the reference for the scanner.

Two kinds of ill-formed XML are repaired in the bytes, in any encoding that extends ASCII: attributes given
twice, and a log cut short.  The repaired bytes must still pass the strict parser.
"""

from __future__ import annotations

import re
from itertools import islice, pairwise
from typing import Final

import numpy as np
from lxml import etree

from analyzer.errors import Location, MalformedLog
from analyzer.formats.events import MAX_HANDS, Oddity, ReadProblem
from analyzer.formats.mjlog.markup import TAG, TAGS, UNKNOWN, Element, Markup, attribute_text, markup_of

MAX_BYTES: Final = 8 * 1024 * 1024
"""The longest games are about 200 KB."""
MAX_ELEMENTS: Final = 100_000
"""The longest games have about 3,000 elements."""
MAX_LOGS: Final = 1000
"""Most logs of one file."""
MAX_ATTRIBUTES: Final = 100
"""Most attributes of one element; the format has 41 names, and no element has half of them."""
_ROOT: Final = TAGS[TAG.mjloggm]
_ROOT_END: Final = f"</{_ROOT}>".encode()
_NESTED: Final = etree.XPath("*/*")
# lxml searches the attributes of an element from the first on for each one that is read, so attributes of an
# element with very many are never read.
_CROWDED: Final = etree.XPath(f"(. | *)[count(@*) > {MAX_ATTRIBUTES}][1]")
_INITS: Final = etree.XPath("count(INIT)")
_DUPLICATE: Final = etree.ErrorTypes.ERR_ATTRIBUTE_REDEFINED

# Every repetition is possessive and none crosses "<", so a hostile input is searched only once.
_TAG: Final = (
    rb"""<(?P<slash>/?+)(?P<name>[^\s<>"'/!?=]++)(?P<rest>[^<>"']*+(?:(?:"[^"<]*+"|'[^'<]*+')[^<>"']*+)*+)>"""
)
_ASIDE: Final = rb"<!--(?s:.*?)(?:-->|\Z)|<\?(?s:.*?)(?:\?>|\Z)|<!\[CDATA\[(?s:.*?)(?:\]\]>|\Z)"
_TOKEN: Final = re.compile(rb"(?P<aside>" + _ASIDE + rb")|" + _TAG)
_ATTRIBUTE: Final = re.compile(rb"""\s++([^\s<>"'/=]++)\s*+=\s*+("[^"<]*+"|'[^'<]*+')""")

_PLAIN_VALUE: Final = r"[ !#-%'-;=?-~]*+"
"""Text that means itself in XML."""
_PLAIN: Final = re.compile(
    rf'<{_ROOT} ver="{_PLAIN_VALUE}">'
    rf'(?:<[A-Za-z][A-Za-z0-9]*+(?: [A-Za-z][A-Za-z0-9]*+="{_PLAIN_VALUE}")*+ ?/>)*+</{_ROOT}>\s*+'.encode()
)
_PLAIN_ELEMENT: Final = re.compile(r'<(\w+)((?: \w+="[^"]*+")*+)')
_HAND: Final = b"<INIT"
_PLAIN_ATTRIBUTE: Final = re.compile(r' (\w+)="([^"]*+)"')

_LOG_BEGINS: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:<\?xml[^<>]{0,200}\?>\s{0,20})?<" + _ROOT.encode() + rb"(?=[\s/>])"
)


def logs_in(data: bytes) -> list[bytes]:
    """The logs of a file in which they stand one after another.

    Raises:
        MalformedLog: When there are too many.
    """
    starts = [begin.start() for begin in islice(_LOG_BEGINS.finditer(data), MAX_LOGS + 1)]
    if len(starts) > MAX_LOGS:
        raise MalformedLog(f"expected at most {MAX_LOGS} logs in one file, found more")
    # What stands before the first root is for its reader to refuse.
    return [data[first:stop] for first, stop in pairwise([0, *starts[1:], len(data)])]


def read_markup(data: bytes) -> tuple[Markup, list[ReadProblem]]:
    """Elements of one log, and what was repaired to read them.

    Any legal XML is read: byte order marks, declared encodings, comments, either quote, attributes in
    any order.  Two kinds of ill-formed XML are repaired and reported: attributes given twice, as Tenhou
    wrote on 2010-05-10 (the first value is kept), and a log cut short (its whole elements are kept).

    Args:
        data: The XML, not compressed.

    Returns:
        The markup of one game, and problems in document order: DUPLICATE_ATTRIBUTE per element, CUT.

    Raises:
        MalformedLog: When the bytes are not XML, not an mjlog, or beyond a bound; the location names the
            element if there is one.
    """
    if len(data) > MAX_BYTES:
        raise MalformedLog(f"expected at most {MAX_BYTES} bytes, found {len(data)}")
    # An element has one "<" or two, so too many "<" are too many elements before anything is parsed.
    if data.count(b"<") > 2 * (MAX_ELEMENTS + 100):
        raise MalformedLog(f"expected at most {MAX_ELEMENTS} elements, found more")
    problems: list[ReadProblem] = []
    elements = _plain_elements(data)
    if elements is None:
        root, problems = _parse_repairing(data)
        _check_shape(root)
        elements = [(_ROOT, root.items()), *((str(child.tag), child.items()) for child in root)]
    markup = markup_of(elements)
    _refuse_namespaces(markup)
    return markup, problems


def _plain_elements(data: bytes) -> list[Element] | None:
    """Elements of XML in the form that Tenhou writes, at a third of the time; None for any other.

    What is beyond a bound, or ill-formed by an attribute given twice, is left to the parser too.
    """
    if _PLAIN.fullmatch(data) is None or b" xmlns" in data:
        return None
    attributes_of = _PLAIN_ATTRIBUTE.findall
    elements: list[Element] = [
        (name, attributes_of(attributes) if attributes else ())
        for name, attributes in _PLAIN_ELEMENT.findall(data.decode("ascii"))
    ]
    if len(elements) > MAX_ELEMENTS + 1 or data.count(_HAND) > MAX_HANDS:
        return None
    lists = [attributes for _, attributes in elements if attributes]
    is_odd = any(len(dict(one)) < len(one) or len(one) > MAX_ATTRIBUTES for one in lists)
    return None if is_odd else elements


def _parse_repairing(data: bytes) -> tuple[etree._Element, list[ReadProblem]]:
    """Root of the log, after a repair if that makes it well-formed."""
    try:
        return parse_xml(data), []
    except etree.XMLSyntaxError as error:
        first_error = error
    problems: list[ReadProblem] = []
    if any(entry.type == _DUPLICATE for entry in first_error.error_log):
        data, elements = _drop_duplicate_attributes(data)
        problems += [ReadProblem(Oddity.DUPLICATE_ATTRIBUTE, element) for element in elements]
        try:
            return parse_xml(data), problems
        except etree.XMLSyntaxError as error:
            first_error = error
    closed = _close_cut_log(data)
    if closed is None:
        raise _malformed(first_error) from None
    data, last = closed
    problems = [problem for problem in problems if problem.element <= last]
    try:
        return parse_xml(data), [*problems, ReadProblem(Oddity.CUT, last)]
    except etree.XMLSyntaxError:
        raise _malformed(first_error) from None


def _drop_duplicate_attributes(data: bytes) -> tuple[bytes, list[int]]:
    """The log without attributes that an element has already, and these elements; the first value stays."""
    pieces: list[bytes] = []
    elements: list[int] = []
    done = 0
    element = -1
    for token in _TOKEN.finditer(data):
        if token["aside"] is not None or token["slash"]:
            continue
        element += 1
        seen: set[bytes] = set()
        for attribute in _ATTRIBUTE.finditer(data, *token.span("rest")):
            if attribute[1] not in seen:
                seen.add(attribute[1])
                continue
            pieces.append(data[done : attribute.start()])
            done = attribute.end()
            if elements[-1:] != [element]:
                elements.append(element)
    return b"".join([*pieces, data[done:]]), elements


def _close_cut_log(data: bytes) -> tuple[bytes, int] | None:
    """A log that ends before its root does, closed after its last whole element; and that element.

    Returns:
        None when the log is not cut: its root is closed or never opened, or more than the beginning of an
        element follows the last whole one.
    """
    depth = place = whole_end = last = 0
    element = -1
    for token in _TOKEN.finditer(data):
        if b"<" in data[place : token.start()]:
            return None
        place = token.end()
        if token["aside"] is not None:
            continue
        if token["slash"]:
            depth -= 1
        else:
            element += 1
            depth += not token["rest"].endswith(b"/")
        if depth <= 0:
            return None
        if depth == 1:
            whole_end, last = place, element
    if whole_end == 0 or not _begins_element(data[place:]):
        return None
    return data[:whole_end] + _ROOT_END, last


def _begins_element(rest: bytes) -> bool:
    """Whether the bytes are blank but for the beginning of one tag at most."""
    rest = rest.strip()
    return not rest or rest.rfind(b"<") == 0


def parse_xml(data: bytes) -> etree._Element:
    """Root of well-formed XML, without entities, network or huge trees; raises XMLSyntaxError."""
    # One parser per log: parsers of lxml keep state and error logs, and threads cannot share them.
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    return etree.fromstring(data, parser)


def _malformed(error: etree.XMLSyntaxError) -> MalformedLog:
    return MalformedLog(f"expected well-formed XML, found: {error.msg}")


def _check_shape(root: etree._Element) -> None:
    """Refuse what no mjlog has: a DTD, another root, nested elements, text, too many of anything."""
    if root.getroottree().docinfo.internalDTD is not None:
        raise MalformedLog("expected no DOCTYPE, found one")
    if root.tag != _ROOT:
        raise MalformedLog(f"expected the root <{_ROOT}>, found <{root.tag!s}>", Location(element=0))
    if len(root) > MAX_ELEMENTS:
        raise MalformedLog(f"expected at most {MAX_ELEMENTS} elements, found {len(root)}")
    crowded = _CROWDED(root)
    if crowded:
        element = 0 if crowded[0] is root else root.index(crowded[0]) + 1
        raise MalformedLog(
            f"expected at most {MAX_ATTRIBUTES} attributes in an element, found more",
            Location(element=element),
        )
    if _INITS(root) > MAX_HANDS:
        raise MalformedLog(f"expected at most {MAX_HANDS} hands, found more")
    nested = _NESTED(root)
    if nested:
        element = root.index(nested[0].getparent()) + 1
        raise MalformedLog(
            f"expected no element within another, found <{nested[0].tag!s}>", Location(element=element)
        )
    if etree.tostring(root, method="text", encoding="utf-8", with_tail=False).strip():
        raise _unexpected_text(root)


def _unexpected_text(root: etree._Element) -> MalformedLog:
    places = [(0, root.text)]
    for index, child in enumerate(root, start=1):
        places += [(index, child.text), (index, child.tail)]
    element, text = next((index, text.strip()) for index, text in places if text and text.strip())
    return MalformedLog(
        f"expected elements only, found the text {text[:40]!r} in or after this one",
        Location(element=element),
    )


def _refuse_namespaces(markup: Markup) -> None:
    """Refuse namespaces: no mjlog has them, and `Markup` cannot hold them; lxml gives ``{uri}name``."""
    unknown = np.flatnonzero(markup.name == UNKNOWN)
    # The name of an unknown tag or attribute has at least one byte.
    named = unknown[markup.text[markup.text_offsets[unknown]] == ord("{")]
    if len(named):
        text = attribute_text(markup, int(named[0]))
        element = int(np.searchsorted(markup.attribute_offsets, named[0], side="right")) - 1
        raise MalformedLog(f"expected no XML namespace, found {text[:40]!r}", Location(element=element))
