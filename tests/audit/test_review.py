"""What a review says of logs that are honest, damaged, cut, odd, or of unknown rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.audit import CHECKS, LogName, Review, Verdict, review
from analyzer.errors import UserMistake
from analyzer.formats.any_format import read_logs
from analyzer.formats.conversion import convert
from analyzer.vocabulary import DrawKind, EndKind
from tests.hands import Hand, log_of
from tests.logs import Elements, corpus_bytes, corpus_paths, needs_corpus

NAME = LogName("2022020100gm-00a9-0000-00000000", "log.mjlog")
SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"
NINE = "19m19p19s1234567z"


def kyuushu() -> Hand:
    """A hand that ends by nine kinds at the first draw."""
    return (
        Hand(NINE, "2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s")
        .draw(0, "5m")
        .ryuukyoku(0, kind="yao9")
    )


# Games without a seed that stop after a hand or two: these checks would say so each time.
ASIDE = ("game-over", "final-scores", "final-result", "wall-seed")
CHECKED = [check.id for check in CHECKS if check.id not in ASIDE]


def review_of(data: bytes, rules: str = "auto") -> Review:
    return review([(NAME, data)], rules, CHECKED)


def said(result: Review) -> list[tuple[str, str]]:
    return [(finding.check, finding.verdict.value) for finding in result.findings]


def test_an_honest_draw_passes() -> None:
    result = review_of(kyuushu().xml())

    assert said(result) == []
    assert (result.tallies["draw-kind"].passed, result.tallies["draw-kind"].failed) == (1, 0)
    assert result.rule_sets == ("tenhou",)


def test_a_fault_of_a_whole_game_is_found_beside_logs_of_other_forms() -> None:
    log = kyuushu().xml().replace(b'<TAIKYOKU oya="0"', b'<TAIKYOKU oya="2"')
    lines = convert(*read_logs([kyuushu().xml()]).read(), "mjai").text

    found = review(
        [(NAME, log), (LogName("other", "other.jsonl"), lines.encode())], checks=["dealer"]
    ).findings

    assert [(one.source, one.check, one.hand) for one in found] == [("log.mjlog", "dealer", None)]


def before_the_first_hand(data: bytes) -> bytes:
    """The log up to its first hand, its seed with it."""
    return data[: data.index(b"<INIT")]


def test_a_log_that_ends_before_its_first_hand_is_read_and_only_cut() -> None:
    """With a seed, of which walls could be dealt, and without."""
    seeded = next(path for path in sorted(SAMPLES.glob("*.mjlog")) if b"<SHUFFLE" in path.read_bytes())

    for name, data in ((NAME, kyuushu().xml()), (LogName(seeded.stem, "log.mjlog"), seeded.read_bytes())):
        result = review([(name, before_the_first_hand(data))])

        assert said(result) == [("whole-log", "undecided")]
        assert result.findings[0].message == "undecided: the log ends before its game does"
        assert len(result.facts.players) == 0


def test_every_check_has_a_count_even_when_it_never_ran() -> None:
    result = review([(NAME, kyuushu().xml())])

    assert set(result.tallies) == {check.id for check in CHECKS}
    assert result.tallies["next-honba"].passed == 0


def test_bytes_that_are_no_log_are_a_finding_and_the_rest_is_read() -> None:
    other = LogName("b", "b.mjlog")

    result = review([(NAME, b"not a log"), (other, kyuushu().xml())], checks=CHECKED)

    assert said(result) == [("well-formed", "malformed")]
    assert result.findings[0].source == "log.mjlog"
    assert result.logs == (other,)
    assert result.unreadable == 1


def test_no_log_at_all_gives_no_finding() -> None:
    result = review([])

    assert result.findings == ()
    assert result.logs == ()


def test_an_unknown_attribute_is_said_once_and_is_not_fatal() -> None:
    log = Elements.of(log_of(kyuushu()))
    for index in (1, 4):
        log[index] = log[index].replace("/>", ' colour="red"/>')

    result = review_of(log.xml())

    assert said(result) == [("known-vocabulary", "undecided")]
    assert result.tallies["draw-kind"].passed == 1


def test_an_unknown_tag_is_said_once_and_is_not_fatal() -> None:
    log = Elements.of(log_of(kyuushu()))
    log.insert(3, "<CHAT/>")
    log.insert(3, "<CHAT/>")

    assert said(review_of(log.xml())) == [("known-vocabulary", "undecided")]


def test_a_duplicate_attribute_is_read_and_said() -> None:
    log = Elements.of(log_of(kyuushu()))
    log[4] = log[4].replace("<INIT ", '<INIT oya="0" ')

    result = review_of(log.xml())

    assert said(result) == [("well-formed", "malformed")]
    assert result.findings[0].element == 4
    assert result.tallies["draw-kind"].passed == 1


def test_a_cut_log_gives_its_whole_hands_and_leaves_the_rest_undecided() -> None:
    first, second = (
        kyuushu(),
        Hand(NINE, "2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s", kyoku="E1.1"),
    )
    first.lines[-1] = first.lines[-1].split("owari")[0] + "/>"
    data = log_of(first, second.draw(0, "5m"))

    result = review_of(data.removesuffix(b"</mjloggm>")[:-3])

    assert said(result) == [("whole-log", "undecided")]
    assert result.tallies["draw-kind"].passed == 1


def test_a_malformed_hand_is_said_once_and_the_others_are_judged() -> None:
    first = kyuushu()
    first.lines[-1] = first.lines[-1].split("owari")[0] + "/>"
    second = Hand(NINE, "2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s", kyoku="E1.1")
    log = Elements.of(log_of(first, second.draw(0, "5m").ryuukyoku(0, kind="yao9")))
    log[5] = "<T999/>"

    result = review_of(log.xml())

    faults = [finding for finding in result.findings if finding.verdict != Verdict.UNDECIDED]
    assert [(fault.check, fault.hand, fault.element) for fault in faults] == [("well-formed", 0, 5)]
    assert (result.tallies["draw-kind"].passed, result.tallies["draw-kind"].undecided) == (1, 1)


def test_rules_that_a_lobby_announces_are_those_of_its_game() -> None:
    log = Elements.of(log_of(kyuushu()))
    log[1] = '<GO type="257" lobby="1" title="" rule=",,0101,0,0,0,0" ranking="" csrule="00000800"/>'

    result = review_of(log.xml())

    # Bit 0x800: no kyuushu kyuuhai.
    assert ("draw-kind", "inconsistent") in said(result)


def test_an_announced_rule_that_nobody_has_documented_is_undecided_and_never_a_pass() -> None:
    log = Elements.of(log_of(kyuushu()))
    log[1] = (
        '<GO type="265" lobby="1" title="" rule=",,0109,0,0,0,0" csrule="00200000,00000004,,,,,,,,,,,5"/>'
    )

    result = review([(LogName("2022020100gm-0109-0001-00000000", "log.mjlog"), log.xml())])

    assert said(result)[0] == ("rule-set", "undecided")
    assert ("draw-payment", "undecided") in said(result)
    assert "csrule entry [12] is 5, whose meaning is not documented" in result.findings[0].message
    assert (result.tallies["draw-payment"].passed, result.tallies["draw-payment"].undecided) == (0, 1)


def test_a_type_of_go_that_is_not_the_one_in_the_log_id_is_named_where_both_are_stated() -> None:
    """A faster game by the same rules, which nothing in its play tells."""
    log = Elements.of(log_of(kyuushu()))
    log[1] = '<GO type="233" lobby="0"/>'

    result = review_of(log.xml())

    assert said(result) == [("rule-set", "inconsistent")]
    assert (result.findings[0].claimed, result.findings[0].computed) == ("type 233", "type 169")
    for unnamed in ("log", "2022020100gm-00e9-0000-00000000"):
        assert said(review([(LogName(unnamed, "log.mjlog"), log.xml())], checks=CHECKED)) == []
    log[1] = "<GO lobby='0'/>"
    assert ("rule-set", "inconsistent") not in said(review_of(log.xml()))


def test_the_users_rule_set_is_used_for_all_logs() -> None:
    result = review_of(kyuushu().xml(), rules="wrc-2015")

    assert result.rule_sets == ("wrc-2015",)
    assert ("draw-kind", "inconsistent") in said(result)


def test_a_rule_set_for_other_seats_judges_nothing() -> None:
    result = review_of(kyuushu().xml(), rules="tenhou-sanma")

    assert said(result)[0] == ("rule-set", "undecided")
    assert {verdict for _, verdict in said(result)} == {"undecided"}
    assert result.tallies["draw-kind"].undecided == 1


def test_only_the_checks_asked_for_run() -> None:
    result = review([(NAME, kyuushu().xml())], checks=["draw-kind"])

    assert list(result.tallies) == ["draw-kind"]


def test_a_check_that_does_not_exist_is_the_users_mistake() -> None:
    with pytest.raises(UserMistake, match="draw-knid"):
        review([], checks=["draw-knid"])


def test_ids_of_checks_are_unique_and_every_check_names_its_rule_and_source() -> None:
    ids = [check.id for check in CHECKS]

    assert len(set(ids)) == len(ids)
    assert all(check.title and check.rule and check.source for check in CHECKS)


def test_an_inconsistency_is_one_sentence_with_claim_computation_rule_and_source() -> None:
    hand = kyuushu()
    hand.lines[-1] = hand.lines[-1].replace('type="yao9"', 'type="kaze4"')

    finding = review_of(hand.xml()).findings[0]

    assert finding.verdict == Verdict.INCONSISTENT
    assert (finding.claimed, finding.computed) == ("suufon_renda", "kyuushu_kyuuhai")
    assert str(finding).startswith(
        "2022020100gm-00a9-0000-00000000 E1.0 #6 draw-kind: log says suufon_renda, play"
    )
    assert "rule: " in finding.message


@needs_corpus
@pytest.mark.parametrize(
    ("name", "hand", "kind"),
    [
        # Arcturus wiki, "Tochuu ryuukyoku": example logs, with the index of the hand.
        ("2015090309gm-0009-7447-fa717ec6", 7, "suufon_renda"),
        ("2014011202gm-0089-0000-c5a5f508", 1, "kyuushu_kyuuhai"),
        ("2014081419gm-0009-7447-b66ad799", 6, "suucha_riichi"),
        ("2014021417gm-0009-7447-00d6d80f", 5, "suukaikan"),
    ],
)
def test_the_example_logs_show_their_abortive_draw_at_the_hand_named(name: str, hand: int, kind: str) -> None:
    (path,) = (path for path in corpus_paths("seed-examples") if path.stem == name)

    result = review([(LogName(name, name), corpus_bytes(path))])

    assert result.findings == ()
    assert result.facts.end[hand] == EndKind.RYUUKYOKU
    assert DrawKind(int(result.draws.kind[hand])).text == kind
