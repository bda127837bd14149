"""Pages: each turn as the table has it, nothing from elsewhere, and a stepper that steps."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from lxml import etree

import analyzer
from analyzer.explain.explanation import Explanation
from analyzer.explain.outcome import Outcome
from analyzer.explain.reason import Section, reason
from analyzer.explain.why import Why
from analyzer.view.as_text import HandEnd, Listing
from analyzer.view.html_pages import (
    Span,
    explanation_html,
    game_page,
    hand_page,
    seats_html,
    stepper_svg,
    timeline,
)
from analyzer.view.pieces import pieces
from analyzer.vocabulary import PlayKind
from tests.hands import Hand
from tests.view.browser import (
    colours,
    console,
    dumped,
    needs_browser,
    phone_words,
    printed_pages,
    screenshot,
)
from tests.view.hands import ENDINGS, a_play, a_side, a_table, ending, finding, sample, tehai


class Page(HTMLParser):
    """What a browser finds: tags with their attributes, and texts of scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.inside = tag
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.inside == "script":
            self.scripts.append(data)

    def spans(self) -> list[tuple[int, int, bool]]:
        return [
            (int(found["data-from"]), int(found["data-to"]), found.get("class") == "off")
            for _, found in self.tags
            if "data-from" in found
        ]


def test_a_timeline_has_each_piece_once_while_it_lies_there():
    pictures = [{"0": ["a", "b"]}, {"0": ["b"]}, {"0": ["a", "b"]}]

    assert timeline(pictures)["0"] == [Span(0, 0, "a"), Span(0, 2, "b"), Span(2, 2, "a")]


@pytest.mark.parametrize("name", ["chankan", "suukaikan", "kita_ron", "exhaustive_some_tenpai"])
def test_every_turn_of_the_stepper_is_the_picture_of_that_turn(name):
    pictures = [pieces(table) for table in ending(name).tables()]
    spans = timeline(pictures)

    for turn, picture in enumerate(pictures):
        for zone, parts in picture.items():
            seen = [span.piece for span in spans[zone] if span.first <= turn <= span.last]
            assert sorted(seen) == sorted(parts)


@pytest.mark.parametrize("turn", [0, 7, None])
def test_a_page_shows_its_turn_before_any_script_has_run(turn):
    hand = ending("ron")
    page = Page(hand.html(turn, explains=False))
    opened = len(hand.tables()) - 1 if turn is None else turn

    assert page.spans()
    for first, last, is_off in page.spans():
        assert is_off == (not first <= opened <= last)


def test_a_page_has_what_is_said_of_every_turn():
    hand = ending("ron")
    page = Page(hand.html(explains=False))
    said = json.loads(page.scripts[0])

    assert len(said) == len(hand.tables())
    assert said[0][0] == f"0 of {len(hand.play_list)}: the deal"
    assert said[-1][0] == "end: seat 2 ron off seat 0 on 3m"
    assert ("input", "range", str(len(said) - 1)) in [
        (tag, found.get("type"), found.get("max")) for tag, found in page.tags
    ]


@pytest.mark.parametrize("name", ENDINGS)
def test_a_page_names_no_address_and_loads_nothing(name):
    text = ending(name).html()
    page = Page(text)
    loaded = [value for _, found in page.tags for key, value in found.items() if key in ("src", "href")]

    assert "//" not in re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)
    assert re.findall(r"https?:|url\(|@import|fetch\(|import\(", text) == []
    assert all(value.startswith("#") or value == "data:," for value in loaded)


def test_buttons_have_names_and_the_turn_is_read_out():
    page = Page(ending("ron").html(explains=False))
    buttons = [found for tag, found in page.tags if tag == "button"]

    assert [found["data-step"] for found in buttons] == ["first", "-1", "1", "last"]
    assert all(found["aria-label"] for found in buttons)
    assert ("output", "polite") in [(tag, found.get("aria-live")) for tag, found in page.tags]


def test_a_page_explains_where_it_is_asked_to():
    plain, explained = ending("nagashi_mangan").html(explains=False), ending("nagashi_mangan").html()

    assert "Condition of nagashi mangan" in explained
    assert "nagashi = replaces-penalty [Tenhou logs" in explained
    assert "Condition of" not in plain


