// A web socket that a page follows. One that ends is opened again, later after each failure. One that is silent but open,
// as behind a proxy or after a change of network, answers no ping and is replaced.

const QUIET_MS = 15_000;
const QUIET_HIDDEN_MS = 60_000;
const ANSWER_MS = 5000;
const OPENS_MS = 15_000;
const LONGEST_REST_MS = 30_000;
// Close codes. After the first two, another try is useless.
export const LOGIN_OVER = 4401;
export const NO_SUCH_GAME = 4404;
// The web process restarts or another one takes over. It closes all sockets at once, so pages connect at random
// moments of this time, and are back within two seconds.
const RESTART = 1012;
const RESTART_MS = 1200;
// Each try opens first, so counting failures would never back off.
const TOO_MANY_SOCKETS = 4430;
const CROWDED_MS = 60_000;

const jitter = () => 0.75 + Math.random() / 2;

/**
 * Opens the socket and follows it until `stop`.
 * @param {(again: boolean) => string} path called at each opening
 * @param {{opened?: (again: boolean) => void, heard: (news: any) => void,
 *   ended?: (end: {code: number, times: number}) => void}} page what it does when the socket opens (`again`: events may
 *   have been missed), with each message, and when it has ended so many times in a row (`code` 0: silent)
 */
export function followSocket(path, { opened = () => {}, heard, ended = () => {} }) {
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  let isFirst = true;
  // The next step: an opening, or a check of the silence.
  let timer = 0;
  const following = new AbortController();

  function due(act, ms) {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  }

  function open() {
    const address = new URL(path(!isFirst), location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = (socket = new WebSocket(address));
    const ifMine = (act) => (event) => socket === mine && act(event);
    mine.addEventListener("open", ifMine(isOpened));
    mine.addEventListener("message", ifMine(hears));
    mine.addEventListener(
      "close",
      ifMine(({ code }) => end(code)),
    );
    due(replace, OPENS_MS);
  }

  function isOpened() {
    failures = 0;
    listen();
    opened(!isFirst);
    isFirst = false;
  }

  function hears(event) {
    listen();
    const news = JSON.parse(event.data);
    if (news.type !== "pong") heard(news);
  }

  /** Expects a message, and pings if none comes. */
  function listen() {
    due(ping, document.visibilityState === "visible" ? QUIET_MS : QUIET_HIDDEN_MS);
  }

  function ping() {
    socket?.send('{"type":"ping"}');
    due(replace, ANSWER_MS);
  }

  /** Its own close event may never come. */
  function replace() {
    const silent = socket;
    end(0);
    silent?.close();
  }

  function end(code) {
    socket = null;
    failures += 1;
    clearTimeout(timer);
    if (code !== LOGIN_OVER && code !== NO_SUCH_GAME) due(open, rest(code));
    ended({ code, times: failures });
  }

  /** Milliseconds until the next try. */
  function rest(code) {
    if (code === TOO_MANY_SOCKETS) return CROWDED_MS * jitter();
    if (code === 0 && failures === 1) return 0;
    if (code === RESTART && failures === 1) return RESTART_MS * Math.random();
    return Math.min(LONGEST_REST_MS, 1000 * 2 ** (failures - 1)) * jitter();
  }

  function isOpen() {
    return socket?.readyState === WebSocket.OPEN;
  }

  /** Makes the next try now. */
  function wake() {
    if (isOpen()) ping();
    else if (!socket) due(open, 0);
  }

  const { signal } = following;
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake(), { signal });
  addEventListener("pageshow", (event) => event.persisted && wake(), { signal });
  addEventListener("online", wake, { signal });
  open();
  return {
    isOpen,
    /** Whether it could be sent; whether it arrives is another question. */
    send(message) {
      if (isOpen()) socket?.send(JSON.stringify(message));
      return isOpen();
    },
    /** Finds out whether it is alive. */
    probe() {
      if (isOpen()) ping();
    },
    stop() {
      following.abort();
      clearTimeout(timer);
      const last = socket;
      socket = null;
      last?.close();
    },
  };
}
