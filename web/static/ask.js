// The open question: what to tap for each kind of answer.

import { cube, el, symbol, t } from "./dom.js";
import { newId, post, send } from "./live.js";

const MANY = 10;

// The seat this phone may answer for now, or undefined.
function seatHere(state) {
  const { question, you, seats } = state;
  if (question.sealed) return question.waiting.find((seat) => seat === you.seat);
  const taken = (seat) => seats.find((other) => other.seat === seat)?.taken;
  const mine = question.waiting.filter((seat) => you.seats.includes(seat));
  return mine[0] ?? question.waiting.find((seat) => !taken(seat));
}

export function controls(state, done) {
  const { question } = state;
  const seat = question.yours ? seatHere(state) : undefined;
  if (seat === undefined) {
    return [el("p", { class: "soft" }, t(state.you.watching ? "watching" : "waiting", { names: question.names.join(", ") }))];
  }
  const ask = question.asks[seat];
  const answer = async (words) => {
    done(await post("/api/answers", { number: question.number, key: question.key, seat, words }));
  };
  if (ask.kind === "roll") return roll(state, ask, answer, done);
  if (ask.kind === "confirm") return [main(ask.words[0].label, () => answer([ask.words[0].word]))];
  return choice(question, ask, answer);
}

const main = (label, onclick, props = {}) => el("button", { class: "main wide", type: "button", onclick, ...props }, label);

function choice(question, ask, answer) {
  const single = ask.least === 1 && ask.most === 1;
  const picked = [...ask.must];
  const often = (word) => picked.filter((other) => other === word).length;
  const most = (word, place) => (ask.repeat ? ask.most : ask.copies[place] ?? 1);
  const buttons = ask.words.map(({ word, label }, place) => {
    const count = el("span", { class: "count", hidden: true });
    const button = el("button", { type: "button", onclick: () => pick(word, most(word, place)) }, label, count);
    if (!single) button.setAttribute("aria-pressed", "false");
    return { word, label, count, button };
  });
  const row = el("div", { class: "row" });
  const finish = main("", () => answer(picked));

  function pick(word, limit) {
    if (single) return answer([word]);
    const place = picked.lastIndexOf(word);
    if (place >= 0 && limit === 1) {
      if (!ask.must.includes(word)) picked.splice(place, 1);
    } else if (picked.length < ask.most && often(word) < limit) picked.push(word);
    return update();
  }

  function update() {
    for (const { word, count, button } of buttons) {
      const times = often(word);
      button.setAttribute("aria-pressed", String(times > 0));
      count.hidden = !times || !(ask.ordered || ask.repeat || times > 1);
      count.textContent = times > 1 || ask.repeat ? `×${times}` : String(picked.indexOf(word) + 1);
    }
    const label = (word) => buttons.find((one) => one.word === word).label;
    row.replaceChildren(...(ask.repeat || ask.copies.some((copies) => copies > 1) ? picked : []).map((word, place) =>
      el("button", { type: "button", "aria-label": t("remove", { word: label(word) }), onclick: () => { picked.splice(place, 1); update(); } },
        `${label(word)} ×`)));
    const range = ask.least === ask.most ? ask.most : `${ask.least}–${ask.most}`;
    finish.textContent = picked.length || ask.least ? t("take", { count: picked.length, range }) : t("none");
    finish.disabled = picked.length < ask.least || picked.length > ask.most;
  }

  const list = el("div", { class: "words" }, buttons.map(({ button }) => button));
  if (ask.words.length <= 6 && ask.words.every(({ label }) => label.length < 20)) list.classList.add("few");
  const parts = [list];
  if (ask.words.length > MANY) {
    list.classList.add("many");
    const find = el("input", { type: "search", placeholder: t("find"), "aria-label": t("find"), oninput: () => {
      for (const { label, button } of buttons) button.hidden = !label.toLowerCase().includes(find.value.toLowerCase());
    } });
    parts.unshift(find);
  }
  if (question.offered.length && !single) parts.unshift(main(t("again"), () => answer(question.offered)));
  if (ask.other) parts.push(el("button", { type: "button", onclick: () => answer([ask.other.word]) }, ask.other.label));
  if (!single) {
    update();
    parts.push(row, finish);
  }
  return parts;
}

function roll(state, ask, answer, done) {
  const { question, roll: seen } = state;
  const parts = [];
  if (question.offered.length) {
    const faces = question.offered.map((word) => {
      const [name, face] = word.split("=");
      return ask.dice.find(({ die }) => die === name).faces.find((one) => one.word === face).label;
    });
    parts.push(main(`${t("again")}: ${faces.join(", ")}`, () => answer(question.offered)));
  } else if (question.throw === "virtual" || question.throw === "tray") {
    parts.push(main(t("throw", { count: ask.dice.length }), async () => done(await post("/api/rolls/throw", {}))));
  } else if (question.throw === "camera") {
    parts.push(el("p", {}, t("tray")));
  }
  if (seen && question.throw !== "hand") {
    parts.push(el("p", { class: "row" }, seen.asked.map(({ kind, label, count }) =>
      el("span", { class: "row" }, cube(kind), `${count} × ${label}`))));
    if (question.throw !== "virtual") parts.push(el("p", { class: "soft" }, t(`state_${seen.state}`)));
    parts.push(seen.problems.map((problem) => el("p", { class: "note bad" }, problem)));
  }
  const byHand = hand(ask, seen, answer);
  if (question.throw === "hand" || seen?.state === "doubtful") parts.push(byHand);
  else parts.push(el("details", {}, el("summary", {}, t("hand")), byHand));
  if (question.photographs) parts.push(camera(done));
  return parts.flat();
}

// One row of faces for each die; what was read for certain is filled in, what was not comes likeliest first.
function hand(ask, seen, answer) {
  const picked = {};
  const finish = main(t("done"), () => answer(ask.dice.map(({ die }) => `${die}=${picked[die]}`)), { disabled: true });
  const rows = ask.dice.map(({ die, kind, label, faces }) => {
    const read = seen?.dice.find((other) => other.die === die);
    if (read?.certain) picked[die] = read.face;
    const likely = read && !read.certain ? [read.face, ...read.alternatives] : [];
    const place = ({ word }) => (likely.includes(word) ? likely.indexOf(word) : likely.length);
    const buttons = [...faces].sort((one, other) => place(one) - place(other)).map((face) => {
      const button = el("button", { type: "button", "aria-pressed": String(picked[die] === face.word), onclick: () => {
        picked[die] = face.word;
        for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
        finish.disabled = ask.dice.some((one) => !picked[one.die]);
      } }, ...(face.symbols.length ? symbol(face) : []), face.label);
      return button;
    });
    return el("fieldset", { class: "die" }, el("legend", {}, cube(kind), label,
      likely.length ? el("span", { class: "doubt" }, t("unsure")) : null), el("div", { class: "faces" }, buttons));
  });
  finish.disabled = ask.dice.some(({ die }) => !picked[die]);
  return el("div", { class: "card" }, rows, finish);
}

function camera(done) {
  const input = el("input", { type: "file", accept: "image/*", capture: "environment", class: "unseen", onchange: async () => {
    if (!input.files.length) return;
    const name = `/api/rolls/photo?id=${newId()}`;
    done(await send(name, input.files[0], { "Content-Type": input.files[0].type || "image/jpeg" }));
    input.value = "";
  } });
  return el("label", { class: "button" }, t("photograph"), input);
}
