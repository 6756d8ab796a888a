import { isLoopback } from "./is-loopback.ts";

/** How long each part of an answer may take, in milliseconds. */
export interface TimeLimits {
  /** From sending to the headers; to the first byte where the headers do not announce a stream. */
  readonly firstByteMs: number;
  /** Between two pieces of a stream, its headers included, until it brings something to show. */
  readonly firstContentMs: number;
  /** Between two pieces after that. */
  readonly betweenBytesMs: number;
  /** Between two pieces that bring something, where others such as comments come in between. */
  readonly quietMs: number;
  /** For a server that says it is still loading its model, over all attempts. */
  readonly loadingMs: number;
}

/** The limits that a program may set, in milliseconds; `Infinity` is none. */
export interface TimeLimitOptions {
  /** From sending to the first byte of the answer; 30,000 by default, 300,000 where the server is this machine. */
  readonly firstByteTimeoutMs?: number;
  /**
   * Between two pieces of the answer, comments included, and from the headers of a stream on; 120,000 by default. While
   * a stream has brought nothing to show yet, the default is the time for the first byte where that is longer.
   */
  readonly betweenBytesTimeoutMs?: number;
  /** @deprecated The former name of `firstByteTimeoutMs`. */
  readonly firstByteMs?: number;
  /** @deprecated The former name of `betweenBytesTimeoutMs`. */
  readonly betweenBytesMs?: number;
  /** How long a server that answers 503 because it loads its model is asked again; 300,000 by default. */
  readonly loadingTimeoutMs?: number;
}

const REMOTE_FIRST_BYTE_MS = 30_000;
/** A model on a CPU reads a long prompt for minutes before its first word. */
const LOOPBACK_FIRST_BYTE_MS = 300_000;
const BETWEEN_BYTES_MS = 120_000;
const LOADING_MS = 300_000;

/** The limits for a server at `target`. */
export function timeLimits(options: TimeLimitOptions, target: string): TimeLimits {
  const usual = isLoopback(target) ? LOOPBACK_FIRST_BYTE_MS : REMOTE_FIRST_BYTE_MS;
  const firstByteMs = options.firstByteTimeoutMs ?? options.firstByteMs ?? usual;
  const betweenBytesMs = options.betweenBytesTimeoutMs ?? options.betweenBytesMs;
  const firstContentMs = betweenBytesMs ?? Math.max(BETWEEN_BYTES_MS, firstByteMs);
  return {
    firstByteMs,
    betweenBytesMs: betweenBytesMs ?? BETWEEN_BYTES_MS,
    firstContentMs,
    // An hour or more, unless a program says otherwise.
    quietMs: 30 * firstContentMs,
    loadingMs: options.loadingTimeoutMs ?? LOADING_MS,
  };
}
