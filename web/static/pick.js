// Several words of a list: which are taken, in which order, how often, and when they are enough.
// The list says what is asked for: data-least, -most, -ordered, -repeat; each word how often it may come.

const fill = (sentence, holes) => sentence.replace(/\{(\w+)\}/g, (_, name) => holes[name]);

const words = (box) => [...box.querySelectorAll("[data-word]")];

function picked(box) {
  box.picked ??= words(box).filter((tap) => "must" in tap.dataset).map((tap) => tap.dataset.word);
  return box.picked;
}

export function pick(box, tap) {
  const taken = picked(box);
  const { word, copies, must } = tap.dataset;
  const often = taken.filter((other) => other === word).length;
  if (often && Number(copies) === 1) {
    if (must === undefined) taken.splice(taken.indexOf(word), 1);
  } else if (taken.length < Number(box.dataset.most) && often < Number(copies)) taken.push(word);
  update(box);
}

export function pop(box) {
  picked(box).pop();
  update(box);
}

export function update(box) {
  const taken = picked(box);
  const { least, most, ordered, repeat, take, none } = box.dataset;
  const labels = {};
  for (const tap of words(box)) {
    const { word } = tap.dataset;
    const times = taken.filter((other) => other === word).length;
    const count = tap.querySelector(".count");
    labels[word] = tap.querySelector(".label").textContent;
    tap.setAttribute("aria-pressed", times > 0);
    count.hidden = !times || !(ordered || repeat);
    count.textContent = repeat ? `×${times}` : taken.indexOf(word) + 1;
  }
  // Where a word may come again, what was taken stands in a row, the last with a way back.
  const row = box.querySelector(".taken");
  row.hidden = !repeat || !taken.length;
  row.firstElementChild.textContent = taken.map((word) => labels[word]).join(" → ");
  const finish = box.querySelector("[data-finish]");
  const range = least === most ? most : `${least}–${most}`;
  finish.textContent = taken.length || Number(least) ? fill(take, { count: taken.length, range }) : none;
  finish.disabled = taken.length < Number(least) || taken.length > Number(most);
  finish.dataset.words = JSON.stringify(taken);
}
