// The person's part of a deal: 32 random bytes, made here, kept with the anchor that this browser was shown, and sent
// once. What is kept under `odin-deal:<game>` is what the deals can be checked against later.

const BYTES = 32;

const keyOf = (game) => `odin-deal:${game}`;

/** @returns {object | null} what this browser kept of a game; null where it keeps nothing (private windows may not) */
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
    // No room or no permission: the bytes still enter the deal, only this browser cannot check them later.
  }
}

function randomHex() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Gives the part that `place` (a [data-contribute] element) asks for. A second try sends the same bytes. */
async function contribute(place) {
  const { contribute: game, anchor, action } = place.dataset;
  place.removeAttribute("data-contribute");
  const before = kept(game);
  // A try that got no answer is repeated; whoever sits down anew makes fresh bytes.
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
  // Another browser, or another tab, was first: these bytes are in no deal, unless the other tab says they are.
  else if (kept(game)?.seat === undefined) keep(game, { anchor, refused: answer.error });
  // Taken or refused for good: either way the page is to be looked at again.
  document.dispatchEvent(new CustomEvent("odin:contributed", { detail: { game } }));
}

async function contributeAll() {
  for (const place of document.querySelectorAll("[data-contribute]")) {
    const game = place.dataset.contribute;
    try {
      await contribute(place);
    } catch {
      // No connection: the page's next look, or the line coming back, tries again with the bytes that were kept.
      place.dataset.contribute = game;
      return;
    }
  }
}

document.addEventListener("odin:swapped", contributeAll);
addEventListener("online", contributeAll);
contributeAll();
