// The page's words, which the server wrote into it in the reader's language.

const words = JSON.parse(document.getElementById("table-words")?.textContent ?? "{}");

/** The words called `name`, with `{…}` filled from `facts`. */
export function say(name, facts = {}) {
  return (words[name] ?? "").replace(/\{(\w+)\}/g, (_whole, key) => String(facts[key] ?? ""));
}

/** Reads a sentence out to those who listen instead of look. */
export function tell(sentence) {
  const place = document.getElementById("said");
  if (!place || !sentence) return;
  const line = document.createElement("p");
  line.textContent = sentence;
  place.append(line);
  while (place.children.length > 12) place.firstElementChild.remove();
}
