import { aText, checkOptions } from "@toolwright/core/internal";
import type { Store, Thread } from "@toolwright/store";
import { WEB } from "../channels.ts";

/** Which thread to fork, and where. With neither `before` nor `after`, the fork holds every run that has ended. */
export interface ForkThreadOptions {
  readonly threadId: string;
  /** Where several users share the server: that of the thread. Default: that of the one person with the token. */
  readonly channel?: string;
  /** The id of the first run that the fork does not hold. */
  readonly before?: string;
  /** The id of the last run that it holds. */
  readonly after?: string;
  /** Default: that of the thread, where the fork holds anything. */
  readonly title?: string;
  /** Of the fork: asked for twice, it is one. Default: random. */
  readonly id?: string;
}

/**
 * Makes a thread that begins with what another one holds. Undefined for an unknown thread or run. Throws a
 * `StoreError`.
 */
export async function forkThread({ threads }: Store, options: ForkThreadOptions): Promise<Thread | undefined> {
  checkOptions<ForkThreadOptions>(options, {
    of: "fork",
    rules: { threadId: aText, channel: aText, before: aText, after: aText, title: aText, id: aText },
    otherNames: {
      from: "threadId",
      runId: "before, or after",
      chatId: "id",
    },
    needed: ["threadId"],
  });
  const { threadId, channel = WEB, id, before, after, title } = options;
  return threads.fork({
    from: { channel, chatId: threadId },
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(title !== undefined && { title }),
    ...(id !== undefined && { chatId: id }),
  });
}
