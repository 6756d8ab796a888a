import { ToolError } from "@toolwright/core";
import type { Sandbox, SandboxedStart } from "../../sandbox/sandbox.port.ts";
import type { ProcessEnd, RunningProcess } from "../../workspace/processes.port.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";

/** A line of bash to be run. */
export interface ShellRun {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Every program of the line is known and none runs code: then nothing that the folder brings steers or runs them. */
  readonly looks: boolean;
  /** Held in this when given; released when no process of it is left. */
  readonly sandboxed?: SandboxedStart | undefined;
  /** What `sandboxed` was made by. */
  readonly sandbox?: Sandbox["kind"] | undefined;
  onOutput(chunk: Uint8Array, stream: "stdout" | "stderr"): Promise<void>;
}

/** An aborted call settles within 50 ms; so long after an abort the killing begins, in milliseconds. */
const SETTLE_MS = 25;

/** How it ended. */
export type ShellOutcome =
  | Exclude<ProcessEnd, { kind: "not_started" }>
  | { readonly kind: "timed_out"; readonly timeoutMs: number; readonly killed: number; readonly mayLive: boolean }
  | { readonly kind: "aborted" };

/** What remains of a line that was run. */
export interface ShellEnd {
  readonly outcome: ShellOutcome;
  /** What the sandbox put right. */
  readonly notes: readonly string[];
}

/**
 * Runs a line until it ends, its time is up or it is aborted. When time is up its processes are gone before this
 * resolves; after an abort it resolves at once, while they are being ended. Throws a `ToolError` when it cannot be
 * started.
 */
export async function runShell(workspace: Workspace, run: ShellRun): Promise<ShellEnd> {
  const { command, cwd, sandboxed } = run;
  const release = async () => (await sandboxed?.release()) ?? [];
  if (run.signal.aborted) return { outcome: { kind: "aborted" }, notes: await release() };
  const process = workspace.processes.start({
    command,
    cwd,
    ...(run.looks ? { looksIn: workspace.root } : {}),
    ...(sandboxed === undefined ? {} : { env: sandboxed.env, wrap: sandboxed.wrap }),
    onOutput: (chunk, stream) => run.onOutput(chunk, stream),
  });
  const first = await firstOf(process, run);
  if (first === "aborted") {
    // Looking for its processes takes a while on a busy machine: not before the call has settled.
    setTimeout(() => void process.kill().then(release), SETTLE_MS);
    return { outcome: { kind: "aborted" }, notes: [] };
  }
  if (first === "timed_out") {
    const killed = await process.kill();
    const end = await process.ended;
    const notes = await release();
    // Where nothing was left to kill, the line had ended on its own, and only its output was still being read.
    if (killed === 0) return { outcome: started(end), notes };
    // With its process number space, bubblewrap ends everything that is in it.
    const mayLive = !process.findsAll && run.sandbox !== "bubblewrap";
    return { outcome: { kind: "timed_out", timeoutMs: run.timeoutMs, killed, mayLive }, notes };
  }
  return { notes: await release(), outcome: started(first) };
}

function started(end: ProcessEnd): ShellOutcome {
  if (end.kind === "not_started") throw new ToolError(`The command could not be started: ${end.message}.`);
  return end;
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
