"""Real games: what was paid, which hand followed, how the game ended, against what the rules give.

A sample of the corpus is enough here: the audit judges all of it.
"""

import gzip

import numpy as np
import pytest

from analyzer.formats.headers import Headers
from analyzer.formats.log_id import parse_log_id
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.heads import Heads
from analyzer.formats.mjlog.markup import concatenate
from analyzer.formats.mjlog.reader import read_markup
from analyzer.replay import replay
from analyzer.replay.facts import take
from analyzer.rules import Announcement, Area, choose
from analyzer.settlement import Situation, settle
from analyzer.settlement.game_end import EndCause, final_results, leftover_points
from analyzer.vocabulary import ABSENT, DrawKind, EndKind

SEED_EXAMPLES = {
    "2015090309gm-0009-7447-fa717ec6": (7, DrawKind.SUUFON_RENDA),
    "2014011202gm-0089-0000-c5a5f508": (1, DrawKind.KYUUSHU_KYUUHAI),
    "2014081419gm-0009-7447-b66ad799": (6, DrawKind.SUUCHA_RIICHI),
    "2014021417gm-0009-7447-00d6d80f": (5, DrawKind.SUUKAIKAN),
}
"""Hand of each example log that is a draw of its kind; Arcturus wiki, "Tochuu ryuukyoku"."""


class Games:
    """Some games, replayed and settled game by game."""

    def __init__(self, paths):
        contents = [path.read_bytes() for path in paths]
        logs = [gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data for data in contents]
        self.names = [path.name.partition(".")[0] for path in paths]
        markup = concatenate([read_markup(log)[0] for log in logs])
        self.events, self.announcements = decode(markup), Headers([Heads(markup)]).announcements
        self.facts, self.illegals = replay(self.events)

    def rules(self, game):
        games, log_id = self.events.games, parse_log_id(self.names[game])
        numbers = (int(games.go_type[game]), int(games.lobby[game]))
        go_type, lobby = (None if number == ABSENT else number for number in numbers)
        return choose(
            go_type,
            lobby,
            None if log_id is None else log_id.day,
            players=int(games.players[game]),
            announcement=Announcement(*self.announcements.get(game, ())),
        )

    def settled(self, game):
        """Rows of the hands that have a result, the rule set, their facts and settlement."""
        events, results = self.events, self.events.results
        rows = np.arange(events.games.hand_offsets[game], events.games.hand_offsets[game + 1])
        ends = events.hands.result_offsets
        rows = rows[events.hands.readable[rows] & (ends[rows + 1] > ends[rows])]
        first, last = ends[rows], ends[rows + 1] - 1
        ura = np.where(results.has_ura[first][:, None], results.ura[first], results.ura[last])
        situation = Situation(
            events.hands.kyoku[rows],
            events.hands.honba[rows],
            results.dora[first],
            ura,
            np.zeros(len(rows), np.int32),
        )
        rules, facts = self.rules(game).rule_set(), take(self.facts, rows)
        return rows, rules, facts, settle(facts, rules, situation)


def paid(games, rows):
    """What the log says was paid in each hand, all results together."""
    total = np.zeros((len(games.events.hands.game), 4), np.int64)
    np.add.at(total, games.events.results.hand, games.events.results.deltas)
    return total[rows]


@pytest.fixture(scope="module")
def examples(corpus):
    return Games([next(corpus.glob(f"seed-examples/{name}*")) for name in SEED_EXAMPLES])


@pytest.fixture(scope="module")
def sample(corpus):
    """Every twentieth game of the Phoenix room: four players, East only, three players."""
    return Games(sorted(corpus.glob("phoenix/*"))[::20])


def test_the_example_logs_show_their_draw_at_their_hand(examples):
    for game, (hand, kind) in enumerate(SEED_EXAMPLES.values()):
        *_, settled = examples.settled(game)

        assert settled.draws.kind[hand] == kind
        assert not settled.won[hand]
        assert not settled.overdue.any()


def test_every_hand_pays_what_the_log_says(examples, sample):
    for games in (examples, sample):
        for game, name in enumerate(games.names):
            rows, *_, settled = games.settled(game)

            assert np.array_equal(settled.deltas, paid(games, rows)), name


def test_every_draw_is_of_the_kind_the_log_says(examples, sample):
    for games in (examples, sample):
        results = games.events.results
        for game, name in enumerate(games.names):
            rows, _, _, settled = games.settled(game)
            result = games.events.hands.result_offsets[rows]
            drawn = results.end[result] == EndKind.RYUUKYOKU

            assert np.array_equal(settled.won, ~drawn), name
            assert np.array_equal(settled.draws.kind[drawn], results.draw_kind[result][drawn]), name


def test_the_next_hand_is_the_one_that_follows(examples, sample):
    for games in (examples, sample):
        hands = games.events.hands
        for game, name in enumerate(games.names):
            rows, _, _, settled = games.settled(game)
            after, following = settled.after, rows[1:]

            assert np.array_equal(after.kyoku[:-1], hands.kyoku[following]), name
            assert np.array_equal(after.honba[:-1], hands.honba[following]), name
            assert np.array_equal(after.kyotaku[:-1], hands.kyotaku[following]), name
            assert np.array_equal(after.dealer[:-1], hands.dealer[following]), name


def test_a_game_ends_where_the_rules_end_it_and_with_their_result(examples, sample):
    for games in (examples, sample):
        results = games.events.results
        for game, name in enumerate(games.names):
            assert Area.GAME_END not in games.rules(game).unknown
            rows, rules, facts, settled = games.settled(game)
            scores, end = (facts.scores + settled.deltas)[:, : rules.seats], settled.game_end
            final = scores[-1:] + leftover_points(scores[-1:], settled.after.kyotaku[-1:], rules)
            last = games.events.hands.result_offsets[rows[-1] + 1] - 1

            assert (end.cause[:-1] == EndCause.NONE).all(), name
            assert end.cause[-1] != EndCause.NONE, name
            assert final[0].tolist() == results.final_scores[last, : rules.seats].tolist(), name
            tenths = (results.final_results[last, : rules.seats] * 100).tolist()
            assert final_results(final, rules)[0].tolist() == tenths, name
