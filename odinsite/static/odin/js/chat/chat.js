// A game's chat: follows lines, sends them and records what was read. It is outside the table's part, so turns swap
// nothing of it. A drawer on narrow windows, on small ones a tab too, and a plain list on its own page.

import { extra } from "../site/late.js";
import { parsed } from "../site/swap.js";
import { tell } from "../table/words.js";

const inside = document.getElementById("chat-in");
const column = document.getElementById("chat");
const form = document.getElementById("chat-form");
const drawer = document.getElementById("chat-drawer");
const opener = document.getElementById("chat-open");
const wide = matchMedia("(width >= 1200px) and (height >= 500px)");
const touch = matchMedia("(pointer: coarse)");
// What the bar covers at the foot of small windows.
const BAR_PX = 140;
// This close to its end, a list scrolls on with new lines.
const NEAR_PX = 60;

let looking = null;
let again = false;
let read = 0;
let sending = false;
// Ids of lines that the socket has just announced: reactions among them are shown at their seats.
const announced = new Set();
// Ids of lines that came before their announcement.
const early = new Set();
const EARLY_MS = 3000;
// Whether the newest line is in view. A list that shrinks stays at its end.
let ending = true;
// Whether its column or tab is in view.
let inView = false;

// Ends what follows the chat, once this reader may not read it any more.
const leaving = new AbortController();

const by = (id) => document.getElementById(id);
const hasLeft = () => leaving.signal.aborted;

/** Whether the reader can see the lines. */
function inSight() {
  return document.visibilityState === "visible" && (!drawer || wide.matches || drawer.open || inView);
}

function toEnd() {
  if (hasLeft()) return;
  const scroll = by("chat-scroll");
  scroll.scrollTop = scroll.scrollHeight;
  ending = true;
}

function atEnd() {
  const scroll = by("chat-scroll");
  return scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR_PX;
}

/** Shows the number of new lines on the button that opens the drawer. */
function showCount(fresh) {
  const count = by("chat-count");
  if (!count) return;
  count.textContent = fresh > 49 ? "50+" : String(fresh);
  count.hidden = fresh === 0;
  by("chat-new").hidden = fresh === 0;
}

/** Records what was read, once for each new last line. */
async function settle() {
  if (hasLeft()) return;
  const live = by("chat-live");
  if (!inSight()) {
    showCount(Number(live.dataset.fresh));
    return;
  }
  showCount(0);
  const newest = Number(live.dataset.newest);
  if (live.dataset.fresh === "0" || newest <= read) return;
  read = newest;
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  body.set("line", String(newest));
  // The next line records it again.
  await fetch(form.dataset.read, { method: "POST", body }).catch(() => {
    read = 0;
  });
}

/** Shows a reaction at its seat, once; without a connection it is in the list only. */
function showReaction(line) {
  announced.delete(line.id);
  early.delete(line.id);
  if (!("bubble" in line.dataset) || !by("table")) return;
  const { bubble, seat } = line.dataset;
  const from = line.classList.contains("is-mine") ? "" : seat;
  extra(() => import("./bubble.js")).then((bubbles) => bubbles?.showBubble(bubble, from));
}

/** The socket has announced a line, before or just after it is in the list. Changes of older lines show nothing. */
function announce(number) {
  const id = `line-${number}`;
  if (!by(id)) announced.add(id);
  else if (early.has(id)) showReaction(by(id));
}

/** Shows a new line at the table if the socket announces it, or the reader has just sent it. */
function appended(line, mine) {
  if (announced.has(line.id) || mine) {
    showReaction(line);
    return;
  }
  early.add(line.id);
  setTimeout(() => early.delete(line.id), EARLY_MS);
}

/** Appends new lines and replaces hidden or erased ones in place. `reacted`: the reader has just done so. */
function merge(html, { reacted = false } = {}) {
  const fresh = parsed(html).getElementById("chat-live");
  if (!fresh || hasLeft()) return;
  const live = by("chat-live");
  const lines = by("chat-lines");
  const seen = inSight();
  const incoming = [...fresh.querySelectorAll(".line")];
  const kept = new Set(incoming.map((line) => line.id));
  const last = lines.lastElementChild?.id;
  for (const line of [...lines.children]) if (!kept.has(line.id)) line.remove();
  let isNew = !last || !kept.has(last);
  for (const line of incoming) {
    const shown = by(line.id);
    if (!shown) {
      lines.append(line);
      appended(line, reacted && isNew && line.classList.contains("is-mine"));
      if (isNew && !seen && line.dataset.said) tell(line.dataset.said);
    } else if (shown.dataset.mark !== line.dataset.mark) shown.replaceWith(line);
    else shown.classList.toggle("is-fresh", line.classList.contains("is-fresh"));
    if (line.id === last) isNew = true;
  }
  for (const id of ["chat-empty", "chat-note"]) by(id).replaceWith(fresh.querySelector(`#${id}`));
  by("beside")?.classList.toggle("is-unspoken", incoming.length === 0);
  Object.assign(live.dataset, fresh.dataset);
  form.hidden = !("open" in fresh.dataset);
  if (ending) toEnd();
  settle();
}

/** Fetches the lines; a call during a fetch causes one more. */
export async function lookAtChat() {
  if (!inside || !form || hasLeft()) return;
  again = true;
  looking ??= follow().finally(() => {
    looking = null;
  });
  await looking;
}

