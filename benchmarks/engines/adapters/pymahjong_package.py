"""The package ``pymahjong``: a table that starts from a wall and is played to the end of a hand."""

from __future__ import annotations

import MahjongPyWrapper as mp  # noqa: N813 - as its own examples
from lines import Tiles, serve

HONOURS = dict(zip("ESWNPFC", ("1z", "2z", "3z", "4z", "5z", "6z", "7z"), strict=True))
CALLS = {
    "chi": mp.BaseAction.Chi, "pon": mp.BaseAction.Pon, "daiminkan": mp.BaseAction.Kan,
    "ankan": mp.BaseAction.AnKan, "kakan": mp.BaseAction.KaKan,
}  # fmt: skip
OUTCOMES = {
    "RonAgari": "win", "TsumoAgari": "win", "NoTileRyuuKyoku": "exhaustive",
    "NagashiMangan": "nagashi_mangan", "Ryukyouku_Interval_9Hai": "kyuushu_kyuuhai",
    "Ryukyouku_Interval_4Wind": "suufon_renda",
    "Ryukyouku_Interval_4Riichi": "suucha_riichi", "Ryukyouku_Interval_4Kan": "suukaikan",
    "Ryukyouku_Interval_3Ron": "sanchahou",
}  # fmt: skip
PASS = 0
LAST_OWN_TURN, LAST_RESPONSE = int(mp.PhaseEnum.P4_ACTION), int(mp.PhaseEnum.P4_RESPONSE)
LAST_CHANKAN = int(mp.PhaseEnum.P4_chankan)


class Refused(Exception):
    """The engine does not let a play be made."""


def plain(tile: str) -> str:
    """A tile of mjai in other words: ``5mr`` is ``0m``, ``P`` is ``5z``."""
    return HONOURS.get(tile) or (f"0{tile[1]}" if tile.endswith("r") else tile)


class Replay:
    """A hand played on the table of the engine."""

    def __init__(self, question: dict) -> None:
        start = question["mjai"][1]
        tiles = Tiles()
        self.wall = [tiles.of(tile)[0] for tile in question["wall"]]
        self.text = dict(zip(self.wall, question["wall"], strict=True))
        self.held: list[list[int]] = [[] for _ in range(4)]
        for place, tile in enumerate(self.wall[:52]):
            turn = place // 4 % 4 if place < 48 else place - 48
            self.held[(start["oya"] + turn) % 4].append(tile)
        self.live, self.dead = iter(self.wall[52:]), iter([self.wall[place] for place in (-2, -1, -4, -3)])
        self.table = mp.PaipuReplayer()
        wind = "ESWN".index(start["bakaze"])
        scores, sticks = start["scores"], start["kyotaku"]
        self.table.init(self.wall[::-1], scores, sticks, start["honba"], wind, start["oya"])
        self.riichi = self.replaces = self.is_begun = self.after_open_kan = False

    def choose(self, action: mp.BaseAction, tiles: list[int]) -> None:
        if not self.table.make_selection(self.table.get_selection_from_action(action, tiles)):
            raise Refused(f"{action} of {[self.text[tile] for tile in tiles]} is refused")

    def take(self, seat: int, name: str, *, last: bool = False) -> int:
        held = self.held[seat][::-1] if last else self.held[seat]
        tile = next(tile for tile in held if self.text[tile] == plain(name))
        self.held[seat].remove(tile)
        return tile

    def play(self, event: dict) -> None:
        kind, seat = event["type"], event.get("actor", 0)
        if kind == "tsumo":
            if self.is_begun and not self.after_open_kan:
                self.passes()
            self.held[seat].append(next(self.dead if self.replaces else self.live))
            self.is_begun, self.replaces, self.after_open_kan = True, False, False
        elif kind == "dahai":
            tile = self.take(seat, event["pai"], last=event["tsumogiri"])
            self.choose(mp.BaseAction.Riichi if self.riichi else mp.BaseAction.Discard, [tile])
            self.riichi = False
        elif kind == "reach":
            self.riichi = True
        elif kind in CALLS:
            self.call(kind, seat, event)

    def call(self, kind: str, seat: int, event: dict) -> None:
        names = [event["pai"]] if kind == "kakan" else event["consumed"]
        tiles = [self.take(seat, name) for name in names]
        for other in range(4):
            if self.table.get_phase() > LAST_OWN_TURN and other != seat:
                self.table.make_selection(PASS)
            if other == seat:
                self.choose(CALLS[kind], sorted(tiles))
                if kind in ("ankan", "kakan"):
                    break
        self.replaces = kind in ("ankan", "kakan", "daiminkan")
        self.after_open_kan = kind == "daiminkan"

    def passes(self) -> None:
        for _ in range(4):
            self.table.make_selection(PASS)

    def end(self, winners: list[int], *, declares: bool) -> None:
        """Let the seats call what they call."""
        if not winners:
            self.choose(mp.BaseAction.Kyushukyuhai, []) if declares else self.passes()
        elif self.table.get_phase() <= LAST_OWN_TURN:
            self.choose(mp.BaseAction.Tsumo, [])
        else:
            for seat in range(4):
                phase = self.table.get_phase()
                if seat not in winners:
                    self.table.make_selection(PASS)
                elif phase <= LAST_RESPONSE:
                    self.choose(mp.BaseAction.Ron, [])
                else:
                    chankan = phase <= LAST_CHANKAN
                    self.choose(mp.BaseAction.ChanKan if chankan else mp.BaseAction.ChanAnKan, [])


def answer(question: dict) -> dict:
    if question["rules"]["seats"] == 3:
        return {"unsupported": "three players"}
    if len(question["wins"]) == 3:
        return {"unsupported": "three rons"}
    replay, hand = Replay(question), question["hand"]
    try:
        for event in question["mjai"][2:]:
            replay.play(event)
        declares = not question["wins"] and hand["left"] > 0 and hand["last"].startswith("draw")
        replay.end([win["seat"] for win in question["wins"]], declares=declares)
    except Refused as error:
        return {"error": str(error)}
    if replay.table.get_phase() != int(mp.PhaseEnum.GAME_OVER):
        return {"outcome": "none"}
    result, dealer = replay.table.get_result(), question["mjai"][1]["oya"]
    wins = [{"winner": seat, "han": one.fan, "fu": one.fu} for seat, one in result.results.items()]
    return {
        "outcome": OUTCOMES[result.result_type.name],
        "deltas": [after - before for after, before in zip(result.score, hand["scores"], strict=True)],
        "next_dealer": dealer if result.renchan else (dealer + 1) % 4,
        **({"wins": wins} if result.results and question["wins"] else {}),
    }


if __name__ == "__main__":
    serve(answer)
