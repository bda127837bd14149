"""Simulated games as Mahjong Soul's records, in every form that people have; never a copy of a real one."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import re
from functools import cache

from analyzer.formats.any_format import read_log
from analyzer.formats.headers import Headers
from analyzer.formats.mahjong_soul.messages import _MESSAGES
from analyzer.formats.one_game import OneGame
from analyzer.simulation import simulate
from analyzer.vocabulary import DrawKind, PlayKind, tile_text
from tests.case_files import whole

ROOMS = whole("formats/soul_rooms")
"""What the client shows of rooms whose hosts have changed nothing."""
SOUL_YAKU = dict(map(int, pair.split()) for pair in ROOMS["yaku"].split(","))
# Winds of the seat and of the round have one number each.
SOUL_YAKU |= dict.fromkeys(range(10, 14), 10) | dict.fromkeys(range(14, 18), 11)
SALT = "0123456789abcdefghijklmnopqrstuv"
TWICE = (41, 46, 48, 49)
LIUJU = {
    DrawKind.KYUUSHU_KYUUHAI: 1,
    DrawKind.SUUFON_RENDA: 2,
    DrawKind.SUUKAIKAN: 3,
    DrawKind.SUUCHA_RIICHI: 4,
}
MELDS = {PlayKind.CHI: "shunzi", PlayKind.PON: "kezi", PlayKind.DAIMINKAN: "minggang"}
MELDS |= {PlayKind.KAKAN: "minggang", PlayKind.ANKAN: "angang"}


def hosted(game, **changed):
    """The same game of a friendly room whose host has set every rule; None leaves a field out."""
    game = copy.deepcopy(game)
    config = game["head"]["config"]
    rules = ROOMS["usual"] | ROOMS["three" if config["mode"]["mode"] > 10 else "four"]
    for word, value in (("true", True), ("false", False), ("zero", 0)):
        rules |= dict.fromkeys(ROOMS[word].split(), value)
    rules |= changed
    config["category"], config["meta"] = 1, {"room_id": 12345}
    config["mode"]["detail_rule"] = {name: value for name, value in rules.items() if value is not None}
    return game


@cache
def as_simulated(players, seed, length, scenario):
    rules = "mahjong-soul" + "-sanma" * (players == 3) + "-tonpuu" * (length == "tonpuu")
    (log,) = simulate(1, seed, players=players, length=length, scenario=scenario, rules=rules)
    (read,) = read_log(log[1].encode() if isinstance(log[1], str) else log[1])
    game = OneGame(read.events, Headers([read.header]))
    records = [record for hand in game.hands for record in Hand(game, hand).records()]
    return {"head": head_of(game, players, length), "records": records}


def simulated(players=4, *, seed="soul", length="tonpuu", scenario=None):
    """Head and records of a game."""
    return copy.deepcopy(as_simulated(players, seed, length, scenario))


def head_of(game, players, length):
    mode = {4: {"tonpuu": 1, "hanchan": 2}, 3: {"tonpuu": 11, "hanchan": 12}}[players][length]
    final = zip(game.final_scores(), game.final_results(), range(players), strict=False)
    ranks = [
        {"seat": seat, "total_point": tenths * 100, "part_point_1": score} for score, tenths, seat in final
    ]
    return {
        "uuid": "261128-01234567-89ab-cdef-0123-456789abcdef",
        "start_time": 1764288000,
        "config": {
            "category": 2,
            "mode": {"mode": mode, "detail_rule": {}},
            "meta": {"mode_id": 12 if players == 4 else 24},
        },
        "accounts": [{"account_id": seat, "seat": seat, "nickname": f"P{seat}"} for seat in range(players)],
        "result": {"players": ranks[::-1]},
    }


class Hand:
    """One hand of a game as records."""

    def __init__(self, game, hand):
        hands, self.players, self.results = game.events.hands, game.players, game.results[hand]
        self.kyoku, self.honba, self.sticks = (
            int(column[hand]) for column in (hands.kyoku, hands.honba, hands.kyotaku)
        )
        self.dealer, self.scores = int(hands.dealer[hand]), hands.scores[hand].tolist()
        self.haipai = [[tile for tile in tiles if tile < 136] for tiles in hands.haipai[hand].tolist()]
        self.plays, self.doras = [*game.plays(hand)], [int(hands.indicator[hand])]
        self.extra, self.riichi, self.melds = {}, set(), {seat: {} for seat in range(4)}
        self.left = 69 if self.players == 4 else 54

    def records(self):
        return [self.start(), *self.steps(), self.end()]

    def steps(self):
        declares, first, drawn = False, True, None
        for play in self.plays[1:]:
            seat, tile = play.seat, play.tile
            match play.kind:
                case PlayKind.DRAW:
                    drawn, self.left = tile, self.left - 1
                    yield self.record("DealTile", seat=seat, tile=tile_text(tile), left_tile_count=self.left)
                case PlayKind.DISCARD:
                    flags = {"is_liqi": declares, "is_wliqi": False, "moqie": play.is_tsumogiri and not first}
                    yield self.record("DiscardTile", seat=seat, tile=tile_text(tile), **flags)
                    declares = first = False
                case PlayKind.RIICHI:
                    declares = True
                    self.riichi.add(seat)
                case PlayKind.RIICHI_ACCEPTED:
                    self.scores[seat] -= 1000
                    self.sticks += 1
                    stated = {"score": self.scores[seat], "liqibang": self.sticks, "failed": False}
                    self.extra["liqi"] = {"seat": seat, **stated}
                case PlayKind.DORA:
                    self.doras.append(tile)
                    self.extra["doras"] = texts(self.doras)
                case PlayKind.KITA:
                    yield self.record("BaBei", seat=seat, moqie=tile == drawn)
                case _:
                    first = False
                    yield self.call(play)

    def call(self, play):
        kind, seat = play.kind, play.seat
        # A kakan takes the place of its pon.
        key = play.tile // 4 if kind in (PlayKind.PON, PlayKind.KAKAN) else play
        self.melds[seat][key] = f"{MELDS[kind]}({','.join(texts(play.tiles))})"
        if kind in (PlayKind.KAKAN, PlayKind.ANKAN):
            number = 2 + (kind == PlayKind.ANKAN)
            return self.record("AnGangAddGang", seat=seat, type=number, tiles=tile_text(play.tile))
        own = [one for one in play.tiles if one != play.called]
        number = (PlayKind.CHI, PlayKind.PON, PlayKind.DAIMINKAN).index(kind)
        froms = [*[seat] * len(own), play.source]
        tiles = texts([*own, play.called])
        return self.record("ChiPengGang", seat=seat, type=number, tiles=tiles, froms=froms)

    def record(self, name, **data):
        extra, self.extra = self.extra, {}
        return {"name": f".lq.Record{name}", "data": {**data, **extra}}

    def start(self):
        data = {
            "chang": self.kyoku // 4,
            "ju": self.dealer,
            "ben": self.honba,
            "scores": self.scores[: self.players],
            "liqibang": self.sticks,
            "doras": texts(self.doras),
            "left_tile_count": self.left,
        }
        for seat, dealt in enumerate(self.haipai):
            first = [self.plays[0].tile] * (seat == self.dealer)
            data[f"tiles{seat}"] = texts([*dealt, *first])
        return self.record("NewRound", **data, **sealed("".join(texts(self.wall()))))

    def wall(self):
        """All tiles in the order of the wall; those that nobody has seen lie where there is room."""
        order = [(self.dealer + turn) % self.players for turn in range(self.players)]
        wall = [
            self.haipai[seat][4 * turn + place] for turn in range(3) for seat in order for place in range(4)
        ]
        wall += [self.haipai[seat][12] for seat in order]
        replaced, doras, after_kan = [], [self.doras[0]], False
        for play in self.plays:
            if play.kind == PlayKind.DRAW:
                (replaced if after_kan else wall).append(play.tile)
            if play.kind == PlayKind.DORA:
                doras.append(play.tile)
            else:
                after_kan = play.kind in (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA)
        ura = max((result.ura or [] for result in self.results), key=len)
        count, kans = (136, 4) if self.players == 4 else (108, 8)
        places = [*wall, *[None] * (count - len(wall))]
        for tiles, last, step in ((replaced, 1, 1), (doras, 1 + kans, 2), (ura, 2 + kans, 2)):
            for place, tile in enumerate(tiles):
                places[-last - step * place] = tile
        unseen = (t for t in range(136) if t not in places and (self.players == 4 or not 1 <= t // 4 <= 7))
        return [next(unseen) if tile is None else tile for tile in places]

    def end(self):
        first, players = self.results[0], range(self.players)
        before = first.before[: self.players]
        deltas = [sum(result.deltas[seat] for result in self.results) for seat in players]
        if first.is_win:
            scores = {"old_scores": before, "delta_scores": deltas}
            after = [before[seat] + deltas[seat] for seat in players]
            return self.record("Hule", hules=[*map(self.win, self.results)], **scores, scores=after)
        if first.draw_kind in LIUJU:
            seat, tiles = next(iter(first.shown.items()), (0, []))
            return self.record("LiuJu", type=LIUJU[first.draw_kind], seat=seat, tiles=texts(tiles))
        shown = [
            {"tingpai": True, "hand": texts(first.shown[seat])} if seat in first.shown else {"tingpai": False}
            for seat in players
        ]
        scores = {"old_scores": before, **({"delta_scores": deltas} if any(deltas) else {})}
        is_nagashi = first.draw_kind == DrawKind.NAGASHI_MANGAN
        return self.record("NoTile", liujumanguan=is_nagashi, players=shown, scores=[scores])

    def win(self, result):
        winner, points = result.winner, result.points
        is_dealer, is_tsumo = winner == self.dealer, winner == result.loser
        yaku = result.yaku + [(number, 1 + (number in TWICE)) for number in result.yakuman]
        others = [seat for seat in range(self.players) if seat != winner]
        paid = {seat: -result.deltas[seat] - 100 * self.honba for seat in others}
        if result.pao is not None:
            share = points // (2 * len(others) if is_dealer else len(others) + 1)
            paid = {seat: share * (1 + (seat == self.dealer)) for seat in others}
        ming = [*self.melds[winner].values()]
        return {
            "seat": winner,
            "zimo": is_tsumo,
            "qinjia": is_dealer,
            "liqi": winner in self.riichi,
            "hand": texts(tile for tile in result.tehai if tile != result.machi),
            "hu_tile": tile_text(result.machi),
            "doras": texts(self.doras),
            "fans": [{"id": SOUL_YAKU[number], "val": han} for number, han in yaku],
            "count": sum(han for _, han in yaku),
            "yiman": bool(result.yakuman),
            "fu": result.fu,
            "title_id": result.limit,
            "point_rong": 0 if is_tsumo else points,
            "point_zimo_qin": 0 if is_dealer or not is_tsumo else paid[self.dealer],
            "point_zimo_xian": next(paid[one] for one in others if one != self.dealer) if is_tsumo else 0,
            **({"dadian": points} if self.players == 4 else {}),
            **({"ming": ming} if ming else {}),
            "li_doras": texts(result.ura or []),
            **({} if result.pao is None else {"baopai": result.pao + 1}),
        }


def texts(tiles):
    return [tile_text(tile) for tile in tiles]


def sealed(paishan, salt=SALT):
    """Fields of a wall and its hash as since 2024; of 2023 without a salt."""
    salted = {"salt": salt, "saltSha256": sha256(salt)} if salt else {}
    return {"paishan": paishan, "sha256": sha256(paishan + salt), **salted}


def sha256(words):
    return hashlib.sha256(words.encode()).hexdigest()


def of_2019(game):
    """The same game as records were until 2022: hands sorted, the wall without them, MD5."""
    game = copy.deepcopy(game)
    for record in game["records"]:
        if record["name"].endswith("NewRound"):
            data = record["data"]
            left = data["paishan"][-2 * 83 :] if data["tiles3"] else data["paishan"][-2 * 68 :]
            for name in ("sha256", "salt", "saltSha256"):
                del data[name]
            data |= {"paishan": left, "md5": hashlib.md5(left.encode()).hexdigest()}  # noqa: S324
            for seat in range(4):
                data[f"tiles{seat}"].sort(key=lambda tile: (tile[1], tile[0].replace("0", "5")))
    return game


# Each form that people have, of ``{head, records}``, as bytes.


def console(game, **data):
    """As a script in the console of a browser saves it."""
    actions = [{"passed": 5, "type": 2, "user_input": {"seat": 0}}]
    actions += [{"passed": 9, "type": 1, "result": record} for record in game["records"]]
    data = {"name": ".lq.GameDetailRecords", "data": data or {"version": 210715, "actions": actions}}
    return as_json({"head": game["head"], "data": data, "data_url": ""})


def console_old(game):
    """With other names of the tiles dealt, and records without what players do."""
    text = re.sub(r'"tiles(\d)"', r'"begin_tiles[\1]"', json.dumps(game))
    return console(game, records=json.loads(text)["records"])


def snake(game):
    """Without what is a default of protobuf."""
    records = [one | {"data": stripped(one["data"])} for one in game["records"]]
    return console({"head": stripped(game["head"]), "records": records})


def named_list(game):
    return as_json({"head": game["head"], "data": game["records"]})


def bare_list(game):
    return as_json(game["records"])


def camel(game):
    """As MessageToDict writes it: defaults left out, the records in base64."""
    return as_json({"head": camels(stripped(game["head"])), "data": in_base64(game).decode()})


def camel_records(game):
    """The same with records as objects."""
    records = [{**camels(stripped(one["data"])), "@type": one["name"][4:]} for one in game["records"]]
    return as_json({"head": camels(stripped(game["head"])), "details": records})


def clubs(game):
    actions = [{"step": step, **record} for step, record in enumerate(game["records"])]
    return as_json([{**game["head"], "actions": actions}])


def rounds(game):
    """As RiichiEnv has it, with the names of its own."""
    hands = []
    for record in game["records"]:
        name = record["name"].removeprefix(".lq.Record")
        if name == "NewRound":
            hands.append([])
        hands[-1].append({"name": name, "data": record["data"]})
    return as_json({"header": game["head"], "data": hands})


def blob(game):
    records = [encoded(one["name"], one["data"]) for one in game["records"]]
    actions = [field(3, field(1, 9) + field(2, 1) + field(3, record)) for record in records]
    data = field(2, 210715) + field(3, field(1, 3) + field(2, 2)) + b"".join(actions)
    return field(1, b".lq.GameDetailRecords") + field(2, data)


def blob_old(game):
    records = [field(1, encoded(one["name"], one["data"])) for one in game["records"]]
    return field(1, b".lq.GameDetailRecords") + field(2, b"".join(records))


def answer(game):
    head = message("RecordGame", game["head"])
    return field(3, head) + field(4, blob(game))


def websocket(game):
    return b"\x03\x07\x00" + b"\n\x00" + field(2, answer(game))


def hexadecimal(game):
    return answer(game).hex().encode()


def in_base64(game):
    return base64.encodebytes(blob(game))


_WITH_HEAD = (console, console_old, named_list, camel, camel_records, snake, clubs, rounds)
FORMS = {one.__name__: one for one in (*_WITH_HEAD, answer, websocket, hexadecimal)}
"""Forms with a head."""
HEADLESS = {one.__name__: one for one in (bare_list, blob, blob_old, in_base64)}


def as_json(value):
    return json.dumps(value).encode()


def stripped(value):
    """Without defaults, as protobuf leaves them out."""
    if isinstance(value, dict):
        return {k: stripped(v) for k, v in value.items() if v not in (0, False, "", []) or v is None}
    return [stripped(one) for one in value] if isinstance(value, list) else value


def camels(value):
    if isinstance(value, dict):
        return {first_lower(key): camels(one) for key, one in value.items()}
    return [camels(one) for one in value] if isinstance(value, list) else value


def first_lower(name):
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def encoded(name, data):
    """A record in a Wrapper."""
    return field(1, name.encode()) + field(2, message(name.rpartition(".")[2], data))


def message(name, data):
    numbers = {kind.name: (number, kind) for number, kind in _MESSAGES[name].items()}
    octets = b""
    for key, value in stripped(data).items():
        if key not in numbers:
            continue
        number, kind = numbers[key]
        many = value if kind.is_list else [value]
        if kind.is_list and kind.type == "int":
            octets += field(number, b"".join(map(varint, many)))
            continue
        for one in many:
            if kind.type in ("int", "bool", "flag"):
                octets += field(number, int(one))
            else:
                octets += field(number, one.encode() if kind.type == "text" else message(kind.type, one))
    return octets


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def varint(value):
    value &= 0xFFFF_FFFF_FFFF_FFFF
    octets = b""
    while value > 0x7F:
        octets += bytes([value & 0x7F | 0x80])
        value >>= 7
    return octets + bytes([value])
