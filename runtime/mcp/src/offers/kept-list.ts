/** How long a list is taken for what it was, in milliseconds: not every server tells of changes. */
const KEPT_MS = 30_000;

/** A list of a server that was read, until it says that it has changed. */
export class KeptList<T> {
  #known: { readonly until: number; readonly list: Promise<readonly T[]> } | undefined;

  forget(): void {
    this.#known = undefined;
  }

  /** The list as it is known, or as `read` gives it, which is asked once for all that wait. Rejects as that does. */
  of(read: () => Promise<readonly T[]>): Promise<readonly T[]> {
    if (this.#known !== undefined && this.#known.until > performance.now()) return this.#known.list;
    const known = { until: performance.now() + KEPT_MS, list: read() };
    this.#known = known;
    known.list.catch(() => {
      if (this.#known === known) this.forget();
    });
    return known.list;
  }
}
