// On phones the sections of the rules are folded but for the first, a heading each that opens and closes it. An address
// opens its section. On wide windows and without script all are open.

const narrow = matchMedia("(width < 700px)");

function sections() {
  return [...document.querySelectorAll(".rules-body > section")];
}

function fold(section, isFolded) {
  section.classList.toggle("is-folded", isFolded);
  section.querySelector("h2 > button")?.setAttribute("aria-expanded", String(!isFolded));
}

/** Makes a button of a section's heading. */
function headed(section) {
  const heading = section.querySelector("h2");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "fold";
  button.setAttribute("aria-controls", section.id);
  button.append(...heading.childNodes);
  heading.append(button);
  button.addEventListener("click", () => fold(section, !section.classList.contains("is-folded")));
}

function draw() {
  for (const [at, section] of sections().entries()) {
    const button = section.querySelector("h2 > button");
    if (narrow.matches && !button) {
      headed(section);
      fold(section, at > 0 && !section.querySelector(".verdict"));
    } else if (!narrow.matches && button) {
      fold(section, false);
      button.replaceWith(...button.childNodes);
    }
  }
}

/** Opens the section of an address. */
function reveal() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const section = place?.closest(".is-folded");
  if (!section) return;
  fold(section, false);
  place.scrollIntoView();
}

draw();
reveal();
narrow.addEventListener("change", draw);
addEventListener("hashchange", reveal);
