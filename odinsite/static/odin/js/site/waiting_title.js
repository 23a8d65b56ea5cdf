// Shows the number of waiting games outside the page's content: title, favicon, app badge and a phone's bar of pages.
// The header's badge holds the number, and other scripts update it there.

const icon = document.querySelector('link[rel="icon"]');
const calm = icon?.href;
let title = document.title;
let shown = "";
let badge = -1;

function waiting() {
  const pill = document.getElementById("waiting-games");
  if (pill?.dataset.total) return Number(pill.dataset.total);
  return !pill || pill.hidden ? 0 : Number(pill.textContent.match(/\d+/)?.[0] ?? 0);
}

function show() {
  const count = waiting();
  // Another script has changed the title since.
  if (document.title !== shown) title = document.title;
  shown = count ? `(${count}) ${title}` : title;
  if (document.title !== shown) document.title = shown;
  const picture = count ? icon?.dataset.waiting : calm;
  if (icon && icon.href !== new URL(picture, location.href).href) icon.href = picture;
  if (count === badge) return;
  badge = count;
  showInTabs(count);
  // Only installed apps have one, and the browser may refuse.
  (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
}

function showInTabs(count) {
  const place = document.getElementById("tab-count");
  if (!place) return;
  place.textContent = String(count);
  place.hidden = count === 0;
}

export function showInTitle() {
  show();
  const observer = new MutationObserver(show);
  const everything = { attributes: true, characterData: true, childList: true, subtree: true };
  for (const part of document.querySelectorAll("title, .site-nav")) observer.observe(part, everything);
}
