import type { EveryField } from "../every-field.ts";
import type { ToolMap } from "../registry/tool-map.ts";
import type { RunnerOptions } from "../run/runner-options.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { CacheTools } from "./cache-tools.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/** What a run's runner is made from. */
interface RunnerStart {
  readonly config: ToolLoopConfig;
  readonly registry: ToolMap;
  readonly conversation: Conversation | undefined;
  readonly cacheTools: CacheTools;
}

/** What of a run's configuration concerns its calls. A conversation that is given comes before the configured one. */
export function runnerOptionsOf({ config, registry, conversation, cacheTools }: RunnerStart): RunnerOptions {
  const options: EveryField<RunnerOptions> = {
    registry,
    activity: config.activity,
    policy: config.policy,
    approver: config.approver,
    outputCache: cacheTools.cache ?? false,
    cacheTools: cacheTools.isOffered ? true : undefined,
    overrides: config.overrides,
    dependencies: config.dependencies,
    deps: config.deps,
    redaction: config.redaction,
    secrets: config.secrets,
    thrownErrors: config.thrownErrors,
    validate: config.validate,
    repair: config.repair,
    redundancy: config.redundancy,
    loopGuard: config.loopGuard,
    maxConcurrency: config.maxConcurrency,
    timeoutMs: config.timeoutMs,
    approvalTimeoutMs: config.approvalTimeoutMs,
    limits: config.limits,
    maxOutputBytes: config.maxOutputBytes,
    logger: config.logger,
    now: config.now,
    conversation: conversation ?? config.conversation,
    onAsyncResult: config.onAsyncResult,
  };
  return options;
}
