import { ToolError } from "@toolwright/core";
import type { ProcessEnd } from "../../workspace/processes.port.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import type { SearchRun } from "../search-engine.port.ts";

/** A run of ripgrep. */
export interface RipgrepRun extends SearchRun {
  readonly workspace: Workspace;
  readonly program: string;
  readonly args: readonly string[];
  /** False: nothing more is wanted. */
  take(chunk: Uint8Array): boolean | Promise<boolean>;
}

/** How it ended, with the beginning of what it complained about. */
export interface RipgrepEnd {
  readonly end: ProcessEnd;
  readonly errors: string;
  /** `enough`: what it gave was not wanted any more. */
  readonly stopped: "no" | "enough" | "timed-out";
}

/** Complaints beyond this are not kept. In UTF-16 units. */
const MAX_ERRORS = 64 * 1024;

/** Runs ripgrep until it ends, its time is up, or nothing more is wanted. Rejects when it is aborted. */
export async function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  if (run.signal.aborted) throw wasStopped();
  let [errors, stopped]: [string, RipgrepEnd["stopped"]] = ["", "no"];
  const decoder = new TextDecoder();
  const process = run.workspace.processes.start({
    command: [run.program, ...run.args],
    cwd: run.workspace.root,
    startsOthers: false,
    async onOutput(chunk, stream) {
      if (stopped !== "no") return;
      if (stream === "stderr") errors = (errors + decoder.decode(chunk, { stream: true })).slice(0, MAX_ERRORS);
      else if (!(await run.take(chunk))) stop("enough");
    },
  });
  function stop(why: RipgrepEnd["stopped"]): void {
    stopped = why;
    void process.kill();
  }
  const timer = setTimeout(() => stop("timed-out"), Math.max(0, run.deadline - performance.now()));
  const abort = () => stop("enough");
  run.signal.addEventListener("abort", abort);
  const end = await process.ended;
  clearTimeout(timer);
  run.signal.removeEventListener("abort", abort);
  if (run.signal.aborted) throw wasStopped();
  return { end, errors, stopped };
}

function wasStopped(): ToolError {
  return new ToolError("The search was stopped.");
}
