"""The page of a game: what it carries, that nothing can break out of it, and how it behaves in a browser."""

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

import analyzer
from analyzer.view import Game
from analyzer.view import Hand as GameHand
from analyzer.view.as_text import PLAIN
from analyzer.view.game_page import (
    PREFIX,
    PagedHand,
    Span,
    finding_turn,
    moves_of,
    rounds,
    timeline,
    turns_of,
)
from analyzer.view.picture import described, pieces, used, with_ids
from tests.audit.made import finding
from tests.case_files import each, rows
from tests.hands import Hand, log_of
from tests.logs import fixed_logs
from tests.thinned import thinned
from tests.view.browser import CODES, Tab, needs_browser
from tests.view.hands import (
    ENDINGS,
    SAMPLES,
    a_play,
    a_side,
    a_table,
    ending,
    sample,
    tehai,
)

HONEST = "00a9-0000-d45e94d0"


def found(text: str, path: str) -> list[str]:
    """What a browser finds on a page by a path; scripts are the data of the page, and then what shows it."""
    return etree.HTML(text).xpath(path)


def data_of(text: str) -> dict[str, Any]:
    """What the script of a page reads."""
    return json.loads(found(text, "//script/text()")[0])


@cache
def wrong_game() -> Game:
    """A game of nine hands: the third pays seat 0 for nothing, the fifth says a wrong score after riichi."""
    (path,) = (path for path in fixed_logs() if "d45e94d0" in path.name)
    data = path.read_bytes().replace(b'sc="260,0,240,-80', b'sc="260,3,240,-80')
    return analyzer.read(data.replace(b'<REACH who="0" ten="230,', b'<REACH who="0" ten="231,'))


@cache
def sample_page(name: str) -> str:
    """The page of a game of the samples."""
    return sample(name).html()


def nine_kinds() -> bytes:
    return Hand(*tehai("19m19p19s123z4m", "", "", "")).draw(0, "4m").ryuukyoku(0, kind="yao9").xml()


def assert_small_and_offline(text: str) -> None:
    assert len(text.encode()) < 1_500_000
    assert "//" not in text
    assert re.findall(r"https?:|url\(|@import|fetch\(|import\(|XMLHttp|WebSocket", text) == []
    assert [at for at in found(text, "//@src | //@href") if at != "data:," and at[0] != "#"] == []


@pytest.mark.parametrize("path", thinned(sorted(SAMPLES.glob("*.mjlog")), 8), ids=lambda path: path.stem)
def test_a_page_is_small_names_no_address_and_loads_nothing(path):
    assert_small_and_offline(analyzer.read(path).html())


@pytest.mark.long
def test_so_is_a_page_of_the_longest_real_hanchan(corpus):
    for path in sorted(corpus.rglob("*.mjlog"), key=lambda path: path.stat().st_size)[-2:]:
        assert_small_and_offline(analyzer.read(path).html())


