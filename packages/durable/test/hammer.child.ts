import type { JournalEvent } from "@toolwright/core";
import { openStore, StoreError } from "../src/index.ts";

// Run as a process of its own beside others: does one kind of work as fast as it can, and prints what came of it.
const [file = "", work = "", name = "", count = "0", processes = "1"] = process.argv.slice(2);
const store = openStore({ file, busyTimeoutMs: 20_000 });

/** Its time is the number of the event that it follows, as far as its writer knows. */
function eventAfter(last: number): JournalEvent {
  const data = { code: name, message: "x".repeat(200) };
  return { id: `e${last + 1}`, seq: last + 1, time: last, runId: name, type: "warning", data };
}

async function writeOwn(): Promise<void> {
  const journal = store.journal({ channel: "web", chatId: name });
  for (let seq = 0; seq < Number(count); seq += 1) await journal.append(eventAfter(seq));
  console.log(`stored ${count}`);
}

async function writeSame(): Promise<void> {
  let conflicts = 0;
  for (let stored = 0; stored < Number(count); ) {
    const journal = store.journal({ channel: "web", chatId: "alice" });
    try {
      for (let last = journal.lastSeq(); stored < Number(count); last += 1) {
        await journal.append(eventAfter(last));
        stored += 1;
        if (stored % 5 === 0) await pause(1);
      }
    } catch (error) {
      if (!StoreError.isInstance(error) || error.code !== "conflict") throw error;
      conflicts += 1;
      await pause(Math.random() * 5);
    }
  }
  console.log(`stored ${count}\nconflicts ${conflicts}`);
}

async function takeLeases(): Promise<void> {
  const taken: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    if (store.leases.acquire({ channel: "web", chatId: String(n) }, { ttlMs: 60_000 }) !== undefined) taken.push(n);
    await pause(1);
  }
  console.log(taken.join(" "));
  // Held until every other process has tried them all.
  await allAreAt("done");
}

async function claimAll(): Promise<void> {
  let accepted = 0;
  for (let n = 0; n < 40; n += 1) {
    const { outcome } = store.approvals.claim({ approvalId: `q${n}`, approve: false, reason: name });
    if (outcome === "accepted") accepted += 1;
    await pause(1);
  }
  console.log(`accepted ${accepted}`);
}

/** Waits for the other processes: they take their time to start. */
async function allAreAt(channel: string): Promise<void> {
  store.threads.create({ channel, chatId: name });
  while (store.threads.list({ channel }).threads.length < Number(processes)) await pause(1);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const works = new Map([
  ["own", writeOwn],
  ["same", writeSame],
  ["leases", takeLeases],
  ["claims", claimAll],
]);
await allAreAt("begin");
await works.get(work)?.();
store.close();
