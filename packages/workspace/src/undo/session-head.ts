import { join } from "node:path";
import type { Conversation } from "@toolwright/core";
import { z } from "zod";
import type { Workspace } from "../workspace/workspace.port.ts";

const SessionHead = z.object({
  version: z.literal(1),
  root: z.string(),
  conversation: z.object({ channel: z.string(), chatId: z.string() }),
});

/** Writes whose changes a session holds, once. */
export async function saveSessionHead({ root, files }: Workspace, folder: string, conversation: Conversation) {
  const path = join(folder, "session.json");
  if ((await files.stat(path)) !== undefined) return;
  const { channel, chatId } = conversation;
  const head: z.infer<typeof SessionHead> = { version: 1, root, conversation: { channel, chatId } };
  await files.makeDirectory(folder);
  await files.write(`${path}.draft`, new TextEncoder().encode(JSON.stringify(head)), { sync: true, mode: 0o600 });
  await files.rename(`${path}.draft`, path);
  await files.syncDirectory(folder);
}

/** Whose changes a session holds; undefined when they belong to another folder, or were written by a later version. */
export async function loadSessionHead({ root, files }: Workspace, folder: string): Promise<Conversation | undefined> {
  try {
    const text = new TextDecoder().decode(await files.read(join(folder, "session.json")));
    const head = SessionHead.parse(JSON.parse(text));
    return head.root === root ? head.conversation : undefined;
  } catch {
    return undefined;
  }
}
