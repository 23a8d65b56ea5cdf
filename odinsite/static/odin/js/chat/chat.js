// The chat of a game: follows what is said, sends lines, and knows what has been read. Lives beside the table's part,
// so that a turn swaps nothing of it. On narrow windows it is a drawer; on its own page it is simply there.

import { parsed } from "../site/swap.js";
import { tell } from "../table/words.js";

const inside = document.getElementById("chat-in");
const column = document.getElementById("chat");
const form = document.getElementById("chat-form");
const drawer = document.getElementById("chat-drawer");
const opener = document.getElementById("chat-open");
const wide = matchMedia("(width >= 1200px) and (height >= 500px)");
// So near to its end, a list goes on with what is new.
const NEAR_PX = 60;

let looking = null;
let again = false;
let read = 0;
let sending = false;
// Whether the newest line is in view: a list that grows narrower or lower stays at its end.
let ending = true;

const by = (id) => document.getElementById(id);

/** Whether the reader has the lines before their eyes. */
function inSight() {
  return document.visibilityState === "visible" && (!drawer || wide.matches || drawer.open);
}

function toEnd() {
  const scroll = by("chat-scroll");
  scroll.scrollTop = scroll.scrollHeight;
  ending = true;
}

function atEnd() {
  const scroll = by("chat-scroll");
  return scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR_PX;
}

/** How many lines are new, on the button that opens the drawer. */
function showCount(fresh) {
  const count = by("chat-count");
  if (!count) return;
  count.textContent = fresh > 49 ? "50+" : String(fresh);
  count.hidden = fresh === 0;
  by("chat-new").hidden = fresh === 0;
}

/** Notes what was read, once for each new last line. */
async function settle() {
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
  // What is not noted now is noted with the next line.
  await fetch(form.dataset.read, { method: "POST", body }).catch(() => {
    read = 0;
  });
}

/** Puts new lines at the list's end, and hidden or erased ones in the place of what they were; the rest stays. */
function merge(html) {
  const fresh = parsed(html).getElementById("chat-live");
  if (!fresh) return;
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

/** Fetches the lines as they are now; a call while one is under way has it asked once more. */
export async function lookAtChat() {
  if (!inside || !form) return;
  again = true;
  looking ??= follow().finally(() => {
    looking = null;
  });
  await looking;
}

async function follow() {
  while (again) {
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
      // The note about the connection is the table's; the next opening of the socket asks again.
      return;
    }
  }
}

/** There is no chat any more for this reader. */
function leave() {
  drawer?.close();
  inside.remove();
  column.hidden = true;
  if (opener) opener.hidden = true;
}

function complain(words) {
  by("chat-error").textContent = words;
}

/** Gives back what could not be sent, before what was typed since. */
function giveBack(field, sent) {
  field.value = [sent, field.value].filter(Boolean).join(" ");
}

async function send() {
  if (sending) return;
  sending = true;
  const field = by("chat-text");
  const body = new FormData(form);
  const sent = field.value;
  // At once, so that on a slow line the next words can be typed meanwhile.
  field.value = "";
  by("chat-send").setAttribute("aria-busy", "true");
  try {
    const headers = { Accept: "application/json" };
    const response = await fetch(form.getAttribute("action"), {
      method: "POST",
      body,
      headers,
      signal: AbortSignal.timeout(20_000),
    });
    if (response.ok && !response.redirected) {
      complain("");
      merge(await response.text());
      toEnd();
    } else {
      giveBack(field, sent);
      if (response.headers.get("Content-Type")?.startsWith("application/json")) {
        complain((await response.json()).detail);
        lookAtChat();
      } else complain(form.dataset.lost);
    }
  } catch {
    if (!field.value.startsWith(sent)) giveBack(field, sent);
    complain(form.dataset.lost);
  } finally {
    sending = false;
    by("chat-send").removeAttribute("aria-busy");
    field.focus();
  }
}

function open() {
  drawer.append(inside);
  drawer.showModal();
  // On the way out, where a dialog begins, the first space typed would close it.
  by("chat-text").focus();
  toEnd();
  settle();
}

/** The chat goes back to its column, from which a wide window shows it. */
function putBack() {
  column.append(inside);
  settle();
}

export function startChat() {
  if (!inside || !form) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  if (drawer) {
    opener.addEventListener("click", (event) => {
      event.preventDefault();
      open();
    });
    drawer.addEventListener("click", (event) => {
      if (event.target === drawer) drawer.close();
    });
    drawer.addEventListener("close", putBack);
    wide.addEventListener("change", () => {
      if (wide.matches) drawer.close();
      settle();
    });
  }
  by("chat-scroll").addEventListener("scroll", () => {
    ending = atEnd();
  });
  new ResizeObserver(() => {
    if (ending) toEnd();
  }).observe(by("chat-scroll"));
  document.addEventListener("odin:chat", lookAtChat);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") lookAtChat().then(settle);
  });
  toEnd();
  settle();
}
