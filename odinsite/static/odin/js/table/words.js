// The page's words, which the server wrote into it in the reader's language.

const words = JSON.parse(document.getElementById("table-words")?.textContent ?? "{}");

/** The words called `name`, with `{…}` filled from `facts`. */
export function say(name, facts = {}) {
  return (words[name] ?? "").replace(/\{(\w+)\}/g, (_whole, key) => String(facts[key] ?? ""));
}

// So long a sentence can be met by who reads the page line by line; taken out, it is still read to its end.
const STAYS_MS = 20_000;

/** Reads a sentence out to those who listen instead of look. @returns {HTMLElement | undefined} its line, while it stands */
export function tell(sentence) {
  const place = document.getElementById("said");
  if (!place || !sentence) return undefined;
  const line = document.createElement("p");
  line.textContent = sentence;
  place.append(line);
  setTimeout(() => line.remove(), STAYS_MS);
  return line;
}
