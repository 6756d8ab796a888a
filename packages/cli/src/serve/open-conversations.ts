import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { SqliteStore as Store } from "@toolwright/durable";
import type { Workspace } from "@toolwright/workspace";

/** The conversations about one folder: in a file outside it, one for all servers of this user. Throws a `StoreError`. */
export async function openConversations({ root, stateDirectory }: Workspace): Promise<Store> {
  const { openStore } = await import("@toolwright/durable");
  const name = basename(root).replace(/[^\w.-]/g, "_");
  const folder = `${name}-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;
  return openStore({ file: join(stateDirectory, "conversations", folder, "conversations.sqlite") });
}
