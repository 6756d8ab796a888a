import type { MaybePromise } from "../async/maybe-promise.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { OutputRef } from "./tool-result.ts";

/** Keeps the full text of large outputs, each owned by one conversation. */
export interface OutputCache {
  /** Stores an already scrubbed text. */
  save(text: string, owner: Conversation): Promise<OutputRef>;
  /** The lines, streamed; undefined for an unknown id and for another conversation's id alike. */
  lines(id: string, owner: Conversation): MaybePromise<AsyncIterable<string> | undefined>;
  /** This conversation's newest refs first, at most `limit`. */
  recent(owner: Conversation, limit: number): MaybePromise<readonly OutputRef[]>;
}

/** An {@link OutputCache} on this machine, which knows at once what it holds. */
export interface LocalOutputCache extends OutputCache {
  lines(id: string, owner: Conversation): AsyncIterable<string> | undefined;
  recent(owner: Conversation, limit: number): readonly OutputRef[];
}
