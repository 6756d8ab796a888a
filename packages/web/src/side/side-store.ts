/** What stands beside the conversation. */
export type Side =
  | { readonly kind: "file"; readonly path: string; readonly line: number | undefined }
  /** What a run changed in files, or the whole thread. */
  | { readonly kind: "changes"; readonly runId: string | undefined };

/** What is shown beside the conversation, and where the focus goes when it is closed. */
export class SideStore {
  readonly #listeners = new Set<() => void>();
  #side: Side | undefined;
  #opener: Element | null = null;

  readonly state = (): Side | undefined => this.#side;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  open(side: Side): void {
    // What is opened from within goes back to where the first was opened.
    if (this.#side === undefined) this.#opener = document.activeElement;
    this.#set(side);
  }

  close(): void {
    this.#set(undefined);
    if (this.#opener instanceof HTMLElement) this.#opener.focus();
  }

  #set(side: Side | undefined): void {
    this.#side = side;
    for (const listener of this.#listeners) listener();
  }
}

/** One page has one. */
export const theSide = new SideStore();
