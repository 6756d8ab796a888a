import type { Conversation, OutputCache, OutputRef } from "@toolwright/core";
import { cutToBytes } from "@toolwright/core/internal";
import type { Spill } from "./output-spills.port.ts";

/** So much of an output is held in memory, in UTF-8 bytes. */
export const HELD_BYTES = 8 * 1024 * 1024;

/** An entry of a cache that takes whole texts: its beginning is held until it has ended. */
export class TextSpill implements Spill {
  readonly #cache: OutputCache;
  readonly #owner: Conversation;
  #pieces: string[] = [];
  #room = HELD_BYTES;
  #isFull = false;

  constructor(cache: OutputCache, owner: Conversation) {
    this.#cache = cache;
    this.#owner = owner;
  }

  async write(text: string): Promise<void> {
    if (this.#isFull) return;
    const bytes = Buffer.byteLength(text);
    this.#isFull = bytes > this.#room;
    this.#pieces.push(this.#isFull ? `${cutToBytes(text, this.#room)}\n${DISCARDED}\n` : text);
    this.#room -= bytes;
  }

  async keep(): Promise<OutputRef | undefined> {
    const text = this.#pieces.join("");
    await this.discard();
    try {
      return await this.#cache.save(text, this.#owner);
    } catch {
      // A cache that cannot store must not fail the command whose output this is.
      return undefined;
    }
  }

  async discard(): Promise<void> {
    this.#isFull = true;
    this.#pieces = [];
  }
}

const DISCARDED = `[output beyond ${HELD_BYTES / 1024 / 1024} MiB discarded]`;
