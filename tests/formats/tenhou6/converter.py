"""An mjlog as tenhou.net/6 JSON, written for the tests from the XML alone: the reader has no part in it."""

from __future__ import annotations

import re
from itertools import pairwise
from urllib.parse import unquote

YAKU = """
    門前清自摸和 立直 一発 槍槓 嶺上開花 海底摸月 河底撈魚 平和 断幺九 一盃口
    自風_東 自風_南 自風_西 自風_北 場風_東 場風_南 場風_西 場風_北 役牌_白 役牌_發 役牌_中
    両立直 七対子 混全帯幺九 一気通貫 三色同順 三色同刻 三槓子 対々和 三暗刻 小三元 混老頭
    二盃口 純全帯幺九 混一色 清一色 人和 天和 地和 大三元 四暗刻 四暗刻単騎 字一色 緑一色 清老頭
    九蓮宝燈 純正九蓮宝燈 国士無双 国士無双１３面 大四喜 小四喜 四槓子 ドラ 裏ドラ 赤ドラ
"""
DAN_TEXT = """
    新人 ９級 ８級 ７級 ６級 ５級 ４級 ３級 ２級 １級
    初段 二段 三段 四段 五段 六段 七段 八段 九段 十段 天鳳
"""
NAMES = [name.replace("_", " ") for name in YAKU.split()]
DAN = DAN_TEXT.split()
LIMITS = ["", "満貫", "跳満", "倍満", "三倍満", "役満"]
LABELS = {
    "nm": "流し満貫",
    "yao9": "九種九牌",
    "kaze4": "四風連打",
    "reach4": "四家立直",
    "ron3": "三家和了",
    "kan4": "四槓散了",
}


