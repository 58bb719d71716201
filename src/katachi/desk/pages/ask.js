// Questions to the server: JSON, and streams of events that come back after a loss of connection.

const status = () => document.getElementById("connection");

export class Refused extends Error {}

export async function ask(path, question) {
  let answer;
  try {
    answer = await fetch(path, question === undefined ? {} : {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question),
    });
  } catch {
    status().textContent = "The desk does not answer; waiting for it.";
    await new Promise((later) => setTimeout(later, 1000));
    return ask(path, question);
  }
  status().textContent = "";
  const found = await answer.json();
  if (!answer.ok) throw new Refused(found.error ?? "the desk refused");
  return found;
}

export async function send(path, file) {
  const answer = await fetch(path, { method: "POST", body: file });
  const found = await answer.json();
  if (!answer.ok) throw new Refused(found.error ?? "the desk refused");
  return found;
}

// Reports of a stream go to `tell`; the function that is returned ends it.
export function listen(path, question, tell) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(question)) {
    query.set(name, Array.isArray(value) ? value.join(" ") : value);
  }
  let source = null;
  let ended = false;
  const open = () => {
    source = new EventSource(`${path}?${query}`);
    source.onmessage = (event) => {
      status().textContent = "";
      const report = JSON.parse(event.data);
      if (report.done) stop();
      tell(report);
    };
    source.addEventListener("end", () => stop());
    source.onerror = () => {
      source.close();
      if (ended) return;
      status().textContent = "The desk does not answer; waiting for it.";
      setTimeout(() => { if (!ended) open(); }, 1000);
    };
  };
  const stop = () => { ended = true; source?.close(); };
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
