// Whether keys that are single characters do things at the table (WCAG 2.1.4): a choice of this browser.

const NAME = "odin-keys";

/** @returns {boolean} on, unless it was switched off here */
export function singleKeys() {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    // A browser that keeps nothing cannot have been told otherwise.
    return true;
  }
}

export function switchKeys(on) {
  try {
    if (on) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, "off");
  } catch {
    // Kept nowhere: the keys stay as they are, which the next look at this page says.
  }
}