class Hand:
    """One hand on its way to JSON."""

    def __init__(self, init, has_aka, players):
        self.has_aka = has_aka
        self.players = players
        self.seed = numbers(init["seed"])
        self.scores = [100 * ten for ten in numbers(init["ten"])]
        self.haipai = [sorted(map(self.tile, numbers(init[f"hai{seat}"]))) for seat in range(4)]
        self.takes = [[] for _ in range(4)]
        self.discards = [[] for _ in range(4)]
        self.dora = [self.tile(self.seed[5])]
        self.drawn = None
        self.riichi = False
        self.results = []

    def tile(self, tile):
        if self.has_aka and tile in (16, 52, 88):
            return 51 + (16, 52, 88).index(tile)
        suit, rank = divmod(tile // 4, 9)
        return 10 * (suit + 1) + rank + 1

    def add(self, tag, attributes):
        number = re.fullmatch(r"([TUVWDEFG])(\d+)", tag)
        if number and number[1] in "TUVW":
            self.drawn = int(number[2])
            self.takes["TUVW".index(number[1])].append(self.tile(self.drawn))
        elif number:
            tile = int(number[2])
            written = 60 if tile == self.drawn else self.tile(tile)
            seat = "DEFG".index(number[1])
            self.discards[seat].append(f"r{written}" if self.riichi else written)
            self.drawn, self.riichi = None, False
        elif tag == "N":
            self.call(int(attributes["who"]), int(attributes["m"]))
        elif tag == "REACH":
            self.riichi = attributes["step"] == "1"
        elif tag == "DORA":
            self.dora.append(self.tile(int(attributes["hai"])))
        elif tag in ("AGARI", "RYUUKYOKU"):
            self.results.append((tag, attributes))

    def call(self, who, m):
        source = m & 3
        self.drawn = None
        if m & 4:  # chi
            lowest, called = divmod(m >> 10, 3)
            kind = lowest // 7 * 9 + lowest % 7
            tiles = [self.tile((kind + step) * 4 + (m >> (3 + 2 * step) & 3)) for step in range(3)]
            taken = tiles.pop(called)
            self.takes[who].append(f"c{taken}" + "".join(map(str, tiles)))
        elif m & 0x18:  # pon, or a pon that a fourth tile is added to
            kind, called = divmod(m >> 9, 3)
            fourth = m >> 5 & 3
            tiles = [self.tile(kind * 4 + copy) for copy in range(4) if copy != fourth]
            taken = tiles.pop(called)
            if m & 8:
                self.takes[who].append(with_letter("p", [taken], tiles, source))
            else:
                added = self.tile(kind * 4 + fourth)
                self.discards[who].append(with_letter("k", [added, taken], tiles, source))
        elif m & 0x20:
            self.discards[who].append("f44")
        else:
            kind = m >> 10
            tiles = [self.tile(kind * 4 + copy) for copy in range(4)]
            if source:
                taken = tiles.pop(m >> 8 & 3)
                self.takes[who].append(with_letter("m", [taken], tiles, source))
                self.discards[who].append(0)
            else:
                tiles = sorted(tiles)
                self.discards[who].append("".join(map(str, tiles[:3])) + f"a{tiles[3]}")

    def json(self):
        entries = [self.seed[:3], self.scores, self.dora, self.ura()]
        for seat in range(4):
            entries += [self.haipai[seat], self.takes[seat], self.discards[seat]]
        return [*entries, self.result()]

    def ura(self):
        lists = [numbers(attributes.get("doraHaiUra", "")) for _, attributes in self.results]
        return [self.tile(tile) for tile in max(lists, key=len)]

    def result(self):
        if self.results[0][0] == "AGARI":
            return ["和了", *(part for _, attributes in self.results for part in self.win(attributes))]
        attributes = self.results[0][1]
        shown = sum(f"hai{seat}" in attributes for seat in range(4))
        label = LABELS.get(attributes.get("type"), "流局")
        if label == "流局" and shown == self.players:
            label = "全員聴牌"
        elif label == "流局" and shown == 0:
            label = "全員不聴"
        deltas = deltas_of(attributes)
        return [label, deltas] if any(deltas) else [label]

    def win(self, attributes):
        who, source = int(attributes["who"]), int(attributes["fromWho"])
        listed = [
            f"{NAMES[number]}({han}飜)"
            for number, han in pairs(attributes.get("yaku", ""))
            if (number, han) != (53, 0)
        ]
        listed += [f"{NAMES[number]}(役満)" for number in numbers(attributes.get("yakuman", ""))]
        liable = int(attributes.get("paoWho", who))
        return deltas_of(attributes), [who, source, liable, self.worth(attributes, who, source), *listed]

    def worth(self, attributes, who, source):
        fu, points, limit = numbers(attributes["ten"])
        han = sum(han for _, han in pairs(attributes.get("yaku", "")))
        text = LIMITS[limit] or f"{fu}符{han}飜"
        if who != source:
            return f"{text}{points}点"
        dealer = self.seed[0] % 4
        honba = 100 * self.seed[1]
        if who == dealer:
            return f"{text}{points // (self.players - 1)}点∀"
        if "paoWho" in attributes:
            each = 8000 * len(numbers(attributes["yakuman"]))
        else:
            child = next(seat for seat in range(self.players) if seat not in (who, dealer))
            each = -deltas_of(attributes)[child] - honba
        return f"{text}{each}-{points - (self.players - 2) * each}点"


def numbers(text):
    return [int(part) for part in text.split(",")] if text else []


def pairs(text):
    values = numbers(text)
    return list(zip(values[::2], values[1::2], strict=True))


def deltas_of(attributes):
    return [100 * value for value in numbers(attributes["sc"])[1:8:2]]


def with_letter(letter, called, tiles, source):
    """The letter stands where the tile came from: first from the left, then across, last from the right."""
    place = {3: 0, 2: 1, 1: len(tiles) if letter == "m" else 2}[source]
    parts = [*map(str, tiles[:place]), letter + "".join(map(str, called)), *map(str, tiles[place:])]
    return "".join(parts)


def to_tenhou6(data, log_id):
    """The JSON document of an mjlog as Python values."""
    elements = [
        (tag, dict(re.findall(r'(\w+)="([^"]*)"', rest)))
        for tag, rest in re.findall(r"<(\w+)([^>]*?)/?>", data.decode())
    ]
    go = next(attributes for tag, attributes in elements if tag == "GO")
    un = next(attributes for tag, attributes in elements if tag == "UN")
    bits = int(go["type"])
    has_aka = not bits & 2
    players = 3 if bits & 16 else 4
    starts = [place for place, (tag, _) in enumerate(elements) if tag == "INIT"]
    hands = []
    for start, stop in pairwise([*starts, len(elements)]):
        hand = Hand(elements[start][1], has_aka, players)
        for tag, attributes in elements[start + 1 : stop]:
            hand.add(tag, attributes)
        hands.append(hand)
    room = {0: "般", 0x80: "上", 0x20: "特", 0xA0: "鳳"}[bits & 0xA0]
    words = ["三" if players == 3 else "", room, "南" if bits & 8 else "東", "" if bits & 4 else "喰"]
    words += ["赤" if has_aka else "", "速" if bits & 0x40 else ""]
    document = {
        "ver": 2.3,
        "ref": log_id,
        "log": [hand.json() for hand in hands],
        "ratingc": "PF4",
        "rule": {"disp": "".join(words), "aka53": int(has_aka), "aka52": int(has_aka), "aka51": int(has_aka)},
        "lobby": int(go.get("lobby", "0")),
        "dan": [DAN[number] for number in numbers(un["dan"])],
        "rate": [float(rate) for rate in un["rate"].split(",")],
        "sx": un["sx"].split(","),
        "name": [unquote(un[f"n{seat}"]) for seat in range(4)],
    }
    owari = hands[-1].results[-1][1].get("owari")
    if owari:
        texts = owari.split(",")[:8]
        points = [100 * int(text) for text in texts[::2]]
        results = [float(text) for text in texts[1::2]]
        document["sc"] = [value for pair in zip(points, results, strict=True) for value in pair]
    return document
