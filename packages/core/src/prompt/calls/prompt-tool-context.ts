import type { Message } from "../../model/messages.ts";
import type { ToolContext } from "../../tool/tool-context.ts";

/** What a tool of a prompt gets besides its input: the context of the call, and what the model had read. */
export interface PromptToolContext extends ToolContext {
  /** The request that the call came from. Empty outside a prompt. */
  readonly messages: readonly Message[];
  /** The same as `signal`. */
  readonly abortSignal: AbortSignal;
}

/** Adds to a call's context what 000 promises. */
export function promptToolContext(context: ToolContext, messages: readonly Message[]): PromptToolContext {
  const { logger, now, conversation, runId, toolCallId, attempt, idempotencyKey, deps } = context;
  const { resolve, emitOutput, call, background } = context;
  return {
    ...{ logger, now, conversation, runId, toolCallId, attempt, idempotencyKey, deps },
    ...{ resolve, emitOutput, call, background, messages },
    // Made when first asked for: most tools listen to nothing.
    get signal() {
      return context.signal;
    },
    get abortSignal() {
      return context.signal;
    },
  };
}
