import type { Logger } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import type { Agent } from "./agent.ts";
import type { ChangeFeed } from "./changes/change-feed.ts";
import type { OpenStreams } from "./guard/open-streams.ts";
import type { ServerLimits } from "./limits.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { StoreHealth } from "./metrics/store-health.ts";
import type { RecentConversations } from "./runs/recent-conversations.ts";
import type { RulesBeingSaved } from "./runs/rules-being-saved.ts";
import type { RouteRuns } from "./users/own-runs.ts";
import type { Permissions, SignedIn } from "./users/principal.ts";

/** What the routes share. */
export interface ServerContext {
  /** The store as whoever asks sees it. */
  readonly store: Store;
  /** Of all users. */
  readonly allApprovals: Store["approvals"];
  readonly agent: Agent;
  /** Who asks, where several users share the server. */
  readonly person: SignedIn | undefined;
  /** Of the threads that whoever asks sees. */
  readonly channel: string;
  readonly may: Permissions;
  readonly limits: ServerLimits;
  readonly threads: RouteRuns;
  readonly rules: RulesBeingSaved;
  readonly recent: RecentConversations;
  readonly changes: ChangeFeed;
  readonly streams: OpenStreams;
  readonly metrics: Metrics;
  readonly health: StoreHealth;
  readonly logger: Logger;
}
