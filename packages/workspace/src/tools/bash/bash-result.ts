import { errorTypeOf, type Json, type ToolResult } from "@toolwright/core";
import { textResult } from "@toolwright/core/internal";
import type { CollectedOutput } from "./output/command-output.ts";
import type { ShellOutcome } from "./run-shell.ts";

/** A command that has ended, or was ended. */
export interface EndedCommand {
  readonly outcome: ShellOutcome;
  readonly collected: CollectedOutput;
  readonly durationMs: number;
  /** Lines of their own after what was printed. */
  readonly notices: readonly string[];
  /** The last line. */
  readonly footer: string;
}

/** What a model and a program are given of it. */
export function bashResult({ outcome, collected, durationMs, notices, footer }: EndedCommand): ToolResult {
  const { text, stdout, stderr, looks, ref } = collected;
  const lineFeed = text === "" || text.endsWith("\n") ? "" : "\n";
  const last = [...notices, footer].join("\n");
  const error = errorOf(outcome);
  const artifact: Json = {
    stdout,
    stderr,
    returnCode: outcome.kind === "exited" ? outcome.code : null,
    signal: outcome.kind === "signalled" ? outcome.signal : null,
    timedOut: outcome.kind === "timed_out",
    durationMs: Math.round(durationMs),
    ...(looks.length > 0 && { looks }),
  };
  return {
    ...textResult(`${text}${lineFeed}${last}`),
    isError: error !== undefined,
    artifact,
    ...(error !== undefined && { error }),
    ...(ref !== undefined && { ref }),
  };
}

/** Only a command that did not come to its own end is a failure of the call. */
function errorOf(outcome: ShellOutcome): ToolResult["error"] {
  if (outcome.kind === "aborted") return { code: "aborted", type: errorTypeOf("aborted"), message: "aborted." };
  if (outcome.kind !== "timed_out") return undefined;
  return {
    code: "timeout",
    type: errorTypeOf("timeout"),
    message: `timed out after ${outcome.timeoutMs / 1_000}s.`,
    suggestion: "Give a larger timeout, or do less in one command.",
  };
}
