import type { Message } from "../../model/messages.ts";

/** What a prompt function has said so far, and where in the history it belongs. */
export class ConversationLog {
  #initial: Message[] = [];
  #inserted: { readonly at: number; readonly message: Message }[] = [];
  /** Messages of the run so far, without the system text; undefined before the run. */
  #length: number | undefined;

  /** Adds a message: to the beginning, or after what the run has come to. */
  add(message: Message): void {
    if (this.#length === undefined) this.#initial.push(message);
    else this.#inserted.push({ at: this.#length, message });
  }

  /** Begins a run after so many messages. Gives those that it begins with. */
  begin(after: number): readonly Message[] {
    const initial = this.#initial;
    this.#initial = [];
    this.#inserted = [];
    this.#length = after + initial.length;
    return initial;
  }

  /** Says how long the history has become: what is added now comes after it. */
  reach(length: number): void {
    this.#length = length;
  }

  /** The run is over: what is added now is for the next one. */
  end(): void {
    this.#length = undefined;
  }

  get isChanged(): boolean {
    return this.#inserted.length > 0;
  }

  /** The history with what was inserted on the way. */
  merge(history: readonly Message[]): readonly Message[] {
    const merged: Message[] = [];
    let from = 0;
    for (const { at, message } of this.#inserted) {
      merged.push(...history.slice(from, at), message);
      from = Math.max(from, at);
    }
    return [...merged, ...history.slice(from)];
  }
}
