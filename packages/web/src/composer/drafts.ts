import type { Draft, Outgoing } from "./composer-store.ts";

type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A message on its way, and the newest event of its thread as it was sent. */
export interface SentDraft extends Outgoing {
  readonly seq: number;
}

const NO_DRAFT: Draft = { text: "", files: [] };

/** What was written, and what was sent and not heard of, for each thread, as long as the tab is open. */
export class Drafts {
  readonly #storage: Kept | undefined;

  constructor(storage: Kept | undefined) {
    this.#storage = storage;
  }

  /** `threadId` is undefined for a thread that has not begun. */
  read(threadId: string | undefined): Draft {
    const text = this.#get<string>("draft", threadId) ?? NO_DRAFT.text;
    return { text, files: this.#get<Draft["files"]>("draft-files", threadId) ?? NO_DRAFT.files };
  }

  /** Files may be large: they are written only where they are others than `before`. */
  write(threadId: string | undefined, { text, files }: Draft, before: Draft = NO_DRAFT): void {
    this.#put("draft", threadId, text === "" ? undefined : text);
    if (files !== before.files) this.#put("draft-files", threadId, files.length === 0 ? undefined : files);
  }

  sent(threadId: string | undefined): SentDraft | undefined {
    return this.#get<SentDraft>("sent", threadId);
  }

  keepSent(threadId: string | undefined, sent: SentDraft | undefined): void {
    this.#put("sent", threadId, sent);
  }

  #get<T>(kind: string, threadId: string | undefined): T | undefined {
    try {
      return JSON.parse(this.#storage?.getItem(keyOf(kind, threadId)) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  }

  #put(kind: string, threadId: string | undefined, value: unknown): void {
    try {
      if (value === undefined) this.#storage?.removeItem(keyOf(kind, threadId));
      else this.#storage?.setItem(keyOf(kind, threadId), JSON.stringify(value));
    } catch {
      // A browser that stores nothing, or no more: it is in the field all the same.
    }
  }
}

function keyOf(kind: string, threadId: string | undefined): string {
  return `toolwright.${kind}:${threadId ?? ""}`;
}
