import { createHash } from "node:crypto";
import type { RunRequest } from "@toolwright/store";
import type { ServerContext } from "../server-context.ts";

type Asking = Pick<ServerContext, "person">;

/**
 * What a thread is called in the store that a client has named: of several users each has names of their own, so that
 * nobody learns by trying which ones others have.
 */
export function storedName({ person }: Asking, name: string): string {
  if (person === undefined) return name;
  return createHash("sha256")
    .update(JSON.stringify([person.owner, name]))
    .digest("hex");
}

/** The thread that a client means, by its name in the store or by the one that the client gave. */
export async function threadNamed(context: ServerContext, name: string): Promise<string | undefined> {
  const { channel, store } = context;
  for (const chatId of new Set([name, storedName(context, name)]))
    if ((await store.threads.get({ channel, chatId })) !== undefined) return chatId;
  return undefined;
}

/** What a request is named by in the store. */
export function storedRequest<T extends RunRequest | "wrong" | undefined>({ person }: Asking, request: T): T {
  if (person === undefined || typeof request !== "object") return request;
  return { ...request, key: `${person.owner} ${request.key}` };
}
