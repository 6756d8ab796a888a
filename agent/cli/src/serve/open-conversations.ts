import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "@toolwright/store";
import type { Workspace } from "@toolwright/workspace";
import { folderName } from "../text/folder-name.ts";
import { UsageError } from "../usage-error.ts";

/** Adapters that are loaded only where their address is used, and installed only by whoever wants them. */
const POSTGRES = { package: "@toolwright/store/postgres", open: "openPostgresStore" };

/**
 * Where conversations are kept: in a file of that path or a database of that address (`postgres://…`). Without one they
 * are in a file for the folder, outside it, one for all servers of this user; `name` is what that is called. Throws a
 * `StoreError`, or a `UsageError`.
 */
export async function openConversations(workspace: Workspace, store?: string, name?: string): Promise<Store> {
  const file = fileOfConversations(workspace, store, name);
  if (file === undefined) return openElsewhere(store ?? "");
  const { openStore } = await import("@toolwright/store");
  return openStore({ file });
}

/**
 * The file that conversations are kept in, whether it is there or not; undefined for a database elsewhere. Throws a
 * `UsageError`.
 */
export function fileOfConversations(workspace: Workspace, store?: string, name?: string): string | undefined {
  if (store !== undefined && /^postgres(?:ql)?:\/\//.test(store)) return undefined;
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(store ?? "")?.[1];
  if (scheme !== undefined) {
    throw new UsageError(`--store takes a path or postgres://…, and knows no ${scheme}:// addresses.`);
  }
  if (store === "") throw new UsageError("--store takes a path or postgres://…");
  return store ?? usualFile(workspace, name);
}

/** Whether a server has kept conversations for this folder in the usual place. */
export function hasConversations(workspace: Workspace): boolean {
  return existsSync(usualFile(workspace));
}

function usualFile({ root, stateDirectory }: Workspace, file = "conversations.sqlite"): string {
  return join(stateDirectory, "conversations", folderName(root), file);
}

async function openElsewhere(url: string): Promise<Store> {
  let adapter: Readonly<Record<string, unknown>>;
  try {
    adapter = await import(POSTGRES.package);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    // The address may hold a password: it is not shown.
    const message = `--store postgres://… needs a package that is not installed: npm install ${POSTGRES.package}`;
    throw new UsageError(message, { cause });
  }
  const open = adapter[POSTGRES.open];
  if (typeof open !== "function")
    throw new UsageError(`${POSTGRES.package} has no ${POSTGRES.open}: install a later one.`);
  const store: Store = await open({ url });
  return store;
}
