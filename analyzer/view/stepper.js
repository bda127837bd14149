(() => {
  "use strict";
  const said = JSON.parse(document.getElementById("turns").textContent);
  const last = said.length - 1;
  const picture = document.querySelector(".stage svg");
  const parts = [...picture.querySelectorAll("[data-from]")].map((part) => ({
    part, from: Number(part.dataset.from), to: Number(part.dataset.to),
  }));
  const now = document.querySelector(".now");
  const slider = document.querySelector(".steps input");
  const buttons = [...document.querySelectorAll(".steps button")];
  let turn = Number(slider.value);

  const show = (wanted) => {
    turn = Math.max(0, Math.min(last, wanted));
    for (const { part, from, to } of parts) part.classList.toggle("off", turn < from || turn > to);
    picture.setAttribute("aria-label", said[turn][1]);
    now.textContent = said[turn][0];
    slider.value = String(turn);
    document.body.dataset.turn = String(turn);
    for (const button of buttons) {
      const step = button.dataset.step;
      button.disabled = step === "first" || step === "-1" ? turn === 0 : turn === last;
    }
  };
  const targets = { first: () => 0, "-1": () => turn - 1, 1: () => turn + 1, last: () => last };
  for (const button of buttons) button.addEventListener("click", () => show(targets[button.dataset.step]()));
  slider.addEventListener("input", () => show(Number(slider.value)));
  const keys = { ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(targets[step]());
  });
  const asked = /^#(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) : turn);
  window.addEventListener("hashchange", () => {
    const found = /^#(\d+)$/.exec(location.hash);
    if (found) show(Number(found[1]));
  });
})();
