import type { ThreadSummary } from "@toolwright/view";
import type { Api } from "../server/api.ts";

/** What a `ThreadStore` is made from. */
export interface ThreadStoreOptions {
  readonly api: Api;
  /** Milliseconds before the first attempt to connect again; doubled for each further one. Default 500. */
  readonly retryMs?: number;
  /** Whether something was sent to a thread before the page was loaded, so that the server may be about to make it. */
  readonly isSentTo?: (threadId: string) => boolean;
  /** Told of a thread once it is shown. */
  readonly onShown?: (thread: ThreadSummary) => void;
}
