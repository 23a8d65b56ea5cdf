// The live part of the lobby, the waiting room and lists: fetched again and swapped.
//
// #live is the part. data-live: the page's address, which tells whether an answer is the same page; data-look: where
// to fetch the newest state, if elsewhere; data-again: seconds until the next fetch; data-now: the server's time, and
// inside it data-due: when a turn's time runs out, both in milliseconds.

import { exchange, get, parsed, pressesOver, remember, send } from "../site/swap.js";

const SETTLE = 250;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
// Added to the next full minute, so that a line that shows minutes has surely changed.
const LATE = 1000;

let refreshTimer = 0;
let clockTimer = 0;
// Requests in progress; a refresh requested in between comes after them.
let busy = 0;
let again = false;
/** The newest request. Older answers to refreshes and links are dropped. */
let newest = null;
/** The address of the page shown. */
let shown = here();

export function live() {
  return document.getElementById("live");
}

function here() {
  return location.pathname + location.search;
}

/** The game can no longer be seen: its page says why. */
export function gone() {
  location.reload();
}

/** Runs a request; `work` learns whether it is still the newest. */
async function ask(work) {
  const mine = (newest = {});
  busy += 1;
  try {
    await work(() => mine === newest);
  } finally {
    busy -= 1;
    if (again && !busy) {
      again = false;
      refresh();
    }
  }
}

/** Fetches the page soon; several causes make one request. */
export function refresh() {
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(() => {
    if (busy) again = true;
    else if (live()) lookAgain();
  }, SETTLE);
}

/** Fetches an address; null without a connection. */
async function fetched(address) {
  try {
    const response = await get(address);
    return { response, html: await response.text() };
  } catch {
    return null;
  }
}

function lookAgain() {
  const { look, live: address } = live().dataset;
  return ask(async (isNewest) => {
    const came = await fetched(look ?? address);
    if (came?.response.status === 404) gone();
    else if (came?.response.ok) await show(came, { isNewest });
    // What is shown may still be right, and another fetch follows.
    else follow();
  });
}

/** Sends a form and shows the page in its answer. */
export function sendInPlace(form, button) {
  return ask(() =>
    send(form, button, {
      answered: async (response) => {
        if (response.status === 404) gone();
        else if (response.status >= 500) location.reload();
        else await show({ response, html: await response.text() }, { sent: form });
      },
      // The browser's own error page is clearer. What may have arrived is not sent twice.
      failed: (error, response) => (response || error.name === "TimeoutError" ? refresh() : form.submit()),
    }),
  );
}

/** Shows another page of the list under its own address. */
export function turnTo(address) {
  return ask(async (isNewest) => {
    const came = await fetched(address);
    if (!isNewest()) return;
    if (!came?.response.ok) location.assign(address);
    else if (await show(came, { isNewest })) {
      const { url } = came.response;
      if (url !== location.href) history.pushState(null, "", url);
      shown = here();
      scrollTo(0, 0);
    }
  });
}

/**
 * Swaps the live part for a newer one; an answer that is another page is opened.
 * @param {{response: Response, html: string}} came
 * @param {{sent?: HTMLFormElement, isNewest?: () => boolean}} options the form it answers; whether it still counts
 * @returns {Promise<boolean>} whether it is shown
 */
async function show({ response, html }, { sent, isNewest = () => true }) {
  const page = parsed(html);
  await pressesOver();
  if (!isNewest()) return false;
  const fresh = page.getElementById("live");
  if (fresh?.dataset.live !== live().dataset.live) {
    location.assign(response.url);
    return false;
  }
  const isDone = (field) => response.ok && sent?.contains(field) && field.type === "text";
  const fields = [...live().querySelectorAll("input[id], select[id]")];
  const putBack = remember("#live", {
    // Sent fields are not restored.
    fields: fields.filter((field) => field.type !== "hidden" && !field.readOnly && !isDone(field)),
  });
  exchange(live(), fresh);
  putBack();
  showAround(page, sent);
  follow();
  return true;
}

/** Updates the title and the header's count, and announces a form's answer or other news. */
function showAround(page, sent) {
  const title = page.querySelector("title");
  if (title) document.title = title.textContent;
  const count = page.getElementById("waiting-games");
  if (count) document.getElementById("waiting-games")?.replaceWith(count);
  const told = document.getElementById("told");
  const words = page.getElementById("told")?.children ?? [];
  if (sent) told?.replaceChildren(...words);
  else told?.append(...words);
}

/** Milliseconds until a duration's words change: each minute in the last two hours, each hour in the last two days. */
function changesIn(left) {
  const unit = left < 2 * HOUR ? MINUTE : left < 2 * DAY ? HOUR : DAY;
  return left > 0 ? left % unit || unit : Infinity;
}

/** Fetches the page again when the words of a remaining time would change. */
export function follow() {
  clearTimeout(clockTimer);
  const { now, again: seconds } = live()?.dataset ?? {};
  if (seconds) clockTimer = setTimeout(refresh, Number(seconds) * SECOND);
  if (!now) return;
  const dues = [...live().querySelectorAll("[data-due]")].map((place) => Number(place.dataset.due));
  const next = Math.min(...dues.map((due) => changesIn(due - Number(now))));
  if (next !== Infinity)
    clockTimer = setTimeout(
      () => {
        if (document.visibilityState === "visible") refresh();
      },
      Math.min(next + LATE, DAY),
    );
}

// Back and forward among a list's pages; within this page the browser scrolls by itself.
addEventListener("popstate", () => {
  if (here() !== shown) location.reload();
});
