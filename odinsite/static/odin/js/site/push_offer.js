// The offer of notifications on a slow game's pages (templates/games/outbox/turn_news.html). It shows if this browser can
// have them, was not asked to block them and has none.

import { isSupported, subscription, switchOn } from "./push_device.js";

const { userAgent, maxTouchPoints } = navigator;
// Other browsers there cannot install the site, and an installed one is no longer one.
const isApple = maxTouchPoints > 1 && "standalone" in navigator && !navigator.standalone;
const isSafari = isApple && /Safari/.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT\//.test(userAgent);

/** The offer that was accepted: in a waiting room it stays when a newer part has none. */
let accepted = null;

const part = () => document.getElementById("turn-news");
const piece = (name) => part().querySelector(`.${name}`);

function say(words) {
  piece("push-words").textContent = words;
  piece("push-words").hidden = false;
}

async function prepare() {
  if (!part()?.dataset.key) return;
  if (!isSupported()) {
    if (!isSafari || !piece("push-install")) return;
    piece("push-install").hidden = false;
    part().hidden = false;
    return;
  }
  if (Notification.permission === "denied" || (await subscription()) || !part()) return;
  for (const name of ["push-offer", "push-on"]) piece(name).hidden = false;
  part().hidden = false;
}

async function accept(button) {
  const here = part();
  accepted = here;
  button.disabled = true;
  try {
    if (await switchOn(here, button.form)) {
      say(here.dataset.wordsOn);
      button.form.hidden = true;
      for (const words of part().querySelectorAll(".push-offer, .push-without")) words.hidden = true;
    } else if (Notification.permission === "denied") say(here.dataset.wordsDenied);
  } catch (error) {
    say(error instanceof DOMException ? here.dataset.wordsFailed : error.message);
  } finally {
    button.disabled = false;
  }
}

document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest(".push-on");
  if (button) accept(button);
});
document.addEventListener("odin:swapped", () => {
  const place = document.getElementById("turn-news-place");
  if (place && accepted) place.replaceChildren(accepted);
  else prepare();
});
prepare();
