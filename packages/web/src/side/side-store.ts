import { Announcer } from "../thread/announcer.ts";

/** What stands beside the conversation. */
export type Side =
  | { readonly kind: "file"; readonly path: string; readonly line: number | undefined }
  /** What a run changed in files, or the whole thread. */
  | { readonly kind: "changes"; readonly runId: string | undefined };

/** What is shown beside the conversation, and where the focus goes when it is closed. */
export class SideStore extends Announcer {
  #side: Side | undefined;
  #opener: Element | null = null;

  readonly state = (): Side | undefined => this.#side;

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
    this.announce();
  }
}

/** One page has one. */
export const theSide = new SideStore();
