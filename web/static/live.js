// Talks with the table: changes go up as POSTs, the state comes down as a stream, and is fetched anew
// whenever the phone may have missed something.

let token = "";
let source = null;
let show = () => {};
let linked = () => {};

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// crypto.randomUUID does not exist on plain http pages of a local network.
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function take(state) {
  token = state.you.token;
  show(state);
}

// Sends a change until the table has it: the same id is never done twice. Returns the refusal, or null.
export async function send(path, body, headers = { "Content-Type": "application/json" }) {
  for (let tries = 0; ; tries += 1) {
    try {
      const reply = await fetch(path, { method: "POST", body, headers: { ...headers, "X-Table-Token": token } });
      const told = await reply.json();
      if (reply.ok) take(told);
      else if (told.state) take(told.state);
      return reply.ok ? null : told;
    } catch (error) {
      linked(false);
      if (tries >= 5) throw error;
      await pause(400 * 2 ** tries);
    }
  }
}

export const post = (path, body) => send(path, JSON.stringify({ id: newId(), ...body }));

async function fetchState() {
  try {
    take(await (await fetch("/api/state")).json());
    linked(true);
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
  const opened = new EventSource("/api/events");
  source = opened;
  opened.onopen = () => linked(true);
  opened.onerror = () => {
    linked(false);
    if (opened.readyState === EventSource.CLOSED) setTimeout(() => source === opened && wake(), 3000);
  };
  opened.addEventListener("state", (event) => {
    linked(true);
    take(JSON.parse(event.data));
  });
  // Another page of this phone is live now; this one wakes when it is looked at again.
  opened.addEventListener("replaced", stop);
}

function wake() {
  if (document.visibilityState === "hidden") return;
  fetchState();
  open();
}

export function live(onState, onLink) {
  show = onState;
  linked = onLink;
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : wake()));
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("focus", () => source || wake());
  addEventListener("online", wake);
  addEventListener("offline", () => linked(false));
  addEventListener("pagehide", stop);
  open();
}
