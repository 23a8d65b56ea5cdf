// Lobby, waiting room and lists: follow events, send forms in place and keep what was typed.
//
// A form with data-live is answered by this page's newest state; links in a nav with data-live, and forms with it that
// only ask, lead to other pages of its list.

import { startSharing } from "../site/share.js";
import { follow, sendInPlace, turnTo } from "./part.js";
import { startSocket } from "./socket.js";

const SENT_FOR = 5000;

/** Starts what needs the script, on load and in each swapped part. */
function prepare() {
  for (const field of document.querySelectorAll('input[type="hidden"][name="script"]')) field.value = "1";
}

/** The address of a form that asks, without what it leaves open. */
function filtered(form) {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) if (value) address.searchParams.set(name, String(value));
  return address.href;
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== "post") {
    if ("live" in form.dataset) {
      event.preventDefault();
      turnTo(filtered(form));
    }
    return;
  }
  if ("live" in form.dataset) {
    event.preventDefault();
    sendInPlace(form, event.submitter);
    return;
  }
  // A form that leads to another page is sent once, however often it is pressed.
  if ("sent" in form.dataset) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "";
  setTimeout(() => delete form.dataset.sent, SENT_FOR);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("nav[data-live] a");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  turnTo(link.href);
});

document.addEventListener("odin:swapped", prepare);
prepare();
follow();
startSharing();
startSocket();
