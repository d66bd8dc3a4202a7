// The page of the table: every state that comes in is shown; a part is drawn anew only when it has changed.

import { controls } from "./ask.js";
import { $, button, cube, el, photo, symbol, t } from "./dom.js";
import { live, post } from "./live.js";

const drawn = {};

// Draws a section with `make(value)` when `value` is another than last time; null hides it.
function part(id, value, make) {
  const text = JSON.stringify(value);
  if (drawn[id] === text) return;
  drawn[id] = text;
  $(id).hidden = value === null;
  if (value !== null) $(id).replaceChildren(...make(value).flat(2).filter(Boolean));
}

function rule(game, id) {
  return el("a", { class: "rule", href: `/rules/${game}/${id}` }, id);
}

// After what this phone did: back to the question, and to what was refused.
function complain(refusal) {
  const box = $("refusal");
  box.hidden = !refusal;
  box.textContent = refusal?.error ?? "";
  scrollTo(0, 0);
}

async function undo() {
  const refusal = await post("/api/undo", {});
  if (!refusal?.confirm) return complain(refusal);
  return dialog(
    el("h2", {}, t("undo")), el("p", {}, refusal.error),
    button(t("take_back"), async () => {
      $("dialog").close();
      complain(await post("/api/undo", { confirm: true }));
    }, { class: "main" }),
  );
}

function dialog(...children) {
  const box = $("dialog");
  box.replaceChildren(...children, button(t("close"), () => box.close()));
  box.showModal();
}

function question(state) {
  const asked = state.question;
  $("question").classList.toggle("others", !asked.yours);
  return [
    el("div", { class: "row apart" }, el("p", { class: "who" }, t(asked.yours ? "yours" : "open")),
      el("span", { class: "row" }, asked.rules.map((id) => rule(state.game.id, id)))),
    el("h2", { class: "ask" }, asked.text),
    controls(state, complain),
  ];
}

// The last throw: the picture with what was read on it; a die is set right by tapping it and then its face.
function roll(state) {
  const { last_roll: seen } = state;
  const right = (die, word) => post("/api/amend", { key: seen.key, seat: seen.seat,
    words: seen.dice.map((other) => `${other.die}=${other.die === die.die ? word : other.face}`) });
  const dice = seen.dice.map((die) => {
    const face = [cube(die.kind, die), el("span", {}, die.label)];
    if (!seen.key) return el("li", {}, face);
    const ask = t("correct", { face: die.label });
    return el("li", {}, button(face, () => dialog(
      el("h2", {}, ask),
      el("div", { class: "faces" }, die.faces.filter(({ word }) => word !== die.face).map((other) => button([other.symbols.length ? symbol(other) : [], other.label], async () => {
        $("dialog").close();
        complain(await right(die, other.word));
      }))),
    ), { "aria-label": ask }));
  });
  return [
    el("h2", {}, t("last_throw")),
    seen.photo ? photo(seen, state.version) : null,
    el("ul", { class: "dice" }, dice),
    seen.problems.map((problem) => el("p", { class: "note bad" }, problem)),
    seen.key ? el("p", {}, el("small", {}, t("correct_how"))) : null,
  ];
}

function log(state) {
  const lines = [...state.log].reverse();
  return [el("ul", { class: "log" }, lines.map((line, place) => el("li",
    { class: place && lines[place - 1].turn !== line.turn ? "turn" : null },
    el("span", {}, line.text), line.rule ? rule(state.game.id, line.rule) : null)))];
}

function show(state) {
  $("headline").textContent = state.screen.title;
  part("lines", state.screen.lines, (lines) => [lines.join(" · ")]);
  part("notes", state.notes.length + state.problems.length ? [state.notes, state.problems] : null, ([notes, problems]) => [
    notes.map((note) => el("li", { class: "note" }, note)),
    problems.length ? el("li", { class: "note bad" }, problems.map((problem) => el("p", {}, problem))) : null,
  ]);
  part("outcome", state.outcome, (end) => [el("h2", {}, t("over")), el("p", { class: "ask" }, end.text)]);
  // What is half entered must not be lost when a die starts to roll or somebody else has answered.
  const { question: asked, roll: seen } = state;
  const asks = asked && [asked.number, asked.text, asked.speaker, asked.offered, asked.speaker || asked.names,
    asked.throw && seen && [seen.asked, seen.dice, seen.photo, seen.problems, seen.state === "doubtful"]];
  if (asks && JSON.stringify(asks) !== drawn.question) {
    $("status").textContent = asked.text;
    $("question").classList.remove("fresh");
    requestAnimationFrame(() => $("question").classList.add("fresh"));
    $("refusal").hidden = true;
    if ($("question").contains(document.activeElement)) $("question").focus();
  }
  part("question", asks, () => question(state));
  if ($("dice_state")) $("dice_state").textContent = t(`state_${seen.state}`);
  part("roll", state.last_roll?.dice.length ? state.last_roll : null, () => roll(state));
  if (drawn.board !== state.screen.board_svg) {
    drawn.board = state.screen.board_svg;
    $("board").innerHTML = state.screen.board_svg;
  }
  const { players } = state.screen;
  part("players", players.length ? players : null, () => [el("h2", {}, t("players")), el("div", { class: "panels" },
    players.map((player) => el("section", { class: player.active ? "panel active" : "panel" }, el("h3", {}, player.title),
      el("ul", {}, player.lines.map((line) => el("li", {}, line))))))]);
  part("log", [state.log, state.game.id], () => log(state));
  $("undo").disabled = !state.undo || state.you.watching;
  $("to_question").classList.toggle("main", Boolean(state.question?.yours));
  $("undo").title = state.undo?.text ?? "";
}

// A rule's text opens here instead of on a page of its own.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a.rule");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const page = await (await fetch(link.href)).text();
  dialog(new DOMParser().parseFromString(page, "text/html").querySelector("article"));
});

$("undo").addEventListener("click", undo);
live(show, (ok) => {
  $("link").classList.toggle("lost", !ok);
  $("link").textContent = t(ok ? "live" : "lost");
});
show(JSON.parse($("state").textContent));
