import type { Allowlist, DefineToolOptions, Schema } from "../../tool/tool.ts";

/** The hooks of 000. Each may be asynchronous; anything but `undefined` counts, also null, false, 0 and "". */
export interface ToolCallbacks<I = unknown, O = unknown> {
  /** Skips `execute` and `onSuccess` with a value of its own. */
  beforeCall?(input: I, output: undefined): unknown;
  /** May replace the output. */
  onSuccess?(input: I, output: O): unknown;
  /** May replace the error. */
  onError?(input: I, output: { error: string }): unknown;
}

/** What of a tool's contract stands beside its hooks. */
type Contract<I, O> = Pick<
  DefineToolOptions<I, O>,
  "effects" | "requiresConfirmation" | "timeoutMs" | "streamsOutput" | "formatOutput"
>;

/** The last argument of `defTool` and `tool`. */
export interface ToolOptions<I = unknown, O = unknown> extends ToolCallbacks<I, O>, Contract<I, O> {
  readonly allowlist?: Allowlist;
  /** What every output must fit, but that of a failure. */
  readonly responseSchema?: Schema<unknown>;
  /** What becomes of an output that does not fit. Default `error`: the call fails. */
  readonly responseValidation?: "off" | "warn" | "error";
}
