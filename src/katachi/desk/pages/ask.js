// Questions to the server: JSON, and streams of events that come back after a loss of connection.

const status = () => document.getElementById("connection");
const LOST = "The desk does not answer; waiting for it.";
const RETRY = 700;  // milliseconds

export class Refused extends Error {}

// The word by which the server knows this page: its agents wait for it between two questions.
export const PAGE = (() => {
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join("");
  try {
    const known = sessionStorage.getItem("katachi.desk.page") ?? fresh;
    sessionStorage.setItem("katachi.desk.page", known);
    return known;
  } catch { return fresh; }
})();

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function fetched(path, options) {
  for (;;) {
    try {
      const answer = await fetch(path, options);
      status().textContent = "";
      return answer;
    } catch {
      status().textContent = LOST;
      await later(RETRY);
    }
  }
}

async function read(answer) {
  const found = await answer.json();
  if (!answer.ok) throw new Refused(found.error ?? "the desk refused");
  return found;
}

export async function ask(path, question) {
  return read(await fetched(path, question === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question),
  }));
}

export async function send(path, file) {
  return read(await fetched(path, { method: "POST", body: file }));
}

export function query(values) {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) found.set(name, Array.isArray(value) ? value.join(" ") : value);
  return found;
}

// Reports of a stream go to `tell`; the function that is returned ends it.
export function listen(path, question, tell) {
  let source = null;
  let ended = false;
  const stop = () => { ended = true; source?.close(); };
  const open = () => {
    source = new EventSource(`${path}?${query(question)}`);
    source.onmessage = (event) => {
      if (ended) return;
      status().textContent = "";
      const report = JSON.parse(event.data);
      if (report.done) stop();
      tell(report);
    };
    source.addEventListener("end", () => stop());
    source.onerror = () => {
      source.close();
      if (ended) return;
      status().textContent = LOST;
      setTimeout(() => { if (!ended) open(); }, RETRY);
    };
  };
  open();
  return stop;
}

let hiding = 0;
export function say(sentence) {
  const toast = document.getElementById("toast");
  toast.textContent = sentence;
  toast.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => toast.classList.remove("shown"), 4000);
}
