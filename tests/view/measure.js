(() => {
  const sizes = [];
  for (const closed of document.querySelectorAll("details")) closed.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim(), holder = walker.currentNode.parentElement;
    if (!/\p{L}/u.test(words) || !holder.checkVisibility() || !holder.getClientRects().length) continue;
    const inside = holder.closest("svg");
    const scale = inside ? inside.getScreenCTM().a : 1;
    sizes.push([Math.round(10 * scale * parseFloat(getComputedStyle(holder).fontSize)) / 10, words]);
  }
  return sizes;
})()
