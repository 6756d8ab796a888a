import type { DependencyKey } from "@toolwright/core";

/** One GET request. */
export interface FetchRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends everything: looking up the name, connecting, and the body too. */
  readonly signal: AbortSignal;
}

/** An answer whose body is still to come. */
export interface FetchResponse {
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Without content encoding. May be iterated once; fails when the request is ended. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the request. Call it when no more of the body is wanted. */
  close(): void;
}

/**
 * Speaks HTTP with the public web. Follows no redirect: whether the next address may be asked is for the caller to
 * judge.
 */
export interface Fetcher {
  /** Rejects with a `FetchError`. */
  request(request: FetchRequest): Promise<FetchResponse>;
}

/**
 * Why a request failed: the address may not be asked, the name is not known, nobody answers, what came is not to be
 * understood, or the request was ended.
 */
export type FetchFailure = "refused" | "unknown_host" | "connection" | "protocol" | "aborted";

/** A request that brought no answer. Its message may be shown to anybody. */
export class FetchError extends Error {
  override readonly name = "FetchError";
  readonly reason: FetchFailure;

  constructor(reason: FetchFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

let shared: Fetcher | undefined;

/** What fetches pages. Without an override: this machine, public addresses only. */
export const FETCHER: DependencyKey<Fetcher> = {
  id: "toolwright.fetcher",
  scope: "run",
  async create() {
    const { createNodeFetcher } = await import("./node-fetcher.adapter.ts");
    return (shared ??= createNodeFetcher());
  },
};
