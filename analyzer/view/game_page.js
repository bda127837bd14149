"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const { hands, texts } = game;
  const one = (selector) => document.querySelector(selector);
  const picture = one(".stage > svg"), slider = one(".stage input"), chooser = one(".stage select");
  const now = one(".now"), who = one(".who"), found = one(".found"), ticks = one(".ticks");
  const buttons = [...document.querySelectorAll("[data-step]")];
  const articles = [...document.querySelectorAll("article")];
  const links = [...document.querySelectorAll("nav a")];
  const marks = [...document.querySelectorAll(".here")];
  const all = one(".all input");
  let at = 0, turn = game.opened, pending = 0;

  const lastOf = (hand) => hand.said.length - 1;
  /** Turns of a hand at which findings lie, in order. */
  const placesOf = (hand) => [...new Set(hand.found.map(([when]) => when))].sort((a, b) => a - b);

  /** Texts of a zone that are there at a turn; spans are first turn, last turn, number of the text. */
  function there(spans, when) {
    const shown = [];
    for (let i = 0; i < spans.length; i += 3) {
      if (spans[i] <= when && when <= spans[i + 1]) shown.push(texts[spans[i + 2]]);
    }
    return shown;
  }

  /** Whether the tehai of a seat lies open: chosen by the reader, or shown at the end of the hand. */
  function isOpen(hand, seat, when) {
    return chooser.value === "" || chooser.value === seat || (when === lastOf(hand) && hand.shown.includes(Number(seat)));
  }

  function drawn(hand, zone, when) {
    const pieces = there(hand.drawn[zone], when);
    if (zone === "middle" || isOpen(hand, zone, when)) return pieces.join("");
    return pieces.map((piece) =>
      piece.startsWith('<g class="own"') ? piece.replace(/href="#mj-[^"]*"/, 'href="#mj-back"') : piece).join("");
  }

  function draw(svg, hand, when) {
    for (const group of svg.querySelectorAll("[data-zone]")) {
      const zone = group.dataset.zone;
      group.innerHTML = zone in hand.drawn ? drawn(hand, zone, when) : "";
    }
    const words = Object.entries(hand.words).map(([part, spans]) => {
      const [what, seat] = part.split(" ");
      return what === "tehai" && !isOpen(hand, seat, when) ? ": tehai concealed" : there(spans, when).join("");
    });
    svg.setAttribute("aria-label", words.join(""));
  }

  /** Scroll the list of hands, and never the page, so that a link is seen. */
  function scrollTo(link) {
    const list = link.closest("ol"), box = link.getBoundingClientRect(), frame = list.getBoundingClientRect();
    if (box.left < frame.left || box.right > frame.right) list.scrollLeft += box.left - frame.left;
    if (box.top < frame.top || box.bottom > frame.bottom) list.scrollTop += box.top - frame.top;
  }

  /** A tile of the page, as a small picture. */
  function tile(name) {
    const space = picture.namespaceURI, small = document.createElementNS(space, "svg");
    const use = document.createElementNS(space, "use");
    use.setAttribute("href", `#mj-${name}`);
    small.setAttribute("class", "mj");
    small.setAttribute("viewBox", "0 0 300 400");
    small.append(use);
    return small;
  }

  /** The list of plays of a hand, discards and calls as tiles; those with a finding are marked. */
  function listMoves(hand) {
    let before = -1;
    one("article:not([hidden]) .moves").replaceChildren(...hand.moves.map(([when, who, word, tiles, isDim]) => {
      const line = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.dataset.turn = when;
      button.className = [word === "riichi" ? "riichi" : "", isDim ? "dim" : "",
        hand.found.some(([place]) => before < place && place <= when) ? "bad" : ""].join(" ");
      before = when;
      button.append(who, word ? ` ${word} ` : " ", ...tiles.split(" ").map(tile));
      const text = texts[hand.said[when]] + (button.classList.contains("bad") ? ", with a finding" : "");
      button.setAttribute("aria-label", text);
      button.title = text;
      button.addEventListener("click", () => show(at, when));
      line.append(button);
      return line;
    }));
  }

  /** What lies behind the play that is shown stays hidden until it is reached, or all is wanted. */
  function reveal(last) {
    document.documentElement.classList.toggle("open", all.checked);
    if (turn >= last - 1) for (const part of document.querySelectorAll(`[data-of="${at}"]`)) part.classList.add("told");
    const isTold = articles[at].classList.contains("told") || all.checked;
    let current = null;
    for (const button of articles[at].querySelectorAll("[data-turn]")) {
      button.parentElement.hidden = !isTold && button.dataset.turn > turn;
      button.removeAttribute("aria-current");
      if (button.dataset.turn <= turn) current = button;
    }
    if (current) current.setAttribute("aria-current", "step");
  }

  function enter(hand) {
    slider.max = String(lastOf(hand));
    who.textContent = texts[hand.who];
    articles.forEach((article, place) => { article.hidden = place !== at; });
    links.forEach((link, place) => {
      if (place === at) {
        link.setAttribute("aria-current", "true");
        scrollTo(link);
      } else link.removeAttribute("aria-current");
    });
    for (const mark of marks) {
      for (const end of ["x1", "x2"]) mark.setAttribute(end, `${Number(mark.dataset.first) + mark.dataset.gap * at}%`);
    }
    listMoves(hand);
    ticks.replaceChildren(...placesOf(hand).map((when) => {
      const tick = document.createElement("button");
      tick.type = "button";
      tick.setAttribute("aria-label", `finding at play ${when}`);
      tick.style.left = `${100 * when / lastOf(hand)}%`;
      tick.addEventListener("click", () => show(at, when));
      return tick;
    }));
  }

  function show(wantedHand, wantedTurn) {
    const isNew = wantedHand !== at || !now.textContent;
    at = Math.max(0, Math.min(hands.length - 1, wantedHand));
    const hand = hands[at], last = lastOf(hand);
    turn = Math.max(0, Math.min(last, wantedTurn));
    if (isNew) enter(hand);
    draw(picture, hand, turn);
    const said = texts[hand.said[turn]];
    now.textContent = 0 < turn && turn < last ? `${turn} of ${last - 1}: ${said}` : said;
    slider.value = String(turn);
    slider.setAttribute("aria-valuetext", said);
    const here = hand.found.filter(([when]) => when === turn).map(([, text]) => texts[text]);
    found.replaceChildren(...here.map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }));
    reveal(last);
    document.body.dataset.at = `${hand.name}/${turn}`;
    clearTimeout(pending);
    /* Browsers refuse an address that changes many times a second. */
    pending = setTimeout(() => {
      if (location.protocol !== "about:") history.replaceState(null, "", `#${hand.name}/${turn}`);
    }, 400);
    for (const button of buttons) button.disabled = steps[button.dataset.step]() === null;
  }

  /** Where each step leads: a hand and a turn, or null where there is no more. */
  const steps = {
    "play+": () => turn < lastOf(hands[at]) ? [at, turn + 1] : steps["hand+"](),
    "play-": () => turn > 0 ? [at, turn - 1] : at > 0 ? [at - 1, lastOf(hands[at - 1])] : null,
    "turn+": () => {
      const next = hands[at].rounds.find((when) => when > turn);
      return next !== undefined ? [at, next] : turn < lastOf(hands[at]) ? [at, lastOf(hands[at])] : steps["hand+"]();
    },
    "turn-": () => turn > 0 ? [at, hands[at].rounds.findLast((when) => when < turn) ?? 0] : steps["play-"](),
    "hand+": () => at < hands.length - 1 ? [at + 1, 0] : null,
    "hand-": () => turn > 0 ? [at, 0] : at > 0 ? [at - 1, 0] : null,
    deal: () => [at, 0],
    end: () => [at, lastOf(hands[at])],
    found: () => {
      const all = hands.flatMap((hand, place) => placesOf(hand).map((when) => [place, when]));
      return all.find(([place, when]) => place > at || (place === at && when > turn)) ?? all[0] ?? null;
    },
  };
  const go = (step) => {
    const target = steps[step]();
    if (target) show(...target);
  };
  const keys = {
    ArrowRight: "play+", ArrowLeft: "play-", ArrowDown: "turn+", ArrowUp: "turn-",
    PageDown: "hand+", PageUp: "hand-", Home: "deal", End: "end", f: "found",
  };

  for (const button of buttons) button.addEventListener("click", () => go(button.dataset.step));
  slider.addEventListener("input", () => show(at, Number(slider.value)));
  for (const choice of [chooser, all]) choice.addEventListener("change", () => show(at, turn));
  links.forEach((link, place) => link.addEventListener("click", (event) => {
    event.preventDefault();
    show(place, 0);
  }));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === chooser) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "h") {
      chooser.selectedIndex = (chooser.selectedIndex + 1) % chooser.length;
      show(at, turn);
    } else if (key === "r") {
      all.click();
    } else if (key in keys) {
      event.preventDefault();
      go(keys[key]);
    }
  });

  /** An address ends with #HAND or #HAND/TURN: a hand by its name or its index in the game. */
  function follow() {
    const [name, wanted] = decodeURIComponent(location.hash.slice(1)).split("/");
    const place = hands.findIndex((hand, index) => hand.name === name || articles[index].id === name);
    if (place >= 0) show(place, wanted === "end" ? Infinity : Number(wanted) || 0);
    return place >= 0;
  }
  window.addEventListener("hashchange", follow);

  /** On paper every hand has its picture at its end. */
  window.addEventListener("beforeprint", () => {
    articles.forEach((article, place) => {
      const copy = picture.cloneNode(true);
      draw(copy, hands[place], lastOf(hands[place]));
      copy.classList.add("paper");
      article.querySelector("h2").after(copy);
    });
  });
  window.addEventListener("afterprint", () => {
    for (const copy of document.querySelectorAll("article > svg")) copy.remove();
  });

  document.documentElement.classList.add("live");
  one("[data-step=found]").hidden = hands.every((hand) => !hand.found.length);
  if (!follow()) show(0, turn);
})();
