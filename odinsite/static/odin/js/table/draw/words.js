// Words for drawing turns, as the server writes them.

import { found } from "../behind.js";
import { filled } from "../words.js";

const words = await (await fetch(found(document, "#table-kit").dataset.words)).json();

/** The entry called `name`: a text, or texts by number of cards or by whom they are about. */
export function entry(name) {
  return words[name];
}

/** The text called `name`, filled. */
export function text(name, facts = {}) {
  return filled(words[name], facts);
}

/** The text about the reader or another, filled. */
export function about(name, isMine, facts = {}) {
  return filled(words[name][isMine ? 1 : 0], facts);
}

/** A text filled with HTML. */
export function html(template, facts) {
  return filled(template, Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, escaped(value)])));
}

export function escaped(value) {
  const holder = document.createElement("i");
  holder.textContent = value;
  return holder.innerHTML;
}
