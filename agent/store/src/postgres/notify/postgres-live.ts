import type { Conversation, JournalEvent } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import type { LiveChannel } from "../../port/live.ts";
import type { ChannelNames } from "./channel-names.ts";
import { LiveReader, payloadsOf } from "./live-messages.ts";
import type { Wire } from "./wire.ts";

export interface PostgresLiveOptions {
  readonly wire: Wire;
  readonly names: ChannelNames;
  /** Tells this store's messages from those of others. */
  readonly self: string;
}

/**
 * {@link LiveChannel} through LISTEN and NOTIFY: a server hears of the conversations that it has readers of, and of no
 * other.
 */
export class PostgresLive implements LiveChannel {
  readonly #options: PostgresLiveOptions;

  constructor(options: PostgresLiveOptions) {
    this.#options = options;
  }

  publish(conversation: Conversation, event: JournalEvent): void {
    const { wire, names, self } = this.#options;
    const channel = names.live(conversation);
    for (const payload of payloadsOf(self, textOf(event) ?? "")) if (!wire.send({ channel, payload })) return;
  }

  subscribe(conversation: Conversation, listener: (event: JournalEvent) => void): Promise<() => void> {
    const { wire, names, self } = this.#options;
    const reader = new LiveReader(self);
    return wire.listen(names.live(conversation), (payload) => {
      const text = reader.read(payload);
      const event = text === undefined ? undefined : eventIn(text);
      if (event !== undefined) listener(event);
    });
  }
}

/** Events are JSON; one that a program has put something else into is told to nobody. */
function textOf(event: JournalEvent): string | undefined {
  try {
    return JSON.stringify(event);
  } catch {
    return undefined;
  }
}

/** Everybody who may connect to the database may say something on a channel. */
function eventIn(text: string): JournalEvent | undefined {
  try {
    const event: JournalEvent = JSON.parse(text);
    return isFields(event) && typeof event.seq === "number" && typeof event.type === "string" ? event : undefined;
  } catch {
    return undefined;
  }
}
