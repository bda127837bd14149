// The package riichi-ts of npm: the value of a hand; it knows neither ura dora nor three players.
"use strict";

const { Riichi } = require("riichi-ts");
const { WINDS, split, dora, scoredWins, serve } = require("./lines");

// Its names in the order of Tenhou's numbers.
const NAMES = [
  "menzentsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu", "tanyao", "iipeikou",
  "own wind east", "own wind south", "own wind west", "own wind north",
  "round wind east", "round wind south", "round wind west", "round wind north", "haku", "hatsu",
  "chun", "daburu riichi", "chiitoitsu", "chanta", "ittsu", "sanshoku", "sanshoku doukou", "sankantsu", "toitoi",
  "sanankou", "shosangen", "honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu", "renhou", "tenhou", "chihou",
  "daisangen", "suuankou", "suuankou tanki", "tsuuiisou", "ryuuiisou", "chinroutou", "chuurenpoto",
  "chuurenpoto 9 sides", "kokushimusou", "kokushimusou 13 sides", "daisuushi", "shosuushi", "suukantsu",
];
const kind = (tile) => "mpsz".indexOf(tile[1]) * 9 + (Number(tile[0]) || 5) - 1;

const score = (win, rules) => {
  const has = (...words) => words.some((word) => win.situation.includes(word));
  const melds = win.melds.map((text) => text.split(" ")).map(([form, tiles]) => ({
    open: form !== "ankan",
    tiles: split(tiles).map(kind).sort((a, b) => a - b),
  }));
  const own = [...split(win.tehai), ...(win.tsumo ? [win.win] : [])];
  const reds = [...split(win.melds.map((text) => text.split(" ")[1]).join("")), ...own, win.tsumo ? "1z" : win.win];
  const hand = new Riichi(
    own.map(kind),
    melds,
    {
      bakaze: 27 + WINDS.indexOf(win.round_wind),
      jikaze: 27 + WINDS.indexOf(win.seat_wind),
      dora: split(win.indicators + win.ura).map((tile) => kind(dora(tile, rules.seats))),
    },
    win.tsumo ? undefined : kind(win.win),
    has("tenhou", "chiihou"),
    has("riichi", "double riichi"),
    has("ippatsu"),
    has("double riichi"),
    has("haitei", "houtei"),
    has("rinshan", "chankan"),
    reds.filter((tile) => tile[0] === "0").length,
    rules.red_fives,
    rules.kuitan,
    rules.kiriage_mangan,
  );
  hand.disableHairi();
  if (!rules.double_yakuman) hand.disableDoubleyakuman();
  const value = hand.calc();
  // It does not tell dora from ura dora: they are in the han.
  const yaku = Object.keys(value.yaku).filter((name) => !name.includes("dora"));
  return { yaku: yaku.map((name) => NAMES.indexOf(name)), han: value.han, fu: value.fu, points: value.ten };
};

serve((question) => (question.rules.seats === 3 ? { unsupported: "three players" } : scoredWins(question, score)));
