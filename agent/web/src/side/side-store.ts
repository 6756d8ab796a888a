import { Watchable } from "../thread/watchable.ts";

/** What stands beside the conversation. */
export type Side =
  | { readonly kind: "file"; readonly path: string; readonly line: number | undefined }
  /** What a run changed in files, or the whole thread. */
  | { readonly kind: "changes"; readonly runId: string | undefined };

/** What is shown beside the conversation, and where the focus goes when it is closed. */
export class SideStore extends Watchable<Side | undefined> {
  #opener: Element | null = null;

  constructor() {
    super(undefined);
  }

  open(side: Side): void {
    // What is opened from within goes back to where the first was opened.
    if (this.state() === undefined) this.#opener = document.activeElement;
    this.set(side);
  }

  close(): void {
    this.set(undefined);
    if (this.#opener instanceof HTMLElement) this.#opener.focus();
  }
}

/** One page has one. */
export const theSide = new SideStore();
