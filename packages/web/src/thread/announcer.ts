/** What a page can subscribe to: it is told that something changed, and looks for itself. */
export class Announcer {
  readonly #listeners = new Set<() => void>();

  /** Returns what ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  protected announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
