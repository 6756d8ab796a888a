import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Conversation } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import type { Workspace } from "../workspace/workspace.port.ts";

/** Where everything about undo in this folder is kept: one place for each workspace root. */
export function undoFolder({ stateDirectory, root }: Workspace): string {
  return join(stateDirectory, "undo", digest(root));
}

/** Where the changes of one conversation are kept. */
export function sessionFolder(workspace: Workspace, conversation: Conversation): string {
  return join(undoFolder(workspace), `session-${digest(conversationKey(conversation))}`);
}

/** True for the name that {@link sessionFolder} gives a folder. */
export function isSessionName(name: string): boolean {
  return name.startsWith("session-");
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
