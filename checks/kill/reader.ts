import type { ActivityStream, JournalEvent } from "@toolwright/core";
import type { Frame } from "@toolwright/view";
import { RunFrames, textIn } from "@toolwright/view/internal";
import type { Notes } from "./notes.ts";

/** A reader of one conversation, as a server would tell it: notes each end and each result that it hears. */
export class Reader {
  readonly #notes: Notes;
  readonly #chatId: string;
  #runId = "";
  #frames: RunFrames | undefined;
  #hasEnd = true;

  constructor(notes: Notes, chatId: string) {
    this.#notes = notes;
    this.#chatId = chatId;
  }

  /** Hears what a process tells of its run, and what it says at its end, given that it has one. */
  static async of<T extends { readonly stopReason: string; readonly error?: { readonly code: string } }>(
    about: { readonly notes: Notes; readonly chatId: string; readonly activity: ActivityStream },
    run: () => Promise<T>,
  ): Promise<void> {
    const reader = new Reader(about.notes, about.chatId);
    const leave = about.activity.subscribe("*", (event) => reader.hear(event));
    const { stopReason, error } = await run();
    leave();
    reader.end();
    // `journal_failed` says that the end is not known.
    if (error?.code !== "journal_failed") reader.#told({ says: stopReason });
  }

  hear(event: JournalEvent): void {
    if (event.runId !== this.#runId && event.parentId === undefined) {
      this.#runId = event.runId;
      this.#frames = new RunFrames({ runId: event.runId, after: event.seq - 1 });
      this.#hasEnd = false;
    }
    this.#read(this.#frames?.add(event) ?? []);
  }

  /** Nothing more comes. */
  end(): void {
    if (!this.#hasEnd) this.#read(this.#frames?.breakOff() ?? []);
  }

  #read(frames: readonly Frame[]): void {
    for (const frame of frames) {
      if (frame.code === "result") {
        const says = frame.isError ? (textIn(frame.result, "errorCode") ?? "error") : "ok";
        this.#told({ toolCallId: frame.toolCallId, says });
      }
      const stopReason = frame.code === "note" ? textIn(frame.note, "stopReason") : undefined;
      if (stopReason === undefined) continue;
      this.#hasEnd = true;
      this.#told({ says: stopReason });
    }
  }

  #told(told: { readonly toolCallId?: string; readonly says: string }): void {
    if (this.#runId !== "") this.#notes.add({ what: "told", chatId: this.#chatId, runId: this.#runId, ...told });
  }
}