def test_what_the_log_claims_otherwise_stands_beside():
    data = Hand(*tehai("19m19p19s123z4m", "", "", "")).draw(0, "4m").ryuukyoku(0, kind="yao9").xml()
    wrong = data.replace(b'sc="250,0,250,0,250,0,250,0"', b'sc="250,10,250,-10,250,0,250,0"')

    text = analyzer.read(wrong).hands[0].html()

    assert '<td class="differs">+1,000 -1,000 0 0</td><td>0 0 0 0</td>' in text


def test_a_name_cannot_break_out_of_a_page():
    data = Hand(*tehai("", "", "", "")).ryuukyoku().xml()
    nasty = "%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E"
    game = analyzer.read(data.replace(b'n0="%41"', f'n0="{nasty}"'.encode()))

    for text in (game.hands[0].html(), game.html()):
        assert "alert(1)" in text
        assert "<script>alert" not in text


def test_a_game_has_a_picture_of_every_hand_and_one_set_of_symbols():
    game = sample("00a9-0000-d45e94d0")
    text = game.html()
    page = Page(text)
    ids = [found["id"] for tag, found in page.tags if tag == "symbol"]
    used = {found["href"] for tag, found in page.tags if tag == "use"}

    assert sum(tag == "details" for tag, _ in page.tags) == len(game.hands)
    assert len(ids) == len(set(ids))
    assert used == {f"#{name}" for name in ids}
    assert "http" not in text


@needs_browser
@pytest.mark.parametrize("turn", [0, 12])
def test_in_a_browser_the_stepper_goes_where_it_is_told(turn, tmp_path):
    hand = ending("ron")
    path = tmp_path / "hand.html"
    path.write_text(hand.html(explains=False), encoding="utf-8")

    page = Page(dumped(path, tmp_path, f"#{turn}"))

    (label,) = [found["aria-label"] for tag, found in page.tags if tag == "svg"]
    assert [is_off for *_, is_off in page.spans()] == [
        not first <= turn <= last for first, last, _ in page.spans()
    ]
    assert label == json.loads(page.scripts[0])[turn][1]


DRIVER = """
<script>
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", {key}));
const turns = [];
const note = () => turns.push(document.body.dataset.turn);
press("Home"); note(); press("ArrowRight"); note(); press("ArrowRight"); note(); press("ArrowLeft"); note();
document.querySelector('[data-step="1"]').click(); note();
document.querySelector('[data-step="last"]').click(); note(); press("ArrowRight"); note();
document.querySelector('[data-step="first"]').click(); note(); press("ArrowLeft"); note();
const slider = document.querySelector("input");
slider.value = 4; slider.dispatchEvent(new Event("input")); note();
document.body.dataset.turns = turns.join(" ");
</script>
"""


@needs_browser
def test_in_a_browser_keys_buttons_and_slider_step(tmp_path):
    hand = ending("ron")
    path = tmp_path / "hand.html"
    path.write_text(hand.html(explains=False).replace("</body>", f"{DRIVER}</body>"), encoding="utf-8")
    last = len(hand.tables()) - 1

    (body,) = [found for tag, found in Page(dumped(path, tmp_path)).tags if tag == "body"]

    assert body["data-turns"] == f"0 1 2 1 2 {last} {last} 0 0 4"


@needs_browser
def test_in_a_browser_a_page_gives_no_message_on_the_console(tmp_path):
    quiet, loud = tmp_path / "hand.html", tmp_path / "loud.html"
    text = ending("ron").html()
    quiet.write_text(text, encoding="utf-8")
    loud.write_text(text.replace("</body>", "<script>missing()</script></body>"), encoding="utf-8")

    assert console(quiet, tmp_path) == []
    assert len(console(loud, tmp_path)) == 1


@needs_browser
@pytest.mark.parametrize("width", [1280, 500])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_in_a_browser_the_picture_is_not_blank_and_follows_light_and_dark(width, dark, tmp_path):
    path = tmp_path / "hand.html"
    path.write_text(ending("ron").html(), encoding="utf-8")

    seen = colours(screenshot(path, tmp_path, width=width, dark=dark))

    felt = b"\x17\x24\x1c" if dark else b"\xe7\xef\xe6"
    paper = b"\x0c\x12\x0e" if dark else b"\xff\xff\xff"
    assert {felt, paper} <= seen
    assert len(seen) > 100


