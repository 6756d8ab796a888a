import { appendTo } from "./append-to.ts";
import type { JournalEvent } from "./event.ts";
import type { Journal } from "./journal.ts";

/** One event that waits until it, and all before it, are stored. */
export class Place {
  readonly event: JournalEvent | undefined;
  readonly deliver: (event: JournalEvent) => void;
  /** Where it will be stored at its turn; undefined where that is done, or need not be. */
  journal: Journal | undefined;
  isStored = true;
  failure: { readonly error: unknown } | undefined;
  resolve: (() => void) | undefined;
  reject: ((error: unknown) => void) | undefined;

  /** Without an event it is the end of what stands before it. */
  constructor(event: JournalEvent | undefined, deliver: (event: JournalEvent) => void) {
    this.event = event;
    this.deliver = deliver;
  }

  /** Settles when its event was delivered; rejects when it could not be stored. */
  settled(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/**
 * Events in the order in which they were emitted. One that cannot be stored is told to nobody, and those after it go
 * on.
 */
export class DeliveryLine {
  /** Why an event could not be stored: the first of all such. */
  failure: unknown;
  readonly #places: Place[] = [];
  #isMoving = false;

  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  /** Puts an event at the end. It is delivered as soon as what `stored` promises has come, and everything before it. */
  add(place: Place, stored?: Promise<void>): Place {
    if (stored !== undefined) this.#watch(place, stored);
    this.#places.push(place);
    if (this.#places.length === 1) this.#move();
    return place;
  }

  /**
   * Undefined when no event waits to be stored, also after a failure. Else a promise that settles when the fate of all
   * that wait is known; it rejects with `failure` where there is one, however old.
   */
  stored(): Promise<void> | undefined {
    return this.isEmpty ? undefined : this.add(new Place(undefined, ignore)).settled();
  }

  #watch(place: Place, stored: Promise<void>): void {
    place.isStored = false;
    stored.then(
      () => {
        place.isStored = true;
        this.#move();
      },
      (error: unknown) => {
        place.failure = { error };
        this.#move();
      },
    );
  }

  /** A listener may emit: what it adds is delivered after what it was told of. */
  #move(): void {
    if (this.#isMoving) return;
    this.#isMoving = true;
    for (let [first] = this.#places; first !== undefined; [first] = this.#places) {
      this.#giveToJournal(first);
      if (!first.isStored && first.failure === undefined) break;
      this.#finish(first);
      this.#places.shift();
    }
    this.#isMoving = false;
  }

  /** Stores the event at its turn, where it waited for that. */
  #giveToJournal(first: Place): void {
    const { journal, event } = first;
    if (journal === undefined || event === undefined) return;
    first.journal = undefined;
    try {
      const stored = appendTo(journal, event);
      if (stored !== undefined) this.#watch(first, stored);
    } catch (error) {
      first.failure = { error };
    }
  }

  #finish(place: Place): void {
    const { event, failure } = place;
    if (failure !== undefined) {
      this.failure ??= failure.error;
      place.reject?.(failure.error);
    } else if (event === undefined && this.failure !== undefined) place.reject?.(this.failure);
    else {
      if (event !== undefined) place.deliver(event);
      place.resolve?.();
    }
  }
}

function ignore(): void {}
