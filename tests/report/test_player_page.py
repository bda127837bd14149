"""The page of a player: its numbers are those of the tables, its hands are drawn, its name is obeyed."""

import re
import shlex

import pytest
from lxml import etree

from analyzer.batch.outputs import NameMode, Names
from analyzer.errors import UserMistake
from analyzer.report import write_player, write_players
from analyzer.report.figures import _rate, headline
from analyzer.report.player_page import _renchan
from analyzer.stats.archive import load_archive
from analyzer.tables.build import finding_table
from tests.stats.frames import run_of, unit_of
from tests.view.browser import needs_browser
from tests.written_runs import write_logs

NAME = "sim1 steady"
NASTY = "'; DROP TABLE players; --<script>alert(1)</script>"
FIRST, SECOND, OF_THREE = (f"2022010100gm-00a9-0000-0000000{number}" for number in range(3))


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """Two games of four players and one of three, which states no result; one player is in all of them.

    In the first this player wins by tsumo as dealer, deals in at one honba, and then nobody wins; in the
    second the player wins with an open tehai off the dealer.
    """
    four = unit_of(
        games={"hands": [3, 1], "source": ["gone.mjlog"] * 2, "month": "1 2"},
        people={"name": [NASTY, *"bcde", NASTY, *"fc"], "placement": "1 2 3 4 | 4 2 1 -", "month": "1 | 2"},
        hands={"kyoku": "0 0 1 0", "honba": "0 1 0 0"},
        seats={
            "delta": "12000 -4000 -4000 -4000 | -8000 8000 0 0 | 0 | -1000 1000 0 0",
            "riichi_turn": "5 - - - | - | - | -",
            "open_melds": "0 | 0 1 0 0 | 0 | 0 1 0 0",
        },
        wins={"hand": "0 1 3", "seat": "0 1 1", "loser": "- 0 0"},
    )
    three = unit_of(
        players=3,
        first=2,
        games={"hands": [1], "source": ["gone.mjlog"]},
        people={"name": [NASTY, *"bc"], "placement": "-"},
        seats={"delta": "0"},
    )
    units = [unit | {"findings": finding_table(())} for unit in (four, three)]
    return load_archive(run_of(tmp_path_factory.mktemp("few") / "out", *units))


@pytest.fixture(scope="module")
def text(few, tmp_path_factory):
    """The page of this player."""
    path = tmp_path_factory.mktemp("page") / "p.html"
    write_player(few, NASTY, path)
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(text):
    return etree.HTML(text)


def cells(table):
    """Cells of a table but those of its head, without what is small or drawn."""
    rows = [[one.xpath("string(text() | details/summary)") for one in row] for row in table.iter("tr")]
    return [row for row in rows if "".join(row)]


def test_the_numbers_of_a_page_are_those_of_the_tables_beside_those_of_all_seats(page):
    rates = {row[0]: row[1:] for row in cells(page.xpath("//table[@class='rates']")[0])}

    assert page.xpath("string(//header/p)") == (
        "Games: 2 of 4 players, 1 of 3 players, 2022; of these 2 state a final result. "
        f"Longest renchan: dealer for 2 hands in a row, E1 of {FIRST}."
    )
    # Of the seven seats with a placement two are first; of all sixteen seats three win, and two deal in.
    assert rates["First place"] == ["50.0 %", "28.6 %"]
    assert rates["Win rate"] == ["50.0 %", "18.8 %"]
    assert rates["Deal-in rate"] == rates["Call rate"] == ["25.0 %", "12.5 %"]
    assert page.xpath("//table[@class='rates']/caption/text()")[::2] == ["4 players", "3 players"]
    assert page.xpath("//tr[contains(., 'Win rate')]//small/text()")[0] == "n = 4 in 2 games"


def test_placements_hands_and_games_are_told_and_why_hands_are_not_drawn(page):
    placed, trend = page.xpath("//*[@id='placements']//figure")

    # The newest is on the right, and the best at the top.
    assert placed.xpath(".//title/text()") == [f"{FIRST}: 1st", f"{SECOND}: 2nd"]
    assert placed.xpath(".//*[@class='ups']/text/text()") == ["4th", "3rd", "2nd", "1st"]
    months = [[cell.text for cell in row][1:3] for row in trend.xpath(".//tbody/tr")]
    assert months == [["2022-01", "1"], ["2022-02", "2"]]
    heads = [page.xpath(f"string(//*[@id='of{players}']/h2)") for players in (4, 3)]
    assert heads == [f"4 players: {NASTY} and the rest", f"3 players: {NASTY} and the rest"]
    # A gain is what the hand changes, the own riichi stick included.
    best, worst = f"+11,000 points: {FIRST} E1.0", f"-8,000 points: {FIRST} E1.1"
    titles = page.xpath("//article/h3/text()")
    assert (titles[0], titles[3], len(titles)) == (best, worst, 6)
    assert titles[1] == f"+1,000 points: {SECOND} E1.0"
    (why,) = {*page.xpath("//article/p/text()")}
    assert why == "Not drawn: 'gone.mjlog' does not exist; --logs names another place."
    listed = cells(page.xpath("//*[@id='games']//table")[0])
    assert [(row[0], row[7]) for row in listed] == [(OF_THREE, ""), (SECOND, "2"), (FIRST, "1")]


