// Subscribes this browser to push messages.

export function isSupported() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

export async function subscription() {
  const registration = await navigator.serviceWorker.ready;
  return registration.pushManager.getSubscription();
}

export function bytesOf(base64) {
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

/** Sends fields with the form's token; throws the site's words if refused. */
export async function post(form, address, fields, failed) {
  const body = new FormData(form);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  if (response.ok) return;
  const refusal = response.status === 422 ? await response.json() : null;
  throw new Error(refusal?.detail ?? failed);
}

/**
 * Asks the person, subscribes and registers the subscription; throws the site's words if refused.
 * @param {HTMLElement} part has the site's `key`, the address `on` and words
 * @param {HTMLFormElement} form has the token
 * @returns {Promise<boolean>} whether the person agreed
 */
export async function switchOn(part, form) {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const registration = await navigator.serviceWorker.ready;
  // It belongs to another person, or to a key that the site no longer has.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const { key, on, wordsFailed } = part.dataset;
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint, keys } = made.toJSON();
  try {
    await post(form, on, { endpoint, p256dh: keys.p256dh, auth: keys.auth }, wordsFailed);
  } catch (refusal) {
    await made.unsubscribe();
    throw refusal;
  }
  return true;
}
