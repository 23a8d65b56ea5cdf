// The installed app: installing it, service worker, count of waiting games, and no notifications on this device after
// logging out.

import { offerInstall } from "./install.js";
import { closeAll } from "./shown_notices.js";
import { followWaiting } from "./waiting_badge.js";
import { showInTitle } from "./waiting_title.js";

const PATIENCE_MS = 1500;

async function forgetDevice() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  await closeAll();
}

/** The next person at this device must not get or see the last one's notifications. */
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
offerInstall();
if ("serviceWorker" in navigator) {
  // Without a service worker only notifications and the offline page are missing.
  addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {}));
  watchLogout();
}
