import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Workspace } from "@toolwright/workspace";
import { EXIT } from "../exit-code.ts";
import type { StoreFlags } from "../flags.ts";
import { fileOfConversations } from "../serve/open-conversations.ts";
import { openWorkspace } from "../setup/open-workspace.ts";
import { countOf } from "../text/count-of.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";

/**
 * `toolwright store check`: reads the whole store, and prints a line for everything that is wrong. Exit 1 where
 * anything is.
 */
export async function checkKept(flags: StoreFlags): Promise<number> {
  const { file } = await placeOf(flags, "check");
  needFile(file, "There is no store");
  const { checkStore } = await import("@toolwright/store");
  const { findings, threads, events, bytes } = checkStore(file);
  if (flags.json) print(JSON.stringify({ file, findings, threads, events, bytes }));
  else if (findings.length === 0) print(`${file}: nothing is wrong in ${counted({ threads, events, bytes })}`);
  else {
    for (const finding of findings) print(finding);
    print(
      `${file} is damaged. \`toolwright store restore FILE\` puts a backup in its place and keeps it as ${file}.before.`,
    );
  }
  return findings.length === 0 ? EXIT.ok : EXIT.failed;
}

/** `toolwright store backup FILE`: one file with all that conversations need. */
export async function backUpKept(to: string, flags: StoreFlags): Promise<number> {
  const { file, workspace } = await placeOf(flags, "backup");
  needFile(file, "There is no store");
  if (to === "") throw new UsageError("`store backup` takes the path of a file that is made.");
  if (existsSync(to)) throw new UsageError(`There is a file at ${to} already: a backup takes a path of its own.`);
  if (!existsSync(dirname(resolve(to))))
    throw new UsageError(`There is no folder ${dirname(resolve(to))} for the backup.`);
  const { backupStore } = await import("@toolwright/store");
  const { keptBeside } = await import("@toolwright/workspace/internal");
  const report = backupStore({ file, to, beside: (conversations) => keptBeside(workspace, conversations) });
  if (flags.json) print(JSON.stringify({ file: to, ...report }));
  else print(`${to}: ${counted(report)}, with ${countOf(report.files, "file")} of outputs and undo`);
  return EXIT.ok;
}

/**
 * `toolwright store restore FILE`: puts a backup in the place of the store. Exit 1 where a process has the store open.
 */
export async function restoreKept(from: string, flags: StoreFlags): Promise<number> {
  const { file, workspace } = await placeOf(flags, "restore");
  needFile(from, "There is no backup");
  if (resolve(from) === resolve(file))
    throw new UsageError(`${from} is the store itself: restore takes a backup of it.`);
  const { restoreStore, StoreError } = await import("@toolwright/store");
  const { placesBeside } = await import("@toolwright/workspace/internal");
  try {
    const { before, files } = restoreStore({ from, file, places: placesBeside(workspace) });
    if (flags.json) print(JSON.stringify({ file, before, files }));
    else {
      print(`${file} is what ${from} holds, with ${countOf(files, "file")} of outputs and undo`);
      for (const path of before) print(`what was there is kept: ${path}`);
    }
    return EXIT.ok;
  } catch (thrown) {
    const code = StoreError.isInstance(thrown) ? thrown.code : "";
    if (code === "busy") throw new Error(`${messageOf(thrown)} Stop it first; nothing was changed.`, { cause: thrown });
    if (code === "not_a_database" || code === "foreign_database" || code === "newer_schema")
      throw new UsageError(`${from} is no backup that this version can restore: ${messageOf(thrown)}`, {
        cause: thrown,
      });
    throw thrown;
  }
}

interface Place {
  readonly file: string;
  readonly workspace: Workspace;
}

/** What PostgreSQL brings for each of the three. */
const POSTGRES = {
  check: "pg_amcheck checks its tables and indexes, and its log names what it found damaged",
  backup: "pg_dump --format=custom --schema=toolwright --file=FILE 'postgres://…' makes a backup while servers write",
  restore: "stop all servers, then pg_restore --clean --if-exists --dbname='postgres://…' FILE puts a backup back",
} as const;

async function placeOf({ workspace: folder, store }: StoreFlags, command: keyof typeof POSTGRES): Promise<Place> {
  const workspace = await openWorkspace(folder);
  const file = fileOfConversations(workspace, store);
  if (file !== undefined) return { file, workspace };
  throw new UsageError(`PostgreSQL has tools of its own for \`store ${command}\`: ${POSTGRES[command]}.`);
}

function needFile(file: string, what: string): void {
  if (!existsSync(file)) throw new UsageError(`${what} at ${file}.`);
  if (!statSync(file).isFile()) throw new UsageError(`${file} is no file.`);
}

interface Counts {
  readonly threads: number;
  readonly events: number;
  readonly bytes: number;
}

function counted({ threads, events, bytes }: Counts): string {
  return `${countOf(threads, "conversation")}, ${countOf(events, "event")}, ${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

function print(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}
