// Whether single keys do things at the table is a choice of this browser: it depends on who sits before it and how.

import { singleKeys, switchKeys } from "./hand/keys_choice.js";

/** Shows the switch for single keys, which without a script do nothing. */
export function startKeysChoice(place = document) {
  const box = place.querySelector("#keys-on");
  if (!box) return;
  box.closest("p").hidden = false;
  box.checked = singleKeys();
  box.addEventListener("change", () => switchKeys(box.checked));
}

startKeysChoice();
