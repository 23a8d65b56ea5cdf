// The elements that take focus where other boxes cover them whole (WCAG 2.4.11), focused one after the other as Tab and
// Shift+Tab do.
() => {
  const STEPS = [0.02, 0.25, 0.5, 0.75, 0.98];
  const reachable = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(
    (it) => it.tabIndex >= 0 && !it.disabled && it.type !== "hidden" && it.checkVisibility({ visibilityProperty: true }),
  );
  const belongs = (it, top) => top && (it.contains(top) || top.contains(it) || top.closest("label")?.control === it);
  const seen = (it) => {
    // A label shows the focus of a box that it covers.
    const boxes = [it, ...(it.labels ?? [])].flatMap((part) => [...part.getClientRects()]);
    return boxes.some((box) =>
      STEPS.some((down) =>
        STEPS.some((along) => {
          const top = document.elementFromPoint(box.left + box.width * along, box.top + box.height * down);
          return belongs(it, top);
        }),
      ),
    );
  };
  const covered = new Set();
  const walk = (elements) => {
    for (const it of elements) {
      it.focus();
      if (document.activeElement === it && !seen(it)) covered.add(it.outerHTML.replace(/\s+/g, " ").slice(0, 120));
    }
  };
  walk(reachable);
  walk(reachable.toReversed());
  document.activeElement.blur();
  return [...covered];
}
