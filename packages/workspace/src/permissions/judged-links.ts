/** So many paths are remembered; the oldest is forgotten first. */
const MAX_PATHS = 1_000;

/**
 * Where paths led when calls on them were judged. A question about a path names the file behind it, so that a yes to the call
 * is a yes to that file; a path that led to different files in different calls was said yes to for none of them.
 */
export class JudgedLinks {
  readonly #led = new Map<string, string | undefined>();

  /** A call on this path was judged; both absolute. `real` undefined: it cannot be said. */
  note(path: string, real: string | undefined): void {
    const known = this.#led.has(path);
    const before = this.#led.get(path);
    this.#led.delete(path);
    this.#led.set(path, known && before !== real ? undefined : real);
    const oldest = this.#led.size > MAX_PATHS ? this.#led.keys().next().value : undefined;
    if (oldest !== undefined) this.#led.delete(oldest);
  }

  /** True when every call on this path was judged for exactly this file. */
  has(path: string, real: string): boolean {
    return this.#led.get(path) === real;
  }
}