@needs_browser
@pytest.mark.parametrize("name", ["exhaustive_some_tenpai", "suukaikan", "kita_ron", "double_ron"])
def test_on_a_phone_every_word_can_be_read(name, tmp_path):
    hand, game = tmp_path / "hand.html", tmp_path / "game.html"
    hand.write_text(ending(name).html(), encoding="utf-8")
    game.write_text(ending(name).game.html(), encoding="utf-8")

    for path in (hand, game):
        words, width = phone_words(path, tmp_path)
        assert len(words) > 20
        assert [each for each in words if each[0] < 14] == []
        assert width == 390


@needs_browser
def test_on_paper_every_hand_of_a_game_has_its_picture(tmp_path):
    game, closed = tmp_path / "game.html", tmp_path / "closed.html"
    text = sample("00a9-0000-d45e94d0").html()
    game.write_text(text, encoding="utf-8")
    closed.write_text(text.replace("beforeprint", "never"), encoding="utf-8")

    # Nine hands, two on a sheet; closed they would be nine lines.
    assert (printed_pages(game, tmp_path), printed_pages(closed, tmp_path)) == (5, 1)


def test_the_dark_is_for_screens_and_never_for_paper():
    text = ending("ron").html(explains=False)

    assert text.count("prefers-color-scheme:dark") == 2
    assert text.count("@media screen and (prefers-color-scheme:dark)") == 2


DRAW = Outcome("exhaustive", (), (0,), (3000, -3000))
TURNS = (
    a_table(a_side(0, "1m"), a_side(1)),
    a_table(a_side(0, "1m", drawn=124), a_side(1), turn=1, play=a_play(PlayKind.DRAW, 0, "5z")),
    a_table(a_side(0, "1m", delta=3000), a_side(1, delta=-3000), outcome=DRAW),
)
"""A hand of one play."""


def texts(html: str, tag: str) -> list[str]:
    """Texts of all elements of a name in a part of a page."""
    return ["".join(found.itertext()) for found in etree.fromstring(f"<div>{html}</div>").iter(tag)]


def rows(html: str) -> list[list[str]]:
    """Cells of all tables in a part of a page, row by row."""
    return [
        ["".join(cell.itertext()) for cell in row]
        for row in etree.fromstring(f"<div>{html}</div>").iter("tr")
    ]


@pytest.mark.parametrize(
    ("turns", "rule_set", "head"),
    [
        (TURNS, "tenhou", ["E1.0 of <log>", "exhaustive draw; rules: tenhou"]),
        (TURNS, None, ["E1.0 of <log>", "exhaustive draw; rules: none could be chosen"]),
        (TURNS[:1], "wrc", ["E1.0 of <log>", "; rules: wrc"]),
    ],
)
def test_a_page_is_headed_with_hand_log_end_and_rules(turns, rule_set, head):
    page = hand_page("<log>", rule_set, turns, 0, None)
    title, subtitle = re.search('<h1>(.*?)</h1>\n<p class="sub">(.*?)</p>', page).groups()

    assert [text.replace("&lt;", "<").replace("&gt;", ">") for text in (title, subtitle)] == head
    assert f"<title>{title}</title>" in page
    assert '<p class="who">East seat 0 A · South seat 1 B</p>' in page


@pytest.mark.parametrize(
    ("opened", "caption"),
    [(0, "0 of 9: the deal"), (1, "1 of 9: seat 0 draws 5z"), (2, "end: exhaustive draw")],
)
def test_below_the_picture_stand_the_slider_at_its_turn_and_what_happens_there(opened, caption):
    page = hand_page("log", "tenhou", TURNS, opened, None)

    assert f'<input type="range" min="0" max="2" value="{opened}" aria-label="turn">' in page
    assert f'aria-live="polite">{caption}</output>' in page
    assert [said for said, _ in json.loads(Page(page).scripts[0])][opened] == caption


@pytest.mark.parametrize("opened", [0, 1, 2])
def test_the_picture_of_all_turns_shows_the_pieces_of_one(opened):
    root = etree.fromstring(stepper_svg(TURNS, opened))
    drawn = [use.getparent() for use in root.iter("use") if use.get("href").endswith("-5z")]
    (shown,) = (found if found.get("data-from") else found.getparent() for found in drawn)

    assert root.get("viewBox") == "-300 -300 600 600"
    assert root.find("rect").get("height") == "600"
    assert (shown.get("data-from"), shown.get("data-to")) == ("1", "1")
    assert (shown.get("class") == "off") == (opened != 1)
    assert {symbol.get("id").partition("-")[2] for symbol in root.iter("symbol")} == {"1m", "5z", "9s"}


