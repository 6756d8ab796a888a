/** How much a store keeps. Bytes are UTF-8 bytes of what is stored. */
export interface StoreLimits {
  /** Of the whole file. Beyond it every write fails with `full`. Default 8 GiB. */
  readonly databaseBytes: number;
  /** Of one event as JSON. Beyond it the event is refused with `too_large`. Default 16 MiB. */
  readonly eventBytes: number;
  /** Of one conversation's events. Beyond it events are refused with `limit`. Default 1 GiB. */
  readonly conversationBytes: number;
  /**
   * Threads that are not archived. Beyond it the least recently used idle ones are archived when one is made, with a
   * line in the log; `limit` when none is idle. Default: any number.
   */
  readonly threads: number;
  /** Milliseconds. Idle threads that were not used for longer go when one is made. Default: for ever. */
  readonly threadAgeMs: number;
  /** Questions that wait at the same time. Beyond it questions are refused with `limit`. Default 1,000. */
  readonly pendingApprovals: number;
  /** Newest entries of the approvals' audit, and newest answered questions, that are kept. Default 10,000 each. */
  readonly auditRows: number;
  /** Newest invocation summaries that are kept. Default 100,000. */
  readonly summaryRows: number;
  /** Of all kept outputs together; the least recently used go first. Default 256 MiB. */
  readonly outputBytes: number;
}

const MIB = 1024 * 1024;

const DEFAULTS: StoreLimits = {
  databaseBytes: 8 * 1024 * MIB,
  eventBytes: 16 * MIB,
  conversationBytes: 1024 * MIB,
  threads: Number.POSITIVE_INFINITY,
  threadAgeMs: Number.POSITIVE_INFINITY,
  pendingApprovals: 1_000,
  auditRows: 10_000,
  summaryRows: 100_000,
  outputBytes: 256 * MIB,
};

/** The given limits over the defaults. Throws a `RangeError` for one that is not positive. */
export function completeLimits(given: Partial<StoreLimits> = {}): StoreLimits {
  const limits = { ...DEFAULTS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!(value > 0)) throw new RangeError(`The limit ${name} must be a positive number, not ${value}.`);
  }
  return limits;
}
