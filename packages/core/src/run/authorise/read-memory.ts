import type { CallKey } from "../call-key.ts";
import { CallMap } from "../call-map.ts";

/** Which reads of a run have an answer in the history that is still true. */
export class ReadMemory {
  readonly #idOf = new CallMap<string>();

  /** The earlier call that a new one would repeat. */
  earlier(key: CallKey): string | undefined {
    return this.#idOf.get(key);
  }

  /** Remembers a read before it runs, so that its parallel twin is seen. */
  reserve(key: CallKey, toolCallId: string): void {
    this.#idOf.set(key, toolCallId);
  }

  /** The call failed: it may be made again. */
  release(key: CallKey | undefined, toolCallId: string): void {
    if (key !== undefined && this.#idOf.get(key) === toolCallId) this.#idOf.delete(key);
  }

  /** The results of these calls left the history. */
  forget(toolCallIds: ReadonlySet<string>): void {
    this.#idOf.deleteValues(toolCallIds);
  }

  /** Something may have changed: every earlier answer is in doubt. */
  clear(): void {
    this.#idOf.clear();
  }
}
