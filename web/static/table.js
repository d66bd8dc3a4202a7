// The page of the table. The table sends its parts as HTML; a part is put in place when it has changed.
// What can be tapped says by its data attributes what it does, so nothing here knows a game or a question.

import { ask, live, newId, post, send } from "./live.js";
import { pick, pop, update } from "./pick.js";

const $ = (id) => document.getElementById(id);
const shown = new WeakMap();
const made = document.createElement("template");
// So long a photograph may be on its way, in milliseconds.
const PHOTOGRAPH = 60000;

// HTML as the browser would write it: so a part that came with the page is known to be the same.
function written(html) {
  made.innerHTML = html;
  return made.innerHTML;
}

function put(id, sent) {
  const box = $(id);
  const html = written(sent);
  if (!box || shown.get(box) === html) return;
  const opened = [...box.querySelectorAll("details[open][id]")].map((part) => part.id);
  const hadFocus = box.contains(document.activeElement);
  box.innerHTML = html;
  shown.set(box, html);
  box.hidden = !html;
  for (const part of opened) $(part)?.setAttribute("open", "");
  if (hadFocus && html) box.focus();
  if (id === "question") {
    $("refusal").hidden = true;
    begin();
  }
}

// What a new question needs before it is tapped.
function begin() {
  document.querySelectorAll("[data-least]").forEach(update);
  document.querySelectorAll("form.dice_by_hand").forEach(check);
}

const check = (form) => { form.querySelector("button.main").disabled = !form.checkValidity(); };

// After what this phone did: back to the question, and to what was refused.
function complain(refusal) {
  $("refusal").hidden = !refusal;
  $("refusal").textContent = refusal?.error ?? "";
  scrollTo(0, 0);
}

function answer(tap, words) {
  return post("/api/answers", { ...JSON.parse(tap.closest("[data-answer]").dataset.answer), words });
}

// One change at a time: what is tapped looks so until the table has replied, and till then no other tap counts.
// A photograph may take long: meanwhile the dice can be told by hand.
async function sending(tap, change) {
  if (document.querySelector("[aria-busy=true]:not(label)")) return;
  tap.setAttribute("aria-busy", "true");
  const refusal = await change();
  tap.removeAttribute("aria-busy");
  complain(refusal);
}

// A rule's text opens here instead of on a page of its own.
async function read(link) {
  const reply = await ask(link.href).catch(() => null);
  if (!reply) return complain({ error: document.body.dataset.silent });
  const page = await reply.text();
  const text = new DOMParser().parseFromString(page, "text/html").querySelector("article");
  $("told").replaceChildren(text);
  $("dialog").showModal();
}

function tapped(tap) {
  const { words, post: path, body } = tap.dataset;
  if ("word" in tap.dataset) return pick(tap.closest("[data-least]"), tap);
  if ("pop" in tap.dataset) return pop(tap.closest("[data-least]"));
  if ("close" in tap.dataset) return $("dialog").close();
  if (words) return sending(tap, () => answer(tap, JSON.parse(words)));
  if (!path) return null;
  const folded = tap.closest("details[name]");
  folded?.removeAttribute("open");
  return sending(folded?.querySelector("summary") ?? tap, () => post(path, JSON.parse(body ?? "{}")));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.rule");
  if (link && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    read(link);
  }
  const tap = event.target.closest?.("button");
  if (tap) tapped(tap);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(".dice_by_hand")) return;
  event.preventDefault();
  const told = [...new FormData(form)].map(([die, face]) => `${die}=${face}`);
  sending(form.querySelector("button.main"), () => answer(form, told));
});

document.addEventListener("change", async ({ target }) => {
  if (target.form?.matches(".dice_by_hand")) check(target.form);
  if (target.type !== "file") return;
  const [file] = target.files;
  if (file?.size > target.dataset.most) complain({ error: target.dataset.tooLarge });
  else if (file) {
    const path = `/api/rolls/photo?confirm=1&id=${newId()}`;
    sending(target.closest("label"), () => send(path, file, file.type || "image/jpeg", PHOTOGRAPH));
  }
  target.value = "";
});

document.addEventListener("input", ({ target }) => {
  if (target.type !== "search") return;
  for (const tap of target.parentElement.querySelectorAll(".words > *")) {
    tap.hidden = !tap.textContent.toLowerCase().includes(target.value.toLowerCase());
  }
});

// What was read is drawn on a photograph in the photograph's own pixels; words stay within it, and where two
// would cover each other the later one goes below its die, if it lies clear of all others there. Those that lie
// below theirs as they came have no other place.
function measure(img) {
  const drawn = img.nextElementSibling;
  drawn?.setAttribute("viewBox", `0 0 ${img.naturalWidth} ${img.naturalHeight}`);
  const placed = [];
  const words = [...(drawn?.querySelectorAll("text") ?? [])];
  for (const word of [...words.filter(isBelow), ...words.filter((word) => !isBelow(word))]) {
    const { x, width } = word.getBBox();
    word.setAttribute("dx", Math.max(0, -x) - Math.max(0, x + width - img.naturalWidth));
    const clear = () => {
      const mine = word.getBBox();
      return mine.y + mine.height <= img.naturalHeight && !placed.some((other) => overlap(mine, other));
    };
    if (!clear()) {
      const at = word.getAttribute("y");
      word.setAttribute("y", word.dataset.else);
      if (!clear()) word.setAttribute("y", at);
    }
    placed.push(word.getBBox());
  }
}
function isBelow(word) {
  return word.getAttribute("y") === word.dataset.else;
}
function overlap(one, other) {
  return one.x < other.x + other.width && other.x < one.x + one.width
    && one.y < other.y + other.height && other.y < one.y + one.height;
}
document.addEventListener("load", ({ target }) => target.matches?.(".photo img") && measure(target), true);

for (const box of document.querySelectorAll("[id]")) shown.set(box, box.innerHTML);
begin();
for (const img of document.querySelectorAll(".photo img")) if (img.complete) measure(img);
live((parts) => Object.entries(parts).forEach(([id, html]) => put(id, html)), (ok) => {
  $("link").className = ok ? "" : "lost";
});
