// The switch for notifications on this device (templates/games/notices/settings/push.html). A subscription that
// belongs to another person counts as off.

import { bytesOf, isSupported, post, subscription, switchOn } from "./push_device.js";

const part = document.getElementById("push");
const form = part?.querySelector("form");
const words = document.getElementById("push-words");

function say(name) {
  words.textContent = part.dataset[`words${name[0].toUpperCase()}${name.slice(1)}`];
}

function offer(name) {
  form.hidden = !name;
  for (const button of form.querySelectorAll("[data-push]")) button.hidden = button.dataset.push !== name;
}

function onApplePhone() {
  return /iPhone|iPad/.test(navigator.userAgent) && !navigator.standalone;
}

async function hashOf(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A subscription works with one server key only. */
function forOurKey(has) {
  const key = has.options?.applicationServerKey;
  return !key || new Uint8Array(key).toString() === bytesOf(part.dataset.key).toString();
}

async function show() {
  if (!isSupported()) {
    say(onApplePhone() ? "install" : "none");
    offer("");
    return;
  }
  const has = await subscription();
  const known = has && forOurKey(has) && part.dataset.known.split(" ").includes(await hashOf(has.endpoint));
  const denied = Notification.permission === "denied";
  say(denied ? "denied" : known ? "on" : "off");
  offer(denied ? "" : known ? "off" : "on");
}

async function switchOff() {
  const has = await subscription();
  if (!has) return;
  await has.unsubscribe();
  await post(form, part.dataset.off, { endpoint: has.endpoint }, part.dataset.wordsFailed);
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.submitter;
  button.disabled = true;
  try {
    await (button.dataset.push === "on" ? switchOn(part, form) : switchOff());
    // Reload the page's list of devices.
    location.assign(location.pathname);
  } catch (error) {
    await show();
    words.textContent = error instanceof DOMException ? part.dataset.wordsFailed : error.message;
  } finally {
    button.disabled = false;
  }
});

if (part) show();
