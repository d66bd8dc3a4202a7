// The open question: what to tap for each kind of answer.

import { button, cube, el, photo, symbol, t } from "./dom.js";
import { newId, post, send } from "./live.js";

const MANY = 10;

export function controls(state, done) {
  const { question, you } = state;
  const seat = question.speaker;
  if (!seat) return [el("p", { class: "soft" }, t(you.watching ? "watching" : "waiting", { names: question.names.join(", ") }))];
  const ask = question.asks[seat];
  const answer = async (words) => {
    done(await post("/api/answers", { number: question.number, key: question.key, seat, words }));
  };
  if (ask.kind === "roll") return roll(state, ask, answer, done);
  if (ask.kind === "confirm") return [main(ask.words[0].label, () => answer([ask.words[0].word]))];
  return choice(question, ask, answer);
}

const main = (label, onclick, props = {}) => button(label, onclick, { class: "main wide", ...props });

function choice(question, ask, answer) {
  const single = ask.least === 1 && ask.most === 1;
  const picked = [...ask.must];
  const often = (word) => picked.filter((other) => other === word).length;
  const most = (word, place) => (ask.repeat ? ask.most : ask.copies[place] ?? 1);
  const buttons = ask.words.map(({ word, label }, place) => {
    const count = el("span", { class: "count", hidden: true });
    return { word, label, count, tap: button([label, count], () => pick(word, most(word, place))) };
  });
  // Where a word may come again, what was taken stands in a row, the last with a way back.
  const again = ask.repeat || ask.copies.some((copies) => copies > 1);
  const row = el("p", { class: "row", hidden: !again });
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
    for (const { word, count, tap } of buttons) {
      const times = often(word);
      tap.setAttribute("aria-pressed", times > 0);
      count.hidden = !times || !(ask.ordered || again);
      count.textContent = again ? `×${times}` : picked.indexOf(word) + 1;
    }
    const labels = picked.map((word) => buttons.find((one) => one.word === word).label);
    row.replaceChildren(labels.join(" → "), picked.length
      ? button(t("pop"), () => { picked.pop(); update(); }) : "");
    const range = ask.least === ask.most ? ask.most : `${ask.least}–${ask.most}`;
    finish.textContent = picked.length || ask.least ? t("take", { count: picked.length, range }) : t("none");
    finish.disabled = picked.length < ask.least || picked.length > ask.most;
  }

  const list = el("div", { class: "words" }, buttons.map(({ tap }) => tap));
  if (ask.words.length <= 6 && ask.words.every(({ label }) => label.length < 20)) list.classList.add("few");
  const parts = [list];
  if (ask.words.length > MANY) {
    list.classList.add("many");
    const find = el("input", { type: "search", placeholder: t("find"), "aria-label": t("find"), oninput: () => {
      for (const { label, tap } of buttons) tap.hidden = !label.toLowerCase().includes(find.value.toLowerCase());
    } });
    parts.unshift(find);
  }
  if (question.offered.length && !single) parts.unshift(main(t("again"), () => answer(question.offered)));
  if (ask.other) parts.push(button(ask.other.label, () => answer([ask.other.word])));
  if (!single) {
    update();
    parts.push(row, finish);
  }
  return parts;
}

function roll(state, ask, answer, done) {
  const { question, roll: seen } = state;
  const { throw: way, offered } = question;
  const doubtful = seen?.state === "doubtful";
  const byHand = hand(ask, seen, doubtful, answer);
  const dice = seen && way !== "hand" && el("p", { class: "row" }, seen.asked.map(({ kind, label, count }) =>
    el("span", { class: "row" }, cube(kind), `${count} × ${label}`)));
  const again = offered.map((word) => {
    const [name, shown] = word.split("=");
    return ask.dice.find(({ die }) => die === name).faces.find((face) => face.word === shown).label;
  });
  const toss = way === "virtual" || way === "tray" ? main(t(doubtful ? "rethrow" : "throw", { count: ask.dice.length }),
    async () => done(await post("/api/rolls/throw", {})), doubtful ? { class: "wide" } : {}) : null;
  return [
    offered.length ? main(`${t("again")}: ${again.join(", ")}`, () => answer(offered)) : !doubtful && toss,
    seen && way !== "virtual" && way !== "hand" ? el("p", { id: "dice_state" }) : null,
    seen?.problems.map((problem) => el("p", { class: "note bad" }, problem)),
    doubtful && seen.photo ? photo(seen, state.version) : dice,
    doubtful || way === "hand" ? byHand : el("details", {}, el("summary", {}, t("hand")), byHand),
    question.photographs ? camera(done) : null,
    doubtful && toss,
  ];
}

// The faces of each die to tap: those in doubt first, likeliest faces first; what is certain is filled in.
function hand(ask, seen, doubtful, answer) {
  const picked = {};
  const finish = main(t("done"), () => answer(ask.dice.map(({ die }) => `${die}=${picked[die]}`)));
  const update = () => { finish.disabled = ask.dice.some(({ die }) => !picked[die]); };
  const sure = [];
  const open = [];
  for (const { die, kind, label, faces } of ask.dice) {
    const read = seen?.dice.find((other) => other.die === die);
    if (read?.certain) picked[die] = read.face;
    const likely = read ? [read.face, ...read.alternatives] : [];
    const place = ({ word }) => (likely.includes(word) ? likely.indexOf(word) : likely.length);
    const buttons = [...faces].sort((one, other) => place(one) - place(other)).map((face) => {
      const tap = button([face.symbols.length ? symbol(face) : [], face.label], () => {
        picked[die] = face.word;
        for (const other of buttons) other.setAttribute("aria-pressed", other === tap);
        update();
      }, { "aria-pressed": String(picked[die] === face.word) });
      return tap;
    });
    (read?.certain ? sure : open).push(el("div", { class: "die", role: "group", "aria-label": label },
      el("p", { class: "row" }, cube(kind), el("strong", {}, label),
        doubtful && !read?.certain ? el("span", { class: "doubt" }, t("unsure")) : null),
      el("div", { class: "faces" }, buttons)));
  }
  update();
  return el("div", { class: "hand" }, open, finish,
    sure.length ? el("details", {}, el("summary", {}, t("sure", { count: sure.length })), el("div", { class: "hand" }, sure)) : null);
}

function camera(done) {
  const input = el("input", { type: "file", accept: "image/*", capture: "environment", class: "unseen", onchange: async () => {
    const [file] = input.files;
    if (file) done(await send(`/api/rolls/photo?id=${newId()}`, file, { "Content-Type": file.type || "image/jpeg" }));
    input.value = "";
  } });
  return el("label", { class: "button" }, t("photograph"), input);
}
