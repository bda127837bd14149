"""A game built play by play: read as any other log, and what cannot be is refused at once."""

import json

import pytest

import analyzer
from analyzer.errors import UserMistake
from analyzer.formats.log_id import GoType
from analyzer.vocabulary import TILES, DrawKind, EndKind, PlayKind, tile_text
from tests.case_files import each, rows
from tests.thinned import thinned
from tests.view.hands import SAMPLES

TEHAI = ["234567m345p55s67s", "19m19p19s1234567z", "112233m112233p9s", "456789s4567p123s"]
KANS = ["11133m456p78s777z", "13m5569p226s1234z", "557m99p999m333s56z", "889m147p147s2234z"]
NINE_KINDS = [TEHAI[1], TEHAI[0], *TEHAI[2:]]
RIGHT, WRONG = (13000, -12000, 0, 0), (19000, -18000, 0, 0)
NAMED = {"TEHAI": TEHAI, "SANMA": ["19m123456p123s44z", "9m1199p1199s5566z", "777888p777888s1z"]}


def build(tehai=TEHAI, indicator="9s", **deal):
    return analyzer.Game.build(4, "tenhou").deal("E1.0", tehai, indicator, **deal)


def checks(game):
    return sorted((one.check, str(one.verdict)) for one in game.findings)


def won(**claimed):
    """A game in which seat 0 declares riichi at once and wins on the next discard, with these claims."""
    builder = build(scores=[25000] * 4).draw(0, "1z").riichi(0, "1z").draw(1, "8s").discard(1, "8s")
    return builder.win(0, **claimed).ends().game()


def test_a_win_is_settled_and_judged_by_what_is_claimed():
    good, bad = won(ura="2z", deltas=RIGHT, fu=30, points=12000), won(ura="2z", deltas=WRONG)

    assert good.hand("E1.0").settlement().deltas == RIGHT
    assert [check for check, _ in checks(good) if check.startswith("win-")] == []
    assert [check for check, _ in checks(bad) if check.startswith("win-")] == ["win-payment"]


def test_what_is_not_given_is_absent_not_judged_and_not_shown_as_a_claim():
    game, paid = won(), won(deltas=WRONG).hand(0)
    tallies = game.review.tallies

    for check in ("win-payment", "win-yaku", "win-fu", "win-points", "wall-deal"):
        assert (tallies[check].passed, tallies[check].failed) == (0, 0), check
    assert [verdict for _, verdict in checks(game) if verdict != "undecided"] == []
    assert game.players == ("", "", "", "")
    # The game ends without final scores.
    assert "1st" not in game.html().partition("<body>")[0]
    assert game.hand(0).settlement().wins[0].deltas == RIGHT
    assert "its value is not stated" in paid.text()
    assert [what for what, _, _ in paid.explain().differences] == ["payments"]
    assert "no yaku" not in str(paid.explain())


def test_every_call_is_played():
    game = (
        build(KANS, indicator="1s")
        .draw(0, "0m").discard(0, "0m")
        .call(2, "pon 055m from 0").discard(2, "6z")
        .draw(3, "8p").discard(3, "8p")
        .draw(0, "7z").call(0, "ankan 7777z").dora("8m").draw(0, "6m").discard(0, "6m")
        .draw(1, "6p").discard(1, "2s")
        .draw(2, "5z").discard(2, "5z").draw(3, "9s").discard(3, "2z")
        .draw(0, "2m").discard(0, "2m").call(1, "chi 123m").discard(1, "6s")
        .draw(2, "5m").call(2, "kakan 0555m").draw(2, "8m").dora("7p").discard(2, "7m")
        .draw(3, "3s").discard(3, "3s").call(2, "daiminkan 3333s").draw(2, "2s").dora("3p").discard(2, "9m")
    ).game()  # fmt: skip

    assert [check for check, verdict in checks(game) if verdict != "undecided"] == []
    kinds = [play.kind.name for play in game.hand(0).play_list]
    calls = ["PON", "ANKAN", "CHI", "KAKAN", "DAIMINKAN"]
    assert [kind for kind in kinds if kind not in ("DRAW", "DISCARD", "DORA")] == calls


def test_draws_claim_their_kind_and_several_hands_make_a_game_with_names():
    def drawn(tehai):
        builder = analyzer.Game.build(4, "tenhou", names=[*"ABCD"]).deal("E1.0", tehai, "9s").draw(0, "1z")
        return builder.draw_ends("kyuushu_kyuuhai", deltas=[0] * 4).deal("E1.1", TEHAI, "9s").game()

    right, wrong = drawn(NINE_KINDS), drawn(TEHAI)

    assert right.hand(0).settlement().draw.kind == "kyuushu_kyuuhai"
    assert "draw-kind" not in dict(checks(right))
    assert dict(checks(wrong))["draw-kind"] == "inconsistent"
    assert (right.players, [hand.kyoku for hand in right.hands]) == (("A", "B", "C", "D"), ["E1.0", "E1.1"])


