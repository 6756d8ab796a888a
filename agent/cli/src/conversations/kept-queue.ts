import { randomUUID } from "node:crypto";
import { type Conversation, createScrubber, type Part, type Secret, type SteerQueue } from "@toolwright/core";
import { contentText, scrubMessage } from "@toolwright/core/internal";
import type { Steers, StoredSteer } from "@toolwright/store";

/** Where what a person says waits. */
export interface KeptQueueOptions {
  readonly steers: Steers;
  readonly conversation: Conversation;
  /** Masked in what waits. */
  readonly secrets: readonly Secret[];
}

/** A message that waits for a run, and whether the run hears it. */
export interface Waiting {
  readonly text: string;
  readonly sent: Promise<boolean>;
}

/**
 * What a person says to a run under way. It waits in the store: the page shows it there, and it is still there when
 * this process dies.
 */
export class KeptQueue implements SteerQueue {
  readonly #options: KeptQueueOptions;
  readonly #queue: SteerQueue;
  /** What was said here, or is taken up here, until a run has heard it. */
  readonly #followed = new Map<string, (isSent: boolean) => void>();
  #isClosed = false;

  constructor(options: KeptQueueOptions) {
    this.#options = options;
    this.#queue = options.steers.queue(options.conversation);
  }

  /** `sent` rejects where it cannot be stored. */
  add(content: string | readonly Part[]): { readonly sent: Promise<boolean> } {
    return { sent: this.#isClosed ? Promise.resolve(false) : this.#store(content) };
  }

  async #store(content: string | readonly Part[]): Promise<boolean> {
    const { steers, conversation, secrets } = this.#options;
    const messageId = randomUUID();
    const sent = this.#follow(messageId);
    const message = scrubMessage({ role: "user", content }, createScrubber(secrets));
    await steers.add(conversation, { messageId, message });
    return sent;
  }

  /** What waits for the run since an earlier process said it. */
  async takeUp(): Promise<readonly Waiting[]> {
    const waiting = await this.#queue.waiting();
    return waiting.map(({ messageId, message }) => ({
      text: contentText(message.content),
      sent: this.#follow(messageId),
    }));
  }

  #follow(messageId: string): Promise<boolean> {
    return new Promise((settle) => this.#followed.set(messageId, settle));
  }

  waiting(): ReturnType<SteerQueue["waiting"]> {
    return this.#queue.waiting();
  }

  take(): ReturnType<SteerQueue["take"]> {
    return this.#queue.take();
  }

  async sent(messageIds: readonly string[]): Promise<void> {
    await this.#queue.sent(messageIds);
    for (const id of messageIds) this.#settle(id, true);
  }

  ended(stopReason: Parameters<SteerQueue["ended"]>[0]): ReturnType<SteerQueue["ended"]> {
    return this.#queue.ended(stopReason);
  }

  /** The run is over: what it has not heard is the person's again, and nobody else's. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { steers, conversation } = this.#options;
    for (const id of this.#followed.keys()) {
      await steers.withdraw(conversation, id);
      this.#settle(id, false);
    }
  }

  #settle(id: string, isSent: boolean): void {
    this.#followed.get(id)?.(isSent);
    this.#followed.delete(id);
  }
}

/** Takes out what no run has heard and none will, oldest first. */
export async function takeUnheard(
  { steers, conversation }: Pick<KeptQueueOptions, "steers" | "conversation">,
  isMeant: (said: StoredSteer) => boolean,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const said of (await steers.list(conversation)).filter(isMeant)) {
    const taken = await steers.withdraw(conversation, said.id);
    if (taken?.state === "withdrawn" && said.message !== undefined) texts.push(contentText(said.message.content));
  }
  return texts;
}
