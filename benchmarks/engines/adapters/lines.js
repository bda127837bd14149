// What the adapters in JavaScript share: lines in and out, tiles, and yaku as Tenhou's numbers.
"use strict";

const WINDS = "ESWN";

// Tenhou's number of a yaku is its place here; winds of seat and round are told by the table.
const YAKU = [
  "門前清自摸和", "立直", "一発", "槍槓", "嶺上開花", "海底摸月", "河底撈魚", "平和", "断幺九", "一盃口",
  "自風 東", "自風 南", "自風 西", "自風 北", "場風 東", "場風 南", "場風 西", "場風 北", "翻牌 白", "翻牌 發",
  "翻牌 中", "ダブル立直", "七対子", "混全帯幺九", "一気通貫", "三色同順", "三色同刻", "三槓子", "対々和", "三暗刻",
  "小三元", "混老頭", "二盃口", "純全帯幺九", "混一色", "清一色", "人和", "天和", "地和", "大三元",
  "四暗刻", "四暗刻単騎", "字一色", "緑一色", "清老頭", "九蓮宝燈", "純正九蓮宝燈", "国士無双", "国士無双十三面", "大四喜",
  "小四喜", "四槓子", "ドラ", "裏ドラ", "赤ドラ",
];

// "123m0p" as single tiles.
const split = (text) =>
  [...text.matchAll(/(\d+)([mpsz])/g)].flatMap(([, ranks, suit]) => [...ranks].map((rank) => rank + suit));

// The tile that an indicator points at.
const dora = (tile, seats) => {
  const suit = tile[1], rank = Number(tile[0]) || 5;
  if (suit === "z") return (rank <= 4 ? (rank % 4) + 1 : ((rank - 4) % 3) + 5) + "z";
  if (suit === "m" && seats === 3) return rank === 1 ? "9m" : "1m";
  return (rank % 9) + 1 + suit;
};

// What an engine that scores single hands can answer; it is not asked who of several winners is paid.
const scoredWins = (question, score) => {
  const { rules, wins } = question;
  const bumped = wins.length > 1 ? [rules.double_ron, rules.triple_ron][wins.length - 2] : "pay-all";
  if (wins.length === 0 || bumped === "abort") return { unsupported: "it scores winning hands alone" };
  const paid = bumped === "head-bump" ? wins.slice(0, 1) : wins;
  return { wins: paid.map((win) => ({ winner: win.seat, ...score(win, rules) })) };
};

const serve = (answer) => {
  const lines = require("readline").createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const question = JSON.parse(line);
    let found;
    try {
      found = answer(question);
    } catch (error) {
      found = { error: String(error) };
    }
    console.log(JSON.stringify({ ...found, case: question.case }));
  });
};

module.exports = { WINDS, YAKU, split, dora, scoredWins, serve };
