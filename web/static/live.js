// Talks with the table: changes go up as POSTs, the page's parts come down as a stream, and are fetched anew
// whenever the phone may have missed something.

const place = document.body.dataset;
const SILENCE = 15000;
let token = place.token;
let source = null;
let heard = 0;
let show = () => {};
let linked = () => {};

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// crypto.randomUUID does not exist on plain http pages of a local network.
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function take(news) {
  heard = Date.now();
  // Another game is on the table, or this phone has to join anew.
  if (news.page !== place.page) return location.reload();
  token = news.token;
  linked(true);
  return show(news.parts);
}

// Sends a change until the table has it: the same id is never done twice. Returns the refusal, or null.
export async function send(path, body, type = "application/json") {
  const headers = { "Content-Type": type, "X-Table-Token": token };
  for (let tries = 0; ; tries += 1) {
    try {
      const reply = await fetch(path, { method: "POST", body, headers });
      const told = await reply.json();
      if (source?.readyState !== EventSource.OPEN) await look();
      return reply.ok ? null : told;
    } catch {
      linked(false);
      if (tries >= 5) return { error: place.unsent };
      await pause(400 * 2 ** tries);
    }
  }
}

export const post = (path, body) => send(path, JSON.stringify({ id: newId(), ...body }));

async function look() {
  try {
    take(await (await fetch(`${place.news}/now`, { cache: "no-store" })).json());
  } catch {
    linked(false);
  }
}

function stop() {
  source?.close();
  source = null;
}

function open() {
  stop();
  const opened = new EventSource(place.news);
  source = opened;
  heard = Date.now();
  opened.onerror = () => {
    linked(false);
    if (opened.readyState === EventSource.CLOSED) setTimeout(() => source === opened && wake(), 3000);
  };
  opened.addEventListener("page", (event) => take(JSON.parse(event.data)));
  opened.addEventListener("here", () => {
    heard = Date.now();
    linked(true);
  });
  // Another page of this phone is live now; this one wakes when it is looked at again.
  opened.addEventListener("replaced", stop);
}

// Everything anew: a phone that slept or lost its network is never told so, and what it missed is gone.
function wake() {
  if (document.visibilityState === "hidden") return;
  look();
  open();
}

export function live(onParts, onLink) {
  show = onParts;
  linked = onLink;
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : wake()));
  document.addEventListener("resume", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("focus", () => source || wake());
  addEventListener("online", wake);
  addEventListener("offline", () => linked(false));
  addEventListener("pagehide", stop);
  // A network that was cut is not said to be: no news for so long, though signs of life come every 5 s.
  setInterval(() => source && Date.now() - heard > SILENCE && wake(), 5000);
  open();
}
