import type { DurableHost, Logger } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import type { Agent } from "../agent.ts";
import type { ServerLimits } from "../limits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { KnownUsers } from "../users/known-users.ts";
import type { RulesBeingSaved } from "./rules-being-saved.ts";

/** What the runs of a server are made with. */
export interface LiveThreadsOptions {
  readonly store: Store;
  readonly agent: Agent;
  readonly limits: ServerLimits;
  readonly logger: Logger;
  /** Carries the runs of people; left out, servers take them up from each other by their leases. */
  readonly engine?: DurableHost | undefined;
  readonly rules: RulesBeingSaved;
  /** Left out where one person has the token. */
  readonly users?: KnownUsers | undefined;
  readonly metrics: Metrics;
}
