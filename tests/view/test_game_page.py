"""The page of a game: what it carries, that nothing can break out of it, and how it behaves in a browser."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

import analyzer
from analyzer.view import Game
from analyzer.view.as_text import PLAIN
from analyzer.view.picture import TILE_NAMES, described
from analyzer.view.turns import finding_turn
from tests.hands import Hand
from tests.logs import fixed_logs
from tests.view.browser import colours, console, needs_browser, phone_words, printed_pages, screenshot
from tests.view.hands import ENDINGS, SAMPLES, ending, sample, tehai
from tests.view.pages import Tab, a_tab


class Page(HTMLParser):
    """What a browser finds: tags with their attributes, and texts of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inner: dict[str, list[str]] = {"script": [], "style": []}
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.inside = tag
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        if self.inside in self.inner:
            self.inner[self.inside].append(data)


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


@pytest.mark.parametrize("name", ["ron", "kita_ron", "nagashi_mangan", "pao"])
def test_a_page_names_no_address_and_loads_nothing(name):
    text = sample_page(ENDINGS[name][0])
    page = Page(text)
    loaded = [value for _, found in page.tags for key, value in found.items() if key in ("src", "href")]

    assert "//" not in text
    assert re.findall(r"https?:|url\(|@import|fetch\(|import\(|XMLHttp|WebSocket", text) == []
    assert all(value.startswith("#") or value == "data:," for value in loaded)


