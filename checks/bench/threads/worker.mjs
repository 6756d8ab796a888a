// One measure of checks/bench/threads.mjs in a process of its own: `node worker.mjs CHECKOUT thread|search ROUNDS`.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const [, , checkout, what, rounds] = process.argv;
const from = (name) => import(new URL(`${name}/dist/index.js`, checkout));
const { defineTool } = await from("runtime/core");
const { openStore } = await from("agent/store");
const { createAgentServer } = await from("agent/server");

/** Of one run: six events a step, each of which makes one call. */
const STEPS = 1_666;
const THREADS = 3_750;
/** Milliseconds until somebody goes on who has read what came. */
const READING = 1_000;
const TOKEN = "a-token-for-the-bench";
const HEADERS = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
const silent = { debug() {}, info() {}, warn() {}, error: console.error };
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
try {
  process.send(what === "thread" ? await longThread() : await manyThreads());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function longThread() {
  const file = join(folder, "long.db");
  const first = open(file);
  await say(first, { threadId: undefined, message: { role: "user", content: `make ${STEPS} calls` } });
  const { threads } = await (await get(first, "/api/threads")).json();
  await pause(READING);
  await first.close();
  const [{ id, seq }] = threads;
  const measured = { seq, pageMs: [], pageKb: [], olderMs: [], openedMs: [], againMs: [], afterMs: [] };
  for (let round = -1; round < Number(rounds); round += 1) {
    const copy = join(folder, `copy${round}.db`);
    copyFileSync(file, copy);
    const one = await measureThread(copy, id);
    if (round >= 0) for (const [name, value] of Object.entries(one)) measured[name].push(value);
    rmSync(copy);
  }
  return measured;
}

/** A thread of a server that has just begun, its first page, and the runs that come next. */
async function measureThread(file, id) {
  const server = open(file);
  const message = { role: "user", content: "and now?" };
  const openedMs = await say(server, { threadId: id, message });
  await pause(READING);
  const againMs = await say(server, { threadId: id, message });
  await server.close();
  const other = open(file);
  const afterMs = await say(other, { threadId: id, message });
  const page = stopwatch();
  const text = await (await get(other, `/api/threads/${id}`)).text();
  const pageMs = page();
  const { before } = JSON.parse(text);
  const older = stopwatch();
  if (before !== undefined) await (await get(other, `/api/threads/${id}?before=${before}`)).text();
  const olderMs = older();
  await other.close();
  return { openedMs, againMs, afterMs, pageMs, olderMs, pageKb: Buffer.byteLength(text) / 1_000 };
}

async function manyThreads() {
  const measured = { atOnceMs: [], laterMs: [], secondMs: [], isWhole: [], storedMs: [] };
  for (let round = -1; round < Number(rounds); round += 1) {
    const [atOnce, later] = [await searched(0), await searched(READING)];
    if (round < 0) continue;
    measured.storedMs.push(atOnce.storedMs);
    measured.atOnceMs.push(atOnce.first.ms);
    measured.laterMs.push(later.first.ms);
    measured.secondMs.push(later.second.ms);
    measured.isWhole.push(atOnce.first.isWhole);
  }
  return measured;
}

/** Two searches so many milliseconds after all threads of a new store were stored. */
async function searched(waitMs) {
  const file = join(folder, "many.db");
  const store = openStore({ file });
  const stored = stopwatch();
  for (let from = 0; from < THREADS; from += 50)
    await Promise.all(Array.from({ length: 50 }, (_, at) => conversation(store, from + at)));
  const storedMs = stored();
  await pause(waitMs);
  const search = async () => {
    const took = stopwatch();
    const { isWhole, found } = await store.threads.search({ channel: "web", words: "word77 dependable" });
    if (isWhole && found.length === 0) throw new Error("The search found nothing.");
    return { ms: took(), isWhole };
  };
  const [first, second] = [await search(), await search()];
  store.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  return { storedMs, first, second };
}

async function conversation(store, number) {
  const journal = store.journal({ channel: "web", chatId: `thread${number}` });
  const run = { time: Date.now(), runId: `run${number}` };
  const said = `Is thread ${number} about word${number % 100}? ${"The quick brown fox jumps over the lazy dog. ".repeat(5)}`;
  const answer = `It is, and a dependable one. ${"Every program has at least one more bug than was found. ".repeat(20)}`;
  const events = [
    { type: "run_start", data: { input: [{ role: "user", content: said }], model: "m" } },
    { type: "step_start", data: { step: 0, activeTools: [] } },
    { type: "assistant_message", data: { message: { role: "assistant", content: answer }, finishReason: "stop" } },
    { type: "step_end", data: { step: 0 } },
    { type: "done", data: { stopReason: "stop", iterations: 1, usage: { inputTokens: 9, outputTokens: 9 } } },
  ];
  for (const [at, event] of events.entries()) await journal.append({ ...run, ...event, id: `e${at}`, seq: at + 1 });
}

function open(file) {
  const store = openStore({ file });
  const asked = {};
  const tool = defineTool({
    name: "look",
    description: "Looks something up.",
    input: { type: "object", properties: { number: { type: "integer" } }, required: ["number"] },
    allowlist: "all",
    effects: "read",
    execute: ({ number }) => ({ number, text: `The entry with the number ${number} is about what was asked for.` }),
  });
  const agent = {
    model: "script:bench",
    config: () => ({ model: model(asked), tools: [tool], maxIterations: 10_000, redundancy: "off" }),
  };
  const server = createAgentServer({ agent, store, token: TOKEN, logger: silent });
  const close = async () => {
    await server.close();
    store.close();
  };
  return { server, asked, close };
}

/** Tells how long it has been: milliseconds of CPU and on the clock. */
function stopwatch() {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { cpu: (user + system) / 1_000, clock: performance.now() - began };
  };
}

/** Says something, and gives the time until the model was asked first. */
async function say({ server, asked }, body) {
  asked.after = stopwatch();
  asked.took = undefined;
  const request = { method: "POST", headers: HEADERS, body: JSON.stringify(body) };
  const response = await server.fetch(new Request("http://127.0.0.1/api/chat", request));
  const text = await response.text();
  if (!text.includes('"stopReason":"stop"')) throw new Error(`The run did not end well: ${text.slice(-400)}`);
  return asked.took;
}

function get({ server }, path) {
  return server.fetch(new Request(`http://127.0.0.1${path}`, { headers: HEADERS }));
}

/** Makes as many calls as the last message of the user asks for, one a step. */
function model(asked) {
  return {
    name: "bench",
    completionStream({ messages }) {
      asked.took ??= asked.after();
      const said = messages.findLastIndex(({ role }) => role === "user");
      const wanted = Number(/make (\d+) calls/.exec(messages[said].content)?.[1] ?? 0);
      const made = (messages.length - said - 1) / 2;
      const call = { id: `call${made}`, type: "function", function: { name: "look", arguments: `{"number":${made}}` } };
      const toolCalls = made >= wanted ? [] : [call];
      const content = made >= wanted ? "That is all there is." : "";
      const message = { role: "assistant", content, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) };
      const finishReason = toolCalls.length > 0 ? "tool_calls" : "stop";
      const usage = { inputTokens: 9, outputTokens: 9 };
      return { stream: none(), final: Promise.resolve({ message, model: "bench", finishReason, toolCalls, usage }) };
    },
  };
}

async function* none() {}
