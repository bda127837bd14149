// The package riichi of npm: the value of a hand; it knows neither ura dora nor three players.
"use strict";

const Riichi = require("riichi");
const { WINDS, YAKU, split, dora, scoredWins, serve } = require("./lines");

// Where its names are others than ours.
const NAMES = {
  "場風東": "場風 東", "場風南": "場風 南", "場風西": "場風 西", "場風北": "場風 北",
  "自風東": "自風 東", "自風南": "自風 南", "自風西": "自風 西", "自風北": "自風 北",
  "役牌白": "翻牌 白", "役牌発": "翻牌 發", "役牌中": "翻牌 中", "断么九": "断幺九", "搶槓": "槍槓",
  "混全帯么九": "混全帯幺九", "純全帯么九": "純全帯幺九", "四暗刻単騎待ち": "四暗刻単騎",
  "国士無双十三面待ち": "国士無双十三面",
};
const LETTERS = {
  "riichi": "r", "double riichi": "w", "ippatsu": "i", "haitei": "h", "houtei": "h", "rinshan": "k",
  "chankan": "k", "tenhou": "t", "chiihou": "t",
};

const score = (win, rules) => {
  const melds = win.melds.map((text) => {
    const [kind, called] = text.split(" ");
    // The tiles of a case begin with the one that was called.
    const tiles = called.slice(0, -1).split("").sort((a, b) => (+a || 5) - (+b || 5)).join("") + called.slice(-1);
    // It writes a closed kan as a pair.
    return kind === "ankan" ? tiles.slice(-3) : tiles;
  });
  const shown = split(win.indicators + win.ura).map((tile) => dora(tile, rules.seats));
  const won = win.tsumo ? win.win : "+" + win.win;
  const letters = win.situation.map((word) => LETTERS[word] || "").join("");
  const winds = `${WINDS.indexOf(win.round_wind) + 1}${WINDS.indexOf(win.seat_wind) + 1}`;
  const parts = [win.tehai + won, ...melds, ...(shown.length ? ["d" + shown.join("")] : []), letters + winds];
  const hand = new Riichi(parts.join("+"));
  hand.disableHairi();
  if (!rules.kuitan) hand.disableKuitan();
  if (!rules.red_fives) hand.disableAka();
  if (!rules.double_yakuman) hand.disableWyakuman();
  const value = hand.calc();
  // It does not tell dora from ura dora: they are in the han.
  const yaku = Object.keys(value.yaku).filter((name) => !name.includes("ドラ"));
  return { yaku: yaku.map((name) => YAKU.indexOf(NAMES[name] || name)), han: value.han, fu: value.fu, points: value.ten };
};

serve((question) => (question.rules.seats === 3 ? { unsupported: "three players" } : scoredWins(question, score)));
