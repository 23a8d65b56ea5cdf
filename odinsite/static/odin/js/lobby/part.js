// The live part of the lobby, the waiting room and lists: fetched with its page, and exchanged for a newer one.
//
// #live is the part that changes. data-live: the page's own address, by which an answer shows whether it is the same
// page; data-look: where the newest state is fetched, if elsewhere; data-again: in how many seconds to look again;
// data-now: the server's time, and in it data-due: when the time of a turn is up, both in milliseconds.

import { exchange, get, parsed, pressesOver, remember, send } from "../site/swap.js";

const SETTLE = 250;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
// A line that changes with the minute is asked for when the minute is surely over.
const LATE = 1000;

let refreshTimer = 0;
let clockTimer = 0;
// How many requests are on their way; a look that is asked for meanwhile comes after them.
let busy = 0;
let again = false;
/** The newest request. An answer to a look or a link that was asked for before it is not shown. */
let newest = null;
/** The address whose page is shown. */
let shown = here();

export function live() {
  return document.getElementById("live");
}

function here() {
  return location.pathname + location.search;
}

/** The game may not be seen any more: its page says why. */
export function gone() {
  location.reload();
}

/** Does what asks the server; `work` is told whether nothing newer was asked meanwhile. */
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

/** Asks for the page again, soon: several causes at once make one request. */
export function refresh() {
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(() => {
    if (busy) again = true;
    else if (live()) lookAgain();
  }, SETTLE);
}

/** What is at an address now; null where there is no connection. */
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
    // What shows may still hold, and a look is taken again by and by.
    else follow();
  });
}

/** Sends a form whose answer is this page, as it stands then. */
export function sendInPlace(form, button) {
  return ask(() =>
    send(form, button, {
      answered: async (response) => {
        if (response.status === 404) gone();
        else if (response.status >= 500) location.reload();
        else await show({ response, html: await response.text() }, { sent: form });
      },
      // The browser's own way says so better than we could; what may have arrived is not sent twice.
      failed: (error, response) => (response || error.name === "TimeoutError" ? refresh() : form.submit()),
    }),
  );
}

/** Shows another page of the list, whose address is its own. */
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
 * Puts the live part that has come in the place of the one that is shown; an answer that is another page is gone to.
 * @param {{response: Response, html: string}} came
 * @param {{sent?: HTMLFormElement, isNewest?: () => boolean}} options the form that it answers; whether it still counts
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
    // What a form has sent is not to be sent again.
    fields: fields.filter((field) => field.type !== "hidden" && !field.readOnly && !isDone(field)),
  });
  exchange(live(), fresh);
  putBack();
  showAround(page, sent);
  follow();
  return true;
}

/** The title, the header's count, and what the page says: a form's answer alone, else what is new after the rest. */
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

/** In how long the words for so much time change: each minute in the last two hours, each hour in the last two days. */
function changesIn(left) {
  const unit = left < 2 * HOUR ? MINUTE : left < 2 * DAY ? HOUR : DAY;
  return left > 0 ? left % unit || unit : Infinity;
}

/** Time that is shown as left goes on: the page is asked for again when one of its lines would read otherwise. */
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

// Back and forward among the pages of a list; to a place on this page they lead by themselves.
addEventListener("popstate", () => {
  if (here() !== shown) location.reload();
});
