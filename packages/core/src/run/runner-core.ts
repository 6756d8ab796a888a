import { type ActivitySink, SILENT } from "../journal/activity-sink.ts";
import type { ToolMap } from "../registry/tool-map.ts";
import type { OutputLimits } from "../result/bound-output.ts";
import type { OutputCache } from "../result/output-cache.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { Conversation } from "../tool/conversation.ts";
import { lazy } from "../tool/lazy.ts";
import type { Logger } from "../tool/logger.ts";
import { Approvals } from "./authorise/approvals.ts";
import type { CallEnv, DecodedCall } from "./call-env.ts";
import { CallIds } from "./call-ids.ts";
import { consoleLogger } from "./console-logger.ts";
import type { Around } from "./perform/run-wrapped.ts";
import type { RunnerOptions } from "./runner-options.ts";
import type { SettledCall } from "./tool-call.ts";

/** The options of a runner with every default filled in: what the four phases work with. */
export interface RunnerCore {
  readonly options: RunnerOptions;
  readonly registry: ToolMap;
  readonly activity: ActivitySink;
  readonly scrubber: Scrubber;
  /** Made in memory when the first output needs it, unless one was given. */
  outputCache: OutputCache | undefined;
  readonly limits: Partial<OutputLimits> | undefined;
  readonly logger: Logger;
  readonly conversation: Conversation;
  readonly deps: Readonly<Record<string, unknown>>;
  readonly ids: CallIds;
  readonly approvals: Approvals;
  readonly around: readonly Around[];
  now(): Date;
  /** Runs one call through the four phases; how a call inside a call gets back to the start. */
  readonly execute: Execute;
}

/** Runs a decoded call. Never rejects. */
export type Execute = (call: DecodedCall, env: CallEnv) => Promise<SettledCall>;

const NOBODY: Conversation = Object.freeze({ channel: "", chatId: "" });

const executing = lazy(() => import("./execute-one.ts"));
const logs = lazy(() => import("./scrubbed-logger.ts"));
const masks = lazy(() => import("./scrubber-for.ts"));

/** What a core is made from. */
export interface CoreStart {
  readonly options: RunnerOptions;
  readonly around: readonly Around[];
}

/** Makes a core, and continues the numbering of the journal it writes to. */
export async function createRunnerCore({ options, around }: CoreStart): Promise<RunnerCore> {
  const scrubber = (await masks()).scrubberFor(options.secrets);
  const core: RunnerCore = {
    options,
    registry: options.registry,
    activity: options.activity ?? SILENT,
    scrubber,
    outputCache: options.outputCache || undefined,
    limits: options.limits,
    logger:
      options.logger === undefined ? consoleLogger(scrubber) : (await logs()).scrubbedLogger(options.logger, scrubber),
    conversation: options.conversation ?? NOBODY,
    deps: Object.freeze(Object.assign(Object.create(null), options.deps)),
    ids: new CallIds(scrubber),
    approvals: new Approvals(),
    around,
    execute: async (call, env) => (await executing()).executeOne(call, env),
    now: options.now === undefined ? () => new Date() : () => options.now?.() ?? new Date(),
  };
  const synced = core.activity.sync();
  if (synced !== undefined) await synced;
  return core;
}

/** Throws a `TypeError` when redaction is required and a registered tool has no allowlist. */
export function refuseUnlisted({ redaction, registry }: RunnerOptions): void {
  if (redaction !== "required") return;
  const unlisted = registry.tools().filter((tool) => tool.spec.allowlist === undefined);
  if (unlisted.length === 0) return;
  const names = unlisted.map((tool) => tool.name).join(", ");
  throw new TypeError(`Redaction is required, and these tools declare no allowlist: ${names}.`);
}
