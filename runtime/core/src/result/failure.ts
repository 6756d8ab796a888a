import { type ErrorCode, type ErrorInfo, errorTypeOf, type Issue, isRefused } from "./error-info.ts";
import type { ToolResult } from "./tool-result.ts";

/** What is known of a call that was refused or failed. */
export interface FailureDetails {
  readonly code: ErrorCode;
  readonly message: string;
  readonly reason?: string;
  readonly suggestion?: string;
  readonly issues?: readonly Issue[];
  readonly cause?: unknown;
}

/** The result of a call that was refused or failed. Its output is the one line that the model reads. */
export function failure(details: FailureDetails, { ran }: Head = {}): ToolResult {
  const error = errorInfo(details);
  return {
    output: { type: "text", text: failureLine(error, { ran }) },
    silent: false,
    isError: true,
    async: false,
    error,
  };
}

/** UTF-16 units: an error is a sentence, whatever a tool throws. */
const MAX_MESSAGE = 8_000;

/** Fills in the error's type; keeps the cause out of every serialisation. */
export function errorInfo({ code, message, reason, suggestion, issues, cause }: FailureDetails): ErrorInfo {
  const info: ErrorInfo = {
    code,
    type: errorTypeOf(code),
    message: clip(message),
    ...(reason === undefined ? {} : { reason: clip(reason) }),
    ...(suggestion === undefined ? {} : { suggestion: clip(suggestion) }),
    ...(issues === undefined ? {} : { issues }),
  };
  return cause === undefined ? info : Object.defineProperty(info, "cause", { value: cause, enumerable: false });
}

interface Head {
  /** Whether the call ran. Default: what its code says. */
  readonly ran?: boolean | undefined;
}

/** The wording tells the model whether side effects are possible. */
export function failureLine({ code, message, suggestion }: ErrorInfo, { ran = !isRefused(code) }: Head = {}): string {
  const head = ran ? "Error executing tool: " : `Error [${code}]: `;
  return suggestion === undefined ? head + message : `${head}${message} ${suggestion}`;
}

function clip(text: string): string {
  return (text.length <= MAX_MESSAGE ? text : `${text.slice(0, MAX_MESSAGE)}…`).toWellFormed();
}

/** The result of a tool that ran, and whose output does not fit the schema of it. */
export function unfitting(issues: readonly Issue[]): ToolResult {
  const named = issues.map(({ path, message }) => `${path || "output"}: ${message}`).join("; ");
  return failure({ code: "invalid_output", message: `the tool ran; its output does not fit its schema (${named}).` });
}

/** The result of a tool that ran, and of whose output no allowlist says what may be shown. */
export function notRedacted(): ToolResult {
  return failure({ code: "redaction_failed", message: "the tool ran; its result may not be shown." });
}

/** A failure without details gets the general ones. */
export function withError(result: ToolResult): ToolResult {
  if (!result.isError || result.error !== undefined) return result;
  const message = result.output.type === "text" ? result.output.text : "The tool reported a failure.";
  return { ...result, error: { code: "execution_failed", type: "system_error", message } };
}

/**
 * What a tool says in words of its own may hold what its list leaves out, unless it gives its word that it does not.
 */
export function withoutFreeText(said: ToolResult): ToolResult {
  const { forUser: _said, ...result } = said;
  const { output, error, isError } = result;
  const code = error?.code ?? "execution_failed";
  const message = isError ? "it failed; what it said is withheld by its allowlist." : "";
  const withheld = errorInfo({ code, message, cause: error?.cause });
  const safe = error === undefined && !isError ? result : { ...result, error: withheld };
  if (output.type !== "text") return safe;
  if (isError) return { ...safe, output: { type: "text", text: failureLine(withheld) } };
  return result.async ? { ...safe, output: { type: "text", text: "It goes on in the background." } } : safe;
}
