// The switch for notifications on this device (templates/games/notices/settings/push.html). A subscription that
// belongs to another person counts as off.

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

function supported() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

function onApplePhone() {
  return /iPhone|iPad/.test(navigator.userAgent) && !navigator.standalone;
}

async function current() {
  const registration = await navigator.serviceWorker.ready;
  return registration.pushManager.getSubscription();
}

async function hashOf(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A subscription works with one server key only. */
function forOurKey(subscription) {
  const key = subscription.options?.applicationServerKey;
  return !key || new Uint8Array(key).toString() === bytesOf(part.dataset.key).toString();
}

function bytesOf(base64) {
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

async function show() {
  if (!supported()) {
    say(onApplePhone() ? "install" : "none");
    offer("");
    return;
  }
  const subscription = await current();
  const known =
    subscription &&
    forOurKey(subscription) &&
    part.dataset.known.split(" ").includes(await hashOf(subscription.endpoint));
  const denied = Notification.permission === "denied";
  say(denied ? "denied" : known ? "on" : "off");
  offer(denied ? "" : known ? "off" : "on");
}

/** Registers the subscription; throws the site's words if refused. */
async function post(address, fields) {
  const body = new FormData(form);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  if (response.ok) return;
  const refusal = response.status === 422 ? await response.json() : null;
  throw new Error(refusal?.detail ?? part.dataset.wordsFailed);
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return;
  const registration = await navigator.serviceWorker.ready;
  // It belongs to another person, or to a key that the site no longer has.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const key = bytesOf(part.dataset.key);
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  try {
    await post(part.dataset.on, { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  } catch (refusal) {
    await subscription.unsubscribe();
    throw refusal;
  }
}

async function switchOff() {
  const subscription = await current();
  if (!subscription) return;
  await subscription.unsubscribe();
  await post(part.dataset.off, { endpoint: subscription.endpoint });
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.submitter;
  button.disabled = true;
  try {
    await (button.dataset.push === "on" ? switchOn() : switchOff());
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
