// The chat on a page of its own, following the game's socket.

import { followSocket } from "../site/socket.js";
import { lookAtChat, startChat } from "./chat.js";

const { game } = document.getElementById("chat").dataset;

startChat();
followSocket(() => `/ws/games/${game}/`, {
  opened: lookAtChat,
  heard(news) {
    if (news.type === "chat") lookAtChat();
  },
});
