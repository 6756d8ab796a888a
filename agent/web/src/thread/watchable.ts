/** A state that a page can subscribe to: it is told that something changed, and looks for itself. */
export class Watchable<S> {
  readonly #listeners = new Set<() => void>();
  #state: S;

  constructor(state: S) {
    this.#state = state;
  }

  readonly state = (): S => this.#state;

  /** Returns what ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Puts another state in the place of this one. */
  protected set(state: S): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Changes what is named of it. */
  protected change(change: Partial<S>): void {
    this.set(Object.assign({}, this.#state, change));
  }
}
