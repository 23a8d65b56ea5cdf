// The person's contribution to a deal: 32 random bytes made here, stored with the anchor that this browser saw, and
// sent once. The key `odin-deal:<game>` keeps them for later checks of the deal.

const BYTES = 32;
const AGAIN = 5000;

let timer = 0;

const keyOf = (game) => `odin-deal:${game}`;

/** @returns {object | null} what this browser stored of a game; null where storage is off (private windows) */
function kept(game) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(game)) ?? "null");
  } catch {
    return null;
  }
}

function keep(game, what) {
  try {
    localStorage.setItem(keyOf(game), JSON.stringify(what));
  } catch {
    // Without storage the bytes still enter the deal, but this browser cannot check it later.
  }
}

function randomHex() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sends the contribution that `place` (a [data-contribute] element) asks for. A retry sends the same bytes. */
async function contribute(place) {
  const { contribute: game, anchor, action } = place.dataset;
  place.removeAttribute("data-contribute");
  const before = kept(game);
  // Only unanswered tries are repeated; a new seat makes new bytes.
  const again = before !== null && before.anchor === anchor && before.seat === undefined;
  const contribution = (again && before.contribution) || randomHex();
  keep(game, { anchor, contribution });
  const token = place.querySelector("[name=csrfmiddlewaretoken]").value;
  const response = await fetch(action, {
    method: "POST",
    headers: { Accept: "application/json", "X-CSRFToken": token },
    body: new URLSearchParams({ contribution }),
  });
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  const answer = await response.json();
  if (response.ok) keep(game, { anchor, contribution, seat: answer.seat, contributions: answer.contributions });
  // Another browser or tab was first: these bytes are in no deal, unless that tab says otherwise.
  else if (kept(game)?.seat === undefined) keep(game, { anchor, refused: answer.error });
  // Accepted or refused for good: fetch the page's part again, or let a script that comes later do so.
  place.dataset.contributed = "";
  document.dispatchEvent(new CustomEvent("odin:contributed", { detail: { game } }));
}

async function contributeAll() {
  for (const place of document.querySelectorAll("[data-contribute]")) {
    const game = place.dataset.contribute;
    try {
      await contribute(place);
    } catch {
      // No connection, or a server that restarts: retries with the stored bytes.
      place.dataset.contribute = game;
      clearTimeout(timer);
      timer = setTimeout(contributeAll, AGAIN);
      return;
    }
  }
}

document.addEventListener("odin:swapped", contributeAll);
addEventListener("online", contributeAll);
contributeAll();
