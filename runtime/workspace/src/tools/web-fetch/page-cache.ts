import type { FetchedPage } from "./fetch-page.ts";

type Page = Extract<FetchedPage, { kind: "page" }>;

/** What is kept together: bytes, and pages. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_PAGES = 50;

/** Pages that were fetched a short time ago. The one unused for longest goes first. */
export class PageCache {
  readonly #keepMs: number;
  readonly #pages = new Map<string, { readonly page: Page; readonly until: number }>();
  #bytes = 0;

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  get(key: string): Page | undefined {
    const entry = this.#pages.get(key);
    if (entry === undefined) return undefined;
    this.#remove(key);
    if (entry.until <= performance.now()) return undefined;
    this.#put(key, entry);
    return entry.page;
  }

  set(key: string, page: Page): void {
    this.#remove(key);
    this.#put(key, { page, until: performance.now() + this.#keepMs });
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= MAX_BYTES && this.#pages.size <= MAX_PAGES) return;
      this.#remove(oldest);
    }
  }

  #put(key: string, entry: { readonly page: Page; readonly until: number }): void {
    this.#pages.set(key, entry);
    this.#bytes += entry.page.bytes.length;
  }

  #remove(key: string): void {
    this.#bytes -= this.#pages.get(key)?.page.bytes.length ?? 0;
    this.#pages.delete(key);
  }
}