def test_two_win_on_one_tile_and_the_riichi_of_a_tile_that_they_or_three_win_on_is_not_paid():
    tehai = [TEHAI[0], "345m345p678p55s67s", "112233m112233p9s", "19m19p19s1234567z"]

    def declared():
        start = build(tehai, indicator="4z").draw(0, "7z").discard(0, "7z").draw(1, "6z").discard(1, "6z")
        return start.draw(2, "8s").riichi(2, "8s")

    both, three = declared().win(0).win(1), declared().draw_ends("sanchahou")

    lines = [[json.loads(line)["type"] for line in one.mjai.splitlines()] for one in (both, three)]
    assert lines[0][-5:] == ["reach", "dahai", "hora", "hora", "end_kyoku"]
    assert lines[1][-4:] == ["reach", "dahai", "ryukyoku", "end_kyoku"]
    settled = both.game().hand(0).settlement("tenhou")
    assert ([win.winner for win in settled.wins], settled.kyotaku) == ([0, 1], 0)


def played(builder, plays):
    for name, *given in plays:
        named = given.pop() if given and isinstance(given[-1], dict) else {}
        getattr(builder, name)(*(NAMED.get(str(one), one) for one in given), **named)


@each(rows("view/builder", "mistake"))
def test_what_cannot_be_on_the_table_is_one_clear_line(row):
    with pytest.raises(UserMistake) as told:
        played(analyzer.Game.build(**row["game"]) if "game" in row else build(), row["plays"])

    assert "\n" not in str(told.value)
    assert row["says"] in str(told.value)


def test_four_plain_fives_are_those_of_a_wall_without_red_ones():
    # Three of the haipai of all seats are 5s; the fourth that is drawn is the tile that is red elsewhere.
    game = analyzer.Game.build().deal("E1.0", TEHAI, "9s").draw(0, "5s").discard(0, "5s").game()

    assert [tile_text(tile, with_aka=False) for tile in game.review.events.plays.tile.tolist()] == ["5s"] * 2
    assert game.review.tallies["tile-place"].failed == 0
    assert sum(game.hand(0).rules().red_fives) == 0


def test_what_can_be_and_is_not_allowed_is_a_finding():
    # The first discard of a dealer who was dealt 14 tiles may be called one from the hand.
    game = build().draw(0, "1z").discard(0, "1z", tsumogiri=False).game()
    assert game.hand(0).play_list[1].is_tsumogiri
    game = build().draw(0, "1z").riichi(0, "2m").draw(1, "8s").discard(1, "8s").game()

    assert [check for check, verdict in checks(game) if verdict == "inconsistent"] == ["riichi-procedure"]


def plays_of(hand):
    return [str(play) for play in hand.play_list if play.kind != PlayKind.RIICHI_ACCEPTED]


def rebuilt(game):
    """A game of a log built anew from what was played, claiming payments and ura only."""
    events, players, go_type = (
        game.review.events,
        game.hand(0).players,
        int(game.review.events.games.go_type[0]),
    )
    hands, results = events.hands, events.results
    length = "hanchan" if go_type & GoType.HANCHAN else "tonpuu"
    builder = analyzer.Game.build(players, length=length)

    def text(*tiles):
        texts = [tile_text(tile, with_aka=not go_type & GoType.NO_AKA) for tile in tiles if tile < TILES]
        return "".join(texts)

    for row, hand in enumerate(game.hands):
        builder.deal(
            hand.kyoku,
            [text(*hands.haipai[row, seat].tolist()) for seat in range(players)],
            text(int(hands.indicator[row])),
            scores=hands.scores[row, :players].tolist(),
            sticks=int(hands.kyotaku[row]),
        )
        discard = builder.discard
        for play in hand.play_list:
            if play.kind == PlayKind.DRAW:
                builder.draw(play.seat, text(play.tile))
            elif play.kind == PlayKind.DISCARD:
                discard(play.seat, text(play.tile))
                discard = builder.discard
            elif play.kind == PlayKind.RIICHI:
                discard = builder.riichi
            elif play.kind == PlayKind.DORA:
                builder.dora(text(play.tile))
            elif play.kind != PlayKind.RIICHI_ACCEPTED:
                ranks, suit = text(*play.tiles)[::2], text(*play.tiles)[-1]
                is_kita = play.kind == PlayKind.KITA
                builder.call(play.seat, "kita" if is_kita else f"{play.kind.name.lower()} {ranks}{suit}")
        for result in range(*hands.result_offsets[row : row + 2].tolist()):
            deltas = results.deltas[result, :players].tolist()
            if results.end[result] == EndKind.AGARI:
                ura = text(*results.ura[result].tolist())
                builder.win(int(results.winner[result]), ura=ura, deltas=deltas)
            else:
                builder.draw_ends(DrawKind(int(results.draw_kind[result])).text, deltas=deltas)
    return builder.ends().game()


@pytest.mark.parametrize("path", thinned(sorted(SAMPLES.glob("*.mjlog")), 3), ids=lambda path: path.stem)
def test_a_sample_game_that_is_built_anew_is_settled_alike_and_without_findings(path):
    logged = analyzer.read(path)
    if logged.findings:
        pytest.skip("the sample is about a finding")

    built = rebuilt(logged)

    assert [str(one) for one in built.findings if one.verdict != "undecided"] == []
    assert [hand.settlement().to_dict() for hand in built.hands] == [
        hand.settlement().to_dict() for hand in logged.hands
    ]
    assert list(map(plays_of, built.hands)) == list(map(plays_of, logged.hands))
    again = analyzer.read(built.to_mjai().text.encode())
    assert [(one.check, one.element) for one in again.findings] == [
        (one.check, one.element) for one in built.findings
    ]
    assert list(map(plays_of, again.hands)) == list(map(plays_of, built.hands))
