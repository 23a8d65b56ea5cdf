// Swaps a part of the page for a newer one from the server, keeping what was typed, chosen, opened and focused.
// Elements are matched by id.

export const HEADERS = { "X-Requested-With": "fetch" };

const GET_MS = 15_000;
export const SEND_MS = 20_000;
// The longest that a press delays a swap, and how long after its end the click may come, in milliseconds.
const PRESS_MS = 5000;
const CLICK_MS = 50;
// The longest that a fetch waits for the answer to a form, in milliseconds.
const ANSWER_MS = 2000;

/** The form being sent: repeated presses are sent once. A form of a newer part need not wait for it. */
let sending = null;
/** Resolves once the form sent last is answered. */
let answering = Promise.resolve();
/** Resolves at the end of the current or last press. */
let pressed = null;

/** Fetches without a cache. Throws without a connection. */
export function get(address, headers = {}) {
  return fetch(address, {
    headers: { ...HEADERS, ...headers },
    cache: "no-store",
    signal: AbortSignal.timeout(GET_MS),
  });
}

/**
 * Sends a form once, however often it is pressed.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 * @param {{more?: Record<string, string>, answered: (response: Response, sent: FormData) => Promise<void>,
 *   failed: (error: Error, response: Response | null) => void}} options
 *   extra fields; what to do with the answer; and what if there is none or it cannot be shown
 */
export async function send(form, button, { more = {}, answered, failed }) {
  if (sending === form) return;
  const data = new FormData(form);
  if (button?.name) data.set(button.name, button.value);
  for (const [name, value] of Object.entries(more)) data.set(name, value);
  let response = null;
  answering = underWay(form, button, async () => {
    try {
      // `form.action` would be the button named "action".
      const address = button?.getAttribute("formaction") ?? form.getAttribute("action");
      response = await fetch(address, {
        method: "POST",
        body: data,
        headers: HEADERS,
        signal: AbortSignal.timeout(SEND_MS),
      });
      await answered(response, data);
    } catch (error) {
      failed(error, response);
    }
  });
  await answering;
}

/** Waits for the answer to a form that is being sent: it may show what else would be fetched. */
export function answerOver() {
  return Promise.race([answering, new Promise((over) => setTimeout(over, ANSWER_MS))]);
}

/** Marks a form as being sent until `work` is done. */
export async function underWay(form, button, work) {
  sending = form;
  button?.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    if (sending === form) sending = null;
    button?.removeAttribute("aria-busy");
  }
}

/** Whether this form is being sent. */
export function isSending(form) {
  return sending === form;
}

/** @returns {DocumentFragment} the HTML's elements */
export function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

/** Replaces `old` with `fresh` and notifies the page's scripts. */
export function exchange(old, fresh) {
  old.replaceWith(fresh);
  document.dispatchEvent(new Event("odin:swapped"));
}

/** Waits until presses end: a press whose button is replaced in between would be lost. */
export async function pressesOver() {
  for (let over = null; over !== pressed; ) {
    over = pressed;
    await over;
  }
}

/**
 * Remembers the reader's input before a swap.
 * @param {string} places selector of what is swapped
 * @param {{fields: any[], keepsFold?: (fold: Element) => boolean, nearest?: (focused: Element) => string[]}} options
 * fields to keep; which open folds to keep; where to move the focus if its element is gone
 * @returns {() => void} restores it
 */
export function remember(places, { fields, keepsFold = () => true, nearest = () => [] }) {
  const entered = fields.map(({ id, value, checked }) => ({ id, value, checked }));
  const folds = [...document.querySelectorAll("details[id]")].filter((fold) => fold.closest(places) && keepsFold(fold));
  const open = folds.map((fold) => [fold.id, fold.open]);
  /** @type {any} */
  const active = document.activeElement;
  const focused = active?.closest(places) ? active : null;
  const ways = focused?.id ? [`#${CSS.escape(focused.id)}`, ...nearest(focused), "#main"] : [];
  const caret = isText(focused) ? [focused.selectionStart, focused.selectionEnd] : null;
  return () => {
    for (const [id, was] of open) {
      const fold = document.getElementById(id);
      if (fold) fold.open = was;
    }
    for (const field of entered) enter(field);
    focusFirst(ways);
    if (caret) document.getElementById(focused.id)?.setSelectionRange?.(...caret);
  };
}

function isText(element) {
  return element?.matches("textarea, input:not([type]), input[type='text'], input[type='search']") ?? false;
}

function enter({ id, value, checked }) {
  const field = document.getElementById(id);
  if (!field) return;
  if (field.type === "radio" || field.type === "checkbox") field.checked = checked;
  else if (!field.options || [...field.options].some((option) => option.value === value)) field.value = value;
}

/** Focuses the first of these elements that takes the focus. */
function focusFirst(ways) {
  for (const way of ways) {
    document.querySelector(way)?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
  }
}

document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !event.target.closest("#table, #live")) return;
  pressed = new Promise((over) => {
    const ending = new AbortController();
    const end = (ms) => {
      ending.abort();
      setTimeout(over, ms);
    };
    setTimeout(end, PRESS_MS, 0);
    for (const kind of ["pointerup", "pointercancel"])
      addEventListener(kind, () => end(CLICK_MS), { capture: true, signal: ending.signal });
  });
});
