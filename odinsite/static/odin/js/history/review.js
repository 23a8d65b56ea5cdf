// Shows a review's progress, and the review once it is done.

const PAUSE_MS = 4000;

async function look() {
  if (document.visibilityState === "visible") {
    const response = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(15_000) }).catch(
      () => null,
    );
    if (response?.ok && !response.redirected) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById("review");
      if (!fresh || !("waits" in fresh.dataset)) {
        location.reload();
        return;
      }
      document.getElementById("review-status").textContent = page.getElementById("review-status").textContent;
      document.querySelector(".review-progress").value = page.querySelector(".review-progress").value;
    }
  }
  setTimeout(look, PAUSE_MS);
}

setTimeout(look, PAUSE_MS);
