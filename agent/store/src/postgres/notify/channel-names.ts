import { createHash } from "node:crypto";
import type { Conversation } from "@toolwright/core";
import { storedText } from "../database/stored-text.ts";

/**
 * Names of channels: a database has one space of them for all its schemas and programs, and they have 63 bytes at most.
 */
export class ChannelNames {
  /** Where it is told which conversations have changed. */
  readonly hints: string;
  readonly #schema: string;

  constructor(schema: string) {
    this.#schema = shortHash(schema);
    this.hints = `toolwright_${this.#schema}`;
  }

  /** Where the live events of a conversation are told. */
  live(conversation: Conversation): string {
    return `toolwright_${this.#schema}_${hashOf(conversation)}`;
  }
}

/** Two conversations with the same one would only be looked at too often. */
export function hashOf({ channel, chatId }: Conversation): string {
  return shortHash(`${storedText(channel)}\n${storedText(chatId)}`);
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}
