/** How much a fetch may take. */
export interface FetchLimits {
  /** Milliseconds for everything: looking up the name, all redirects, the body. Default 30,000. */
  readonly timeoutMs: number;
  /** Bytes of a body that are read. Default 5 MiB. */
  readonly maxBytes: number;
  /** Milliseconds for which a page is given again without being fetched. Default 15 minutes. */
  readonly cacheMs: number;
}

export const FETCH_LIMITS: FetchLimits = { timeoutMs: 30_000, maxBytes: 5 * 1024 * 1024, cacheMs: 15 * 60 * 1_000 };
