import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import type { ApprovalRequest, Conversation, Tool } from "@toolwright/core";
import { onTestFinished } from "vitest";
import { toolOf } from "../../core/test/making.ts";
import { openStore, type Store, type StoreOptions } from "../src/index.ts";

export const alice: Conversation = { channel: "web", chatId: "alice" };
export const bob: Conversation = { channel: "web", chatId: "bob" };

/** A path for a store; its folder goes when the test has finished. */
export function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-durable-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "store.db");
}

/** A store that is closed when the test has finished. */
export function freshStore(options: Partial<StoreOptions> = {}): Store {
  const store = openStore({ file: freshFile(), pollMs: 10, ...options });
  onTestFinished(() => store.close());
  return store;
}

/** Makes a store what an earlier version had made of it: the first schema has neither runs nor changes. */
export function asMadeBy(file: string, version: 1): void {
  const database = new DatabaseSync(file);
  const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) if (!String(name).startsWith("output_")) database.exec(`DROP TRIGGER ${name}`);
  database.exec(`DROP TABLE runs; DROP TABLE changes; PRAGMA user_version = ${version}`);
  database.close();
}

export const pay: Tool = toolOf("pay", () => "paid", { requiresConfirmation: true });

export function question(approvalId: string, extra: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return { approvalId, toolCallId: `call-${approvalId}`, toolName: "pay", arguments: { amount: 5 }, ...extra };
}

/** A clock that a test sets. */
export function clockAt(time: number): { time: number; now: () => number } {
  const clock = { time, now: () => clock.time };
  return clock;
}

/** A process that runs a file of this folder from its sources, and gives its lines. Killed when the test has finished. */
export function startChild(name: string, args: readonly string[]) {
  const file = join(import.meta.dirname, name);
  const child = spawn(process.execPath, ["--conditions=source", "--no-warnings", file, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  return { child, exited, lines: createInterface({ input: child.stdout }) };
}

/** All lines that a child prints until its end. */
export async function linesOf(name: string, args: readonly string[]): Promise<string[]> {
  const { lines } = startChild(name, args);
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
