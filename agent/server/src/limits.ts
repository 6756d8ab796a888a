/** What one server takes on. */
export interface ServerLimits {
  /** Bytes of a request's body. Default 4 MiB. */
  readonly bodyBytes: number;
  /** Milliseconds until a body must be there. Default 30,000. */
  readonly bodyMs: number;
  /** Runs under way, those that wait for an approval included. Default 256. */
  readonly runs: number;
  /** Streams that are being read. Default 1,024. */
  readonly streams: number;
  /** The same of each user, where several share the server. Defaults 32 and 64. */
  readonly userRuns: number;
  readonly userStreams: number;
  /** Requests at once, and how many more a second, of each user. Defaults 500 and 100. */
  readonly requestBurst: number;
  readonly requestsPerSecond: number;
  /** Milliseconds until a question that nobody answered expires. Default 24 hours. */
  readonly approvalMs: number;
  /**
   * Milliseconds that calls under way which may not run twice have to end when the server closes, a whole number.
   * Default 20,000. Model calls, reads and questions are handed over at once.
   */
  readonly closeMs: number;
  /**
   * Milliseconds that a run is left to a server which is no longer heard of, before another one takes it up. Default
   * 15,000. One that died on this machine is known to be dead at once.
   */
  readonly leaseMs: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  bodyBytes: 4 * 1024 * 1024,
  bodyMs: 30_000,
  runs: 256,
  streams: 1024,
  userRuns: 32,
  userStreams: 64,
  requestBurst: 500,
  requestsPerSecond: 100,
  approvalMs: 24 * 60 * 60 * 1000,
  closeMs: 20_000,
  leaseMs: 15_000,
};
