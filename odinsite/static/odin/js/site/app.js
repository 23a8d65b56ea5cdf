// The site as an app: its service worker, the count of waiting games, and no more notices here for who logs out.

import { followWaiting } from "./waiting_badge.js";
import { showInTitle } from "./waiting_title.js";

const PATIENCE_MS = 1500;

async function forgetDevice() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** The next person at this device is not to read the notices of the one before. */
function watchLogout() {
  for (const form of document.querySelectorAll("form[data-logout]")) {
    form.addEventListener(
      "submit",
      async (event) => {
        event.preventDefault();
        await Promise.race([forgetDevice().catch(() => {}), new Promise((done) => setTimeout(done, PATIENCE_MS))]);
        form.submit();
      },
      { once: true },
    );
  }
}

showInTitle();
followWaiting();
if ("serviceWorker" in navigator) {
  // Without it the site is all there but notices and the page for no connection.
  addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {}));
  watchLogout();
}
