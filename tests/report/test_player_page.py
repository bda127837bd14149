"""The page of a player: its numbers are those of the tables, its hands are drawn, its name is obeyed."""

import re
import shlex
from html import unescape

import pytest
from click.testing import CliRunner

from analyzer.batch.outputs import NameMode, Names
from analyzer.cli.group import cli
from analyzer.errors import UserMistake
from analyzer.report import write_player, write_players
from analyzer.report.figures import _rate, shown
from analyzer.stats.archive import load_archive
from tests.view.browser import needs_browser
from tests.written_runs import write_logs

NAME = "sim1 steady"
SHOWN = [name for group in ("headline", "more") for name in shown()[group]]


@pytest.fixture(scope="module")
def page(archive, tmp_path_factory):
    """The page of a player of the samples, and the folder it is in."""
    path = tmp_path_factory.mktemp("player") / "steady.html"
    write_player(archive, NAME, path)
    return path


@pytest.fixture(scope="module")
def text(page):
    return page.read_text(encoding="utf-8")


def own_rows(archive, table):
    """Rows of a table that are of the player, by the table of players alone."""
    players = archive["players"].to_pandas()
    own = players[players["name"] == NAME][["log_id", "seat"]]
    return archive[table].to_pandas().merge(own, on=["log_id", "seat"])


def rates(text):
    """Value and average of each row of the tables of rates of four players, as numbers."""
    of_four = text.partition("<caption>4 players</caption>")[2].partition("<caption>3 players</caption>")[0]
    rows = re.findall(
        r'<th scope="row"[^>]*>([^<]+)<small>.*?"number">([^<]*)<small>.*?"number">([^<]*)</td>',
        of_four,
        re.DOTALL,
    )
    return {
        name: tuple(float(cell.replace("%", "").replace(",", "")) for cell in cells) for name, *cells in rows
    }


@pytest.mark.long
def test_games_placements_and_rates_are_those_of_the_tables_beside_those_of_all_seats(archive, text):
    games, seats = own_rows(archive, "players"), archive["seats"].to_pandas()
    placed = games[games["placement"].notna() & (games["players"] == 4)]
    own, shown_rates = own_rows(archive, "seats"), rates(text)
    wins = [100 * some[some["players"] == 4]["is_winner"].mean() for some in (own, seats)]

    assert f"<h1>{NAME}: {len(games)} games</h1>" in text
    assert shown_rates["First place"] == (
        pytest.approx(100 * (placed["placement"] == 1).mean(), abs=0.051),
        25,
    )
    assert shown_rates["Win rate"] == pytest.approx(wins, abs=0.051)
    assert re.search(r">\d+\.\d %<small>\d+\.\d % to \d+\.\d %</small></td>", text)
    assert len(shown_rates) == len(SHOWN)
    counts = [f"{count} of {players} players" for players, count in games["players"].value_counts().items()]
    assert f"Games: {', '.join(sorted(counts, reverse=True, key=lambda said: said[-9:]))}" in text


@pytest.mark.long
def test_the_best_and_the_worst_hands_are_drawn_and_can_be_stepped_through(archive, page, text):
    gains = sorted(own_rows(archive, "seats")["delta"].dropna().astype(int).tolist())
    titles = [int(gain.replace(",", "")) for gain in re.findall(r"<h3>([+-][\d,]+) points: ", text)]

    # A gain is what the hand changes, the own riichi stick included.
    assert titles[:3] == sorted(titles[:3], reverse=True)
    assert titles[3:] == sorted(titles[3:])
    assert abs(titles[0] - gains[-1]) <= 1000
    assert abs(titles[3] - gains[0]) <= 1000
    links = re.findall(r'href="(steady-games/[^"#]*)#', text)
    assert len(links) == 6
    assert {link.split("/")[1] for link in links} == {
        path.name for path in (page.parent / "steady-games").iterdir()
    }
    assert text.count('<figure class="hand"') == 6


@pytest.mark.long
def test_it_is_in_words_with_the_last_placements_and_without_months_where_there_is_one(text):
    assert [name for name in SHOWN if f">{name}<" in text] == []
    assert 'aria-label="Placements of the last ' in text
    assert "month by month" not in text
    assert re.search(r"Longest renchan: dealer for \d hands in a row, [ES][1-4] of 2199", text)
    assert "What are the wins dealt in to worth?" in text
    assert re.findall(r"(?:https?|ftp|wss?)?:?//[\w.]", text) == []


@pytest.fixture(scope="module")
def index(archive, tmp_path_factory):
    path = tmp_path_factory.mktemp("players") / "players.html"
    write_players(archive, path)
    return path


@pytest.mark.long
def test_an_index_has_every_player_with_games_and_rates(archive, index):
    players = archive["players"].to_pandas()
    own = own_rows(archive, "players")
    four = own[own["players"] == 4]
    wins = own_rows(archive, "seats").query("players == 4")["is_winner"].mean()
    rows = re.findall(r"<tr><td><details><summary>(.*?)</td></tr>", index.read_text(encoding="utf-8"))
    cells = [re.sub("</summary>.*?</td><td[^>]*>|</td><td[^>]*>", "|", row).split("|") for row in rows]
    (found,) = [row for row in cells if row[:2] == [NAME, "4"]]

    assert len(cells) == len(players[["name", "players"]].drop_duplicates())
    assert found[2] == str(len(four))
    assert float(found[3]) == pytest.approx(four["placement"].mean(), abs=0.01)
    assert float(found[4].removesuffix(" %")) == pytest.approx(100 * wins, abs=0.051)


@pytest.mark.long
def test_a_row_of_the_index_has_the_command_that_writes_the_page_of_its_player(index, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"<code>(.*?)</code>", index.read_text(encoding="utf-8"))
    words = [shlex.split(unescape(command)) for command in commands]
    (found,) = {tuple(each) for each in words if f"--player={NAME}" in each}

    assert found[0] == "tenhou-analyzer"
    assert CliRunner().invoke(cli, found[1:]).output == "player.html\n"
    assert f"<h1>{NAME}: " in (tmp_path / "player.html").read_text(encoding="utf-8")


@needs_browser
def test_the_index_is_searched_by_a_part_of_a_name(index, tab):
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


NASTY = "'; DROP TABLE players; --<script>alert(1)</script>"


@pytest.mark.long
def test_a_name_can_break_out_of_neither_a_query_nor_a_page(wrong_log, tmp_path):
    from urllib.parse import quote

    named = re.sub(rb'n0="[^"]*"', f'n0="{quote(NASTY)}"'.encode(), wrong_log.read_bytes())
    wrong_log.write_bytes(named)
    run = write_logs(tmp_path / "out", wrong_log)

    write_player(load_archive(run), NASTY, tmp_path / "p.html")
    write_players(load_archive(run), tmp_path / "index.html")

    text, index = ((tmp_path / name).read_text(encoding="utf-8") for name in ("p.html", "index.html"))
    for page in (text, index):
        assert "alert(1)" in page
        assert "<script>alert" not in page
    assert "<h1>&#39;; DROP TABLE players; --&lt;script&gt;" in text


@needs_browser
def test_on_a_phone_every_word_can_be_read(page, tab):
    words, width = tab.phone_words(page)

    assert len(words) > 100
    assert [each for each in words if each[0] < 14] == []
    assert width == 390
    assert (tab.messages, tab.loaded()) == ([], [])
