import { randomUUID } from "node:crypto";
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

/**
 * What is kept of one session, of which there may be a thousand: a client that lost its connection comes back within
 * seconds.
 */
const MAX_EVENTS = 500;
const MAX_CHARACTERS = 200_000;

interface Kept {
  readonly id: string;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/** The last messages of a session of 2025-11-25, for a client that names the last one it has seen (`Last-Event-ID`). */
export class RecentEvents implements EventStore {
  readonly #prefix = randomUUID();
  #events: Kept[] = [];
  #size = 0;
  #count = 0;

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    this.#count += 1;
    const id = `${this.#prefix}-${this.#count}`;
    const size = JSON.stringify(message).length;
    this.#events.push({ id, streamId, message, size });
    this.#size += size;
    while (this.#events.length > MAX_EVENTS || this.#size > MAX_CHARACTERS)
      this.#size -= this.#events.shift()?.size ?? 0;
    return id;
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#events.find((event) => event.id === id)?.streamId;
  }

  /** Only of the stream that the client had: what went to another one is not sent twice. */
  async replayEventsAfter(
    lastId: string,
    { send }: { readonly send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const place = this.#events.findIndex(({ id }) => id === lastId);
    const last = this.#events[place];
    if (last === undefined) throw new Error("That event is not kept any more.");
    for (const { id, streamId, message } of this.#events.slice(place + 1))
      if (streamId === last.streamId && Object.keys(message).length > 0) await send(id, message);
    return last.streamId;
  }
}
