import type { Logger } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import type { Agent } from "./agent.ts";
import type { ChangeFeed } from "./changes/change-feed.ts";
import type { OpenStreams } from "./guard/open-streams.ts";
import type { ServerLimits } from "./limits.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { StoreHealth } from "./metrics/store-health.ts";
import type { LiveThreads } from "./runs/live-threads.ts";
import type { RecentConversations } from "./runs/recent-conversations.ts";
import type { RulesBeingSaved } from "./runs/rules-being-saved.ts";

/** What everybody with the token may do beside running, reading and approving. */
export interface ServerPermissions {
  /** Change models, MCP servers, instructions and budget of the agent. */
  readonly configure: boolean;
}

/** What the routes share. */
export interface ServerContext {
  readonly store: Store;
  readonly agent: Agent;
  readonly may: ServerPermissions;
  readonly limits: ServerLimits;
  readonly threads: LiveThreads;
  readonly rules: RulesBeingSaved;
  readonly recent: RecentConversations;
  readonly changes: ChangeFeed;
  readonly streams: OpenStreams;
  readonly metrics: Metrics;
  readonly health: StoreHealth;
  readonly logger: Logger;
}
