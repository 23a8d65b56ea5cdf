// Whether single character keys are on at the table (WCAG 2.1.4), chosen for this browser.

const NAME = "odin-keys";

/** @returns {boolean} on unless switched off here */
export function singleKeys() {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    // Without storage it cannot have been switched off.
    return true;
  }
}

export function switchKeys(on) {
  try {
    if (on) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, "off");
  } catch {
    // Without storage the keys stay on, as the next look at this page shows.
  }
}
