"""The package ``riichienv`` as a table: it starts from a wall and is played to the end of a hand."""

from __future__ import annotations

import json

import riichienv
from lines import Tiles, serve

DEAD_WALL = 14
NOT_PLAYED = ("tsumo", "dora", "reach_accepted")
# By the first letters of the names that its versions write.
OUTCOMES = {
    "exh": "exhaustive", "nag": "nagashi_mangan", "kyu": "kyuushu_kyuuhai", "suf": "suufon_renda",
    "suuf": "suufon_renda", "suuc": "suucha_riichi", "suur": "suucha_riichi",
    "suuk": "suukaikan", "san": "sanchahou",
}  # fmt: skip


def outcome_of(reason: str) -> str:
    return next((name for letters, name in OUTCOMES.items() if reason.startswith(letters)), reason)


def kind_of(action: object) -> str:
    return str(action.action_type).rpartition(".")[2].lower().replace("_", "")


class Table:
    """A hand on the table of the engine."""

    def __init__(self, question: dict) -> None:
        start, tiles = question["mjai"][1], Tiles()
        wall = [tiles.of(tile)[0] for tile in question["wall"]]
        # Its indicators lie below those under them, and replacement tiles come one by one.
        dead = wall[-DEAD_WALL:]
        wall[-DEAD_WALL:] = [dead[place ^ 1] for place in range(DEAD_WALL)]
        self.env = riichienv.RiichiEnv(game_mode="4p-red-half", rule=riichienv.GameRule.default_tenhou())
        self.seen = self.env.reset(
            oya=start["oya"],
            wall=wall,
            round_wind="ESWN".index(start["bakaze"]),
            scores=start["scores"],
            honba=start["honba"],
            kyotaku=start["kyotaku"],
        )
        self.begun = len(self.env.mjai_log)

    def step(self, chosen: dict[int, object]) -> None:
        """The chosen actions; whoever else may act passes."""
        others = {seat: self.action(seat, "pass") for seat in self.seen if seat not in chosen}
        self.seen = self.env.step({seat: action for seat, action in {**others, **chosen}.items() if action})

    def action(self, seat: int, kind: str) -> object:
        legal = self.seen[seat].legal_actions() if seat in self.seen else []
        return next((action for action in legal if kind_of(action) == kind), None)

    def play(self, event: dict) -> str | None:
        """Make a play; says so where the engine does not let it be made."""
        seat = event["actor"]
        for _ in range(4):
            found = self.seen[seat].select_action_from_mjai(json.dumps(event)) if seat in self.seen else None
            if found is not None:
                self.step({seat: found})
                return None
            if self.ended() or any(self.action(other, "pass") is None for other in self.seen):
                break
            self.step({})
        return f"{event['type']} of seat {seat} is not legal"

    def logged(self, *kinds: str) -> list[dict]:
        """What it has logged since the hand began."""
        events = [json.loads(one) if isinstance(one, str) else one for one in self.env.mjai_log[self.begun :]]
        return [event for event in events if event["type"] in kinds]

    def ended(self) -> list[dict]:
        """The results of the hand."""
        return self.logged("hora", "ryukyoku")

    def follows(self) -> dict:
        """What it goes on with."""
        if self.logged("end_game"):
            return {"end": {"scores": list(self.env.scores())}}
        for start in self.logged("start_kyoku")[:1]:
            hand = f"{start['bakaze']}{start['kyoku']}.{start['honba']}"
            return {"next_hand": hand, "next_dealer": start["oya"], "kyotaku": start["kyotaku"], "end": None}
        return {}

    def finish(self, question: dict) -> None:
        """Let the seats call what they call; before a tsumo others may have to pass."""
        hand, wanted = question["hand"], {win["seat"]: ("ron", "tsumo") for win in question["wins"]}
        if not wanted and hand["left"] and hand["last"].startswith("draw"):
            wanted = {int(hand["last"].split()[1]): ("kyushukyuhai",)}
        for _ in range(4):
            legal = {
                (seat, kind): self.action(seat, kind) for seat, kinds in wanted.items() for kind in kinds
            }
            calls = {seat: action for (seat, _), action in legal.items() if action}
            self.step(calls)
            if self.ended() or calls:
                break


def answer(question: dict) -> dict:
    table = Table(question)
    for event in question["mjai"][2:]:
        if event["type"] not in NOT_PLAYED and not table.ended():
            refused = table.play(event)
            if refused:
                return {"error": refused}
    if not table.ended():
        table.finish(question)
    results = table.ended()
    if not results:
        return {"outcome": "none"}
    deltas = [sum(seat) for seat in zip(*(result["deltas"] for result in results), strict=True)]
    outcome = "win" if results[0]["type"] == "hora" else outcome_of(results[0]["reason"])
    found = {"outcome": outcome, "deltas": deltas, **table.follows()}
    if results[0]["type"] == "hora":
        found["wins"] = [{"winner": result["actor"], "deltas": result["deltas"]} for result in results]
    return found


if __name__ == "__main__":
    serve(answer)
