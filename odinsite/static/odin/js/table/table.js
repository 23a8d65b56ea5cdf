// A game's page: choosing cards, sending turns, following the game and swapping the live part.

import { startChat } from "../chat/chat.js";
import { extra } from "../site/late.js";
import { startChoosing, choose } from "./hand/choice.js";
import { startClock } from "./clock.js";
import { startDrawer } from "./drawer.js";
import { startEnding } from "./ending.js";
import { startHand } from "./hand/hand.js";
import { showSound } from "./hearing.js";
import { startLive } from "./live.js";
import { cheer, current, shownAgain } from "./part.js";
import { startSending } from "./send.js";
import { startTabs } from "./tabs.js";

if (current()) {
  shownAgain(choose);
  startChoosing();
  showSound(current());
  startHand();
  startSending();
  startDrawer();
  startTabs();
  startChat();
  startLive();
  startClock();
  startEnding();
  if (document.getElementById("since")) {
    extra(() => import("./missed_turns.js")).then((missed) => missed?.showMissedTurns());
    // An end that came while the reader was away, on the first visit after it only.
    cheer();
  }
  document.addEventListener("click", (event) => {
    const way = event.target.closest(".note-open");
    if (!way) return;
    event.preventDefault();
    // The note has a page of its own, too.
    extra(() => import("./note.js")).then((note) => (note ? note.openNote() : location.assign(way.href)));
  });
}
