// Small cards drawn from the page's sprite, as the server draws them in its size "s".

const SVG = "http://www.w3.org/2000/svg";

function use(part, place) {
  const drawn = document.createElementNS(SVG, "use");
  drawn.setAttribute("href", `#c-${part}`);
  if (place) drawn.setAttribute("class", place);
  return drawn;
}

/** A card of the smallest size, for the eyes only. */
export function smallCard(code) {
  const card = document.createElementNS(SVG, "svg");
  card.setAttribute("class", `card card-s card-${code[0]}`);
  card.setAttribute("viewBox", "0 0 100 140");
  card.setAttribute("aria-hidden", "true");
  card.append(use("mbase"), use(`n${code[1]}`, "at-num"), use(`s${code[0] === "X" ? "N" : code[0]}`, "at-sign"));
  return card;
}
