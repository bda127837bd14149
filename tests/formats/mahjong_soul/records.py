"""Simulated games as Mahjong Soul's records, in every form that people have; never a copy of a real one."""

from __future__ import annotations

import base64
import copy
import hashlib
import json

from analyzer.formats.any_format import read_log
from analyzer.formats.mahjong_soul.messages import _MESSAGES
from analyzer.simulation import simulate
from analyzer.vocabulary import AKA_IDS, DrawKind, EndKind, PlayKind, tile_text

SALT = "0123456789abcdefghijklmnopqrstuv"
# Page "FanFan" of the client, from Tenhou's ids; the reader has it the other way round.
SOUL_YAKU = (
    "0 1, 1 2, 2 30, 3 3, 4 4, 5 5, 6 6, 7 14, 8 12, 9 13, 18 7, 19 8, 20 9, 21 18, 22 25, 23 15, "
    "24 16, 25 17, 26 19, 27 20, 28 21, 29 22, 30 23, 31 24, 32 28, 33 26, 34 27, 35 29, 37 35, 38 36, "
    "39 37, 40 38, 41 48, 42 39, 43 40, 44 41, 45 45, 46 47, 47 42, 48 49, 49 50, 50 43, "
    "51 44, 52 31, 53 33, 54 32"
)
SOUL_YAKU = dict(map(int, pair.split()) for pair in SOUL_YAKU.split(", "))
TWICE = (41, 46, 48, 49)
LIUJU = {
    DrawKind.KYUUSHU_KYUUHAI: 1,
    DrawKind.SUUFON_RENDA: 2,
    DrawKind.SUUKAIKAN: 3,
    DrawKind.SUUCHA_RIICHI: 4,
}
MELDS = {PlayKind.CHI: "shunzi", PlayKind.PON: "kezi", PlayKind.DAIMINKAN: "minggang"}
MELDS |= {PlayKind.KAKAN: "minggang", PlayKind.ANKAN: "angang"}


# What the client shows of a room whose host has changed nothing.
HOSTED = {
    "time_fixed": 5,
    "time_add": 20,
    "bianjietishi": True,
    "fanfu": 1,
    "tianbian_value": 0,
    "shiduan": 1,
    "liqibang_value": 1000,
    "noting_fafu_1": 1000,
    "guyi_mode": 0,
    "can_jifei": True,
    **dict.fromkeys(
        (
            *("have_liujumanguan", "have_biao_dora", "have_gang_biao_dora", "have_li_dora"),
            *("have_gang_li_dora", "have_sifenglianda", "have_sigangsanle", "have_sijializhi"),
            *("have_jiuzhongjiupai", "have_helelianzhuang", "have_helezhongju", "have_tingpailianzhuang"),
            *("have_tingpaizhongju", "have_yifa", "have_nanruxiru", "have_zimosun"),
        ),
        True,
    ),
    **dict.fromkeys(
        (
            *("have_qieshangmanguan", "ming_dora_immediately_open", "have_sanjiahele", "have_toutiao"),
            *("disable_multi_yukaman", "disable_leijiyiman"),
        ),
        False,
    ),
    **dict.fromkeys(
        (
            *("disable_double_yakuman", "disable_composite_yakuman", "enable_shiti"),
            *("enable_nontsumo_liqi", "disable_double_wind_four_fu", "disable_angang_guoshi"),
            *("enable_renhe", "enable_baopai_extend_settings"),
        ),
        0,
    ),
}
FOUR = {"dora_count": 3, "init_point": 25000, "fandian": 30000, "changbang_value": 300, "noting_fafu_2": 1500}
FOUR |= {"noting_fafu_3": 3000, "jingsuanyuandian": 25000}
FOUR |= {"shunweima_2": 5, "shunweima_3": -5, "shunweima_4": -15}
THREE = {
    "dora_count": 2,
    "init_point": 35000,
    "fandian": 40000,
    "changbang_value": 200,
    "noting_fafu_2": 2000,
}
THREE |= {"jingsuanyuandian": 35000, "shunweima_2": 0, "shunweima_3": -15}


