// The package @kobalab/majiang-core of npm: the value of a hand and what each seat pays for it.
"use strict";

const Majiang = require("@kobalab/majiang-core");
const { WINDS, YAKU, split, scoredWins, serve } = require("./lines");

const FROM = { 1: "+", 2: "=", 3: "-" };
const inTheirWords = (tile) => tile[1] + tile[0];

// Seats that a tile came from, by how many turns they come after the winner; a case counts them from the dealer.
const meldOf = (text, menfeng) => {
  const [kind, tiles, , source] = text.split(" ");
  const suit = tiles.slice(-1), ranks = tiles.slice(0, -1).split("").sort((a, b) => (+a || 5) - (+b || 5));
  if (kind === "ankan") return suit + ranks.join("");
  const from = FROM[(Number(source) - menfeng + 4) % 4];
  // A red five that was drawn stands before the called one.
  if (kind === "chi") return suit + ranks[0] + "-" + ranks.slice(1).join("");
  if (kind === "kakan") return suit + ranks.slice(0, 3).join("") + from + ranks[3];
  return suit + ranks.join("") + from;
};

const ruleOf = (rules) =>
  Majiang.rule({
    "連風牌は2符": rules.double_wind_fu === 2,
    "クイタンあり": rules.kuitan,
    "一発あり": rules.ippatsu,
    "裏ドラあり": rules.ura_dora,
    "カンドラあり": rules.kan_dora,
    "カン裏あり": rules.kan_ura,
    "役満の複合あり": rules.multiple_yakuman,
    "ダブル役満あり": rules.double_yakuman,
    "数え役満あり": rules.counted_yakuman === "yakuman",
    "役満パオあり": rules.pao.length > 0,
    "切り上げ満貫あり": rules.kiriage_mangan,
  });

const score = (win, rules, first) => {
  const menfeng = WINDS.indexOf(win.seat_wind), situation = new Set(win.situation);
  const tiles = [...split(win.tehai), ...(win.tsumo ? [win.win] : [])].map(inTheirWords).join("");
  const melds = win.melds.map((text) => meldOf(text, menfeng));
  const shoupai = Majiang.Shoupai.fromString([tiles, ...melds].join(","));
  const off = win.tsumo ? null : inTheirWords(win.win) + FROM[(WINDS.indexOf(win.loser) - menfeng + 4) % 4];
  const inRiichi = situation.has("double riichi") ? 2 : situation.has("riichi") ? 1 : 0;
  const param = Majiang.Util.hule_param({
    rule: ruleOf(rules),
    zhuangfeng: WINDS.indexOf(win.round_wind),
    menfeng,
    lizhi: inRiichi,
    yifa: situation.has("ippatsu"),
    qianggang: situation.has("chankan"),
    lingshang: situation.has("rinshan"),
    haidi: situation.has("haitei") ? 1 : situation.has("houtei") ? 2 : 0,
    tianhu: situation.has("tenhou") ? 1 : situation.has("chiihou") ? 2 : 0,
    baopai: split(win.indicators).map(inTheirWords),
    fubaopai: inRiichi ? split(win.ura).map(inTheirWords) : null,
    changbang: first ? win.honba : 0,
    lizhibang: first ? win.sticks : 0,
  });
  const value = Majiang.Util.hule(shoupai, off, param);
  const dealer = (win.seat - menfeng + 4) % 4;
  const deltas = [0, 1, 2, 3].map((seat) => value.fenpei[(seat - dealer + 4) % 4]);
  const yaku = value.hupai.map((one) => ({ id: YAKU.indexOf(one.name) }));
  const counted = value.damanguan ? { yakuman: value.damanguan } : { han: value.fanshu, fu: value.fu };
  return { yaku, ...counted, points: value.defen, deltas };
};

serve((question) => {
  if (question.rules.seats === 3) return { unsupported: "three players" };
  const first = (question.wins[0] || {}).seat;
  return scoredWins(question, (win, rules) => score(win, rules, win.seat === first));
});
