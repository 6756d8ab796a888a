import type { Outgoing, Written } from "./composer-store.ts";

type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A message on its way, and the newest event of its thread as it was sent. */
export interface SentDraft extends Outgoing {
  readonly seq: number;
}

/** What is kept of what is written: all of it, and what was pasted and is too long to go with it. */
export type KeptDraft = Pick<Written, "text" | "files" | "refused">;

const KINDS = { text: "draft", files: "draft-files", refused: "draft-refused" } as const;

/** What was written, and what was sent and not heard of, for each thread, as long as the tab is open. */
export class Drafts {
  readonly #storage: Kept | undefined;

  constructor(storage: Kept | undefined) {
    this.#storage = storage;
  }

  /** `threadId` is undefined for a thread that has not begun. */
  read(threadId: string | undefined): KeptDraft {
    return {
      text: this.#get<string>(KINDS.text, threadId) ?? "",
      files: this.#get<Written["files"]>(KINDS.files, threadId) ?? [],
      refused: this.#get<Written["refused"]>(KINDS.refused, threadId) ?? [],
    };
  }

  /** Part by part, because files may be large. False where the browser has no room for it. */
  write<Part extends keyof KeptDraft>(threadId: string | undefined, part: Part, value: KeptDraft[Part]): boolean {
    return this.#put(KINDS[part], threadId, value.length === 0 ? undefined : value);
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

  #put(kind: string, threadId: string | undefined, value: unknown): boolean {
    try {
      if (value === undefined) this.#storage?.removeItem(keyOf(kind, threadId));
      else this.#storage?.setItem(keyOf(kind, threadId), JSON.stringify(value));
      return value === undefined || this.#storage !== undefined;
    } catch {
      return false;
    }
  }
}

function keyOf(kind: string, threadId: string | undefined): string {
  return `toolwright.${kind}:${threadId ?? ""}`;
}
