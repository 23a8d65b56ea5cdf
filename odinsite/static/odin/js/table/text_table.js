// The text-only table: follows the game and sends turns as the drawn one does; its part is told in sentences.

import { startClock } from "./clock.js";
import { look } from "./connection.js";
import { startLive } from "./live.js";
import { HEADERS } from "../site/swap.js";
import { current } from "./part.js";
import { startSending } from "./send.js";

// Whatever is sent from here is answered with the table in text.
HEADERS["X-Odin-Look"] = "text";

/** A question takes the focus. What had it may be gone with a turn: the reader goes on at how things stand now. */
function keepPlace() {
  // Once the swap is through, so that an answer pressed at once is sent.
  setTimeout(() => {
    const sure = document.getElementById("ask-sure");
    if (sure) sure.focus();
    else if (document.activeElement === document.getElementById("main")) document.getElementById("now").focus();
  });
}

/** Puts the last hand's result away for this browser, as the link does for a page without script. */
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
}
