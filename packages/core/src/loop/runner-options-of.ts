import type { EveryField } from "../every-field.ts";
import type { ToolMap } from "../registry/tool-map.ts";
import type { RunnerOptions } from "../run/runner-options.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/** What of a run's configuration concerns its calls. A conversation that is given comes before the configured one. */
export function runnerOptionsOf(
  config: ToolLoopConfig,
  registry: ToolMap,
  conversation: Conversation | undefined = config.conversation,
): RunnerOptions {
  const options: EveryField<RunnerOptions> = {
    registry,
    activity: config.activity,
    policy: config.policy,
    approver: config.approver,
    outputCache: config.outputCache,
    overrides: config.overrides,
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
    logger: config.logger,
    now: config.now,
    conversation,
    onAsyncResult: config.onAsyncResult,
  };
  return options;
}
