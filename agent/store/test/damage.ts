import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { type Store, StoreError } from "../src/index.ts";
import { openStore } from "../src/sqlite/open-store.ts";
import { all, warning } from "./contract/under-test.ts";
import { alice, bob } from "./making.ts";

/** One kind of damage, at a place between 0 and 1 of the file. */
export interface Damage {
  readonly kind: "flip" | "byte" | "truncate" | "swap" | "zero" | "copy" | "gone";
  readonly of: "" | "-wal" | "-shm";
  readonly at: number;
  readonly other: number;
}

const PAGE = 4_096;

/** Does the damage. */
export function harm(file: string, { kind, of, at, other }: Damage): void {
  const path = `${file}${of}`;
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  const place = Math.floor(at * bytes.length);
  const [one, two] = [at, other].map((part) => Math.floor((part * bytes.length) / PAGE) * PAGE);
  const pageAt = (from = 0) => Buffer.from(bytes.subarray(from, from + PAGE));
  if (kind === "gone") {
    rmSync(path);
    return;
  }
  if (kind === "truncate") {
    truncateSync(path, place);
    return;
  }
  if (kind === "flip") bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(other * 8));
  if (kind === "byte") bytes[place] = Math.floor(other * 256);
  if (kind === "zero") bytes.fill(0, one, (one ?? 0) + PAGE);
  if (kind === "copy") pageAt(one).copy(bytes, two);
  if (kind === "swap") {
    const [first, second] = [pageAt(one), pageAt(two)];
    first.copy(bytes, two);
    second.copy(bytes, one);
  }
  writeFileSync(path, bytes);
}

/**
 * What a store says when it is asked for everything: an answer, or the code of its error. Anything else that is thrown
 * is thrown.
 */
export async function everything(store: Store, lastSeq: number): Promise<Readonly<Record<string, unknown>>> {
  const said: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(questions(store, lastSeq))) said[name] = await answerOr(ask);
  return said;
}

export async function answerOr(ask: () => unknown): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify((await ask()) ?? null));
  } catch (error) {
    if (StoreError.isInstance(error)) return { failed: error.code };
    throw error;
  }
}

export function isFailure(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "failed" in answer;
}

function questions(store: Store, lastSeq: number): Readonly<Record<string, () => unknown>> {
  const journal = store.journal(alice);
  const outputs = async () => {
    const [ref] = (await store.outputs.recent?.(alice, 1)) ?? [];
    const lines = ref && (await store.outputs.lines(ref.id, alice));
    return lines && all(lines);
  };
  return {
    events: () => all(journal.read()),
    lastRun: () => all(store.journal(alice).lastRun()),
    history: () => store.journal(alice).history(),
    excerpt: () => all(store.journal(alice).excerpt()),
    runs: () => store.journal(alice).runs(),
    last: () => store.journal(alice).lastSeq(),
    others: () => all(store.journal(bob).read()),
    settings: () => store.threads.settings(alice),
    usage: () => store.threads.usage(alice),
    threads: () => store.threads.list({ channel: "web" }),
    search: () => store.threads.search({ channel: "web", words: "needle" }),
    interrupted: () => store.threads.interrupted(),
    questions: () => store.approvals.list(),
    audit: () => store.approvals.audit(),
    steers: () => store.steers.list(alice),
    summaries: () => store.summaries.list(),
    ratings: () => store.ratings.list(),
    output: outputs,
    changes: async () => (await store.changes.since(0)).isWhole,
    holder: () => store.leases.holder(alice),
    // Work on it.
    append: async () => {
      const writer = store.journal(alice);
      await writer.lastSeq();
      await writer.append(warning(lastSeq + 1, "after the damage"));
      return (await all(store.journal(alice).read(lastSeq))).length;
    },
    create: async () => (await store.threads.create({ channel: "web", chatId: "new" })).lastSeq,
    rename: () => store.threads.rename(bob, "another title"),
    claim: async () => (await store.approvals.claim({ approvalId: "q", approve: true })).outcome,
    lease: async () => (await store.leases.acquire({ channel: "web", chatId: "new" })) !== undefined,
    // Of a thread that no other question changes: where that one failed, another answer is right.
    delete: () => store.threads.delete(bob),
  };
}

/** A copy of a store's files at another path. */
export function copied(from: string, to: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    rmSync(`${to}${suffix}`, { force: true });
    if (existsSync(`${from}${suffix}`)) copyFileSync(`${from}${suffix}`, `${to}${suffix}`);
  }
  rmSync(`${to}-open`, { force: true });
}

/** Opens a store and asks for everything. */
export async function asked(file: string, lastSeq: number): Promise<Readonly<Record<string, unknown>>> {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  let store: ReturnType<typeof openStore>;
  try {
    store = openStore({ file, logger, busyTimeoutMs: 100 });
  } catch (error) {
    if (StoreError.isInstance(error)) return { open: { failed: error.code } };
    throw error;
  }
  try {
    return await everything(store, lastSeq);
  } finally {
    await answerOr(() => store.close());
  }
}
