// The demo's page: throws into the tray, presses buttons, and looks again what camera and display show.

const $ = (id) => document.getElementById(id);
const { token, free, play } = JSON.parse($("demo").textContent);
const headers = { "Content-Type": "application/json", "X-Table-Token": token };
const HOLD = 600;

async function post(path, body) {
  const reply = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  $("said").textContent = reply.ok ? "" : (await reply.json()).error;
}

// The next pictures are asked for when these have come: however slow the network, they are seen.
async function look() {
  for (const id of ["tray", "display"]) {
    const next = new Image();
    next.src = `${$(id).src.split("?")[0]}?${Date.now()}`;
    // A picture that does not come is asked for again at the next look.
    await next.decode().then(() => { $(id).src = next.src; }, () => {});
  }
}

$("throw").addEventListener("click", () => post("/api/rolls/throw", { id: String(Math.random()) }));
for (const button of document.querySelectorAll("[data-button]")) {
  let down = 0;
  button.addEventListener("pointerdown", () => { down = Date.now(); });
  button.addEventListener("click", () => {
    post("/demo/buttons", { button: button.dataset.button, held: down > 0 && Date.now() - down > HOLD });
    down = 0;
    setTimeout(look, 150);
  });
}
if (free.length) await post("/api/seats", { take: free });
$("phone").src = play;
for (;;) {
  await new Promise((done) => setTimeout(done, 400));
  if (!document.hidden) await look();
}
