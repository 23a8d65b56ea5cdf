// Single keys are switched per browser, as that depends on the person and the device.

import { singleKeys, switchKeys } from "./hand/keys_choice.js";

/** Shows the switch for single keys, which do nothing without script. */
export function startKeysChoice(place = document) {
  const box = place.querySelector("#keys-on");
  if (!box) return;
  box.closest("p").hidden = false;
  box.checked = singleKeys();
  box.addEventListener("change", () => switchKeys(box.checked));
}

startKeysChoice();
