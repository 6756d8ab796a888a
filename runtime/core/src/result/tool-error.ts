import { type CheckedOptions, checkOptions } from "../options/check-options.ts";
import { anything, aText } from "../options/option-rules.ts";
import type { ErrorCode } from "./error-info.ts";

/** Options of a {@link ToolError}. */
export interface ToolErrorOptions {
  /**
   * `user_error`, `security_violation`, or `outcome_unknown` where the tool cannot tell whether it was done; every
   * other code counts as an ordinary failure of the tool (`execution_failed`) where a tool throws it.
   */
  readonly code?: ErrorCode;
  /** The tool's own code, for example `AMBIGUOUS`. */
  readonly reason?: string;
  /** What to do next, in one sentence. */
  readonly suggestion?: string;
  /** The original exception: logged, never shown. */
  readonly cause?: unknown;
}

const ERROR: CheckedOptions<ToolErrorOptions> = {
  of: "The options of ToolError",
  rules: { code: aText, reason: aText, suggestion: aText, cause: anything },
};

const MARK = Symbol.for("toolwright.ToolError");

/** A failure whose message the model may read. Throw it from `execute`. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly [MARK] = true;
  readonly code: ErrorCode | undefined;
  readonly reason: string | undefined;
  readonly suggestion: string | undefined;

  /** Throws a `TypeError` for an option that does not exist. */
  constructor(message: string, options: ToolErrorOptions = {}) {
    checkOptions<ToolErrorOptions>(options, ERROR);
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.reason = options.reason;
    this.suggestion = options.suggestion;
  }

  /** Works across duplicate installations of this package, where `instanceof` does not. */
  static isInstance(value: unknown): value is ToolError {
    try {
      return typeof value === "object" && value !== null && MARK in value;
    } catch {
      // A proxy may throw at any look at it.
      return false;
    }
  }
}
