import type { Logger } from "@toolwright/core";
import type { Store } from "@toolwright/durable";
import type { Agent } from "./agent.ts";
import type { ChangeFeed } from "./changes/change-feed.ts";
import type { OpenStreams } from "./guard/open-streams.ts";
import type { ServerLimits } from "./limits.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { LiveThreads } from "./runs/live-threads.ts";
import type { RulesBeingSaved } from "./runs/rules-being-saved.ts";

/** What the routes share. */
export interface ServerContext {
  readonly store: Store;
  readonly agent: Agent;
  readonly limits: ServerLimits;
  /** Whether clients are told why a run failed in the words of what did. */
  readonly tellsReasons: boolean;
  readonly threads: LiveThreads;
  readonly rules: RulesBeingSaved;
  readonly changes: ChangeFeed;
  readonly streams: OpenStreams;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** The conversations that people see; those of other endpoints are kept apart. */
export const WEB = "web";
export const OPEN_AI = "openai";
