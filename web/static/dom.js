// Elements, sentences and drawings. Text is always set as text, never as markup.

const sentences = JSON.parse(document.getElementById("sentences").textContent);

export const $ = (id) => document.getElementById(id);

export function t(id, holes = {}) {
  return sentences[id].replace(/\{(\w+)\}/g, (_, name) => holes[name]);
}

export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export const button = (content, onclick, props = {}) => el("button", { type: "button", onclick, ...props }, content);

function drawn(tag, props) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) made.setAttribute(name, value);
  return made;
}

// The drawing of a face, or its name where there is none.
export function symbol(face) {
  if (!face.symbols.length) return [el("span", {}, face.label)];
  return face.symbols.map((name) => {
    const svg = drawn("svg", { class: "face", "aria-hidden": "true" });
    svg.append(drawn("use", { href: `/static/faces.svg#${name}` }));
    return svg;
  });
}

export function cube(kind, face) {
  return el("span", { class: `cube ${kind}${face ? "" : " small"}`, "aria-hidden": "true" }, face ? symbol(face) : []);
}

// The photograph of a throw with what was read drawn on it.
export function photo(roll, stamp) {
  const over = drawn("svg", { "aria-hidden": "true" });
  const img = el("img", { src: `${roll.photo}?${stamp}`, alt: t("photo") });
  img.addEventListener("load", () => {
    over.setAttribute("viewBox", `0 0 ${img.naturalWidth} ${img.naturalHeight}`);
    const size = img.naturalWidth / 24;
    for (const die of roll.dice.filter(({ r }) => r)) {
      const at = { cx: die.x, cy: die.y, r: die.r * 1.35, class: die.certain ? "" : "unsure" };
      over.append(drawn("circle", { ...at, class: "under", "stroke-width": size / 4 }),
        drawn("circle", { ...at, "stroke-width": size / 8 }));
      const below = die.y + die.r * 1.35 + size;
      const y = below < img.naturalHeight ? below : die.y - die.r * 1.35 - size / 3;
      const name = drawn("text", { x: die.x, y, "font-size": size, "stroke-width": size / 6 });
      name.textContent = die.certain ? die.label : `${die.label}?`;
      over.append(name);
    }
  });
  return el("div", { class: "photo" }, img, over);
}
