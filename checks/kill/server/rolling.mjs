// Restarts servers one after the other under load, as a deployment does: each is told to end, hands its runs over, and
// comes back.
import { setTimeout as pause } from "node:timers/promises";
import { readFrames } from "@toolwright/view/internal";
import { startServer } from "./trial.mjs";

const HEADERS = { authorization: "Bearer kill", "content-type": "application/json" };
const SERVERS = 3;
/** Milliseconds; a run that has not ended by then hangs. */
const PATIENCE_MS = 120_000;
/** Milliseconds of a call; conversations that begin in a second. */
export const CALL_MS = 4_000;
const A_SECOND = 3;
/** How often a request is sent to the next server where one does not answer, or says that it begins nothing. */
const RETRIES = 4;

/** Restarts each server so often while conversations go on, and counts what that cost. */
export async function rolling({ store, place, log, rounds }) {
  const servers = await Promise.all(
    Array.from({ length: SERVERS }, () => startServer({ place, log, callMs: CALL_MS })),
  );
  const balancer = new Balancer(servers.map(({ url }) => url));
  const load = new Load(balancer);
  const ends = [];
  try {
    void load.begin();
    for (let round = 0; round < rounds; round += 1)
      for (let number = 0; number < SERVERS; number += 1) ends.push(await restart(servers, number, { place, log }));
    load.stop();
    await load.ended();
    const told = await judge(store, load.conversations);
    const slowest = Math.round(Math.max(...ends.map(({ ms }) => ms)));
    const failed = ends.filter(({ code }) => code !== 0).length;
    return {
      restarts: ends.length,
      failed,
      slowestMs: slowest,
      ...told,
      refused: balancer.refused,
      retried: balancer.retried,
    };
  } finally {
    load.stop();
    for (const { child } of servers) child.kill("SIGKILL");
  }
}

/** Tells a server to end, and starts it again at its place. */
async function restart(servers, number, { place, log }) {
  await pause(1_500);
  const { child, url } = servers[number];
  const began = performance.now();
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const code = await ended;
  const ms = performance.now() - began;
  servers[number] = await startServer({ place, log, callMs: CALL_MS, port: new URL(url).port });
  return { code, ms };
}

/**
 * Sends a request to one server, and to the next where it cannot be reached or answers 503, before anything has begun.
 */
class Balancer {
  refused = 0;
  retried = 0;
  #next = 0;
  #urls;

  constructor(urls) {
    this.#urls = urls;
  }

  async ask(path, body) {
    const init = body === undefined ? { headers: HEADERS } : { method: "POST", headers: HEADERS, body };
    // Each request goes on from its own server: by one place for all of them its tries could meet the same one every
    // time.
    const first = this.#next++;
    for (let tries = 0; tries <= RETRIES; tries += 1) {
      const url = this.#urls[(first + tries) % this.#urls.length];
      const response = await fetch(`${url}${path}`, init).catch(() => undefined);
      if (response !== undefined && response.status !== 503) return response;
      await response?.body?.cancel();
      this.retried += 1;
    }
    this.refused += 1;
    return undefined;
  }
}

/** People who say something and read on until they have heard the end, whichever server tells it. */
class Load {
  conversations = [];
  #balancer;
  #isOver = false;
  #reading = [];

  constructor(balancer) {
    this.#balancer = balancer;
  }

  async begin() {
    while (!this.#isOver) {
      this.#reading.push(this.#talk());
      await pause(1_000 / A_SECOND);
    }
  }

  stop() {
    this.#isOver = true;
  }

  async ended() {
    await Promise.all(this.#reading);
  }

  async #talk() {
    const until = performance.now() + PATIENCE_MS;
    let response = await this.#balancer.ask("/api/chat", '{"message":"go"}');
    if (response === undefined) return;
    const heard = { chatId: response.headers.get("x-toolwright-thread"), after: 0, end: undefined, results: new Map() };
    this.conversations.push(heard);
    while (heard.end === undefined && performance.now() < until) {
      await read(response, heard);
      if (heard.end !== undefined) return;
      await pause(100);
      response = await this.#balancer.ask(`/api/threads/${heard.chatId}/stream?after=${heard.after}`);
    }
  }
}

async function read(response, heard) {
  if (response?.status !== 200) return;
  try {
    for await (const frames of readFrames(response.body)) for (const frame of frames) note(frame, heard);
  } catch {
    // Its server has ended: the next one goes on.
  }
}

function note(frame, heard) {
  if (frame.code === "result") heard.results.set(frame.toolCallId, frame.isError ? frame.result.errorCode : "ok");
  if (frame.code !== "note") return;
  heard.after = frame.note.seq ?? heard.after;
  heard.end ??= frame.note.stopReason;
}

/** Holds what is stored to what was promised, and what was heard to what is stored. */
async function judge(store, conversations) {
  const counts = {
    conversations: conversations.length,
    calls: 0,
    unknown: 0,
    unended: 0,
    toldWrongly: 0,
    quarantined: 0,
  };
  for (const { chatId, end, results } of conversations) {
    const conversation = { channel: "web", chatId };
    let stored;
    for await (const { type, data } of store.journal(conversation).read()) {
      if (type === "done") stored = data.stopReason;
      if (type !== "tool_call_end") continue;
      const says = data.result.isError ? data.result.error?.code : "ok";
      counts.calls += 1;
      counts.unknown += Number(says === "outcome_unknown");
      counts.toldWrongly += Number(results.has(data.toolCallId) && results.get(data.toolCallId) !== says);
    }
    const status = (await store.threads.get(conversation))?.status;
    counts.quarantined += Number(status === "quarantined");
    counts.unended += Number(end === undefined || stored === undefined);
    counts.toldWrongly += Number(end !== undefined && end !== stored);
  }
  return counts;
}
