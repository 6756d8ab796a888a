// The page without a build step: threads, the chat as it streams, calls as they run, and questions to answer.
const byId = (id) => document.getElementById(id);
const messages = byId("messages");
let threadId;
let reading = 0;

history.replaceState(null, "", location.pathname + location.hash);
byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("message").value.trim();
  if (text !== "") send(text);
});
byId("message").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing)
    byId("form").requestSubmit(event.preventDefault());
});
byId("stop").addEventListener("click", () => post(`/api/threads/${threadId}/stop`, {}));
byId("new").addEventListener("click", () => open(undefined));

async function start() {
  const { model, notice } = await getJson("/api/info");
  byId("about").textContent = [`Model: ${model}.`, notice].filter(Boolean).join(" ");
  await open(location.hash.slice(1) || undefined);
}

async function open(id) {
  threadId = id;
  reading += 1;
  location.hash = id ?? "";
  messages.replaceChildren();
  setRunning(false);
  if (id !== undefined) await showThread(id);
  await showThreads();
  byId("message").focus();
}

async function showThread(id) {
  const response = await fetch(`/api/threads/${encodeURIComponent(id)}`);
  if (!response.ok) return say((await response.json()).error);
  const thread = await response.json();
  const open = thread.messages.at(-1)?.stopReason === undefined ? thread.messages.at(-1) : undefined;
  for (const message of thread.messages) if (message !== open) showMessage(message);
  // Without a number the stream tells an open run from its beginning.
  if (thread.status !== "idle") await follow(`/api/threads/${encodeURIComponent(id)}/stream`);
}

async function showThreads() {
  const { threads } = await getJson("/api/threads");
  byId("threads").replaceChildren(
    ...threads.map(({ id, title, status }) => {
      const button = element("button", {
        type: "button",
        textContent: (title || "Untitled") + (status === "idle" ? "" : ` (${status})`),
      });
      button.setAttribute("aria-current", String(id === threadId));
      button.addEventListener("click", () => open(id));
      const item = element("li");
      item.append(button);
      return item;
    }),
  );
}

function showMessage(message) {
  if (message.role === "user") return add("said user", textOf(message.content));
  for (const part of message.parts) {
    if (part.type === "text") add("said", part.text);
    else endCall(startCall(part.toolName, JSON.stringify(part.args)), part);
  }
}

const textOf = (content) =>
  typeof content === "string" ? content : content.map((part) => part.text ?? "[image]").join("\n");

async function send(text) {
  const response = await post("/api/chat", threadId === undefined ? { message: text } : { threadId, message: text });
  if (!response.ok) return say((await response.json()).error);
  byId("message").value = "";
  add("said user", text);
  threadId = response.headers.get("x-toolwright-thread");
  history.replaceState(null, "", `#${threadId}`);
  showThreads();
  await read(response);
}

async function follow(address) {
  const response = await fetch(address);
  if (response.status === 200) await read(response);
}

/** Reads the frames of a data stream, `code:json` a line. A connection that breaks off is taken up from the beginning of the run. */
async function read(response) {
  const mine = (reading += 1);
  const view = new RunView();
  setRunning(true);
  try {
    let rest = "";
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      if (mine !== reading) return;
      const lines = (rest + piece).split("\n");
      rest = lines.pop();
      for (const line of lines)
        view.add(line.slice(0, line.indexOf(":")), JSON.parse(line.slice(line.indexOf(":") + 1)));
    }
  } catch {
    // Told below.
  }
  if (mine !== reading) return;
  setRunning(false);
  if (view.finished) return showThreads();
  say("The connection broke off; trying again.");
  setTimeout(
    () => mine === reading && open(threadId).catch(() => say("The server cannot be reached. Reload to try again.")),
    1000,
  );
}

class RunView {
  finished = false;
  #text;
  #calls = new Map();

