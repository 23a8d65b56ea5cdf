// On small windows the sections below the hand, the chat's too, are tabs. Elsewhere and without script all are shown,
// one below the other.

import { still } from "./motion.js";

const small = matchMedia("(width < 700px), (height < 500px)");
const CHOSEN = "odin-tab";
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** The chosen panel's id, for this visit. Where storage is blocked, until the page is left. */
let chosen = stored();

function stored() {
  try {
    return sessionStorage.getItem(CHOSEN) ?? "";
  } catch {
    return "";
  }
}

function keep(id) {
  chosen = id;
  try {
    sessionStorage.setItem(CHOSEN, id);
  } catch {
    // Kept in this page alone.
  }
}

function panels() {
  return [...document.querySelectorAll(".more-panel")];
}

function tabOf(panel) {
  return document.getElementById(`tab-${panel.id}`);
}

function newTab(panel) {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.id = `tab-${panel.id}`;
  tab.setAttribute("role", "tab");
  tab.setAttribute("aria-controls", panel.id);
  tab.textContent = panel.dataset.tab;
  return tab;
}

/** Rebuilds the tabs for the panels of the part shown now. */
function draw() {
  document.getElementById("more-tabs")?.remove();
  const all = panels();
  const on = small.matches && all.length > 1;
  if (on) {
    const list = document.createElement("div");
    list.id = "more-tabs";
    list.className = "more-tabs";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", document.querySelector(".more").dataset.tabs);
    list.append(...all.map(newTab));
    all[0].before(list);
  }
  for (const panel of all) {
    if (on) {
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `tab-${panel.id}`);
    } else {
      panel.removeAttribute("role");
      panel.removeAttribute("aria-labelledby");
    }
  }
  show(all, on);
  showUnread();
}

/** Shows the chosen panel, or the first where it is missing; all of them without tabs. */
function show(all = panels(), on = Boolean(document.getElementById("more-tabs"))) {
  const open = all.find((panel) => panel.id === chosen) ?? all[0];
  for (const panel of all) {
    panel.hidden = on && panel !== open;
    const tab = tabOf(panel);
    tab?.setAttribute("aria-selected", String(panel === open));
    if (tab) tab.tabIndex = panel === open ? 0 : -1;
  }
}

function choose(panel) {
  keep(panel.id);
  show();
}

/** Chooses by the reader: an address that leads to another panel is forgotten. */
function turnTo(panel) {
  if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  choose(panel);
}

/** Repeats on the chat's tab how many lines are new, as the button in the header says. */
function showUnread() {
  const count = document.getElementById("chat-count");
  const tab = document.getElementById("tab-panel-chat");
  if (!tab || !count) return;
  tab.querySelector(".tab-count")?.remove();
  if (count.hidden) return;
  const sign = document.createElement("span");
  sign.className = "tab-count";
  const word = document.createElement("span");
  word.className = "visually-hidden";
  word.textContent = ` ${document.getElementById("chat-new").textContent}`;
  sign.append(count.textContent.trim(), word);
  tab.append(sign);
}

/** Opens the panel in which the place of an address is. */
function reveal(hash) {
  const panel = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)))?.closest(".more-panel");
  if (!panel?.hidden) return false;
  choose(panel);
  return true;
}

function stepped(event) {
  const tab = event.target.closest?.("#more-tabs > [role=tab]");
  const step = STEPS[event.key];
  if (!tab || !step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const all = panels();
  const at = all.findIndex((panel) => tabOf(panel) === tab);
  const to = Number.isFinite(step) ? (at + step + all.length) % all.length : step < 0 ? 0 : all.length - 1;
  turnTo(all[to]);
  tabOf(all[to]).focus();
}

function pressed(event) {
  const tab = event.target.closest("#more-tabs > [role=tab]");
  if (tab) {
    const panel = document.getElementById(tab.getAttribute("aria-controls"));
    turnTo(panel);
    // The bar may cover all but the tabs.
    panel.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
  }
  // The chat's link has opened the drawer instead.
  if (event.defaultPrevented) return;
  const link = event.target.closest('a[href*="#"]');
  if (link?.pathname === location.pathname && link.search === location.search) reveal(link.hash);
}

export function startTabs() {
  draw();
  if (reveal(location.hash)) document.getElementById(location.hash.slice(1)).scrollIntoView();
  document.addEventListener("odin:swapped", draw);
  document.addEventListener("odin:panels", draw);
  document.addEventListener("click", pressed);
  document.addEventListener("keydown", stepped);
  addEventListener("hashchange", () => reveal(location.hash));
  small.addEventListener("change", draw);
  const count = document.getElementById("chat-count");
  if (count) new MutationObserver(showUnread).observe(count, { attributes: true, childList: true });
}
