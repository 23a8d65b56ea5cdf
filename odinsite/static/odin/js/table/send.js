// Sends a turn and shows what comes back: the next state of the game, or the refusal in words.

import { ready } from "./choice.js";
import { lost, found } from "./connection.js";
import { HEADERS, isPart, swap } from "./part.js";
import { say, tell } from "./words.js";

let sending = false;

async function send(form, button) {
  // `form.action` would be its button of that name.
  const data = new FormData(form);
  data.set("action", button.value);
  sending = true;
  button.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(form.getAttribute("action"), { method: "POST", body: data, headers: HEADERS, signal: AbortSignal.timeout(20_000) });
    await answered(response);
  } catch {
    // It may have arrived or not: the newest state of the game says which, so nothing is sent twice.
    lost();
  } finally {
    sending = false;
    button.removeAttribute("aria-busy");
  }
}

async function answered(response) {
  if (isPart(response)) {
    found();
    swap(await response.text(), { keepChoice: false });
    const refusal = document.querySelector(".bar-refusal");
    if (refusal) tell(refusal.textContent);
  } else if (response.status >= 500) {
    lost(say("failed"));
  } else {
    location.reload();
  }
}

export function startSending() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.id !== "turn-form") return;
    event.preventDefault();
    const button = event.submitter ?? form.querySelector("#play");
    if (sending || !button) return;
    if (button.value === "play" && !ready()) {
      tell(document.getElementById("bar-words").textContent || button.textContent);
      return;
    }
    send(form, button);
  });
}
