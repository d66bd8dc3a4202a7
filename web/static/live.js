// Talks with the table: changes go up as POSTs, the page's parts come down as a stream, and are fetched anew
// whenever the phone may have missed something.

const place = document.body.dataset;
// Signs of life come every 5 s: after so long without one the line is dead.
const SILENCE = 15000;
// A request that gets no reply in so long is given up, and tried again until so long after the tap.
const REPLY = 6000;
const TRIES = 12000;
let token = place.token;
let source = null;
let heard = 0;
let openedAt = 0;
let told = "";
// The ids of changes that got no reply: until there is news, the same tap again is the same change to the table.
const unanswered = new Map();
let show = () => {};
let linked = () => {};

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// crypto.randomUUID does not exist on plain http pages of a local network.
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A fetch that fails where no reply comes: a table that hangs keeps its connections open for ever.
export function ask(path, options = {}, most = REPLY) {
  const end = new AbortController();
  setTimeout(() => end.abort(), most);
  return fetch(path, { ...options, signal: end.signal });
}

function take(news) {
  heard = Date.now();
  const parts = JSON.stringify(news.parts);
  if (parts !== told) unanswered.clear();
  told = parts;
  // Another game is on the table, or this phone has to join anew.
  if (news.page !== place.page) return location.reload();
  token = news.token;
  linked(true);
  return show(news.parts);
}

// Sends a change until the table has it: the same id is never done twice. Returns the refusal, or null.
export async function send(path, body, type = "application/json", most = REPLY) {
  const headers = { "Content-Type": type, "X-Table-Token": token };
  const begun = Date.now();
  for (let tries = 0; ; tries += 1) {
    try {
      const reply = await ask(path, { method: "POST", body, headers }, most);
      const answer = await reply.json();
      if (source?.readyState !== EventSource.OPEN) await look();
      return reply.ok ? null : answer;
    } catch (fault) {
      linked(false);
      const silent = fault.name === "AbortError";
      if (tries >= 5 || Date.now() - begun >= TRIES) return { error: silent ? place.silent : place.unsent, lost: true };
      await pause(400 * 2 ** tries);
    }
  }
}

export async function post(path, body) {
  const change = path + JSON.stringify(body);
  const id = unanswered.get(change) ?? newId();
  const refusal = await send(path, JSON.stringify({ id, ...body }));
  if (refusal?.lost) unanswered.set(change, id);
  return refusal;
}

async function look() {
  try {
    take(await (await ask(`${place.news}/now`, { cache: "no-store" })).json());
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
  openedAt = Date.now();
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
  // What was not listened for is no silence.
  if (!source) heard = Date.now();
  look();
  open();
}

function listen() {
  if (!source || Date.now() - heard <= SILENCE) return;
  linked(false);
  if (Date.now() - openedAt > SILENCE) wake();
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
  // Nobody says that a network was cut or that the table hangs: it is known by the silence.
  setInterval(listen, 1000);
  heard = Date.now();
  open();
}
