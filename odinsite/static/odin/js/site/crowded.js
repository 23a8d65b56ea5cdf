// Too many pages are connected at once: the server says so and ends the connection. Until there is room, a page asks by
// itself, and comes back seldom: each try opens first, so that a count of failed tries would begin again each time.

const TOO_MANY_SOCKETS = 4430;
const REST_MS = 60_000;

/** In how long to try again after this closing, where there was no room; 0 otherwise. */
export function restAfter(event) {
  return event.code === TOO_MANY_SOCKETS ? REST_MS * (0.75 + Math.random() / 2) : 0;
}
