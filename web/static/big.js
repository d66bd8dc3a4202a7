// The big screen shows all at once: the players as large as there is room for, and what happened in the rest.

const $ = (id) => document.getElementById(id);
const beside = document.querySelector(".beside");
const fits = () => beside.scrollHeight <= beside.clientHeight + 1;

// Writes a part smaller and smaller until all fits; whether it does.
function write(id, smallest) {
  for (let size = 1; size > smallest; size -= 0.03) {
    $(id).style.fontSize = `${size}em`;
    if (fits()) return true;
  }
  return false;
}

// The players are written smaller beside the steps and the dice, then in their place. What the table is asked
// to change needs room too: beside it they are left out before they are too small to be read.
function shrink() {
  const { classList } = document.body;
  const proposed = !$("proposal").hidden;
  classList.remove("tight", "crowded");
  $("proposal").style.fontSize = "";
  if (write("players", 0.75)) return;
  classList.add("tight");
  if (write("players", proposed ? 0.61 : 0.3) || !proposed) return;
  classList.add("crowded");
  write("proposal", 0.4);
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
