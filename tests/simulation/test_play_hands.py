"""Games whose hands come from elsewhere: real ones given back hand by hand, and hands that cannot be."""

import numpy as np
import pytest

from analyzer.formats.log_id import parse_log_id
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.reader import read_markup
from analyzer.replay import Illegal
from analyzer.rules import choose, load
from analyzer.simulation.scenarios import play_hands
from tests.hands import Hand
from tests.logs import corpus_bytes, corpus_paths, needs_corpus
from tests.scenarios.telling import read
from tests.simulation.rounds import played_hand

NINE_KINDS = "258m19m19p19s1234z", "334455m667788p5z", "334455s667788m5z", "334455p667788s5z"


def nine_kinds():
    return Hand(*NINE_KINDS).draw(0, "5m").events()


@needs_corpus
@pytest.mark.parametrize("path", corpus_paths("phoenix")[::50], ids=lambda path: path.stem)
def test_a_real_game_given_hand_by_hand_comes_out_as_it_is_logged(path):
    events = decode(read_markup(corpus_bytes(path))[0])
    go_type, players = int(events.games.go_type[0]), int(events.games.players[0])
    played_on = parse_log_id(path.stem).day
    rules = choose(go_type, 0, played_on, players=players).rule_set()
    asked = []

    def source(standing, _):
        asked.append((standing.kyoku, standing.honba, standing.kyotaku, standing.dealer, standing.scores))
        return played_hand(events, standing.hands_played)

    played = read(play_hands("real", rules, source))

    said = zip(
        *(column.tolist() for column in (events.hands.kyoku, events.hands.honba, events.hands.kyotaku)),
        events.hands.dealer.tolist(),
        map(tuple, events.hands.scores.tolist()),
        strict=True,
    )
    assert asked == list(said)
    for part in ("hands", "plays", "calls", "results"):
        for name in set(getattr(events, part)._fields) - {"element"}:
            ours, logged = (getattr(getattr(each, part), name) for each in (played, events))
            np.testing.assert_array_equal(ours, logged, err_msg=name, strict=True)
    np.testing.assert_array_equal(played.deposits, events.deposits, strict=True)


def test_a_game_that_is_given_no_more_hands_stops_without_its_end():
    hands = iter([played_hand(nine_kinds(), 0), None])

    played = read(play_hands("cut", load("tenhou"), lambda *_: next(hands)))

    assert (len(played.hands.game), played.results.has_owari.tolist()) == (1, [False])


def test_an_illegal_play_must_be_meant():
    """An indicator is shown, and nobody has made a kan."""
    hand = played_hand(Hand(*NINE_KINDS).dora("9p").draw(0, "5m").events(), 0)
    hands = iter([hand, None])

    with pytest.raises(RuntimeError, match="illegal plays"):
        play_hands("illegal", load("tenhou"), lambda *_: next(hands))


def test_a_hand_that_is_legal_though_it_is_said_not_to_be_is_a_mistake():
    hand = played_hand(nine_kinds(), 0)._replace(illegal=(Illegal.NO_WINNING_TILE,))
    hands = iter([hand, None])

    with pytest.raises(RuntimeError, match="illegal plays"):
        play_hands("illegal", load("tenhou"), lambda *_: next(hands))