  add(code, value) {
    if (code === "0" || code === "g") return this.#addText(code === "0" ? "said" : "said reasoning", value);
    if (code === "2") return;
    this.#text = undefined;
    if (code === "b") this.#calls.set(value.toolCallId, startCall(value.toolName, ""));
    if (code === "c") this.#calls.get(value.toolCallId).args.textContent += value.argsTextDelta;
    if (code === "a") endCall(this.#calls.get(value.toolCallId), value);
    if (code === "aui-data") this.#addData(value);
    if (code === "3") say(value);
    if (code === "d") this.finished = true;
  }

  #addText(kind, delta) {
    if (this.#text?.className !== kind) this.#text = add(kind, "");
    this.#text.textContent += delta;
  }

  #addData({ name, data }) {
    const call = this.#calls.get(data.toolCallId);
    if (name === "tool-output") call.output.textContent += data.chunk;
    if (name === "approval-request") ask(data);
    if (name === "approval-decision" && !data.ignored) byId(`ask-${data.approvalId}`)?.remove();
    if (name === "tool-end") call.took.textContent = ` — ${data.durationMs.toFixed(0)} ms`;
  }
}

function startCall(name, args) {
  const details = element("details", { className: "call", open: true });
  const summary = element("summary", { textContent: name });
  const took = element("span", { textContent: " — running" });
  const call = { details, took, args: element("pre", { textContent: args }), output: element("pre") };
  summary.append(took);
  details.append(summary, call.args, call.output);
  messages.append(details);
  return call;
}

function endCall(call, { result, isError, durationMs }) {
  if (result === undefined) return;
  call.output.textContent = isError
    ? `Failed: ${result.message ?? JSON.stringify(result)}`
    : typeof result === "string"
      ? result
      : JSON.stringify(result, null, 2);
  call.took.textContent = isError ? " — failed" : durationMs === undefined ? "" : ` — ${durationMs.toFixed(0)} ms`;
  call.details.classList.toggle("failed", isError === true);
  call.details.open = isError === true;
}

async function ask({ approvalId, toolName, arguments: args, reason }) {
  if (byId(`ask-${approvalId}`)) return;
  const box = element("fieldset", { className: "approval", id: `ask-${approvalId}` });
  const edited = element("textarea", { rows: 4, value: JSON.stringify(args, null, 2), ariaLabel: "Arguments" });
  const note = element("input", { type: "text", placeholder: "Why not?", ariaLabel: "Reason for refusing" });
  const decide = (label, bodyOf) => {
    const button = element("button", { type: "button", textContent: label });
    button.addEventListener("click", async () => {
      try {
        const response = await post(`/api/approvals/${approvalId}`, bodyOf());
        const { error, notSaved } = await response.json();
        say(error ?? notSaved ?? "");
        if (error === undefined || response.status !== 400) box.remove();
      } catch (thrown) {
        say(`That is no JSON: ${thrown.message}`);
      }
    });
    return button;
  };
  const given = () => (edited.value === edited.defaultValue ? {} : { arguments: JSON.parse(edited.value) });
  edited.defaultValue = edited.value;
  box.append(element("legend", { textContent: `Run ${toolName}? ${reason ?? ""}` }), edited);
  box.append(
    decide("Allow once", () => ({ approve: true, ...given() })),
    note,
  );
  box.append(
    decide("Refuse", () => ({ approve: false, ...(note.value.trim() === "" ? {} : { reason: note.value.trim() }) })),
  );
  messages.append(box);
  const { approvals } = await getJson("/api/approvals");
  const { always = [] } = approvals.find((known) => known.approvalId === approvalId) ?? {};
  if (always.length > 0)
    box.append(decide(`Always allow: ${always.join(", ")}`, () => ({ approve: true, always: true })));
}

function add(className, textContent) {
  const paragraph = element("div", { className, textContent });
  messages.append(paragraph);
  return paragraph;
}

function setRunning(isRunning) {
  byId("send").disabled = isRunning;
  byId("stop").disabled = !isRunning;
  say(isRunning ? "The agent is at work." : "");
}

const say = (text) => void (byId("status").textContent = text);
const element = (name, properties = {}) => Object.assign(document.createElement(name), properties);
const getJson = async (path) => (await fetch(path)).json();
const post = (path, body) =>
  fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

await start();