def hosted(game, **changed):
    """The same game of a friendly room whose host has set every rule; None leaves a field out."""
    game = copy.deepcopy(game)
    config = game["head"]["config"]
    rules = HOSTED | (THREE if config["mode"]["mode"] > 10 else FOUR) | changed
    config["category"], config["meta"] = 1, {"room_id": 12345}
    config["mode"]["detail_rule"] = {name: value for name, value in rules.items() if value is not None}
    return game


def simulated(players=4, *, seed="soul", length="tonpuu", scenario=None):
    """Head and records of a game."""
    rules = "mahjong-soul" + "-sanma" * (players == 3) + "-tonpuu" * (length == "tonpuu")
    (log,) = simulate(1, seed, players=players, length=length, scenario=scenario, rules=rules)
    return record_of(log[1].encode() if isinstance(log[1], str) else log[1], players, length)


def record_of(data, players, length):
    """A game of an mjlog as ``{head, records}``."""
    (game,) = read_log(data)
    events = game.events
    records = []
    for hand in range(len(events.hands.game)):
        records += Hand(events, hand, players).records()
    return {"head": head_of(events, players, length), "records": records}


def head_of(events, players, length):
    final = events.results.final_scores[-1], events.results.final_results[-1]
    mode = {4: {"tonpuu": 1, "hanchan": 2}, 3: {"tonpuu": 11, "hanchan": 12}}[players][length]
    ranks = [
        {"seat": seat, "total_point": int(final[1][seat]) * 100, "part_point_1": int(final[0][seat])}
        for seat in range(players)
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
    """One hand of events as records."""

    def __init__(self, events, hand, players):
        self.events, self.hand, self.players = events, hand, players
        self.dealer = int(events.hands.dealer[hand])
        self.plays = range(*events.hands.play_offsets[hand : hand + 2].tolist())
        self.doras = [int(events.hands.indicator[hand])]
        self.extra = {}
        self.sticks = int(events.hands.kyotaku[hand])
        self.scores = events.hands.scores[hand].tolist()
        self.melds = {seat: {} for seat in range(4)}
        self.riichi = set()
        self.left = 69 if players == 4 else 54

    def records(self):
        return [self.start(), *self.steps(), self.end()]

    def steps(self):
        plays, drawn, declares, first = self.events.plays, None, False, True
        for row in self.plays[1:]:
            kind, seat, tile = PlayKind(int(plays.kind[row])), int(plays.seat[row]), int(plays.tile[row])
            match kind:
                case PlayKind.DRAW:
                    drawn, first, self.left = tile, False, self.left - 1
                    yield self.record("DealTile", seat=seat, tile=text(tile), left_tile_count=self.left)
                case PlayKind.DISCARD:
                    flags = {"is_liqi": declares, "is_wliqi": False, "moqie": tile == drawn and not first}
                    yield self.record("DiscardTile", seat=seat, tile=text(tile), **flags)
                    declares, first, drawn = False, False, None
                case PlayKind.RIICHI:
                    declares = True
                    self.riichi.add(seat)
                case PlayKind.RIICHI_ACCEPTED:
                    self.scores[seat] -= 1000
                    self.sticks += 1
                    liqi = {
                        "seat": seat,
                        "score": self.scores[seat],
                        "liqibang": self.sticks,
                        "failed": False,
                    }
                    self.extra["liqi"] = liqi
                case PlayKind.DORA:
                    self.doras.append(tile)
                    self.extra["doras"] = texts(self.doras)
                case PlayKind.KITA:
                    yield self.record("BaBei", seat=seat, moqie=tile == drawn)
                case _:
                    yield self.call(kind, seat, tile, int(plays.row[row]))

    def call(self, kind, seat, tile, row):
        calls = self.events.calls
        tiles = [one for one in calls.tiles[row].tolist() if one < 136]
        called, source = int(calls.called[row]), int(calls.source[row])
        key = tile // 4 if kind in (PlayKind.PON, PlayKind.KAKAN) else (row,)
        self.melds[seat][key] = f"{MELDS[kind]}({','.join(texts(tiles))})"
        if kind in (PlayKind.KAKAN, PlayKind.ANKAN):
            return self.record(
                "AnGangAddGang", seat=seat, type=2 + (kind == PlayKind.ANKAN), tiles=text(tile)
            )
        own = [one for one in tiles if one != called]
        number = (PlayKind.CHI, PlayKind.PON, PlayKind.DAIMINKAN).index(kind)
        froms = [*[seat] * len(own), source]
        return self.record("ChiPengGang", seat=seat, type=number, tiles=texts([*own, called]), froms=froms)

    def record(self, name, **data):
        extra, self.extra = self.extra, {}
        return {"name": f".lq.Record{name}", "data": {**data, **extra}}

    def start(self):
        hands, first = self.events.hands, int(self.events.plays.tile[self.plays[0]])
        data = {
            "chang": int(hands.kyoku[self.hand]) // 4,
            "ju": self.dealer,
            "ben": int(hands.honba[self.hand]),
            "scores": self.scores[: self.players],
            "liqibang": self.sticks,
            "doras": texts(self.doras),
            "left_tile_count": self.left,
        }
        for seat in range(4):
            dealt = [one for one in hands.haipai[self.hand, seat].tolist() if one < 136]
            data[f"tiles{seat}"] = texts([*dealt, first] if seat == self.dealer else dealt)
        return {"name": ".lq.RecordNewRound", "data": data | sealed("".join(texts(self.wall())))}

    def wall(self):
        """All tiles in the order of the wall; those that nobody has seen lie where there is room."""
        events, plays = self.events, self.events.plays
        order = [(self.dealer + turn) % self.players for turn in range(self.players)]
        haipai = events.hands.haipai[self.hand].tolist()
        wall = [haipai[seat][4 * turn + place] for turn in range(3) for seat in order for place in range(4)]
        wall += [haipai[seat][12] for seat in order]
        live, replaced, doras, after_kan = [], [], [self.doras[0]], False
        for row in self.plays:
            kind, tile = PlayKind(int(plays.kind[row])), int(plays.tile[row])
            if kind == PlayKind.DRAW:
                (replaced if after_kan else live).append(tile)
            if kind == PlayKind.DORA:
                doras.append(tile)
            else:
                after_kan = kind in (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA)
        results = range(*events.hands.result_offsets[self.hand : self.hand + 2].tolist())
        ura = max(([t for t in events.results.ura[row].tolist() if t < 136] for row in results), key=len)
        count, kans = (136, 4) if self.players == 4 else (108, 8)
        places = [None] * count
        places[: len(wall) + len(live)] = wall + live
        for place, tile in enumerate(replaced):
            places[-1 - place] = tile
        for place, tile in enumerate(doras):
            places[-1 - kans - 2 * place] = tile
        for place, tile in enumerate(ura):
            places[-2 - kans - 2 * place] = tile
        unseen = (t for t in range(136) if t not in places and (self.players == 4 or not 1 <= t // 4 <= 7))
        return [next(unseen) if tile is None else tile for tile in places]

    def end(self):
        results = self.events.results
        rows = range(*self.events.hands.result_offsets[self.hand : self.hand + 2].tolist())
        if int(results.end[rows[0]]) == EndKind.AGARI:
            before = results.scores[rows[0]].tolist()
            deltas = results.deltas[rows[0] : rows[-1] + 1].sum(axis=0).tolist()
            after = [one + delta for one, delta in zip(before, deltas, strict=True)]
            scores = {"old_scores": before, "delta_scores": deltas, "scores": after}
            scores = {name: points[: self.players] for name, points in scores.items()}
            return self.record("Hule", hules=[self.win(row) for row in rows], **scores)
        kind = DrawKind(int(results.draw_kind[rows[0]]))
        shown = [[one for one in tiles if one < 136] for tiles in results.shown[rows[0]].tolist()]
        if kind in LIUJU:
            seat = next((seat for seat in range(4) if shown[seat]), 0)
            return self.record("LiuJu", type=LIUJU[kind], seat=seat, tiles=texts(shown[seat]))
        players = [
            {"tingpai": bool(tiles), **({"hand": texts(tiles)} if tiles else {})}
            for tiles in shown[: self.players]
        ]
        scores = {"old_scores": results.scores[rows[0]].tolist()[: self.players]}
        if results.deltas[rows[0]].any():
            scores["delta_scores"] = results.deltas[rows[0]].tolist()[: self.players]
        is_nagashi = kind == DrawKind.NAGASHI_MANGAN
        return self.record("NoTile", liujumanguan=is_nagashi, players=players, scores=[scores])

    def win(self, row):
        results = self.events.results
        winner, loser, machi = (int(column[row]) for column in (results.winner, results.loser, results.machi))
        fu, points, limit = results.ten[row].tolist()
        yaku = [(number, han) for number, han in results.yaku[row].tolist() if number >= 0]
        yaku += [(number, 1 + (number in TWICE)) for number in results.yakuman[row].tolist() if number >= 0]
        tiles = [one for one in results.shown[row, winner].tolist() if one not in (136, 255, machi)]
        others = [seat for seat in range(self.players) if seat != winner]
        honba = int(self.events.hands.honba[self.hand])
        paid = {seat: -int(results.deltas[row, seat]) - 100 * honba for seat in others}
        if int(results.pao_seat[row]) < 4:
            share = points // (2 * len(others) if winner == self.dealer else len(others) + 1)
            paid = {seat: share * (1 + (seat == self.dealer)) for seat in others}
        is_dealer = winner == self.dealer
        qin = 0 if is_dealer else paid[self.dealer]
        xian = next(paid[seat] for seat in others if seat != self.dealer)
        is_tsumo = winner == loser
        ming = [*self.melds[winner].values()]
        return {
            "seat": winner,
            "zimo": is_tsumo,
            "qinjia": is_dealer,
            "liqi": winner in self.riichi,
            "hand": texts(tiles),
            "hu_tile": text(machi),
            "doras": texts(self.doras),
            "fans": [{"id": self.soul_id(number, winner), "val": han} for number, han in yaku],
            "count": sum(han for _, han in yaku),
            "yiman": limit == 5 and int(results.yakuman[row, 0]) >= 0,
            "fu": fu,
            "title_id": limit,
            "point_rong": 0 if is_tsumo else points,
            "point_zimo_qin": qin if is_tsumo else 0,
            "point_zimo_xian": xian if is_tsumo else 0,
            **({"dadian": points} if self.players == 4 else {}),
            **({"ming": ming} if ming else {}),
            "li_doras": texts(one for one in results.ura[row].tolist() if one < 136),
            **({"baopai": int(results.pao_seat[row]) + 1} if int(results.pao_seat[row]) < 4 else {}),
        }

    def soul_id(self, number, winner):
        return 10 if 10 <= number <= 13 else 11 if 14 <= number <= 17 else SOUL_YAKU[number]


def text(tile):
    return tile_text(tile)


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


def console(game):
    actions = [{"passed": 5, "type": 2, "user_input": {"seat": 0}}]
    actions += [{"passed": 9, "type": 1, "result": record} for record in game["records"]]
    data = {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": actions}}
    return as_json({"head": game["head"], "data": data, "data_url": ""})


def console_old(game):
    game = copy.deepcopy(game)
    for record in game["records"]:
        for seat in range(4):
            if f"tiles{seat}" in record["data"]:
                record["data"][f"begin_tiles[{seat}]"] = record["data"].pop(f"tiles{seat}")
    data = {"name": ".lq.GameDetailRecords", "data": {"records": game["records"]}}
    return as_json({"head": game["head"], "data": data})


def named_list(game):
    return as_json({"head": game["head"], "data": game["records"]})


def bare_list(game):
    return as_json(game["records"])


def camel(game):
    """As MessageToDict writes it: defaults left out, the records in base64."""
    return as_json({"head": camels(stripped(game["head"])), "data": base64.b64encode(blob(game)).decode()})


def camel_records(game):
    """The same with records as objects."""
    records = [{**camels(stripped(one["data"])), "@type": one["name"][4:]} for one in game["records"]]
    return as_json({"head": camels(stripped(game["head"])), "details": records})


def snake(game):
    records = [{"name": one["name"], "data": stripped(one["data"])} for one in game["records"]]
    actions = [{"type": 1, "result": record} for record in records]
    data = {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": actions}}
    return as_json({"head": stripped(game["head"]), "data": data})


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


FORMS = {
    one.__name__: one
    for one in (
        *(console, console_old, named_list, camel, camel_records, snake, clubs, rounds),
        *(answer, websocket, hexadecimal),
    )
}
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


assert AKA_IDS == (16, 52, 88)
