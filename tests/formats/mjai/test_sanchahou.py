"""Three rons on one tile, which mjai names without their seats."""

from __future__ import annotations

import analyzer

TEHAI = ["234567m345p55s67s", "345m234p678p99m67s", "112233m112233p9s", "456p789p111z22z67s"]


def test_three_rons_are_those_of_all_others():
    game = (
        analyzer.Game.build()
        .deal("E1.0", TEHAI, "4z")
        .draw(0, "7z").discard(0, "7z").draw(1, "6z").discard(1, "6z")
        .draw(2, "8s").discard(2, "8s").draw_ends("sanchahou", deltas=[0] * 4).game()
    )  # fmt: skip

    assert [str(one) for one in game.findings if one.verdict != "undecided"] == []
    assert game.hand(0).settlement().draw.kind == "sanchahou"
    assert game.review.tallies["shown-seats"].absent == 1
