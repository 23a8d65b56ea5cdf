// "Check your email" goes on once the address is confirmed, in another tab or on another device.

const FIRST_MS = 3_000;
const SLOWER = 1.3;
const LAST_MS = 60_000;

const link = document.querySelector("a[data-state]");
let wait = FIRST_MS;
let timer = 0;

/** Whether the address still waits; without a connection it may. */
async function waits() {
  try {
    const answer = await fetch(link.dataset.state, { headers: { Accept: "application/json" } });
    return !answer.ok || (await answer.json()).waiting;
  } catch {
    return true;
  }
}

async function ask() {
  clearTimeout(timer);
  // A hidden page asks when a person looks at it again.
  if (document.visibilityState === "hidden") return;
  if (!(await waits())) return location.assign(link.href);
  clearTimeout(timer);
  timer = setTimeout(ask, wait);
  wait = Math.min(wait * SLOWER, LAST_MS);
}

if (link) {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    wait = FIRST_MS;
    ask();
  });
  timer = setTimeout(ask, wait);
}
document.querySelector("form[data-go-on]")?.requestSubmit();
