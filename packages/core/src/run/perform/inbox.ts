import type { Message } from "../../model/messages.ts";

/** Where a run keeps what came from the background until its next model call. */
export class Inbox {
  #open = true;
  #messages: Message[] = [];

  /** False once the run has ended: the result must go elsewhere. */
  add(message: Message): boolean {
    if (this.#open) this.#messages.push(message);
    return this.#open;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  take(): readonly Message[] {
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }

  close(): void {
    this.#open = false;
  }
}