def test_a_page_allows_nothing_but_its_own_style_and_script_and_is_dark_on_screens_alone():
    text = ending("ron").html()
    (policy,) = found(text, "//@http-equiv/../@content")
    parts = dict(part.split(" ", 1) for part in policy.split("; "))

    def digest(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    assert parts["default-src"] == "'none'"
    assert parts["style-src"] == digest(found(text, "//style/text()")[0])
    assert parts["script-src"] == digest(found(text, "//script/text()")[1])
    assert found(text, "//@style | //@*[starts-with(name(), 'on')]") == []
    assert text.count("prefers-color-scheme:dark") == 2
    assert text.count("@media screen and (prefers-color-scheme:dark)") == 2


def test_a_name_cannot_break_out_of_a_page():
    data = Hand(*tehai("", "", "", "")).ryuukyoku().xml()
    nasty = "%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%3C!--%22'"
    game = analyzer.read(data.replace(b'n0="%41"', f'n0="{nasty}"'.encode()))
    picture = game.hands[0].svg()

    assert ("alert(1)" in picture, "<script" in picture) == (True, False)
    etree.fromstring(picture)
    for text in (game.hands[0].html(), game.html()):
        assert "alert(1)" in text
        assert "<script>alert" not in text
        assert "<!--" not in text
        assert len(found(text, "//script")) == 2
        assert data_of(text)["hands"]


def test_a_game_lists_its_hands_with_their_ends_payments_and_findings():
    nav = re.findall("<nav.*?</nav>", wrong_game().html(), re.DOTALL)[0]
    links = [
        " ".join(re.sub("<[^>]*>", " ", link.partition(">")[2]).split()) for link in nav.split("<li ")[1:]
    ]

    assert len(links) == 9
    assert links[0] == "E1.0 seat 2 ron off seat 0 on 3m -1,000 0 +1,000 0"
    assert links[2].startswith("E3.0 seat 3 ron off seat 1 on 3m")
    assert re.search(r"\d findings?$", links[2])


def test_every_hand_has_its_settlement_its_reasons_and_its_table_as_text():
    articles = sample_page(HONEST).split("<article ")[1:]

    for hand, article in zip(sample(HONEST).hands, articles, strict=True):
        assert f"{hand.kyoku} under tenhou: " in article
        assert f'<h2>{hand.kyoku}<span class="after">: {hand.claimed.title}</span></h2>' in article
        assert "<h3>Settlement</h3>" in article
        plain = article.partition("<noscript><pre>")[2].partition("</pre></noscript>")[0]
        assert plain.replace("&#39;", "'") == hand.text(style=PLAIN)


def test_a_page_has_each_tile_that_it_draws_once():
    ids = found(sample_page(HONEST), "//symbol/@id")
    used = set(re.findall('href="#(mj-[^"]*)', " ".join(data_of(sample_page(HONEST))["texts"])))

    assert len(ids) == len(set(ids))
    assert used | {"mj-back"} == set(ids)


def test_a_page_of_a_hand_has_that_hand_alone_and_opens_where_it_is_asked_to():
    hand = sample(HONEST).hands["E2.0"]

    for asked, opened in ((7, 7), (None, len(hand.play_list) + 1)):
        text = hand.html(asked)
        data = data_of(text)
        assert (data["opened"], [each["name"] for each in data["hands"]]) == (opened, ["E2.0"])
        assert f'max="{len(hand.play_list) + 1}" value="{opened}" aria-label="play"' in text
        assert found(text, "//svg/@aria-label")[0] == described(hand.tables()[opened])
        assert found(text, "//nav") == []
        assert "The course of the game" not in text
    two = [Hand(*tehai("", "", "", ""), kyoku=kyoku).turn(0, "5z").ryuukyoku() for kyoku in ("E1.0", "E1.1")]
    assert "The course of the game" in analyzer.read(log_of(*two)).html()


def test_what_the_log_claims_otherwise_stands_beside_and_where_no_rules_fit_a_page_says_so():
    wrong = nine_kinds().replace(b'sc="250,0,250,0,250,0,250,0"', b'sc="250,10,250,-10,250,0,250,0"')
    game = analyzer.read(nine_kinds().replace(b"<TAIKYOKU", b"<KUJIRA/><TAIKYOKU"), "tenhou-sanma")
    text = game.html()

    assert '<td class="differs">+1,000 -1,000 0 0</td><td>0 0 0 0</td>' in analyzer.read(wrong).html()
    assert "rules: none could be chosen" in text
    assert "No rule set could be chosen to settle it by." in text
    assert text.count('<li class="differs">') == len(game.findings)
    assert "E1.0 under wrc: " in game.html("wrc")
    assert "rules: wrc" in game.html(analyzer.rule_set("wrc"))


def test_a_log_that_ends_before_its_first_hand_has_a_page_that_says_so():
    text = analyzer.read(nine_kinds().partition(b"<INIT")[0] + b"</mjloggm>").html()

    assert "The log ends before its first hand." in text


def test_a_page_is_titled_by_its_players_and_described_by_date_room_and_result():
    text, game = sample_page(HONEST), sample(HONEST)
    names = ", ".join(game.players)
    (said,) = found(text, "//meta[@name='description']/@content")
    result = max(game.review.events.results.final_results.max(axis=0).tolist()) / 10

    assert f"<title>{names}, 2199-01-01, houou, hanchan</title>" in text
    assert f"<h1>{names}</h1>" in text
    assert said.startswith(f"{names}, 2199-01-01, houou, hanchan, rules: tenhou, 2199010110gm-")
    assert re.search(r"\. 1st sim\d \w+ [\d,]+ \(\+[\d.]+\)\. 2nd .* 4th ", said)
    assert f"({result:+.1f})" in said.partition(". 2nd")[0]
    assert len(re.findall('class="plot"', text)) == 2


def test_a_timeline_has_each_piece_once_while_it_lies_there():
    pictures = [{"0": ["a", "b"]}, {"0": ["b"]}, {"0": ["a", "b"]}]

    assert timeline(pictures)["0"] == [Span(0, 0, "a"), Span(0, 2, "b"), Span(2, 2, "a")]
    assert timeline([]) == {}


def there(spans: list[int], turn: int, texts: list[str]) -> list[str]:
    """What of the spans is there at a turn, as the script of the page finds it."""
    rows = zip(spans[::3], spans[1::3], spans[2::3], strict=True)
    return [texts[number] for first, last, number in rows if first <= turn <= last]


def paged(hand: GameHand, **more: object) -> PagedHand:
    return PagedHand(0, hand.tables(), hand.play_list, (), (), None)._replace(**more)


@pytest.mark.parametrize("name", ENDINGS)
def test_every_turn_has_the_picture_and_the_words_of_its_table(name):
    hand, texts = ending(name), {}
    tables = hand.tables()

    turns, names = turns_of(paged(hand), texts)

    listed = list(texts)
    for turn, table in enumerate(tables):
        words = "".join(said for spans in turns["words"].values() for said in there(spans, turn, listed))
        assert words == described(table)
        for zone, parts in pieces(table).items():
            drawn = there(turns["drawn"][zone], turn, listed)
            assert sorted(drawn) == sorted(with_ids(part, PREFIX) for part in parts)
    assert names == set().union(*(used(pieces(table)) for table in tables))


def test_every_turn_says_what_happens_and_has_its_findings():
    hand, texts = ending("ron"), {}
    found = [finding("one & two", element=hand.play_list[11].element)]

    turns, _ = turns_of(paged(hand, shown=(2,), findings=found), texts)
    said = [list(texts)[number] for number in turns["said"]]

    assert said[:3] == ["E1.0: the deal, dora indicator 4z", "seat 0 draws 2p", "seat 0 discards 4z"]
    assert said[-1] == "E1.0 ends: seat 2 ron off seat 0 on 3m"
    assert len(said) == len(hand.play_list) + 2
    assert (turns["name"], turns["shown"]) == ("E1.0", (2,))
    assert [(turn, list(texts)[text]) for turn, text in turns["found"]] == [(12, "draw-kind: one & two")]


def test_a_go_round_begins_where_the_longest_river_grows():
    rivers = ["", "1m", "1m", "1m 2m", "1m 2m"]
    tables = [a_table(a_side(0, lies=text), a_side(1, lies="9s" if text else "")) for text in rivers]

    assert rounds(tables) == [1, 3]


@pytest.mark.parametrize(("element", "turn"), [(3, 0), (5, 1), (6, 2), (7, 3), (8, 3), (9, 4), (None, 4)])
def test_a_finding_lies_at_its_play_at_the_deal_or_at_the_end(element, turn):
    plays = [a_play("draw 0", at) for at in (5, 6, 8)]

    assert finding_turn(element, plays) == turn
    assert finding_turn(element, ()) == 1


def test_the_list_of_plays_has_discards_and_calls_as_tiles_and_tells_a_riichi_with_its_discard():
    told = (
        "draw 1 1m, riichi 1, discard 1 1m as drawn, riichi_accepted 1, pon 0 1m 111m, discard 0 0p, dora 9s"
    )
    plays = list(map(a_play, told.split(", ")))

    assert [tuple(move) for move in moves_of(plays, "ES")] == [
        (3, "S", "riichi", "1m", True),
        (5, "E", "pon", "1m 1m 1m", False),
        (6, "E", "", "0p", False),
        (7, "", "dora", "9s", False),
    ]


@pytest.fixture(scope="session")
def pages(tmp_path_factory) -> Path:
    """Pages that the tests in a browser share: games and hands by name, and some that are changed."""
    folder, honest = tmp_path_factory.mktemp("pages"), sample_page(HONEST)
    names = ("exhaustive_some_tenpai", "suukaikan", "kita_ron", "double_ron", "ron")
    made = {"wrong": wrong_game().html(), "honest": honest}
    made |= {name: ending(name).html() for name in names}
    made |= {f"game of {name}": ending(name).game.html() for name in names[:-1]}
    # Another script does not run under the policy of the page, so that has to go too.
    made["closed"] = re.sub("<meta http-equiv[^>]*>", "", honest).replace("beforeprint", "never")
    for name, text in made.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def page(pages) -> Path:
    """The page of a game of nine hands, with findings in two of them."""
    return pages / "wrong.html"


def where(tab: Tab) -> str:
    """The hand and the turn that the page shows."""
    return str(tab.value("document.body.dataset.at"))


def done(tab: Tab, act: str, wait: int = 0) -> None:
    """Press a key or run a script, and let the page follow."""
    if act in CODES or len(act) == 1:
        tab.press(act)
    else:
        tab.value(act)
    tab.value(f"new Promise(done => setTimeout(done, {wait}))")


def seen(tab: Tab, selector: str) -> list[str]:
    """Texts of the elements that are there to be seen."""
    texts = tab.value(
        f"[...document.querySelectorAll('{selector}')].filter(each => each.checkVisibility())"
        ".map(each => each.textContent.trim().split(/\\s+/).join(' '))"
    )
    return list(texts)


@needs_browser
@each(rows("view/page", "walk"))
def test_in_a_browser_the_page_shows_what_was_asked_for(tab, page, row):
    tab.open(page, row.get("at", ""))
    for act, *what, due in row["steps"]:
        done(tab, act)
        found = seen(tab, *what) if what else [where(tab)]
        assert (found[0] if isinstance(due, str) else len(found)) == due, (act, found)
    assert tab.messages == []


@needs_browser
def test_in_a_browser_every_play_has_its_picture_its_words_and_is_read_out(tab, page):
    tab.open(page)

    for turn, table in enumerate(wrong_game().hands[0].tables()):
        now, label = tab.value(
            "[document.querySelector('.now').textContent, document.querySelector('.stage svg').ariaLabel]"
        )
        assert label == described(table)
        assert table.play is None or table.outcome or now == f"{turn} of {table.turns}: {table.play}"
        tab.press("ArrowRight")


@needs_browser
def test_in_a_browser_the_address_leads_back_to_the_play(tab, page):
    tab.open(page, "#E2.0/3")
    tab.press("ArrowRight")
    done(tab, "", 600)
    address = tab.value("location.hash")
    tab.open(page, address)
    assert (address, where(tab)) == ("#E2.0/4", "E2.0/4")


@needs_browser
def test_in_a_browser_findings_are_marked_where_they_lie_and_at_their_play_in_the_list(tab, page):
    at = [hand for hand in wrong_game().hands if hand.findings]
    tab.open(page)
    tab.press("f")

    assert where(tab).partition("/")[0] == at[0].kyoku
    assert tab.value("document.querySelectorAll('.ticks button').length") >= 1
    said = set(seen(tab, ".found li"))
    assert said
    assert said <= {" ".join(f"{one.check}: {one.message}".split()) for one in at[0].findings}

    lying = [(hand, finding_turn(one.element, hand.play_list)) for hand in at for one in hand.findings]
    hand, turn = next((hand, turn) for hand, turn in lying if turn <= len(hand.play_list))
    tab.open(page, f"#{hand.kyoku}/end")
    marked = tab.value(
        "[...document.querySelectorAll('.moves .bad')].map(one => [one.ariaLabel, Number(one.dataset.turn)])"
    )
    assert [text.endswith(", with a finding") for text, _ in marked] == [True]
    # The stick of the riichi is paid after its discard, so the next play of the list has the mark.
    assert turn <= marked[0][1] <= turn + 2


@needs_browser
@pytest.mark.parametrize("width", [390, 768, 1280])
def test_in_a_browser_a_page_never_scrolls_sideways_and_asks_for_nothing(tab, page, width):
    tab.look(width, 844)
    tab.open(page, "#E3.0/end")
    tab.press("r", "End", "PageDown", "f")

    assert tab.value("document.documentElement.scrollWidth") == width
    assert (tab.messages, tab.loaded()) == ([], [])


@needs_browser
def test_on_a_phone_stepping_to_another_hand_moves_the_list_and_never_the_page(tab, page):
    tab.look(390, 844)
    tab.open(page)
    tab.value("scrollTo(0, 300)")

    tab.press(*["PageDown"] * 6)

    assert where(tab) == "S2.0/0"
    assert tab.value("[scrollY, document.querySelector('nav ol').scrollLeft > 300]") == [300, True]


@needs_browser
def test_in_a_browser_the_keyboard_alone_reaches_everything_and_a_screen_reader_finds_its_names(tab, page):
    tab.open(page)
    tab.press("ArrowRight")
    said, reached = tab.read_out(), []
    for _ in range(30):
        tab.press("Tab")
        reached.append(tab.value("document.activeElement.outerHTML.slice(0, 60)"))

    for part in ('<a href="#8"', 'data-step="hand+', 'type="range"', "<select", "<summary"):
        assert part in " ".join(reached)
    focused = "document.querySelector('a').focus(), getComputedStyle(document.activeElement).outlineStyle"
    assert tab.value(focused) != "none"
    assert {("navigation", "Hands"), ("slider", "play"), ("button", "turn on")} <= {*said}
    assert any(role == "image" and name.startswith("E1.0, dora indicators") for role, name in said)
    assert [role for role, name in said if role in ("button", "link", "image", "slider") and not name] == []
    assert tab.value("document.querySelector('.now').getAttribute('aria-live')") == "polite"


@needs_browser
@pytest.mark.parametrize("width", [1280, 500])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_in_a_browser_the_picture_is_not_blank_and_follows_light_and_dark(width, dark, tab, pages):
    tab.look(width, 320, dark=dark)
    tab.open(pages / "ron.html")
    found = tab.colours()

    assert ({"17241c", "0c120e"} if dark else {"e7efe6", "ffffff"}) <= found
    assert len(found) > 100
    assert tab.messages == []


@needs_browser
@pytest.mark.parametrize("name", ["exhaustive_some_tenpai", "suukaikan", "kita_ron", "double_ron"])
def test_on_a_phone_every_word_can_be_read(name, tab, pages):
    for page in (f"{name}.html", f"game of {name}.html"):
        assert len(tab.phone_words(pages / page)) > 20


@needs_browser
def test_on_paper_every_hand_of_a_game_has_its_picture(tab, pages):
    # Nine hands, two on a sheet; without pictures they are lower.
    tab.open(pages / "honest.html")
    assert tab.sheets() == 5
    tab.open(pages / "closed.html")
    assert tab.sheets() < 5


@needs_browser
def test_without_scripts_every_hand_is_there_as_text(tab, pages):
    tab.ask("Emulation.setScriptExecutionDisabled", value=True)
    tab.open(pages / "honest.html")

    said = [name for role, name in tab.read_out() if role == "heading"]

    assert [name for name in said if name.startswith("S4.0: ")] == ["S4.0: seat 0 ron off seat 2 on 5m"]
    assert len([name for name in said if name == "Settlement"]) == 9
