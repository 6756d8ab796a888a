type Listener = (event: never) => unknown;

/** What listeners are told of: they are chosen by its type. */
interface Told {
  readonly type: string;
}

/** Listeners of one type up to which nobody is warned: more are usually ones that were never taken back. */
const MANY = 50;

/** Listeners by event type. One that throws, or rejects, is reported to the console and stops nobody. */
export class ListenerSet {
  readonly #byType = new Map<string, readonly Listener[]>();
  readonly #warned = new Set<string>();

  /** The same function twice on one type counts once. */
  add(type: string, listener: Listener): () => void {
    const listeners = this.#byType.get(type) ?? [];
    // A new list each time, so that a listener may come or go while an event is told.
    if (!listeners.includes(listener)) {
      this.#byType.set(type, [...listeners, listener]);
      if (listeners.length === MANY && !this.#warned.has(type)) this.#warn(type);
    }
    let added = true;
    return () => {
      if (added) this.#remove(type, listener);
      added = false;
    };
  }

  /** How many types somebody listens to. */
  get size(): number {
    return this.#byType.size;
  }

  /** Listeners of the event's type in the order they came, then those of `"*"`. */
  tell(event: Told): void {
    if (this.#byType.size === 0) return;
    this.#tellAll(this.#byType.get(event.type), event);
    this.#tellAll(this.#byType.get("*"), event);
  }

  #remove(type: string, listener: Listener): void {
    const rest = this.#byType.get(type)?.filter((other) => other !== listener) ?? [];
    if (rest.length === 0) this.#byType.delete(type);
    else this.#byType.set(type, rest);
  }

  #warn(type: string): void {
    this.#warned.add(type);
    console.warn(
      `More than ${MANY} listeners of the activity stream for ${type}: a leak? Call what subscribe returned.`,
    );
  }

  #tellAll(listeners: readonly Listener[] | undefined, event: Told): void {
    if (listeners === undefined) return;
    for (const listener of listeners) {
      try {
        const returned = (listener as (event: Told) => unknown)(event);
        if (returned instanceof Promise) returned.catch(report);
      } catch (error) {
        report(error);
      }
    }
  }
}

function report(error: unknown): void {
  reportFailed("A listener of the activity stream", error);
}

/** Says on the console what the host's own code threw, in one line: a stack is for whoever asks for it. */
export function reportFailed(what: string, error: unknown): void {
  console.error(`${what} failed: ${inWords(error)}`);
}

/** What is thrown may be anything, such as a proxy that throws when it is looked at. */
function inWords(error: unknown): string {
  try {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : error;
    return typeof text === "string" ? JSON.stringify(text) : typeof text;
  } catch {
    return "something that cannot be read";
  }
}
