// Compares the table that a page shows with the server's: null, or the first line that differs.
async () => {
  const table = document.getElementById("table");
  const answer = await fetch(`${table.dataset.part}?compared`, { cache: "no-store" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("table");
  // What scripts write, what is new in each answer, and what is fetched when it comes into view.
  const OWN = "script, noscript, template, #play, #arm, #clock-left, #said, #touch-hint, [name='csrfmiddlewaretoken'], #since, "
    + ".more-tabs, .cheer";
  const BY_SCRIPT = new Set(["tabindex", "aria-disabled", "style", "data-etag", "datetime", "data-now", "checked"]);
  const CLASSES = /^is-(held|lifted|illegal|off|told)$/;
  const linesOf = (root) => {
    const copy = root.cloneNode(true);
    for (const gone of copy.querySelectorAll(OWN)) gone.remove();
    for (const fold of copy.querySelectorAll(".round > ol")) fold.remove();
    for (const panel of copy.querySelectorAll(".more-panel"))
      for (const name of ["role", "aria-labelledby", "hidden"]) panel.removeAttribute(name);
    for (const time of copy.querySelectorAll("time")) time.textContent = "";
    const lines = [];
    const walk = (element, depth) => {
      const names = [...element.attributes].filter(({ name }) => !BY_SCRIPT.has(name)).map(({ name, value }) => {
        const words = name === "class" ? value.split(/\s+/).filter((one) => one && !CLASSES.test(one)).sort().join(" ") : value;
        return `${name}=${name === "data-plays" ? words.split(" ").sort().join(" ") : words}`;
      });
      lines.push(`${"  ".repeat(depth)}<${element.localName} ${names.filter((one) => one !== "class=").sort().join(" ")}>`);
      for (const child of element.childNodes) {
        if (child.nodeType === Node.ELEMENT_NODE) walk(child, depth + 1);
        else if (child.nodeType === Node.TEXT_NODE && child.textContent.trim())
          lines.push("  ".repeat(depth + 1) + child.textContent.trim().replace(/\s+/g, " "));
      }
    };
    walk(copy, 0);
    return lines;
  };
  const factsOf = (root) => JSON.parse(root.querySelector("#table-facts")?.textContent ?? "null");
  const sorted = (facts) => JSON.stringify(Object.entries(facts ?? {}).sort());
  const [drawn, told] = [linesOf(table), linesOf(fresh)];
  const at = told.findIndex((line, number) => line !== drawn[number]);
  if (at >= 0 || drawn.length !== told.length) {
    const first = at >= 0 ? at : told.length;
    const [from, to] = [Math.max(0, first - 6), first + 4];
    return `drawn:\n${drawn.slice(from, to).join("\n")}\nserver:\n${told.slice(from, to).join("\n")}`;
  }
  const [mine, theirs] = [factsOf(table), factsOf(fresh)];
  if (theirs === null || sorted(mine) === sorted(theirs)) return null;
  return `drawn: ${sorted(mine)}\nserver: ${sorted(theirs)}`;
}
