// The page's words, written into it by the server in the reader's language.

const words = JSON.parse(document.getElementById("table-words")?.textContent ?? "{}");

/** A text with `{…}` filled. */
export function filled(text, facts = {}) {
  return text.replace(/\{(\w+)\}/g, (_whole, key) => String(facts[key] ?? ""));
}

/** The words called `name`, with `{…}` filled from `facts`. */
export function say(name, facts = {}) {
  return filled(words[name] ?? "", facts);
}

/** "a", "a and b", "a, b and c". */
export function inARow(parts) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(say("comma"))} ${say("and")} ${parts.at(-1)}`;
}

/** "red 5", "the goat". */
export function shortCard(code) {
  return code === "X0" ? say("goat") : say(`card_${code[0]}`, { numbers: code[1] });
}

/** Cards in a sentence, as games.web.card_words writes them: "red 5 and blue 5", "green 9, 8 and 2". */
export function spokenCards(codes) {
  const [colour] = codes[0];
  if (codes.length > 1 && codes.every((code) => code.startsWith(colour))) {
    return say(`cards_${colour}`, { numbers: inARow(codes.map((code) => code[1])) });
  }
  return inARow(codes.map(shortCard));
}

// Milliseconds for which a screen reader's reading position can reach the line; removed, it is still read to its end.
const STAYS_MS = 20_000;

/**
 * Announces a sentence to screen readers.
 * @returns {HTMLElement | undefined} its line, while it exists
 */
export function tell(sentence) {
  const place = document.getElementById("said");
  if (!place || !sentence) return undefined;
  const line = document.createElement("p");
  line.textContent = sentence;
  place.append(line);
  setTimeout(() => line.remove(), STAYS_MS);
  return line;
}
