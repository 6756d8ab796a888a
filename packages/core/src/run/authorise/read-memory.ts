/** Which reads of a run have an answer in the history that is still true. */
export class ReadMemory {
  readonly #callOf = new Map<string, string>();

  /** The earlier call that a new one would repeat. */
  earlier(key: string): string | undefined {
    return this.#callOf.get(key);
  }

  /** Remembers a read before it runs, so that its parallel twin is seen. */
  reserve(key: string, toolCallId: string): void {
    this.#callOf.set(key, toolCallId);
  }

  /** The call failed: it may be made again. */
  release(key: string, toolCallId: string): void {
    if (this.#callOf.get(key) === toolCallId) this.#callOf.delete(key);
  }

  /** The results of these calls left the history. */
  forget(toolCallIds: ReadonlySet<string>): void {
    for (const [key, toolCallId] of this.#callOf) if (toolCallIds.has(toolCallId)) this.#callOf.delete(key);
  }

  /** Something may have changed: every earlier answer is in doubt. */
  clear(): void {
    this.#callOf.clear();
  }
}
