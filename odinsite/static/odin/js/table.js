// A game's page: chooses cards, sends turns, follows the game, and swaps the page's live part for a newer one.

import { startChat } from "./table/chat.js";
import { startChoosing, choose } from "./table/choice.js";
import { startClock } from "./table/clock.js";
import { startDrawer } from "./table/drawer.js";
import { startHand } from "./table/hand.js";
import { startLive } from "./table/live.js";
import { current, shownAgain } from "./table/part.js";
import { startSending } from "./table/send.js";

if (current()) {
  shownAgain(choose);
  startChoosing();
  startHand();
  startSending();
  startDrawer();
  startChat();
  startLive();
  startClock();
  if (document.getElementById("since")) import("./table/since.js").then(({ startSince }) => startSince());
  document.addEventListener("click", (event) => {
    const way = event.target.closest(".note-open");
    if (!way) return;
    event.preventDefault();
    import("./table/note.js").then(({ openNote }) => openNote(), () => location.assign(way.href));
  });
}
