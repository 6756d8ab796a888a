/** Resources of one server that are watched: those that were read longest ago go first. */
const MOST = 100;

/** Which resources of a server are watched, and the number of the change that each had last. */
export class WatchedAddresses {
  readonly #changes = new Map<string, number>();
  #last = 0;

  get all(): readonly string[] {
    return [...this.#changes.keys()];
  }

  /** Undefined where it is watched already; else the one that is watched no longer, if there has to be one. */
  add(uri: string): { readonly dropped: string | undefined } | undefined {
    const known = this.#changes.get(uri);
    this.#changes.delete(uri);
    this.#changes.set(uri, known ?? this.#last);
    if (known !== undefined) return undefined;
    const dropped = this.#changes.size > MOST ? this.#changes.keys().next().value : undefined;
    if (dropped !== undefined) this.#changes.delete(dropped);
    return { dropped };
  }

  /** The number of its last change; undefined where it is not watched. */
  lastChangeOf(uri: string): number | undefined {
    return this.#changes.get(uri);
  }

  /** What a server says of an address counts for the watched one that it is, or that it lies below. */
  changed(uri: string): void {
    this.#last += 1;
    for (const watched of this.#changes.keys())
      if (uri === watched || uri.startsWith(watched.endsWith("/") ? watched : `${watched}/`))
        this.#changes.set(watched, this.#last);
  }
}
