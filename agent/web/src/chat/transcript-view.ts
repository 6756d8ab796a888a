import type { ThreadMessageLike } from "@assistant-ui/react";
import type { PastStore } from "../past/past-store.ts";
import type { ThreadStore } from "../thread/thread-store.ts";
import { NO_TRANSCRIPT, partTranscript, type Transcript } from "./transcript.ts";

/** The shown thread, as it is or was then, parted into what is live and what is past. */
export class TranscriptView {
  readonly #thread: ThreadStore;
  readonly #past: PastStore;
  #messages: readonly ThreadMessageLike[] = [];
  #parted = NO_TRANSCRIPT;

  constructor(thread: ThreadStore, past: PastStore) {
    this.#thread = thread;
    this.#past = past;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const leave = [this.#thread.subscribe(listener), this.#past.subscribe(listener)];
    return () => {
      for (const each of leave) each();
    };
  };

  readonly state = (): Transcript => {
    const messages = this.#past.messages();
    if (messages !== this.#messages) {
      this.#messages = messages;
      this.#parted = partTranscript(messages, this.#parted);
    }
    return this.#parted;
  };
}
