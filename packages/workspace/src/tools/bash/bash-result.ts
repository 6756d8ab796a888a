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

/** What the last line of a command's output says. */
interface FooterFacts {
  readonly outcome: ShellOutcome;
  readonly durationMs: number;
  /** Said after how it ended, when there is something to say. */
  readonly notes: readonly (string | undefined)[];
}

/** Shorter commands do not say how long they took. */
const WORTH_SAYING_MS = 1_000;

/** One line in brackets: how a command ended and what else is worth knowing. */
export function footer({ outcome, durationMs, notes }: FooterFacts): string {
  const took = durationMs >= WORTH_SAYING_MS ? `${(durationMs / 1_000).toFixed(1)}s` : undefined;
  const said = outcome.kind === "exited" || outcome.kind === "signalled" ? [took, ...notes, left(outcome.left)] : notes;
  return `[${[ending(outcome), ...said].filter((part) => part !== undefined).join(" · ")}]`;
}

function ending(outcome: ShellOutcome): string {
  switch (outcome.kind) {
    case "exited":
      return `exit ${outcome.code}`;
    case "signalled":
      return `killed by ${outcome.signal}`;
    case "timed_out":
      return `timed out after ${outcome.timeoutMs / 1_000}s; ${killed(outcome)}`;
    case "aborted":
      return "aborted";
  }
}

function killed({ killed, mayLive }: Extract<ShellOutcome, { kind: "timed_out" }>): string {
  const known = `${plural(killed, "process", "processes")} killed`;
  return mayLive ? `${known}; one that left its session and cleared its environment may live on` : known;
}

function left(pids: readonly number[]): string | undefined {
  if (pids.length === 0) return undefined;
  const named = pids.slice(0, 5).join(", ") + (pids.length > 5 ? ", …" : "");
  const what = plural(pids.length, "background process", "background processes");
  return `${what} left (${pids.length === 1 ? "pid" : "pids"} ${named})`;
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
