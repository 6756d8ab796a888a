import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "@toolwright/store";
import type { Workspace } from "@toolwright/workspace";
import { folderName } from "../text/folder-name.ts";
import { messageOf } from "../text/message-of.ts";
import { UsageError } from "../usage-error.ts";

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
  const { openPostgresStore } = await import("@toolwright/store/postgres");
  try {
    return await openPostgresStore({ url });
  } catch (thrown) {
    // The driver is installed only by people who want it.
    if (!isMissing(thrown)) throw thrown;
    throw new UsageError(`--store: ${messageOf(thrown)}`, { cause: thrown });
  }
}

function isMissing(thrown: unknown): boolean {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
}