async function follow() {
  while (again && !hasLeft()) {
    again = false;
    const headers = { Accept: "application/json", "If-None-Match": by("chat-live").dataset.etag };
    try {
      const response = await fetch(form.dataset.part, {
        headers,
        cache: "no-store",
        signal: AbortSignal.timeout(15_000),
      });
      if (response.status === 205 || response.status === 404) leave();
      else if (response.status === 200) merge(await response.text());
    } catch {
      // The table shows the connection's state; the socket's next opening asks again.
      return;
    }
  }
}

/** Removes the chat for this reader. */
function leave() {
  leaving.abort();
  drawer?.close();
  inside.remove();
  column.hidden = true;
  by("panel-chat")?.remove();
  document.dispatchEvent(new Event("odin:panels"));
  if (opener) opener.hidden = true;
}

function complain(words) {
  if (!hasLeft()) by("chat-error").textContent = words;
}

/** Puts back what could not be sent, before what was typed since. */
function giveBack(field, sent) {
  field.value = [sent, field.value].filter(Boolean).join(" ");
}

/** Posts a form: the chat's newest state, a refusal in words, or neither. Throws without a connection. */
async function post(to, body) {
  const response = await fetch(to.getAttribute("action"), {
    method: "POST",
    body,
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(20_000),
  });
  if (response.ok && !response.redirected) return { html: await response.text() };
  const isTold = response.headers.get("Content-Type")?.startsWith("application/json");
  return isTold ? { refusal: (await response.json()).detail } : {};
}

async function send() {
  if (sending) return;
  sending = true;
  const [field, button] = [by("chat-text"), by("chat-send")];
  const body = new FormData(form);
  const sent = field.value;
  // Cleared at once, so that the next line can be typed on a slow connection.
  field.value = "";
  button.setAttribute("aria-busy", "true");
  try {
    const { html, refusal } = await post(form, body);
    if (html !== undefined) {
      complain("");
      merge(html);
      toEnd();
    } else {
      giveBack(field, sent);
      complain(refusal ?? form.dataset.lost);
      if (refusal !== undefined) lookAtChat();
    }
  } catch {
    if (!field.value.startsWith(sent)) giveBack(field, sent);
    complain(form.dataset.lost);
  } finally {
    sending = false;
    button.removeAttribute("aria-busy");
    field.focus();
  }
}

/** Sends a reaction; the drawer makes room for it at the table. */
async function react(button) {
  const [fold, to] = [by("reactions"), by("react-form")];
  const body = new FormData(to, button);
  fold.open = false;
  try {
    const { html, refusal } = await post(to, body);
    if (html !== undefined) {
      complain("");
      drawer?.close();
      merge(html, { reacted: true });
      return;
    }
    complain(refusal ?? form.dataset.lost);
  } catch {
    complain(form.dataset.lost);
  }
  fold.open = Boolean(drawer?.open);
}

/** Reactions open over the list, and close as menus do; in the drawer they are always there. */
function startReactions() {
  const fold = by("reactions");
  if (!fold) return;
  by("react-form").addEventListener("submit", (event) => {
    event.preventDefault();
    react(event.submitter);
  });
  document.addEventListener(
    "click",
    (event) => {
      if (!drawer?.open && !fold.contains(event.target)) fold.open = false;
    },
    { signal: leaving.signal },
  );
  fold.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || drawer?.open || !fold.open) return;
    event.preventDefault();
    fold.open = false;
    fold.querySelector("summary").focus();
  });
}

function open() {
  drawer.append(inside);
  drawer.showModal();
  if (by("reactions")) by("reactions").open = true;
  // While the dialog closes, the first space typed would close it. A keyboard on the glass would cover the lines.
  if (touch.matches) by("chat-scroll").focus();
  else by("chat-text").focus();
  toEnd();
  settle();
}

/** Moves the chat back to its column for wide windows. */
function putBack() {
  column.append(inside);
  if (by("reactions")) by("reactions").open = false;
  settle();
}

/** The drawer on narrow windows. */
function startDrawer() {
  const { signal } = leaving;
  opener.addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      open();
    },
    { signal },
  );
  drawer.addEventListener("click", (event) => {
    if (event.target === drawer) drawer.close();
  });
  drawer.addEventListener("close", putBack, { signal });
  wide.addEventListener(
    "change",
    () => {
      if (wide.matches) drawer.close();
      settle();
    },
    { signal },
  );
}

/** Sees whether the lines are in view, and stays at their end. */
function watch() {
  const sizes = new ResizeObserver(() => {
    if (ending) toEnd();
  });
  const sight = new IntersectionObserver(
    (changes) => {
      inView = changes.at(-1).isIntersecting;
      if (inView) settle();
    },
    { rootMargin: `0px 0px -${BAR_PX}px` },
  );
  sizes.observe(by("chat-scroll"));
  if (drawer) sight.observe(by("chat-scroll"));
  by("chat-scroll").addEventListener(
    "scroll",
    () => {
      ending = atEnd();
    },
    { signal: leaving.signal },
  );
  leaving.signal.addEventListener("abort", () => {
    sizes.disconnect();
    sight.disconnect();
  });
}

export function startChat() {
  if (!inside || !form) return;
  const { signal } = leaving;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  startReactions();
  if (drawer) startDrawer();
  watch();
  document.addEventListener(
    "odin:chat",
    (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      if (detail) announce(detail);
      lookAtChat();
    },
    { signal },
  );
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.visibilityState === "visible") lookAtChat().then(settle);
    },
    { signal },
  );
  toEnd();
  settle();
}
