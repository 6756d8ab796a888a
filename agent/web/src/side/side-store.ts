import { Watchable } from "../thread/watchable.ts";

/** The tabs of the pane beside the conversation, in their order. */
export const SIDE_TABS = ["changes", "timeline", "file", "jobs", "plan"] as const;
export type SideTab = (typeof SIDE_TABS)[number];

export interface Side {
  /** The one that is shown; undefined while the pane is closed. */
  readonly tab: SideTab | undefined;
  /** The run whose changes are shown; undefined for those of the whole thread. */
  readonly runId: string | undefined;
  /** The file that was opened last. */
  readonly file: { readonly path: string; readonly line: number | undefined } | undefined;
  /** How often something was opened: each time the focus goes to the pane. */
  readonly opened: number;
}

/** The pane beside the conversation: which of its tabs is shown, and where the focus goes when it is closed. */
class SideStore extends Watchable<Side> {
  #opener: Element | null = null;

  constructor() {
    super({ tab: undefined, runId: undefined, file: undefined, opened: 0 });
  }

  /** The changes of a run, or of the whole thread. */
  openChanges(runId?: string): void {
    this.#open({ tab: "changes", runId });
  }

  openFile(path: string, line?: number): void {
    this.#open({ tab: "file", file: { path, line } });
  }

  open(tab: SideTab): void {
    this.#open({ tab });
  }

  /** Shows another tab of the open pane; the focus stays where it is. */
  turnTo(tab: SideTab): void {
    this.change({ tab });
  }

  /** Of a thread that is left: the next one has other runs. */
  forgetRun(): void {
    if (this.state().runId !== undefined) this.change({ runId: undefined });
  }

  close(): void {
    this.change({ tab: undefined });
    if (this.#opener instanceof HTMLElement) this.#opener.focus();
  }

  #open(side: Partial<Side>): void {
    const { tab, opened } = this.state();
    // What is opened from within goes back to where the first was opened.
    if (tab === undefined) this.#opener = document.activeElement;
    this.change({ ...side, opened: opened + 1 });
  }
}

/** One page has one. */
export const theSide = new SideStore();
