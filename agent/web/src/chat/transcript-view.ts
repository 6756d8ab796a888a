import type { ThreadMessageLike } from "@assistant-ui/react";
import type { ThreadStore } from "../thread/thread-store.ts";
import { NO_TRANSCRIPT, partTranscript, type Transcript } from "./transcript.ts";

/** The shown thread, parted into what is live and what is past. */
export class TranscriptView {
  readonly #thread: ThreadStore;
  #messages: readonly ThreadMessageLike[] = [];
  #parted = NO_TRANSCRIPT;

  readonly subscribe: ThreadStore["subscribe"];

  constructor(thread: ThreadStore) {
    this.#thread = thread;
    this.subscribe = thread.subscribe;
  }

  readonly state = (): Transcript => {
    const { messages } = this.#thread.state();
    if (messages !== this.#messages) {
      this.#messages = messages;
      this.#parted = partTranscript(messages, this.#parted);
    }
    return this.#parted;
  };
}
