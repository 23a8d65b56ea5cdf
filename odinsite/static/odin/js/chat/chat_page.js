// The chat on a page of its own, following the game's socket.

import { restAfter } from "../site/crowded.js";
import { lookAtChat, startChat } from "./chat.js";

const LONGEST_WAIT_MS = 30_000;
const FOR_GOOD = new Set([4401, 4404]);
const game = document.getElementById("chat").dataset.game;
let tries = 0;

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/games/${game}/`);
  socket.addEventListener("open", () => {
    tries = 0;
    lookAtChat();
  });
  socket.addEventListener("message", (event) => {
    if (JSON.parse(event.data).type === "chat") lookAtChat();
  });
  socket.addEventListener("close", (event) => {
    if (FOR_GOOD.has(event.code)) return;
    tries += 1;
    setTimeout(
      connect,
      restAfter(event) || Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (tries - 1)) * (0.75 + Math.random() / 2),
    );
  });
}

startChat();
connect();
