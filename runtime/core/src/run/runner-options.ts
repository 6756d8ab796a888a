import type { DependencyHolder } from "../dependencies/holder.ts";
import type { ActivityStream } from "../journal/activity-stream.ts";
import type { ApprovalDecision } from "../journal/event.ts";
import type { OptionRules } from "../options/check-options.ts";
import { oneOf, withFunctions } from "../options/option-rules.ts";
import type { ToolMap } from "../registry/tool-map.ts";
import type { OutputCache } from "../result/output-cache.ts";
import type { OutputLimits } from "../result/output-limits.ts";
import type { Secret } from "../secrets/scrubber.ts";
import { aListOfSecrets } from "../secrets/secret.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { DependencyOverrides, GivenResolve } from "../tool/dependency.ts";
import type { Logger } from "../tool/logger.ts";
import type { ToolDeps } from "../tool/tool-deps.ts";
import type { SettledCall } from "./call-states.ts";
import type { Approver, Policy } from "./policy.ts";

/** How a runner runs calls. Only `registry` is needed. */
export interface RunnerOptions {
  readonly registry: ToolMap;
  /** Where events go. Default: nowhere; none are made. */
  readonly activity?: ActivityStream | undefined;
  readonly policy?: Policy | undefined;
  readonly approver?: Approver | undefined;
  /** Default: one in memory. `false` keeps nothing aside. */
  readonly outputCache?: OutputCache | false | undefined;
  /**
   * Whether what was cut may name the two tools that read kept outputs. Default: whether the call's step has them; a
   * loop offers them itself.
   */
  readonly cacheTools?: boolean | undefined;
  readonly overrides?: DependencyOverrides | undefined;
  /** Holds dependencies of scope `conversation` and `process`. Default: `sharedDependencies`. */
  readonly dependencies?: DependencyHolder | undefined;
  /** Plain values handed to every tool as `ctx.deps`. */
  readonly deps?: (Readonly<Record<string, unknown>> & Partial<ToolDeps>) | undefined;
  /** `required` refuses tools without an allowlist. Default `optional`. */
  readonly redaction?: "required" | "optional" | undefined;
  /** Values to mask everywhere, beside the well-known shapes. */
  readonly secrets?: readonly Secret[] | undefined;
  /** What is shown of an exception that is not a `ToolError`. Default `message`: its first line, scrubbed. */
  readonly thrownErrors?: "message" | "safe" | undefined;
  /** `false` hands arguments to tools unchecked. Default true. */
  readonly validate?: boolean | undefined;
  /** `false` refuses arguments of a wrong type where they could be mended (`"30"` for a number). Default true. */
  readonly repair?: boolean | undefined;
  /**
   * Whether an identical call in one run is refused: of reads (`run`, the default), of tools that declare no effects
   * too (`all`), of none.
   */
  readonly redundancy?: "run" | "all" | "off" | undefined;
  /** `false`: a call that always comes to the same is not stopped. For callers that are no model. Default true. */
  readonly loopGuard?: boolean | undefined;
  /** How many calls of one step run together, of reads and of `concurrent` tools. Default 8. */
  readonly maxConcurrency?: number | undefined;
  /** Milliseconds for tools that declare none. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds until an approval that nobody answered expires. Default: never. */
  readonly approvalTimeoutMs?: number | undefined;
  readonly limits?: Partial<OutputLimits> | undefined;
  /**
   * UTF-8 bytes of one whole output, as text or JSON, at most; a larger one ends in `output_too_large`. Default 64 MiB,
   * at most 256.
   */
  readonly maxOutputBytes?: number | undefined;
  /** Default: warnings and errors to the console. */
  readonly logger?: Logger | undefined;
  readonly now?: (() => Date) | undefined;
  readonly conversation?: Conversation | undefined;
  /** Results that come after the call, or its run, has ended. */
  readonly onAsyncResult?: ((late: SettledCall) => void) | undefined;
}

/** What one call, or one step's calls, run under. */
export interface CallContext {
  readonly signal?: AbortSignal | undefined;
  /** The run these calls belong to. Calls without one share no memory. */
  readonly runId?: string | undefined;
  readonly conversation?: Conversation | undefined;
  /** Answers `ctx.resolve` in place of the runner. */
  readonly resolve?: GivenResolve | undefined;
  /** Answers questions about these calls in place of the runner's approver. */
  readonly approver?: Approver | undefined;
  /** Hears the live output of these calls, as the events tell it. */
  readonly onOutput?: ((chunk: string) => void) | undefined;
  /**
   * What a journal holds of these calls from an earlier process: a start is not stored again, a question keeps its id.
   */
  readonly recorded?: CallRecord | undefined;
}

/** How far a call had come when its process ended. */
export interface CallRecord {
  readonly started: boolean;
  readonly approvalId?: string;
  /**
   * When the question with that id expires, in milliseconds since 1970. Left out: what `approvalTimeoutMs` says from
   * now on.
   */
  readonly expiresAt?: number;
  /** What was answered: it is not asked again. */
  readonly decision?: ApprovalDecision;
  /** 1, and one more for every repetition after a crash. Default 1. */
  readonly attempt?: number;
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

/** What the options may be that most runners and loops are given. */
export const COMMON_RULES: Pick<OptionRules<RunnerOptions>, "activity" | "policy" | "redaction" | "secrets"> = {
  activity: withFunctions("an ActivityStream: new ActivityStream(journal)", "emit", "sync"),
  policy: withFunctions(
    "a Policy, a function decide(tool, args) in an object, such as askForWrites or createPermissions({ … }).policy",
    "decide",
  ),
  redaction: oneOf("required", "optional"),
  secrets: aListOfSecrets,
};
