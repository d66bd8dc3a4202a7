// The big screen shows all at once: the players as large as there is room for, and what happened in the rest.

const $ = (id) => document.getElementById(id);
const beside = document.querySelector(".beside");
// How large the players may be written: first beside the steps and the dice, then in their place.
const SIZES = [[1, 0.75, false], [1, 0.3, true]];

const fits = () => beside.scrollHeight <= beside.clientHeight + 1;

function shrink() {
  for (const [largest, smallest, tight] of SIZES) {
    document.body.classList.toggle("tight", tight);
    for (let size = largest; size > smallest; size -= 0.03) {
      $("players").style.fontSize = `${size}em`;
      if (fits()) return;
    }
  }
}

function fit() {
  const lines = [...$("log").querySelectorAll("li")];
  $("told_last").hidden = true;
  shrink();
  for (const line of lines) line.hidden = true;
  $("told_last").hidden = false;
  for (const line of lines) {
    line.hidden = false;
    if (fits()) continue;
    line.hidden = true;
    break;
  }
  $("told_last").hidden = !lines.some((line) => !line.hidden) || !fits();
}

new MutationObserver(fit).observe(beside, { childList: true, subtree: true });
addEventListener("resize", fit);
beside.addEventListener("load", fit, true);
fit();
