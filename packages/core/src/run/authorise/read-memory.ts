/** Which reads of a run have an answer in the history that is still true. */
export class ReadMemory {
  readonly #callOf = new Map<string, string>();
  readonly #keyOf = new Map<string, string>();

  /** The earlier call that a new one would repeat. */
  earlier(key: string): string | undefined {
    return this.#callOf.get(key);
  }

  /** Remembers a read before it runs, so that its parallel twin is seen. */
  reserve(key: string, toolCallId: string): void {
    this.#callOf.set(key, toolCallId);
    this.#keyOf.set(toolCallId, key);
  }

  /** The call failed, or its result left the history: it may be made again. */
  forget(toolCallId: string): void {
    const key = this.#keyOf.get(toolCallId);
    if (key === undefined) return;
    this.#keyOf.delete(toolCallId);
    if (this.#callOf.get(key) === toolCallId) this.#callOf.delete(key);
  }

  /** Something may have changed: every earlier answer is in doubt. */
  clear(): void {
    this.#callOf.clear();
    this.#keyOf.clear();
  }
}