def test_a_timeline_of_no_picture_is_empty():
    assert timeline([]) == {}


def test_the_settlement_has_a_row_for_each_seat_from_the_dealer_on():
    sides = (a_side(0, wind=2, delta=0), a_side(1, wind=0, delta=-1500), a_side(2, wind=1, name="<c>"))

    assert rows(seats_html(a_table(*sides))) == [
        ["wind", "player", "before", "gain", "after"],
        ["East", "seat 1 B", "25,000", "-1,500", "23,500"],
        ["South", "seat 2 <c>", "25,000", "", ""],
        ["West", "seat 0 A", "25,000", "0", "25,000"],
    ]


def test_the_settlement_tells_the_end_and_moves_in_what_belongs_to_a_win():
    html = seats_html(ending("ron").table())
    lines = [(found.get("class"), found.text) for found in etree.fromstring(f"<div>{html}</div>").iter("li")]

    assert lines[0] == (None, "seat 2 wins: ron off seat 0 on 3m")
    assert [style for style, _ in lines] == [None, "more", "more", None]
    assert [text == text.strip() for _, text in lines] == [True] * 4
    assert texts(seats_html(TURNS[0]), "li") == []


def explained(*lines: object, **more: object) -> Explanation:
    """An explanation of an exhaustive draw with one section."""
    headed = Section(reason(Why.A_WIN, seat=2, way="<tsumo>", worth="mangan"), lines)
    return Explanation("E1.0", "tenhou", DRAW, DRAW, (headed,), (), ())._replace(**more)


def test_an_explanation_marks_what_holds_and_what_does_not_and_cites_rules():
    told = {"seat": 1, "way": "tsumo", "worth": "mangan"}
    ruling = reason(Why.A_WIN, **told)._replace(rule="nagashi", value="<true>", source="a book")
    html = explanation_html(
        explained(reason(Why.A_WIN, met=True, **told), reason(Why.A_WIN, met=False, **told), ruling)
    )
    lines = list(etree.fromstring(f"<div>{html}</div>").iter("li"))

    assert texts(html, "h2") == ["E1.0 under tenhou: exhaustive draw", "Seat 2 wins: <tsumo>, mangan"]
    assert [line.get("class") for line in lines] == ["met", "unmet", None]
    assert [line.text for line in lines] == ["Seat 1 wins: tsumo, mangan"] * 3
    assert texts(html, "span") == ["nagashi = <true> [a book]"]


def test_an_explanation_ends_with_what_the_log_says():
    stopped = explained(claimed=Outcome("none", (), None, None))
    differing = explained(differences=(("payments", "0 <0>", "+1 -1"),), findings=(finding("one & two"),))

    assert texts(explanation_html(stopped), "p") == ["The log stops before the end of the hand."]
    assert texts(explanation_html(explained()), "p") == ["The log says the same."]
    assert "Findings" not in explanation_html(explained())
    assert texts(explanation_html(differing), "p") == []
    assert rows(explanation_html(differing)) == [["", "log", "tenhou"], ["payments", "0 <0>", "+1 -1"]]
    assert texts(explanation_html(differing), "h2")[2:] == ["Claimed and computed", "Findings"]
    assert texts(explanation_html(differing), "li") == ["draw-kind: one & two"]


def test_a_game_names_its_players_and_gives_each_hand_a_line_with_its_findings():
    hands = (HandEnd("E1.0", DRAW, (finding("one & two"),)), HandEnd("E1.1", DRAW._replace(deltas=None), ()))

    page = game_page(Listing("log", None, ("A", "<b>"), hands), [TURNS[2], TURNS[0]])
    first, second = re.findall("<details>(.*?)</details>", page)

    assert '<p class="sub">seat 0 A, seat 1 &lt;b&gt;; rules: none could be chosen</p>' in page
    assert texts(first, "summary") == ["E1.0 exhaustive draw +3,000 -3,000"]
    assert texts(second, "summary") == ["E1.1 exhaustive draw not stated"]
    assert (texts(first, "li"), texts(second, "li")) == (["log draw-kind: one & two"], [])
    assert {name.partition("-")[2] for name in re.findall('<symbol id="([^"]*)"', page)} == {"1m", "9s"}
    assert "<symbol" not in first + second
