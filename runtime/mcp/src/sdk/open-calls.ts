import type { Json, JsonObject } from "@toolwright/core";
import type { Caller } from "../session.port.ts";

/** Nothing of the question: it may concern somebody else. */
const DECLINED =
  "The server asked something, and calls of several conversations are open: whom it asks cannot be known, so it was declined.";

/**
 * The calls that a server works on. What it asks and logs meanwhile names no call: it is taken for the latest one, and
 * for none where calls of several conversations are open, so that nobody sees what concerns somebody else.
 */
export class OpenCalls {
  readonly #open = new Set<Caller>();

  add(caller: Caller | undefined): { end(): void } {
    if (caller !== undefined) this.#open.add(caller);
    return { end: () => caller !== undefined && this.#open.delete(caller) };
  }

  async ask(params: Json): Promise<JsonObject> {
    const caller = this.#only();
    if (caller !== undefined) return caller.ask(params);
    for (const open of this.#open) open.logged(DECLINED);
    return { action: "decline" };
  }

  logged(text: string): void {
    this.#only()?.logged(text);
  }

  #only(): Caller | undefined {
    const open = [...this.#open];
    const isOneConversation = new Set(open.map(({ conversation }) => conversation)).size === 1;
    return isOneConversation ? open.at(-1) : undefined;
  }
}
