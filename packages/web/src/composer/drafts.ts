type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** What was written and not sent, for each thread, as long as the tab is open. */
export class Drafts {
  readonly #storage: Kept | undefined;

  constructor(storage: Kept | undefined) {
    this.#storage = storage;
  }

  /** `threadId` is undefined for a thread that has not begun. */
  read(threadId: string | undefined): string {
    try {
      return this.#storage?.getItem(keyOf(threadId)) ?? "";
    } catch {
      return "";
    }
  }

  write(threadId: string | undefined, text: string): void {
    try {
      if (text === "") this.#storage?.removeItem(keyOf(threadId));
      else this.#storage?.setItem(keyOf(threadId), text);
    } catch {
      // A browser that stores nothing: the text is in the field all the same.
    }
  }
}

function keyOf(threadId: string | undefined): string {
  return `toolwright.draft:${threadId ?? ""}`;
}
