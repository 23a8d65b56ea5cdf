// A reaction as a short bubble: at its author's seat, the reader's own above their bar. Screen readers hear the chat's
// line instead.

const STAYS_MS = 4500;
const EDGE_PX = 6;

/** Centred on its seat, which it covers in part, and inside the window. */
function place(bubble, anchor, own) {
  const seat = anchor.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const most = document.documentElement.clientWidth - width - EDGE_PX;
  const left = Math.max(EDGE_PX, Math.min(most, seat.left + seat.width / 2 - width / 2));
  const top = own ? seat.top - height - EDGE_PX : seat.bottom - height / 2;
  bubble.style.left = `${left + scrollX}px`;
  bubble.style.top = `${top + scrollY}px`;
}

/** Shows `words` for some seconds, at the seat of that number or the reader's own. */
export function showBubble(words, seat) {
  const own = seat === "";
  const anchor = document.getElementById(own ? "bar" : `seat-${seat}`);
  if (!anchor) return;
  const bubble = document.createElement("div");
  bubble.className = own ? "seat-bubble is-own" : "seat-bubble";
  bubble.ariaHidden = "true";
  bubble.textContent = words;
  bubble.dataset.seat = seat;
  document.querySelector(`.seat-bubble[data-seat="${seat}"]`)?.remove();
  document.body.append(bubble);
  place(bubble, anchor, own);
  setTimeout(() => bubble.remove(), STAYS_MS);
}