def test_a_run_begins_with_its_first_statistics_for_each_number_of_players(few):
    players, rows = headline(few)
    told = {words: values for words, _, values in rows}

    # Nobody won the only hand of three players, whose game states no result.
    assert players == (4, 3)
    assert [value for value, _ in told["Draw rate"]] == ["25.0 %", "100.0 %"]
    assert _renchan(few, "name = 'b'") == ""


def test_an_index_has_every_player_with_games_and_rates_and_the_command_for_the_page(few, tmp_path):
    write_players(few, tmp_path / "index.html")
    index = etree.parse(tmp_path / "index.html", etree.HTMLParser(encoding="utf-8"))
    rows = cells(index.find(".//table"))

    assert index.xpath("string(//header/p)").startswith("6 players. ")
    assert rows[0] == [NASTY, "4", "2", "1.50", "50.0 %", "25.0 %", "25.0 %", "25.0 %"]
    assert [row[2] for row in rows] == ["2"] * 2 + ["1"] * 7
    command = shlex.split(index.xpath("//code/text()")[0])
    assert command[:2] == ["tenhou-analyzer", "report"]
    assert command[3:] == [f"--player={NASTY}", "-o", "player.html"]
    assert "<script>alert" not in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_a_name_can_break_out_of_neither_a_query_nor_a_page_and_a_page_names_no_address(text):
    assert "<h1>&#39;; DROP TABLE players; --&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text
    assert re.findall(r"(?:https?|ftp|wss?)?:?//[\w.]", text) == []


@pytest.fixture(scope="module")
def steady(archive, tmp_path_factory):
    """The page of a player of the samples."""
    path = tmp_path_factory.mktemp("player") / "steady.html"
    write_player(archive, NAME, path)
    return path


@pytest.mark.long
def test_hands_are_drawn_and_can_be_stepped_through(steady):
    text = steady.read_text(encoding="utf-8")
    links = re.findall(r'href="steady-games/([^"#]*)#', text)

    assert (len(links), text.count('<figure class="hand"')) == (6, 6)
    assert {*links} == {path.name for path in (steady.parent / "steady-games").iterdir()}


@needs_browser
def test_the_index_is_searched_by_a_part_of_a_name(archive, tmp_path, tab):
    index = tmp_path / "players.html"
    write_players(archive, index)
    tab.look(390, 844)
    tab.open(index)
    tab.value("document.getElementById('search').focus()")
    tab.press(*"m1 stea")
    left = tab.value(
        "[...document.querySelectorAll('tbody tr')].filter(one => one.checkVisibility())"
        ".map(one => one.cells[0].querySelector('summary').textContent)"
    )

    assert set(left) == {NAME}
    assert tab.value("document.documentElement.scrollWidth") == 390
    assert (tab.messages, tab.loaded()) == ([], [])


def test_a_rate_is_drawn_from_zero_on_with_room_for_half_as_much_again():
    own = {"value": 0.3, "low": 0.25, "high": 0.5, "n": 40, "games": 20}

    rate = _rate("win_rate", "Win rate", own, {"value": 0.2})

    # From 2 to 98 of 100 there is room for 0.45; what is beyond ends at the edge.
    assert rate.marks == (55.3, 98.0, 66.0, 44.7)
    # The greater of value and average sets the scale, here 0.6; a loss is drawn left of zero.
    assert _rate("win_rate", "w", own | {"low": None}, {"value": 0.4}).marks == (50.0, 50.0, 50.0, 66.0)
    lost = own | {"value": -300, "low": None}
    assert _rate("riichi_gain", "r", lost, {"value": 100}).marks[2:] == (26.0, 90.0)
    assert (rate.value, rate.interval, rate.average) == ("30.0 %", "25.0 % to 50.0 %", "20.0 %")


def test_a_player_that_the_run_does_not_know_is_a_mistake(archive, wrong_log, tmp_path):
    unnamed = write_logs(tmp_path / "unnamed", wrong_log, stand_in=Names(NameMode.DROP).stand_in)
    no_players = write_logs(tmp_path / "no players", wrong_log, wanted=("games", "findings"))

    with pytest.raises(UserMistake, match=r"no player 'sim0 stedy' in this run; did you mean 'sim0 steady'"):
        write_player(archive, "sim0 stedy", tmp_path / "p.html")
    for write in (
        lambda run: write_player(run, NAME, tmp_path / "p.html"),
        lambda run: write_players(run, tmp_path / "p.html"),
    ):
        with pytest.raises(UserMistake, match="the run has dropped the names of players"):
            write(load_archive(unnamed))
        with pytest.raises(UserMistake, match="the run has no table of players"):
            write(load_archive(no_players))


@needs_browser
def test_on_a_phone_every_word_can_be_read(steady, tab):
    assert len(tab.phone_words(steady)) > 100
    assert (tab.messages, tab.loaded()) == ([], [])
