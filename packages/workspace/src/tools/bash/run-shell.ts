import { ToolError } from "@toolwright/core";
import type { ProcessEnd, RunningProcess } from "../../workspace/processes.port.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";

/** A line of bash to be run. */
export interface ShellRun {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  onOutput(chunk: Uint8Array, stream: "stdout" | "stderr"): Promise<void>;
}

/** How it ended. */
export type ShellOutcome =
  | Exclude<ProcessEnd, { kind: "not_started" }>
  | { readonly kind: "timed_out"; readonly timeoutMs: number; readonly killed: number }
  | { readonly kind: "aborted" };

/**
 * Runs a line until it ends, its time is up or it is aborted. When time is up its processes are gone before this resolves;
 * after an abort it resolves at once, while they are being ended. Throws a `ToolError` when it cannot be started.
 */
export async function runShell(workspace: Workspace, run: ShellRun): Promise<ShellOutcome> {
  if (run.signal.aborted) return { kind: "aborted" };
  const { command, cwd } = run;
  const process = workspace.processes.start({ command, cwd, onOutput: (chunk, stream) => run.onOutput(chunk, stream) });
  const first = await firstOf(process, run);
  if (first === "aborted") {
    void process.kill();
    return { kind: "aborted" };
  }
  if (first === "timed_out") {
    const killed = await process.kill();
    await process.ended;
    return { kind: "timed_out", timeoutMs: run.timeoutMs, killed };
  }
  if (first.kind === "not_started") throw new ToolError(`The command could not be started: ${first.message}.`);
  return first;
}

function firstOf(
  process: RunningProcess,
  { timeoutMs, signal }: ShellRun,
): Promise<ProcessEnd | "timed_out" | "aborted"> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish("timed_out"), timeoutMs);
    const aborted = () => finish("aborted");
    const finish = (first: ProcessEnd | "timed_out" | "aborted") => {
      clearTimeout(timer);
      signal.removeEventListener("abort", aborted);
      resolve(first);
    };
    signal.addEventListener("abort", aborted);
    void process.ended.then(finish);
  });
}
