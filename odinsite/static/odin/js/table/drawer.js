// The log as a drawer on narrow windows, and closing the last hand's result without a reload.

import { current, goOn } from "./part.js";
import { look } from "./connection.js";

const drawer = document.getElementById("drawer");
const wide = matchMedia("(width >= 1200px) and (height >= 500px)");

function fill() {
  const log = current().querySelector("#turns-in");
  drawer.querySelector("#turns-in")?.remove();
  if (log) drawer.append(log);
}

function open() {
  fill();
  drawer.showModal();
}

/** Moves the log back to its column for wide windows. */
function empty() {
  const log = drawer.querySelector("#turns-in");
  const column = current().querySelector("#turns");
  if (log && column && !column.querySelector("#turns-in")) column.append(log);
  else log?.remove();
}

/** Hides the last hand's result in this browser, as its link does without script. */
function putAway(link) {
  const hand = new URL(link.href).searchParams.get("seen");
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `seen_hand=${hand}; path=${location.pathname}; max-age=31536000; samesite=lax${secure}`;
  if (!goOn()) look();
}

export function startDrawer() {
  document.addEventListener("click", (event) => {
    if (event.target.closest("#all-turns")) {
      event.preventDefault();
      open();
    }
    const on = event.target.closest("#go-on");
    if (on) {
      event.preventDefault();
      putAway(on);
    }
    if (event.target === drawer || event.target.closest("#drawer a")) drawer.close();
  });
  drawer.addEventListener("close", empty);
  document.addEventListener("odin:swapped", () => {
    if (drawer.open) fill();
  });
  wide.addEventListener("change", () => {
    if (wide.matches) drawer.close();
  });
}
