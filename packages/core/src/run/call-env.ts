import type { EveryField } from "../every-field.ts";
import type { ApprovalDecision } from "../journal/event.ts";
import type { Decoded } from "../schema/decode-arguments.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { Resolve } from "../tool/dependency.ts";
import type { Tool } from "../tool/tool.ts";
import type { RunMemory } from "./run-memory.ts";
import type { RunnerCore } from "./runner-core.ts";

/** What the calls of one step have in common. */
export interface StepEnv {
  readonly core: RunnerCore;
  readonly runId: string;
  readonly signal: AbortSignal | undefined;
  readonly conversation: Conversation;
  /** What the run remembers between calls; a call outside a run has none. */
  readonly memory: RunMemory | undefined;
  /** The whole active set of this step; undefined: everything registered. */
  readonly active?: ReadonlyMap<string, Tool> | undefined;
  /** What the registry held when the step began: an active tool of these runs in the version that is registered now. */
  readonly registered?: readonly Tool[] | undefined;
  /** Tools that only this call can name: those of the tool that made it. They come before the active ones. */
  readonly subTools?: readonly Tool[] | undefined;
  /** The call that made this one. */
  readonly parentId?: string;
  /** 0 for a model's call, one more for every call inside a call. */
  readonly depth: number;
  /** Answers `ctx.resolve` in place of the runner. */
  readonly resolve?: Resolve;
}

/** One call's surroundings. */
export interface CallEnv extends StepEnv {
  readonly toolCallId: string;
  readonly attempt: number;
  readonly resumed?: ResumedCall;
}

/** The surroundings of a step's call that is made for the first time. */
export function firstAttempt(step: StepEnv, toolCallId: string): CallEnv {
  const { core, runId, signal, conversation, memory, active, registered, subTools, parentId, depth, resolve } = step;
  const env: EveryField<CallEnv> = {
    core,
    runId,
    signal,
    conversation,
    memory,
    active,
    registered,
    subTools,
    parentId,
    depth,
    resolve,
    toolCallId,
    attempt: 1,
    resumed: undefined,
  };
  return env;
}

/** What a journal already holds of a call that a crash cut off. */
export interface ResumedCall {
  readonly started: boolean;
  readonly approvalId?: string;
  readonly decision?: ApprovalDecision;
}

/** A call whose arguments have been read as JSON, or could not be. */
export interface DecodedCall {
  readonly name: string;
  readonly decoded: Decoded;
  /** UTF-8 bytes of the arguments as JSON text, where there is nothing to mask in them. Default: nobody has looked. */
  readonly cleanBytes?: number | undefined;
}
