(() => {
  "use strict";
  // Paper cannot be opened: every hand is printed with its picture, and closed again as it was.
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const hand of opened) hand.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const hand of opened) hand.open = false;
  });
})();
