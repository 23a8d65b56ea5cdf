// Links to send (templates/partials/share.html): the device's share sheet, copying, and the link that they share.

/** Shows the buttons that work here, on load and in each swapped part. */
function prepare() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
  } catch {
    // Without https there is no clipboard: the text stays selected for copying by hand.
  }
}

async function share(button) {
  const url = document.getElementById(button.dataset.share).value;
  try {
    await navigator.share({ title: button.dataset.title, text: button.dataset.text || undefined, url });
  } catch {
    // The reader closed the sheet.
  }
}

/** Changes the link in the field with this id, and its code. */
export function setLink(id, address) {
  const url = new URL(address, location.href);
  document.getElementById(id).value = url.href;
  const code = /** @type {HTMLImageElement | null} */ (document.querySelector(`[data-of="${id}"]`));
  if (code) code.src = code.dataset.qr + encodeURIComponent(url.pathname + url.search);
}

export function startSharing() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-share]");
    if (!button) return;
    if ("share" in button.dataset) share(button);
    else copy(button);
  });
  document.addEventListener("odin:swapped", prepare);
  prepare();
}
