import type { ActivityStream } from "../journal/activity-stream.ts";
import type { ToolMap } from "../registry/tool-map.ts";
import type { OutputCache } from "../result/output-cache.ts";
import type { OutputLimits } from "../result/output-limits.ts";
import type { Secret } from "../secrets/scrubber.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { DependencyOverrides, Resolve } from "../tool/dependency.ts";
import type { Logger } from "../tool/logger.ts";
import type { Approver } from "./approver.ts";
import type { Policy } from "./policy.ts";
import type { SettledCall } from "./stages.ts";

/** How a runner runs calls. Only `registry` is needed. */
export interface RunnerOptions {
  readonly registry: ToolMap;
  /** Where events go. Default: nowhere; none are made. */
  readonly activity?: ActivityStream;
  readonly policy?: Policy;
  readonly approver?: Approver;
  /** Default: one in memory. `false` keeps nothing aside. */
  readonly outputCache?: OutputCache | false;
  /** Whether what was cut may name the two tools that read kept outputs. Default: whether the call's step has them; a loop offers them itself. */
  readonly cacheTools?: boolean;
  readonly overrides?: DependencyOverrides;
  /** Plain values handed to every tool as `ctx.deps`. */
  readonly deps?: Readonly<Record<string, unknown>>;
  /** `required` refuses tools without an allowlist. Default `optional`. */
  readonly redaction?: "required" | "optional";
  /** Values to mask everywhere, beside the well-known shapes. */
  readonly secrets?: readonly Secret[];
  /** What is shown of an exception that is not a `ToolError`. Default `message`: its first line, scrubbed. */
  readonly thrownErrors?: "message" | "safe";
  /** `false` hands arguments to tools unchecked. Default true. */
  readonly validate?: boolean;
  /** `false` refuses arguments of a wrong type where they could be mended (`"30"` for a number). Default true. */
  readonly repair?: boolean;
  /** Whether an identical call in one run is refused: of reads (`run`, the default), of tools that declare no effects too (`all`), of none. */
  readonly redundancy?: "run" | "all" | "off";
  /** `false`: a call that always comes to the same is not stopped. For callers that are no model. Default true. */
  readonly loopGuard?: boolean;
  /** How many reads of one step run together. Default 8. */
  readonly maxConcurrency?: number;
  /** Milliseconds for tools that declare none. Default 60,000. */
  readonly timeoutMs?: number;
  /** Milliseconds until an approval that nobody answered expires. Default: never. */
  readonly approvalTimeoutMs?: number;
  readonly limits?: Partial<OutputLimits>;
  /** UTF-8 bytes of one whole output, as text or JSON, at most; a larger one ends in `output_too_large`. Default 64 MiB, at most 256. */
  readonly maxOutputBytes?: number;
  /** Default: warnings and errors to the console. */
  readonly logger?: Logger;
  now?(): Date;
  readonly conversation?: Conversation;
  /** Results that come after the call, or its run, has ended. */
  onAsyncResult?(late: SettledCall): void;
}

/** What one call, or one step's calls, run under. */
export interface CallContext {
  readonly signal?: AbortSignal;
  /** The run these calls belong to. Calls without one share no memory. */
  readonly runId?: string;
  readonly conversation?: Conversation;
  /** Answers `ctx.resolve` in place of the runner. */
  readonly resolve?: Resolve;
}

const DEFAULT_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Longer texts would not fit into one string of every engine together with their JSON. */
export const MOST_OUTPUT_BYTES = 256 * 1024 * 1024;

/** UTF-8 bytes that one output may have. */
export function maxOutputBytes({ maxOutputBytes: bytes = DEFAULT_OUTPUT_BYTES }: RunnerOptions): number {
  return bytes;
}

/** Throws a `TypeError` when redaction is required and a registered tool has no allowlist. */
export function refuseUnlisted({ redaction, registry }: RunnerOptions): void {
  if (redaction !== "required") return;
  const unlisted = registry.tools().filter((tool) => tool.spec.allowlist === undefined);
  if (unlisted.length === 0) return;
  const names = unlisted.map((tool) => tool.name).join(", ");
  throw new TypeError(`Redaction is required, and these tools declare no allowlist: ${names}.`);
}
