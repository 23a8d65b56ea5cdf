// Text that a reader does not see whole, and whether the page scrolls sideways.
() => {
  const SLACK_PX = 1;
  const found = new Set();
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("body *")].filter(
      (it) => it.checkVisibility() && it.getBoundingClientRect().right > innerWidth + SLACK_PX && !it.closest("svg"),
    );
    const last = wide.at(-1);
    found.add(`the page is ${document.documentElement.scrollWidth} px wide: ${last?.outerHTML.slice(0, 120) ?? ""}`);
  }
  const told = (it, text) =>
    [it, it.closest("[title]"), it.closest("[aria-label]")].some(
      (near) => near?.title.includes(text) || near?.getAttribute("aria-label")?.includes(text),
    );
  // The nearest box that hides what spills over, by direction; one that scrolls shows it all.
  const holder = (from, axis) => {
    for (let it = from; it && it !== document.body; it = it.parentElement) {
      const style = getComputedStyle(it);
      const overflow = style[axis];
      if (overflow === "auto" || overflow === "scroll") return null;
      if (overflow === "hidden" || overflow === "clip") return it;
      if (style.position === "fixed") return null;
    }
    return null;
  };
  const hidden = (it) =>
    !it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    it.closest(".visually-hidden, svg, [inert]") ||
    it.getBoundingClientRect().width <= SLACK_PX;
  // For screen readers alone, or not meant to be seen: wholly out of the box.
  const unseen = (box, text) =>
    box &&
    (Math.min(box.width, box.height) <= SLACK_PX ||
      text.left >= box.right - SLACK_PX ||
      text.right <= box.left + SLACK_PX ||
      text.top >= box.bottom - SLACK_PX ||
      text.bottom <= box.top + SLACK_PX);
  const clipped = (from) => {
    for (let it = from; it; it = it.parentElement) if (getComputedStyle(it).clipPath !== "none") return true;
    return false;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.data.trim();
    if (!text || hidden(node.parentElement)) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const line = range.getClientRects()[0]?.height ?? 0;
    const across = holder(node.parentElement, "overflowX");
    const down = holder(node.parentElement, "overflowY");
    const sides = across?.getBoundingClientRect();
    const ends = down?.getBoundingClientRect();
    if (unseen(sides, box) || unseen(ends, box) || clipped(node.parentElement)) continue;
    // A line's box is higher than its letters.
    const over = Math.max(
      sides ? Math.max(box.right - sides.right, sides.left - box.left) : 0,
      ends ? Math.max(box.bottom - ends.bottom, ends.top - box.top) - line / 4 : 0,
    );
    if (over > SLACK_PX && !told(node.parentElement, text)) {
      const where = (over === 0 ? node.parentElement : (across ?? down)).className || node.parentElement.tagName;
      found.add(`“${text.replace(/\s+/g, " ").slice(0, 60)}” is cut by ${Math.ceil(over)} px in .${where}`);
    }
  }
  return [...found];
};
