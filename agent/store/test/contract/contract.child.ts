// Run as a process of its own: opens the place that it was given, and does one piece of work there.
import { createInterface } from "node:readline";
import type { JournalEvent } from "@toolwright/core";
import { StoreError } from "../../src/index.ts";

const [module = "", place = "", work = "", name = "", count = "0"] = process.argv.slice(2);
const { open } = await import(module);
const store: import("../../src/index.ts").Store = await open(place);
const alice = { channel: "web", chatId: "alice" };
const heard = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

function eventAfter(last: number): JournalEvent {
  const data = { code: name, message: "x".repeat(200) };
  return { id: `e${last + 1}`, seq: last + 1, time: last, runId: name, type: "warning", data };
}

/** Holds the lease of a conversation, and writes under it whenever it is told to. */
async function hold(): Promise<void> {
  const lease = await store.leases.acquire(alice, { ttlMs: Number(count) });
  const journal = store.journal(alice, { lease });
  console.log(lease === undefined ? "refused" : "held");
  for (;;) {
    const { value } = await heard.next();
    if (value === "lost?") console.log(String(lease?.signal.aborted));
    if (value !== "write") continue;
    const last = await store.journal(alice).lastSeq();
    const outcome = await journal.append(eventAfter(last)).catch((error: unknown) => error);
    console.log(StoreError.isInstance(outcome) ? outcome.code : "stored");
  }
}

/**
 * Takes the lease as soon as it may and stores the given events in one run. Then it says so, and ends without giving
 * the lease back, or with it, or holds it without end; or it is busy until its time is up, takes the lease from itself,
 * and then ends.
 */
async function begin(): Promise<void> {
  let lease = await store.leases.acquire(alice, { ttlMs: 1_000 });
  for (; lease === undefined; lease = await store.leases.acquire(alice, { ttlMs: 1_000 })) await pause(20);
  const journal = store.journal(alice, { lease });
  let seq = await journal.lastSeq();
  for (const event of JSON.parse(name)) {
    seq += 1;
    await journal.append({ id: `e${seq}`, seq, time: seq, runId: "r", ...event });
  }
  if (work === "retake") {
    // Longer than the lease lasts, also where it was renewed a moment ago on a busy machine.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
    if ((await store.leases.acquire(alice, { ttlMs: 60_000 })) === undefined) throw new Error("It holds it still.");
  }
  await say(work);
  if (work === "die" || work === "retake") process.kill(process.pid, "SIGKILL");
  if (work === "hang") await heard.next();
}

/** Says of every event when it begins to store it, and when that was done. */
async function write(): Promise<void> {
  const journal = store.journal(alice);
  for (let seq = 1; seq <= Number(count); seq += 1) {
    await say(`storing ${seq}`);
    await journal.append(eventAfter(seq - 1));
    await say(`stored ${seq}`);
  }
}

/** Whoever reads has it when this resolves, also where the process is killed next. */
function say(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()));
}

/** Writes to a conversation that others write to: each event is put after one that its writer knows. */
async function share(): Promise<void> {
  for (let stored = 0; stored < Number(count); ) {
    const journal = store.journal(alice);
    try {
      for (let last = await journal.lastSeq(); stored < Number(count); last += 1) {
        await journal.append(eventAfter(last));
        stored += 1;
        if (stored % 5 === 0) await pause(1);
      }
    } catch (error) {
      if (!StoreError.isInstance(error) || error.code !== "conflict") throw error;
      await pause(Math.random() * 5);
    }
  }
}

/** Answers every question, as others do at the same time. */
async function claim(): Promise<void> {
  let accepted = 0;
  for (let number = 0; number < Number(count); number += 1) {
    const { outcome } = await store.approvals.claim({ approvalId: `q${number}`, approve: false, reason: name });
    if (outcome === "accepted") accepted += 1;
  }
  console.log(`accepted ${accepted}`);
}

/** Takes leases that others want at the same time, and keeps what it got until it is told to end. */
async function lease(): Promise<void> {
  const taken: number[] = [];
  for (let number = 0; number < Number(count); number += 1) {
    const got = await store.leases.acquire({ channel: "web", chatId: String(number) }, { ttlMs: 60_000 });
    if (got !== undefined) taken.push(number);
  }
  console.log(taken.join(" "));
  await heard.next();
}

/** Publishes what is live between two events that it stores. */
async function publish(): Promise<void> {
  const journal = store.journal(alice);
  await heard.next();
  let seq = 0;
  for (let step = 0; step < Number(count); step += 1) {
    await journal.append(eventAfter(seq++));
    for (let word = 0; word < 5; word += 1) {
      seq += 1;
      store.live?.publish(alice, {
        id: `e${seq}`,
        seq,
        time: Date.now(),
        runId: name,
        type: "text_delta",
        data: { delta: `word ${seq} ` },
      });
    }
    await pause(5);
  }
  await journal.append(eventAfter(seq));
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const works = new Map([
  ["hold", hold],
  ["die", begin],
  ["leave", begin],
  ["retake", begin],
  ["hang", begin],
  ["write", write],
  ["share", share],
  ["claim", claim],
  ["lease", lease],
  ["publish", publish],
]);
if (work === "claim" || work === "lease" || work === "share") {
  console.log("ready");
  await heard.next();
}
await works.get(work)?.();
await store.close();
process.exit(0);
