// Runs axe on the page, its rule of contrasts only on text that is painted as none before. Returns the violations and
// the ways of painting that are new, which `before` lists: a text's own, on all that is painted below it.
async ({ options, before }) => {
  const FRESH = "data-axe-fresh";
  const FIELDS = "button, input, select, textarea";
  const OFF = ":disabled, [aria-disabled='true'], [inert]";
  const CLEAR = "rgba(0, 0, 0, 0) none 1";
  const grounds = new Map([[null, `${innerWidth}`]]);
  const speaks = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const groundOf = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
      // What is placed freely may lie on anything.
      const placed = position === "static" || position === "relative" ? "" : `${element.localName}.${element.className}`;
      const below = groundOf(element.parentElement);
      grounds.set(element, own === CLEAR && !placed ? below : `${below}/${own} ${placed}`);
    }
    return grounds.get(element);
  };
  const wayOf = (element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const parent = element.parentElement;
    // What axe exempts must not stand for what it reads: parts of what is off, and a label of such a field.
    const off = [element, element.closest("label")?.control].some((part) => part?.closest(OFF));
    // A link is told from the text around it, too.
    const told = element.localName === "a" && speaks(parent);
    const around = told ? `${element.className} ${getComputedStyle(parent).color}` : "";
    return [off, color, fontSize, fontWeight, textShadow, around, groundOf(element)].join();
  };
  const hash = (text) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 45, 7).toString(36);
  const known = new Set(before.split(" "));
  const met = new Map();
  if (options.rules?.["color-contrast"]?.enabled !== false)
    for (const element of document.body.querySelectorAll("*")) {
      if (!speaks(element) && !element.matches(FIELDS)) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const way = hash(wayOf(element));
      if (!known.has(way) && !met.has(way)) met.set(way, element);
    }
  for (const element of met.values()) element.setAttribute(FRESH, "");
  axe.configure({ rules: [{ id: "color-contrast", selector: `[${FRESH}]` }] });
  const needless = options.runOnly && !met.size;
  const { violations } = needless ? { violations: [] } : await axe.run({ resultTypes: ["violations"], ...options });
  for (const element of met.values()) element.removeAttribute(FRESH);
  return { violations, met: [...met.keys()].join(" ") };
}
