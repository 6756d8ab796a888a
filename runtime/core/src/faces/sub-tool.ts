import type { Json } from "../json/json.ts";
import { present } from "../json/present.ts";
import type { Message } from "../model/messages.ts";
import type { Allowlist, DefineToolOptions, Schema, ToolContext, ToolReturn } from "../tool/tool.ts";
import { checkPromptToolOptions } from "./check-prompt-tool.ts";

/** A tool as plain data: a part of a composite tool, or one yet to be registered. Its schema is not read yet. */
export interface SubTool<I = unknown, O = unknown> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema<I>;
  // A method, so that tools of every input type fit one list.
  execute(input: I, context: PromptToolContext): ToolReturn<O> | Promise<ToolReturn<O>>;
  readonly options?: ToolOptions<I, O>;
}

/**
 * Puts the parts of a tool together as plain data. Throws a `TypeError` for an option that does not exist or cannot be.
 */
export function tool<I, O>(
  name: string,
  description: string,
  inputSchema: Schema<I>,
  execute: SubTool<I, O>["execute"],
  options?: ToolOptions<I, O>,
): SubTool<I, O> {
  if (options !== undefined) checkPromptToolOptions(name, options);
  return { name, description, inputSchema, execute, ...present({ options }) };
}

/** The hooks of a tool. Each may be asynchronous; anything but `undefined` counts, also null, false, 0 and "". */
export interface ToolCallbacks<I = unknown, O = unknown> {
  /** Skips `execute` and `onSuccess` with a value of its own. */
  beforeCall?(input: I, output: undefined): unknown;
  /** May replace the output. */
  onSuccess?(input: I, output: O): unknown;
  /** May replace the error. */
  onError?(input: I, output: { error: string }): unknown;
}

/** What of a tool's contract stands beside its hooks. */
type Contract<I, O> = Pick<DefineToolOptions<I, O>, "effects" | "requiresConfirmation" | "timeoutMs" | "streamsOutput">;

/** The last argument of `defTool` and `tool`. */
export interface ToolOptions<I = unknown, O = unknown> extends ToolCallbacks<I, O>, Contract<I, O> {
  readonly allowlist?: Allowlist;
  /** What the model reads in place of an output that passed the allowlist, or of the `{error}` of a failed call. */
  formatOutput?(output: Json): unknown;
  /** What every output must fit, but that of a failure. */
  readonly responseSchema?: Schema<unknown>;
  /** What becomes of an output that does not fit. Default `error`: the call fails. */
  readonly responseValidation?: "off" | "warn" | "error";
}

/** What a tool of a prompt gets besides its input: the context of the call, and what the model had read. */
export interface PromptToolContext extends ToolContext {
  /** The request that the call came from. Empty outside a prompt. */
  readonly messages: readonly Message[];
  /** The same as `signal`. */
  readonly abortSignal: AbortSignal;
}

/** Adds to a call's context what a prompt's tools are promised. */
export function promptToolContext(context: ToolContext, messages: readonly Message[]): PromptToolContext {
  const { logger, now, conversation, runId, toolCallId, attempt, idempotencyKey, deps, scrubber, budget } = context;
  const { resolve, emitOutput, addUsage, stopRun, ask, call, background } = context;
  return {
    ...{ logger, now, conversation, runId, toolCallId, attempt, idempotencyKey, deps, scrubber, budget },
    ...{ resolve, emitOutput, addUsage, stopRun, ask, call, background, messages },
    // Made when first asked for: most tools listen to nothing.
    get signal() {
      return context.signal;
    },
    get abortSignal() {
      return context.signal;
    },
  };
}
