// The camera's picture and what is said of it, anew every second while somebody looks.

import { ask } from "./live.js";

const picture = document.getElementById("camera");
const made = document.createElement("template");

async function renew() {
  const reply = await ask(picture.dataset.now, { cache: "no-store" });
  made.innerHTML = await reply.text();
  // What stays the same is left alone: it would be read aloud again.
  for (const part of made.content.querySelectorAll("[id]")) {
    const shown = document.getElementById(part.id);
    if (shown.innerHTML !== part.innerHTML) shown.innerHTML = part.innerHTML;
  }
  picture.src = `${picture.src.split("?")[0]}?${Date.now()}`;
  await picture.decode().then(() => { picture.hidden = false; }, () => { picture.hidden = true; });
}

for (;;) {
  await new Promise((done) => setTimeout(done, 1000));
  if (document.hidden) continue;
  await renew().catch(() => { document.getElementById("camera_said").textContent = picture.dataset.lost; });
}