def test_a_page_allows_nothing_but_its_own_style_and_script():
    page = Page(ending("ron").html())
    (policy,) = [found["content"] for _, found in page.tags if found.get("http-equiv")]
    parts = dict(part.split(" ", 1) for part in policy.split("; "))

    def digest(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    assert parts["default-src"] == "'none'"
    assert parts["style-src"] == digest("".join(page.inner["style"]))
    assert parts["script-src"] == digest("".join(page.inner["script"][1:]))
    assert not any("style" in found or any(key.startswith("on") for key in found) for _, found in page.tags)


def test_a_name_cannot_break_out_of_a_page():
    data = Hand(*tehai("", "", "", "")).ryuukyoku().xml()
    nasty = "%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%3C!--%22'"
    game = analyzer.read(data.replace(b'n0="%41"', f'n0="{nasty}"'.encode()))

    for text in (game.hands[0].html(), game.html()):
        assert "alert(1)" in text
        assert "<script>alert" not in text
        assert "<!--" not in text
        assert [tag for tag, _ in Page(text).tags].count("script") == 2
        json.loads(Page(text).inner["script"][0])


def test_a_game_lists_its_hands_with_their_ends_payments_and_findings():
    text = wrong_game().html()
    links = [
        " ".join(re.sub("<[^>]*>", " ", link.partition(">")[2]).split())
        for link in re.findall("<nav.*?</nav>", text, re.DOTALL)[0].split("<li ")[1:]
    ]

    assert len(links) == 9
    assert links[0] == "E1.0 seat 2 ron off seat 0 on 3m -1,000 0 +1,000 0"
    assert links[2].startswith("E3.0 seat 3 ron off seat 1 on 3m")
    assert re.search(r"\d findings?$", links[2])


def test_every_hand_has_its_settlement_its_reasons_and_its_table_as_text():
    game = sample("00a9-0000-d45e94d0")
    articles = sample_page("00a9-0000-d45e94d0").split("<article ")[1:]

    for hand, article in zip(game.hands, articles, strict=True):
        assert f"{hand.kyoku} under tenhou: " in article
        assert f'<h2>{hand.kyoku}<span class="after">: {hand.claimed.title}</span></h2>' in article
        assert "<h3>Settlement</h3>" in article
        plain = article.partition("<noscript><pre>")[2].partition("</pre></noscript>")[0]
        assert plain.replace("&#39;", "'") == hand.text(style=PLAIN)


def test_a_page_has_each_tile_that_it_draws_once():
    page = Page(sample_page("00a9-0000-d45e94d0"))
    ids = [found["id"] for tag, found in page.tags if tag == "symbol"]
    used = set(re.findall('href=\\\\"#(mj-[^\\\\]*)', page.inner["script"][0].replace("\\u003c", "<")))

    assert len(ids) == len(set(ids))
    assert used | {"mj-back"} == set(ids)


def test_a_page_of_a_hand_has_that_hand_alone_and_opens_where_it_is_asked_to():
    hand = sample("00a9-0000-d45e94d0").hands["E2.0"]

    for asked, opened in ((7, 7), (None, len(hand.play_list) + 1)):
        page = Page(hand.html(asked))
        data = json.loads(page.inner["script"][0])
        assert (data["opened"], [each["name"] for each in data["hands"]]) == (opened, ["E2.0"])
        assert "nav" not in [tag for tag, _ in page.tags]


def test_what_the_log_claims_otherwise_stands_beside():
    data = Hand(*tehai("19m19p19s123z4m", "", "", "")).draw(0, "4m").ryuukyoku(0, kind="yao9").xml()
    wrong = data.replace(b'sc="250,0,250,0,250,0,250,0"', b'sc="250,10,250,-10,250,0,250,0"')

    text = analyzer.read(wrong).html()

    assert '<td class="differs">+1,000 -1,000 0 0</td><td>0 0 0 0</td>' in text


def test_where_no_rules_fit_a_page_says_so_and_has_the_findings():
    data = Hand(*tehai("19m19p19s123z4m", "", "", "")).draw(0, "4m").ryuukyoku(0, kind="yao9").xml()
    game = analyzer.read(data.replace(b"<TAIKYOKU", b"<KUJIRA/><TAIKYOKU"), "tenhou-sanma")

    text = game.html()

    assert "rules: none could be chosen" in text
    assert "No rule set could be chosen to settle it by." in text
    assert text.count('<li class="differs">') == len(game.findings)
    assert "E1.0 under wrc: " in game.html("wrc")


def test_a_log_that_ends_before_its_first_hand_has_a_page_that_says_so():
    data = Hand(*tehai("", "", "", "")).ryuukyoku().xml()
    text = analyzer.read(data.partition(b"<INIT")[0] + b"</mjloggm>").html()

    assert "The log ends before its first hand." in text


def test_a_page_is_titled_by_its_players_and_described_by_date_room_and_result():
    text = sample_page("00a9-0000-d45e94d0")
    names = ", ".join(sample("00a9-0000-d45e94d0").players)
    (said,) = [found["content"] for _, found in Page(text).tags if found.get("name") == "description"]

    assert f"<title>{names}, 2199-01-01, houou, hanchan</title>" in text
    assert f"<h1>{names}</h1>" in text
    assert said.startswith(f"{names}, 2199-01-01, houou, hanchan, rules: tenhou, 2199010110gm-")
    assert re.search(r"\. 1st sim\d \w+ [\d,]+ \(\+[\d.]+\)\. 2nd .* 4th ", said)


@pytest.mark.long
def test_a_page_of_every_sample_is_small_and_names_no_address():
    for path in sorted(SAMPLES.glob("*.mjlog")):
        text = analyzer.read(path).html()
        assert len(text.encode()) < 1_500_000
        assert "//" not in text


@pytest.mark.long
def test_a_page_of_the_longest_real_hanchan_is_small_and_names_no_address(corpus):
    logs = sorted(corpus.rglob("*.mjlog"), key=lambda path: path.stat().st_size)[-5:]

    for path in logs:
        text = analyzer.read(path).html()
        assert len(text.encode()) < 1_500_000
        assert "//" not in text
        assert len(re.findall("<article ", text)) > 5


def test_the_dark_is_for_screens_and_never_for_paper():
    text = ending("ron").html()

    assert text.count("prefers-color-scheme:dark") == 2
    assert text.count("@media screen and (prefers-color-scheme:dark)") == 2


@pytest.fixture
def tab(tmp_path) -> Iterator[Tab]:
    """A browser."""
    with a_tab(tmp_path) as opened:
        opened.look()
        yield opened


@pytest.fixture
def page(tmp_path) -> Path:
    """The page of a game of nine hands, with findings in two of them."""
    path = tmp_path / "game.html"
    path.write_text(wrong_game().html(), encoding="utf-8")
    return path


def where(tab: Tab) -> str:
    """The hand and the turn that the page shows."""
    return str(tab.value("document.body.dataset.at"))


@needs_browser
def test_in_a_browser_keys_step_by_play_turn_and_hand(tab, page):
    first = wrong_game().hands[0]
    end = len(first.play_list) + 1
    tab.open(page)

    seen = [where(tab)]
    for key in (
        *("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowUp", "End", "ArrowRight"),
        *("ArrowLeft", "Home", "ArrowLeft", "PageDown", "PageDown", "PageUp", "ArrowRight", "PageUp"),
    ):
        tab.press(key)
        seen.append(where(tab))

    # The first go-round begins with the dealer's discard, the second with that of seat 2 after its chi.
    starts = [
        turn for turn, table in enumerate(first.tables()) if sum(len(s.river) for s in table.sides) == 1
    ]
    assert seen[:4] == ["E1.0/0", "E1.0/1", "E1.0/2", "E1.0/1"]
    assert seen[4] == f"E1.0/{starts[0]}"
    assert seen[6] == seen[4]
    assert int(seen[5].partition("/")[2]) > starts[0]
    assert seen[7:12] == [f"E1.0/{end}", "E2.0/0", f"E1.0/{end}", "E1.0/0", "E1.0/0"]
    assert seen[12:] == ["E2.0/0", "E3.0/0", "E2.0/0", "E2.0/1", "E2.0/0"]
    assert tab.messages == []


@needs_browser
def test_in_a_browser_every_play_has_its_picture_its_words_and_is_read_out(tab, page):
    hand = wrong_game().hands[0]
    tab.open(page)

    for turn, table in enumerate(hand.tables()):
        now, label = tab.value(
            "[document.querySelector('.now').textContent, document.querySelector('.stage svg').ariaLabel]"
        )
        assert label == described(table)
        assert table.play is None or table.outcome or now == f"{turn} of {table.turns}: {table.play}"
        tab.press("ArrowRight")


@needs_browser
def test_in_a_browser_buttons_links_and_slider_do_the_same(tab, page):
    tab.open(page)
    seen = []
    for act in (
        "document.querySelector('[data-step=\"play+\"]').click()",
        "document.querySelector('[data-step=\"turn+\"]').click()",
        "document.querySelector('[data-step=\"hand+\"]').click()",
        "document.querySelector('nav li:nth-child(4) a').click()",
        "(s => {s.value = 5; s.dispatchEvent(new Event('input'))})(document.querySelector('input'))",
        "location.hash = '#S1.0/3'",
        "location.hash = '#0/end'",
    ):
        tab.value(act)
        tab.value("new Promise(done => setTimeout(done, 0))")
        seen.append(where(tab))

    assert seen[0] == "E1.0/1"
    assert seen[2:] == [
        "E2.0/0",
        "E4.0/0",
        "E4.0/5",
        "S1.0/3",
        f"E1.0/{len(wrong_game().hands[0].play_list) + 1}",
    ]


@needs_browser
def test_in_a_browser_findings_are_marked_where_they_lie(tab, page):
    game = wrong_game()
    at = [hand for hand in game.hands if hand.findings]
    tab.open(page)

    tab.press("f")
    seen = where(tab)
    said, ticks = tab.value(
        "[[...document.querySelectorAll('.found li')].map(line => line.textContent),"
        " document.querySelectorAll('.ticks button').length]"
    )

    assert at
    assert seen.partition("/")[0] == at[0].kyoku
    assert ticks >= 1
    assert set(said) <= {f"{finding.check}: {finding.message}" for finding in at[0].findings}
    assert said


def seen(tab: Tab, selector: str) -> list[str]:
    """Texts of the elements that are there to be seen."""
    found = tab.value(
        f"[...document.querySelectorAll('{selector}')].filter(each => each.checkVisibility())"
        ".map(each => each.textContent.trim().split(/\\s+/).join(' '))"
    )
    return list(found)


RESULTS = "nav .after, h2 .after, h3, .whole .after"


@needs_browser
def test_in_a_browser_results_appear_at_the_last_play_or_all_at_once(tab, page):
    game = wrong_game()
    last = len(game.hands[0].play_list)
    tab.open(page)

    assert seen(tab, RESULTS) == []
    tab.value(f"location.hash = '#E1.0/{last - 1}'")
    tab.value("new Promise(done => setTimeout(done, 50))")
    assert seen(tab, RESULTS) == []
    tab.press("ArrowRight")
    assert seen(tab, "h2 .after") == [f": {game.hands[0].claimed.title}"]
    assert seen(tab, "h3")[0] == "Settlement"
    assert len(seen(tab, "nav .after")) == 1
    tab.press("PageDown")
    assert (len(seen(tab, "nav .after")), seen(tab, "h3")) == (1, [])
    tab.press("r")
    assert (len(seen(tab, "nav .after")), len(seen(tab, ".whole .after"))) == (9, 1)
    tab.press("r")
    assert (len(seen(tab, "nav .after")), len(seen(tab, ".whole .after"))) == (1, 0)


@needs_browser
def test_in_a_browser_the_list_has_the_plays_so_far_and_leads_to_each(tab, page):
    hand = wrong_game().hands[0]
    turns = [turn for turn, play in enumerate(hand.play_list, 1) if play.kind.name in LISTED]
    tab.open(page, f"#E1.0/{turns[5]}")

    assert len(seen(tab, ".moves button")) == 6
    assert tab.value("document.querySelector('.moves [aria-current]').title") == str(
        hand.play_list[turns[5] - 1]
    )
    tab.value("document.querySelector('.moves button').click()")
    assert where(tab) == f"E1.0/{turns[0]}"
    assert len(seen(tab, ".moves button")) == 1
    tab.press("r")
    assert len(seen(tab, ".moves button")) == len(turns)
    tiles = tab.value("[...document.querySelectorAll('.moves use')].map(use => use.getAttribute('href'))")
    assert set(tiles) <= {f"#mj-{name}" for name in TILE_NAMES}
    assert len(tiles) >= len(turns)


LISTED = ("DISCARD", "CHI", "PON", "DAIMINKAN", "KAKAN", "ANKAN", "KITA", "DORA")


@needs_browser
def test_in_a_browser_a_finding_is_marked_at_its_play_in_the_list(tab, page):
    game = wrong_game()
    at = [(hand, finding_turn(one.element, hand.play_list)) for hand in game.hands for one in hand.findings]
    hand, turn = next((hand, turn) for hand, turn in at if turn <= len(hand.play_list))
    tab.open(page, f"#{hand.kyoku}/end")
    marked = tab.value(
        "[...document.querySelectorAll('.moves .bad')].map(one => [one.ariaLabel, Number(one.dataset.turn)])"
    )

    assert [text.endswith(", with a finding") for text, _ in marked] == [True]
    # The stick of the riichi is paid after its discard, so the next play of the list has the mark.
    assert turn <= marked[0][1] <= turn + 2


@needs_browser
def test_in_a_browser_the_address_leads_to_the_play_that_is_shown(tab, page):
    tab.open(page, "#E2.0/3")
    tab.press("ArrowRight")
    tab.value("new Promise(done => setTimeout(done, 600))")
    address = tab.value("location.hash")
    tab.open(page, address)

    assert (address, where(tab)) == ("#E2.0/4", "E2.0/4")


@needs_browser
@pytest.mark.parametrize("width", [390, 768, 1280])
def test_in_a_browser_a_page_never_scrolls_sideways_and_asks_for_nothing(tab, page, width):
    tab.look(width, 844)
    tab.open(page, "#E3.0/end")
    tab.press("r", "End", "PageDown", "f")

    assert tab.value("document.documentElement.scrollWidth") == width
    assert [address for address in tab.requests if not address.startswith(("file:", "data:", "about:"))] == []
    assert tab.messages == []


@needs_browser
def test_in_a_browser_only_one_tehai_lies_open_where_that_is_wanted(tab, page):
    tab.open(page, "#E1.0/12")
    backs = "document.querySelectorAll('.stage [href=\"#mj-back\"]').length"
    held = [len(side.tehai) + (side.drawn is not None) for side in wrong_game().hands[0].table(12).sides]

    seen = [tab.value(backs)]
    for _ in range(5):
        tab.press("h")
        seen.append(tab.value(backs))

    assert seen == [0, *(sum(held) - held[seat] for seat in range(4)), 0]


@needs_browser
def test_on_a_phone_stepping_to_another_hand_moves_the_list_and_never_the_page(tab, page):
    tab.look(390, 844)
    tab.open(page)
    tab.value("scrollTo(0, 300)")

    tab.press(*["PageDown"] * 6)

    assert where(tab) == "S2.0/0"
    assert tab.value("[scrollY, document.querySelector('nav ol').scrollLeft > 300]") == [300, True]


@needs_browser
def test_in_a_browser_the_keyboard_alone_reaches_everything(tab, page):
    tab.open(page)
    reached = []
    for _ in range(30):
        tab.press("Tab")
        reached.append(tab.value("document.activeElement.outerHTML.slice(0, 60)"))

    said = " ".join(reached)
    for part in ('<a href="#8"', 'data-step="hand+', 'type="range"', "<select", "<summary"):
        assert part in said
    outline = tab.value(
        "document.querySelector('a').focus(), getComputedStyle(document.activeElement).outlineStyle"
    )
    assert outline != "none"


@needs_browser
def test_in_a_browser_a_screen_reader_finds_names_for_all_it_can_use(tab, page):
    tab.open(page)
    tab.press("ArrowRight")
    said = tab.read_out()

    assert ("navigation", "Hands") in said
    assert ("slider", "play") in said
    assert ("button", "turn on") in said
    assert any(role == "image" and name.startswith("E1.0, dora indicators") for role, name in said)
    assert [role for role, name in said if role in ("button", "link", "image", "slider") and not name] == []
    assert tab.value("document.querySelector('.now').getAttribute('aria-live')") == "polite"


@needs_browser
def test_in_a_browser_a_page_gives_no_message_on_the_console(tmp_path):
    quiet, loud = tmp_path / "hand.html", tmp_path / "loud.html"
    text = ending("ron").html()
    quiet.write_text(text, encoding="utf-8")
    loud.write_text(text.replace("</body>", "<script>missing()</script></body>"), encoding="utf-8")

    assert console(quiet, tmp_path) == []
    assert len(console(loud, tmp_path)) >= 1


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
    text = sample_page("00a9-0000-d45e94d0")
    game.write_text(text, encoding="utf-8")
    # Another script does not run under the policy of the page, so that has to go too.
    changed = re.sub("<meta http-equiv[^>]*>", "", text).replace("beforeprint", "never")
    closed.write_text(changed, encoding="utf-8")

    # Nine hands, two on a sheet; without pictures they are lower.
    assert printed_pages(game, tmp_path) == 5
    assert printed_pages(closed, tmp_path) < 5


@needs_browser
def test_without_scripts_every_hand_is_there_as_text(tab, tmp_path):
    page = tmp_path / "game.html"
    page.write_text(sample_page("00a9-0000-d45e94d0"), encoding="utf-8")
    tab.ask("Emulation.setScriptExecutionDisabled", value=True)
    tab.open(page)

    said = [name for role, name in tab.read_out() if role == "heading"]

    assert [name for name in said if name.startswith("S4.0: ")] == ["S4.0: seat 0 ron off seat 2 on 5m"]
    assert len([name for name in said if name == "Settlement"]) == 9
