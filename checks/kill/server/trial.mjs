import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readFrames } from "@toolwright/view/internal";
import { runsIn, wrongsOf } from "./wrongs.mjs";

const SERVER = fileURLToPath(new URL("server.mjs", import.meta.url));
const HEADERS = { authorization: "Bearer kill", "content-type": "application/json" };
/** Milliseconds; a run that has not ended by then hangs. */
const PATIENCE_MS = 60_000;

/** A server in a process of its own. */
export async function startServer({ place, log, kill = [], callMs = 3, port = 0 }) {
  const env = { ...process.env, KILL_CALL_MS: String(callMs), KILL_PORT: String(port) };
  const child = fork(SERVER, [place, log, ...kill.map(String)], { execArgv: ["--no-warnings"], env });
  const exited = once(child, "exit").then(() => performance.now());
  const [listening] = await once(child, "message");
  return { child, exited, url: `http://127.0.0.1:${listening.port}` };
}

/**
 * Begins conversations on a server that is killed, lets the other one carry them on, and gives what is wrong with each,
 * and the milliseconds until it was in other hands.
 */
export async function trial({ store, place, log, survivor, kill, killAfterMs, conversations }) {
  const server = await startServer({ place, log, kill });
  const begun = Array.from({ length: conversations }, () => begin(server));
  const questions = answerQuestions([survivor, server]);
  if (killAfterMs !== undefined) void pause(killAfterMs).then(() => server.child.kill("SIGKILL"));
  const died = await server.exited;
  const known = (await Promise.all(begun)).filter(({ chatId }) => chatId !== undefined);
  const trials = await Promise.all(known.map((one) => carriedOn({ ...one, store, log, died })));
  questions.stop();
  return trials;
}

/**
 * Says something, and reads as long as there is an answer: the thread, the numbers that were told of as stored, results
 * and the end.
 */
async function begin({ url }) {
  const told = [];
  const heard = [];
  let chatId;
  try {
    const response = await fetch(`${url}/api/chat`, { method: "POST", headers: HEADERS, body: '{"message":"go"}' });
    chatId = response.headers.get("x-toolwright-thread") ?? undefined;
    for await (const frames of readFrames(response.body)) {
      told.push(...frames.flatMap((frame) => (frame.code === "note" ? [frame.note.seq] : [])));
      heard.push(...frames.flatMap(endsIn));
    }
  } catch {
    // Its server is dead.
  }
  return { chatId, heard, told: told.filter((seq) => seq > 0) };
}

/** How a call ended, or the run. */
function endsIn(frame) {
  if (frame.code === "result") return [{ id: frame.toolCallId, says: frame.isError ? frame.result.errorCode : "ok" }];
  const says = frame.code === "note" ? frame.note.stopReason : undefined;
  return says === undefined ? [] : [{ says }];
}

async function carriedOn({ chatId, told, heard, store, log, died }) {
  const conversation = { channel: "web", chatId };
  const settledBefore = await settledIn(store, conversation, log);
  const until = performance.now() + PATIENCE_MS;
  let takenMs;
  for (;;) {
    const status = (await store.threads.get(conversation))?.status;
    const isHeld = (await store.leases.holder(conversation)) !== undefined;
    if (status === "idle" || isHeld) takenMs ??= performance.now() - died;
    if (status === "idle") break;
    if (performance.now() > until) return { takenMs, wrongs: [`the run hangs, ${status}`] };
    await pause(20);
  }
  const events = await Array.fromAsync(store.journal(conversation).read());
  return { takenMs, wrongs: wrongsOf({ chatId, events, told, heard, settledBefore, log }) };
}

/** The calls that had a result when their server was dead, and how often each had run. */
async function settledIn(store, conversation, log) {
  const ended = [];
  for await (const { type, data } of store.journal(conversation).read()) {
    if (type === "tool_call_end") ended.push(data.toolCallId);
  }
  const ran = runsIn(log, conversation.chatId);
  return ended.map((id) => [id, ran.get(id)]);
}

/** Somebody says yes to everything, at whichever server answers. */
function answerQuestions(servers) {
  let isOver = false;
  void (async () => {
    while (!isOver) {
      for (const server of servers) await sayYes(server).catch(() => undefined);
      await pause(20);
    }
  })();
  return {
    stop() {
      isOver = true;
    },
  };
}

async function sayYes({ url }) {
  const listed = await fetch(`${url}/api/approvals`, { headers: HEADERS });
  for (const { approvalId } of (await listed.json()).approvals) {
    await fetch(`${url}/api/approvals/${approvalId}`, { method: "POST", headers: HEADERS, body: '{"approve":true}' });
  }
}
