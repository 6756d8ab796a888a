import { ActivityStream, type Conversation, type EventOf, type SettledCall } from "@toolwright/core";
import type { Lease, Store } from "@toolwright/store";
import { type JournalHost, ThreadJournal } from "./thread-journal.ts";

/**
 * What a reader that comes late still gets of what is only live. Many threads are kept in mind: of a step that has said
 * more than this, the message so far is in the journal, and of a step that has ended all that counts.
 */
const REPLAY = { events: 128, bytes: 512 * 1024, steps: 2 };

type RunStart = EventOf<"run_start">;

/** A run under way in this process. */
export interface LiveRun {
  readonly controller: AbortController;
  readonly lease: Lease;
  /** Settles when the run has ended; never rejects. */
  readonly ended: Promise<unknown>;
}

/** A conversation that this process works on, or has worked on. */
export class LiveThread {
  readonly conversation: Conversation;
  readonly journal: ThreadJournal;
  readonly activity: ActivityStream;
  run: LiveRun | undefined;
  /** The run that has asked for approval last. */
  askingRunId = "";
  /**
   * What the model does not know yet, such as what came back from the background after the run that had asked for it.
   */
  #late: string[] = [];

  constructor(store: Store, conversation: Conversation, host: JournalHost) {
    this.conversation = conversation;
    this.journal = new ThreadJournal(store, conversation, host);
    this.activity = new ActivityStream(this.journal, { replay: REPLAY });
    this.activity.subscribe("approval_request", ({ runId }) => {
      this.askingRunId = runId;
    });
    const { live } = store;
    if (live === undefined) return;
    this.activity.subscribe("*", (event) => {
      // Whoever reads elsewhere finds what is stored in the store, and would have it twice: it is told before it is on
      // the disk.
      if (!this.journal.wasGiven(event.seq)) live.publish(conversation, event);
    });
  }

  /** False when another process has written since: the numbering here is out of date. */
  async isCurrent(): Promise<boolean> {
    return this.journal.lastStored === 0 || (await this.journal.lastSeq()) === this.journal.lastStored;
  }

  /** The next event of all, where it begins a run. */
  firstEvent(): { readonly heard: Promise<RunStart | undefined>; readonly leave: () => void } {
    let leave = () => {};
    const heard = new Promise<RunStart | undefined>((resolve) => {
      leave = this.activity.listen("*", (event) => resolve(event.type === "run_start" ? event : undefined));
    });
    return { heard, leave };
  }

  hear({ toolName, message: { content } }: SettledCall): void {
    const text = typeof content === "string" ? content : "[parts]";
    this.note(`[${toolName} came back: ${text}]`);
  }

  /** Something that the model is told with the next message. */
  note(text: string): void {
    this.#late.push(text);
  }

  takeLate(): readonly string[] {
    const late = this.#late;
    this.#late = [];
    return late;
  }
}
