import { spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import type { ApprovalRequest, Conversation, Tool } from "@toolwright/core";
import { onTestFinished } from "vitest";
import { toolOf } from "../../../runtime/core/test/making.ts";
import { openStore, type SqliteStore, type StoreOptions } from "../src/index.ts";
import { APPLICATION_ID, MIGRATIONS } from "../src/sqlite/database/schema.ts";
import { quickFolder } from "./quick-folder.ts";

export const alice: Conversation = { channel: "web", chatId: "alice" };
export const bob: Conversation = { channel: "web", chatId: "bob" };

/** A path for a store; its folder goes when the test has finished. */
export function freshFile(): string {
  const folder = quickFolder("toolwright-durable-");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "store.db");
}

/** A store that is closed when the test has finished. */
export function freshStore(options: Partial<StoreOptions> = {}): SqliteStore {
  const store = openStore({ file: freshFile(), pollMs: 10, ...options });
  onTestFinished(() => store.close());
  return store;
}

/** Does something while another connection has a database locked. */
export function lockedWhile(file: string, work: () => void): void {
  const other = new DatabaseSync(file);
  try {
    other.exec("BEGIN IMMEDIATE");
    work();
  } finally {
    other.close();
  }
}

/** Puts what a store holds into one of an earlier schema, under the same name. */
export function asMadeBy(file: string, version: number): void {
  const database = new DatabaseSync(`${file}.old`);
  for (const step of MIGRATIONS.slice(0, version)) database.exec(step);
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`);
  database.prepare("ATTACH ? AS used").run(file);
  database.exec("PRAGMA foreign_keys = OFF");
  const tables = database.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").all();
  for (const { name } of tables) {
    if (String(name).startsWith("sqlite_")) continue;
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${name}', 'main')`).all();
    const listed = columns.map((column) => column.name).join(", ");
    database.exec(`DELETE FROM main.${name}; INSERT INTO main.${name} (${listed}) SELECT ${listed} FROM used.${name}`);
  }
  database.close();
  renameSync(`${file}.old`, file);
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

/**
 * A process that runs a file of this folder from its sources, and gives its lines. Killed when the test has finished.
 */
export function startChild(name: string, args: readonly string[]) {
  const file = join(import.meta.dirname, name);
  const child = spawn(process.execPath, ["--conditions=@toolwright/source", "--no-warnings", file, ...args], {
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
