import { present } from "../json/present.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { ErrorCode } from "./error-info.ts";
import { type FailureDetails, failure } from "./failure.ts";
import { ToolError } from "./tool-error.ts";
import type { ToolResult } from "./tool-result.ts";

/** How exceptions are shown. */
interface Shown {
  readonly options: { readonly thrownErrors?: "message" | "safe" | undefined };
  readonly scrubber: Scrubber;
}

const MAX_CHARACTERS = 500;
/** How much of a message is looked at: far more than is shown. */
const MAX_READ = 65_536;
/** An absolute path of at least two segments that stands on its own: not the path of a URL. */
const ABSOLUTE_PATH = /(^|[\s'"`(=:])((?:\/|[A-Za-z]:\\)[^\s'"`():,;]+)/g;

/** What a tool may say of its own failure; every other code is the runner's to give. */
const OWN_CODES: ReadonlySet<ErrorCode> = new Set(["user_error", "security_violation", "outcome_unknown"]);

/** What an exception of a tool comes to. */
export function thrownDetails(thrown: unknown, shown: Shown): FailureDetails {
  if (!ToolError.isInstance(thrown)) {
    return { code: "execution_failed", message: thrownMessage(thrown, shown), cause: thrown };
  }
  const { message, code, reason, suggestion } = thrown;
  return {
    code: code !== undefined && OWN_CODES.has(code) ? code : "execution_failed",
    message,
    cause: thrown,
    ...present({ reason, suggestion }),
  };
}

/** What is said of a function of the tool's, or of a middleware, that threw around `execute`. */
export function hookDetails(name: string, thrown: unknown, shown: Shown): FailureDetails {
  return { code: "hook_failed", message: `${name} failed: ${thrownMessage(thrown, shown)}`, cause: thrown };
}

/** The result of a call that it ended. */
export function hookFailure(name: string, thrown: unknown, shown: Shown): ToolResult {
  return failure(hookDetails(name, thrown, shown));
}

/** Whether an exception is one of a class. Never throws: it may be a proxy that lets nobody look at it. */
export function isThrown<T>(thrown: unknown, type: abstract new (...given: never[]) => T): thrown is T {
  try {
    return thrown instanceof type;
  } catch {
    return false;
  }
}

/** What an exception says itself, for the tool's own `onError`. Never throws. */
export function realMessage(thrown: unknown): string {
  try {
    // Its message may have been set to anything.
    if (thrown instanceof Error) return String(thrown.message || thrown.name);
    if (typeof thrown === "object" && thrown !== null && "message" in thrown) return String(thrown.message);
    return String(thrown);
  } catch {
    return "";
  }
}

/**
 * What may be shown of an exception that is not a `ToolError`: its first line, scrubbed, without directories.
 * Under `thrownErrors: "safe"` a fixed text.
 */
export function thrownMessage(thrown: unknown, { options, scrubber }: Shown): string {
  if (options.thrownErrors === "safe") return "The tool failed.";
  // Masked before anything is cut: of half a secret nobody would know that it is one.
  const [line = ""] = scrubber.text(realMessage(thrown).trimStart().slice(0, MAX_READ)).split(/[\r\n]/, 1);
  const clipped = line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS - 1)}…` : line;
  return withoutDirectories(clipped).toWellFormed() || "The tool failed.";
}

/** Where files lie on the host is nobody's business; which file it was may help. */
function withoutDirectories(line: string): string {
  return line.replace(ABSOLUTE_PATH, (whole, before: string, path: string) => {
    const segments = path.split(/[/\\]/).filter((segment) => segment !== "");
    const last = segments.at(-1);
    return segments.length < 2 || last === undefined || path.startsWith("//") ? whole : `${before}…/${last}`;
  });
}
