import type { ShellOutcome } from "./run-shell.ts";

/** What the last line of a command's output says. */
export interface FooterFacts {
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
