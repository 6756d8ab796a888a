import type { JournalEvent } from "./event.ts";
import type { Journal } from "./journal.ts";

/**
 * Gives an event to a journal; undefined where it is stored at once. The query of a database client is sent when
 * somebody waits for it, and is no `Promise`. Throws and rejects with an `Error`.
 */
export function appendTo(journal: Journal, event: JournalEvent): Promise<void> | undefined {
  try {
    const stored: unknown = journal.append(event);
    if (!isThenable(stored)) return undefined;
    return Promise.resolve(stored).then(ignore, (error) => Promise.reject(named(error)));
  } catch (error) {
    throw named(error);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "then") === "function";
}

/** Nothing thrown would look like no failure. */
function named(error: unknown): unknown {
  return error ?? new Error(`The journal failed with ${error}.`);
}

function ignore(): void {}
