// The server ended the connection because too many are open. The page then polls and reconnects rarely: each try opens
// first, so counting failures would never back off.

const TOO_MANY_SOCKETS = 4430;
const REST_MS = 60_000;

/** Milliseconds until the next try if the server was full, else 0. */
export function restAfter(event) {
  return event.code === TOO_MANY_SOCKETS ? REST_MS * (0.75 + Math.random() / 2) : 0;
}
