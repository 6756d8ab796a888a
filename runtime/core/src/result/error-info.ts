/** The call was refused before it ran: no side effect of this attempt is possible. */
export type RefusedCode =
  | "invalid_json"
  | "invalid_arguments"
  | "unknown_tool"
  | "inactive_tool"
  | "redundant_call"
  | "policy_denied"
  | "approval_denied"
  | "skipped";

/** The call failed after it started: side effects are possible. */
export type FailedCode =
  | "execution_failed"
  | "user_error"
  | "security_violation"
  | "hook_failed"
  | "timeout"
  | "aborted"
  | "invalid_output"
  | "redaction_failed"
  | "not_serialisable"
  | "output_too_large"
  | "outcome_unknown";

/** The code of every call that came to nothing: refused before it ran, or failed after it started. */
export type ErrorCode = RefusedCode | FailedCode;

/** The five kinds of errors: who can do something about one. */
export type ErrorType = "validation_error" | "user_error" | "system_error" | "permission_error" | "security_error";

/** What is wrong at one place of the arguments. */
export interface Issue {
  /** JSON Pointer (RFC 6901) into the arguments; `""` is the arguments themselves. */
  readonly path: string;
  /** For example `expected integer, got string`. Never holds a received value. */
  readonly message: string;
}

/** Why a call has no ordinary result. */
export interface ErrorInfo {
  readonly code: ErrorCode;
  readonly type: ErrorType;
  readonly message: string;
  /** The tool's own code, for example `AMBIGUOUS`. */
  readonly reason?: string;
  /** What to do next. */
  readonly suggestion?: string;
  readonly issues?: readonly Issue[];
  /** The original exception, for logs. Not enumerable, so it is never serialised. */
  readonly cause?: unknown;
}

const REFUSED: Readonly<Record<RefusedCode, ErrorType>> = {
  invalid_json: "validation_error",
  invalid_arguments: "validation_error",
  unknown_tool: "validation_error",
  inactive_tool: "validation_error",
  redundant_call: "validation_error",
  policy_denied: "permission_error",
  approval_denied: "permission_error",
  skipped: "system_error",
};

const FAILED: ReadonlySet<string> = new Set<FailedCode>([
  "execution_failed",
  "user_error",
  "security_violation",
  "hook_failed",
  "timeout",
  "aborted",
  "invalid_output",
  "redaction_failed",
  "not_serialisable",
  "output_too_large",
  "outcome_unknown",
]);

/** True for a code of the closed list. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && (FAILED.has(code) || Object.hasOwn(REFUSED, code));
}

/** True when a call with this code never ran. */
export function isRefused(code: ErrorCode): code is RefusedCode {
  return Object.hasOwn(REFUSED, code);
}

/** The class of an error code: who can do something about it. */
export function errorTypeOf(code: ErrorCode): ErrorType {
  if (isRefused(code)) return REFUSED[code];
  if (code === "user_error") return "user_error";
  return code === "security_violation" ? "security_error" : "system_error";
}
