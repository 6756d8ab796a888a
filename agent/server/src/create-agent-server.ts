import type { DurableHandler, DurableHost, Logger } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import type { ThreadSummary } from "@toolwright/view";
import type { Agent } from "./agent.ts";
import { ChangeFeed } from "./changes/change-feed.ts";
import { shownThread } from "./changes/thread-watch.ts";
import { WEB } from "./channels.ts";
import { checkServerOptions } from "./check-server-options.ts";
import { createApp } from "./create-app.ts";
import { type ForkThreadOptions, forkThread } from "./forks/fork-thread.ts";
import { OpenStreams } from "./guard/open-streams.ts";
import { tokenGuard } from "./guard/token-guard.ts";
import { DEFAULT_LIMITS, type ServerLimits } from "./limits.ts";
import { gaugesOf } from "./metrics/gauges.ts";
import { Metrics } from "./metrics/metrics.ts";
import { StoreHealth } from "./metrics/store-health.ts";
import { LiveThreads } from "./runs/live-threads.ts";
import { Lookout } from "./runs/lookout.ts";
import { RecentConversations } from "./runs/recent-conversations.ts";
import { RulesBeingSaved } from "./runs/rules-being-saved.ts";
import type { ServerContext } from "./server-context.ts";
import { KnownUsers } from "./users/known-users.ts";
import type { Authenticate, Permissions } from "./users/principal.ts";
import { userGuard } from "./users/user-guard.ts";

/** What a server is made of. */
export interface AgentServerOptions {
  readonly agent: Agent;
  /** Not closed by the server. */
  readonly store: Store;
  /** What every request but `/healthz` and `/readyz` must bring, where one person uses the server. */
  readonly token?: string;
  /** In its place where several users do: says whose a request is, and what they may do. */
  readonly authenticate?: Authenticate;
  /** Names of the agent's tools, for metrics. Default: those of `agent.tools`. */
  readonly toolNames?: Iterable<string>;
  /** Further origins that browsers may call from. */
  readonly origins?: readonly string[];
  /** Answer only under names of this machine. Default true. */
  readonly loopbackOnly?: boolean;
  /**
   * What may be done with the token. `configure`: models, MCP servers, instructions and budget can be changed at the
   * page. Default: only where `loopbackOnly` holds, and by requests that came through no proxy.
   */
  readonly may?: Partial<Pick<Permissions, "configure">>;
  /**
   * Carries the runs of people from server to server: its handler calls `work` of this server. Default: servers take
   * runs up from each other.
   */
  readonly engine?: DurableHost;
  readonly limits?: Partial<ServerLimits>;
  /** Default: the console. */
  readonly logger?: Logger;
}

/** A server without a socket: requests in, responses out. */
export interface AgentServer {
  readonly fetch: (request: Request) => Promise<Response>;
  /** What the handler of its engine calls. */
  readonly work: DurableHandler;
  /**
   * A thread that begins with what another one holds, as `POST /api/threads/:id/fork` makes it. Undefined for an
   * unknown thread or run. Rejects with a `StoreError`: `conflict` where the name is taken or the run of `after` has
   * not ended, `limit` without room.
   */
  fork(options: ForkThreadOptions): Promise<ThreadSummary | undefined>;
  /** Takes up what an earlier process left open, and looks for more of it from time to time. */
  resume(): void;
  /** Begins no more runs, and resolves when everything is at rest or was stopped: see `limits.closeMs`. */
  close(): Promise<void>;
}

/**
 * An agent behind HTTP, for one person with a token or for the users that `authenticate` names. Throws a `TypeError`
 * for an option that does not exist or cannot be, and for an empty token.
 */
export function createAgentServer(options: AgentServerOptions): AgentServer {
  checkServerOptions(options);
  const { users, ...context } = contextOf(options);
  const { authenticate, token = "" } = options;
  const guard =
    authenticate && users
      ? userGuard(context, { authenticate, users })
      : tokenGuard(context, { token, configuresThroughProxy: options.may?.configure === true });
  const origins = { origins: options.origins ?? [], loopbackOnly: options.loopbackOnly ?? true };
  const app = createApp(context, { guard, origins });
  const lookout = new Lookout(context);
  return {
    fetch: async (request) => app.fetch(request),
    work: (run, turn) => context.threads.work(run, turn),
    async fork(options) {
      const thread = await forkThread(context.store, options);
      return thread && shownThread(thread);
    },
    resume: () => lookout.start(),
    async close() {
      lookout.stop();
      await context.threads.close();
      context.changes.close();
      await context.streams.close();
    },
  };
}

/** What all requests share, and what is used behind them. */
interface ServerParts extends ServerContext {
  readonly threads: LiveThreads;
  readonly users: KnownUsers | undefined;
}

function contextOf(options: AgentServerOptions): ServerParts {
  const { agent, store, logger = console, loopbackOnly = true } = options;
  const may = { run: true, read: true, approve: true, configure: options.may?.configure ?? loopbackOnly };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const toolNames = new Set(options.toolNames ?? agent.tools?.map(({ name }) => name));
  const streams = new OpenStreams(limits.streams);
  const users = options.authenticate && new KnownUsers(limits, streams);
  const health = new StoreHealth({ store, logger, onError: (error) => metrics.onStoreError(error) });
  const gauges = gaugesOf({ store, health, streams, threads: () => threads });
  const metrics: Metrics = new Metrics({ isTool: (name) => toolNames.has(name), gauges });
  const rules = new RulesBeingSaved();
  const threads: LiveThreads = new LiveThreads({
    store,
    agent,
    limits,
    logger,
    rules,
    users,
    engine: options.engine,
    metrics,
  });
  const changes = new ChangeFeed({ store, logger, threads: users === undefined ? { channel: WEB } : { owned: true } });
  const recent = new RecentConversations();
  const whoever = { person: undefined, channel: WEB, may };
  return {
    ...whoever,
    users,
    store,
    allApprovals: store.approvals,
    agent,
    limits,
    threads,
    rules,
    recent,
    changes,
    streams,
    metrics,
    health,
    logger,
  };
}
