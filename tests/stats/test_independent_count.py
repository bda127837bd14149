"""What the catalogue counts is what the text of the logs says, read by regular expressions alone."""

import re
from collections import defaultdict
from itertools import pairwise

from analyzer.kernels import compiling
from analyzer.stats.archive import load_archive
from tests.logs import corpus_bytes, needs_all_logs
from tests.written_runs import write_logs


def attributes(text, tag):
    """Attributes of all elements of a kind."""
    return [dict(re.findall(r'(\w+)="([^"]*)"', one)) for one in re.findall(rf"<{tag} [^>]*", text)]


def count_game(text, add):
    """What is of a game, if its final scores are stated, and which hands are repeated."""
    deals = [deal for deal in re.split(r"(?=<INIT )", text)[1:] if re.search("<AGARI|<RYUUKYOKU", deal)]
    players = 3 if int(re.search(r'<GO [^>]*type="(\d+)"', text)[1]) & 0x10 else 4
    for deal in deals:
        count_hand(deal, players, add)
    for one, other in pairwise(re.findall(r'<INIT [^>]*seed="(\d+)', text)):
        add("renchan_rate", one == other)
    if owari := re.search(r'owari="([^"]*)"', text):
        scores = [100 * int(score) for score in owari[1].split(",")[: 2 * players : 2]]
        add("game_hands_mean", len(deals))
        for place, seat in enumerate(sorted(range(players), key=lambda seat: -scores[seat]), 1):
            add("final_placement_mean", place)
            add("final_score", scores[seat])
            add("bust_rate", scores[seat] < 0)


def count_hand(text, players, add):
    wins, draws = attributes(text, "AGARI"), attributes(text, "RYUUKYOKU")
    is_draw = bool(draws) and draws[0].get("type", "nm") == "nm"
    declared = [int(one["who"]) for one in attributes(text, "REACH") if one["step"] == "1"]
    add("draw_rate", is_draw)
    add("draw_rate by riichi_count", is_draw, len(declared))
    add("ryuukyoku_rate", bool(draws))
    add("hand_with_riichi_rate", bool(declared))
    for seat in range(players):
        count_seat(text, seat, wins, draws[0] if is_draw else None, add)
    for win in wins:
        _, points, _ = map(int, win["ten"].split(","))
        add("win_points", points)
        add("tsumo_rate", win["who"] == win["fromWho"])


def count_seat(text, seat, wins, draw, add):
    ends = [(int(win["who"]), int(win["fromWho"])) for win in wins]
    won = any(winner == seat for winner, _ in ends)
    dealt_in = any(winner != seat == source for winner, source in ends)
    # All calls but kita and closed kans open the tehai.
    codes = [int(one["m"]) for one in attributes(text, "N") if one["who"] == str(seat)]
    sticks = re.findall(rf'<REACH (?=[^>]*who="{seat}")[^>]*step="(\d)"', text)
    add("win_rate", won)
    add("deal_in_rate", dealt_in)
    add("tsumo_suffered_rate", any(winner == source != seat for winner, source in ends))
    add("riichi_rate", bool(sticks))
    is_open = any(code & 0b11100 or (code & 3 and not code & 0x20) for code in codes)
    add("open_rate", is_open)
    if is_open:
        add("open_deal_in_rate", dealt_in)
    if draw:
        add("draw_tenpai_rate", f"hai{seat}" in draw or "1" in sticks)
    if draw and "type" not in draw:
        called = "open_tenpai" if is_open else "silent_tenpai"
        state = "riichi" if sticks else called if f"hai{seat}" in draw else "noten"
        add("noten_payment_mean by state", 100 * int(draw["sc"].split(",")[2 * seat + 1]), state)
    if "1" in sticks:
        before = re.split(rf'<REACH (?=[^>]*who="{seat}")', text)[0]
        paid = sum(int(sc.split(",")[2 * seat + 1]) for sc in re.findall(r' sc="([^"]*)"', text))
        add("riichi_turn_mean", 1 + len(re.findall(rf"<{'DEFG'[seat]}\d", before)))
        add("riichi_win_rate", won)
        add("riichi_deal_in_rate", dealt_in)
        add("riichi_exhaustive_draw_rate", draw is not None)
        add("riichi_gain", 100 * paid - 1000 * ("2" in sticks))


def assert_counted(logs, run):
    counts = defaultdict(list)
    for path in logs:
        text = corpus_bytes(path).decode()
        count_game(text, lambda asked, number, *bins: counts[asked, bins].append(number))
    archive, found = load_archive(run), {}
    for asked in {asked for asked, _ in counts}:
        name, *by = asked.split(" by ")
        for row in archive.stat(name, by=by, pool_players=True).to_dict("records"):
            found[asked, tuple(row[one] for one in by)] = row["n"], round(row["value"] * row["n"])

    assert found == {key: (len(numbers), sum(numbers)) for key, numbers in counts.items()}


def test_the_catalogue_says_what_the_text_of_the_samples_says(root, samples):
    assert_counted(sorted((root / "data" / "samples").glob("*.mjlog")), samples)


@needs_all_logs
def test_the_catalogue_says_what_the_text_of_real_logs_says(corpus, tmp_path):
    logs = sorted((corpus / "phoenix").iterdir())[::2]

    with compiling():
        run = write_logs(tmp_path, *logs)

    assert_counted(logs, run)
