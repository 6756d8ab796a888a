import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Conversation, JournalEvent } from "@toolwright/core";
import { onTestFinished } from "vitest";
import type { Store, StoreLimits } from "../../src/index.ts";

/** A module with a function `open`, which child processes import too. */
export interface StoreModule {
  open(place: string, limits?: Partial<StoreLimits>): Store | Promise<Store>;
}

/** An adapter as the contract sees it. */
export interface StoreUnderTest {
  readonly name: string;
  /** The address of a {@link StoreModule}. */
  readonly module: URL;
  /** An empty place. */
  makePlace(): Place | Promise<Place>;
}

/** Where a store can be: what `open` takes, and how to take it away again. */
export interface Place {
  readonly address: string;
  remove(): void | Promise<void>;
}

export const alice: Conversation = { channel: "web", chatId: "alice" };
export const bob: Conversation = { channel: "web", chatId: "bob" };

/** The address of an empty place, which is removed when the test has finished. */
export async function freshPlace(of: StoreUnderTest): Promise<string> {
  const place = await of.makePlace();
  onTestFinished(() => place.remove());
  return place.address;
}

/** Opens a place. It is closed when the test has finished, if the test has not done that. */
export async function opened(of: StoreUnderTest, place: string, limits?: Partial<StoreLimits>): Promise<Store> {
  const store = await openPlace(of, place, limits);
  onTestFinished(() => store.close());
  return store;
}

/** Opens a place; whoever asks closes it. */
export async function openPlace(of: StoreUnderTest, place: string, limits?: Partial<StoreLimits>): Promise<Store> {
  const module: StoreModule = await import(of.module.href);
  return module.open(place, limits);
}

/** A store of its own. */
export async function fresh(of: StoreUnderTest, limits?: Partial<StoreLimits>): Promise<Store> {
  return opened(of, await freshPlace(of), limits);
}

/** Two connections to one place, as two servers have them. */
export async function two(of: StoreUnderTest): Promise<readonly [Store, Store]> {
  const place = await freshPlace(of);
  return [await opened(of, place), await opened(of, place)];
}

export function warning(seq: number, message = "m"): JournalEvent {
  return { id: `e${seq}`, seq, time: seq, runId: "r", type: "warning", data: { code: "c", message } };
}

export function runStart(seq: number, runId: string, contents: readonly string[] = ["hi"]): JournalEvent {
  const input = contents.map((content) => ({ role: "user", content }) as const);
  return { id: `e${seq}`, seq, time: seq, runId, type: "run_start", data: { input, model: "m" } };
}

export function done(seq: number, runId: string, usage = { inputTokens: 3, outputTokens: 2 }): JournalEvent {
  return { id: `e${seq}`, seq, time: seq, runId, type: "done", data: { stopReason: "stop", iterations: 1, usage } };
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A process that works on the same place. */
export interface OtherProcess {
  readonly lines: Interface;
  readonly exited: Promise<unknown>;
  /** Resolves with the next line that it prints. */
  next(): Promise<string>;
  tell(line: string): void;
  signal(name: NodeJS.Signals): void;
}

/** Starts one that does a piece of work of `contract.child.ts`. It is killed when the test has finished. */
export function otherProcess(of: StoreUnderTest, place: string, ...work: readonly string[]): OtherProcess {
  const file = join(import.meta.dirname, "contract.child.ts");
  const args = ["--conditions=@toolwright/source", "--no-warnings", file, of.module.href, place, ...work];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.on("error", () => undefined);
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  const waiting = lines[Symbol.asyncIterator]();
  return {
    lines,
    exited: once(child, "exit"),
    next: async () => (await waiting.next()).value ?? "",
    tell: (line) => void child.stdin.write(`${line}\n`),
    signal: (name) => void child.kill(name),
  };
}
