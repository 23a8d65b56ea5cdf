// The text-only table: follows the game and sends turns as the drawn one does; its part is in sentences.

import { startClock } from "./clock.js";
import { look } from "./connection.js";
import { startEnding } from "./ending.js";
import { startLive } from "./live.js";
import { HEADERS } from "../site/swap.js";
import { current } from "./part.js";
import { startSending } from "./send.js";

// Answers to what is sent from here are the text table.
HEADERS["X-Odin-Look"] = "text";

/** Focuses a question. If the focused element went with a turn, the focus moves to the present state. */
function keepPlace() {
  // After the swap, so that a quick answer is sent.
  setTimeout(() => {
    const sure = document.getElementById("ask-sure");
    if (sure) sure.focus();
    else if (document.activeElement === document.getElementById("main")) document.getElementById("now").focus();
  });
}

/** Hides the last hand's result in this browser, as its link does without script. */
function putAway(event) {
  const on = event.target.closest("#go-on");
  if (!on) return;
  event.preventDefault();
  const hand = new URL(on.href).searchParams.get("seen");
  const secure = location.protocol === "https:" ? "; secure" : "";
  const path = location.pathname.replace(/text\/$/, "");
  document.cookie = `seen_hand=${hand}; path=${path}; max-age=31536000; samesite=lax${secure}`;
  look();
}

if (current()) {
  document.addEventListener("odin:swapped", keepPlace);
  document.addEventListener("click", putAway);
  startSending();
  startLive();
  startClock();
  startEnding();
}
