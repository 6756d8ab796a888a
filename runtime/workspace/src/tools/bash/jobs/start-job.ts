import { setTimeout as delay } from "node:timers/promises";
import { type ToolContext, ToolError, type ToolResult } from "@toolwright/core";
import { textResult } from "@toolwright/core/internal";
import { keptOutputsOf } from "../../../outputs/kept-outputs.ts";
import type { GuardedPath, SandboxedStart } from "../../../sandbox/sandbox.port.ts";
import type { Workspace } from "../../../workspace/workspace.port.ts";
import { hiddenNote } from "../hidden-note.ts";
import { BACKGROUND_JOBS, type BackgroundJob, jobFooter, MAX_JOBS } from "./background-jobs.ts";
import { JobOutput } from "./job-output.ts";

/** A line that is to run in the background. */
export interface JobStart {
  readonly workspace: Workspace;
  readonly ctx: ToolContext;
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** As in `ShellRun`. */
  readonly looks: boolean;
  /** What it cannot open. */
  readonly absent: readonly GuardedPath[];
  prepare(): Promise<SandboxedStart | undefined>;
}

/** So much of the errors is looked through for what it could not open (UTF-16 units). */
const MAX_ERRORS = 20_000;

/** A job that fails at once is told at once (milliseconds). */
const LOOK_MS = 100;

/** Starts a job and says so; one that has ended within 100 ms is told with what it printed. */
export async function startJob({
  workspace,
  ctx,
  command,
  cwd,
  looks,
  absent,
  prepare,
}: JobStart): Promise<ToolResult> {
  const jobs = await ctx.resolve(BACKGROUND_JOBS);
  if (!jobs.hasRoom(workspace, ctx.conversation)) throw tooMany();
  const outputs = await keptOutputsOf(ctx);
  const output = new JobOutput({ spill: outputs.begin(), scrubber: ctx.scrubber });
  const sandboxed = await prepare();
  const decoder = new TextDecoder();
  let stderr = "";
  const process = workspace.processes.start({
    command,
    cwd,
    ...(looks ? { looksIn: workspace.root } : {}),
    ...(sandboxed === undefined ? {} : { env: sandboxed.env, wrap: sandboxed.wrap }),
    onOutput(chunk, stream) {
      if (stream === "stderr" && absent.length > 0)
        stderr = (stderr + decoder.decode(chunk, { stream: true })).slice(-MAX_ERRORS);
      return output.take(chunk, stream);
    },
  });
  const job = jobs.add(workspace, ctx.conversation, {
    command,
    process,
    output,
    note: () => hiddenNote(absent, { command, stdout: "", stderr }, workspace.root),
  });
  void job.ended.then(() => sandboxed?.release());
  await Promise.race([job.ended, delay(LOOK_MS)]);
  return resultOf(job);
}

function resultOf(job: BackgroundJob): ToolResult {
  if (job.end?.kind === "not_started") throw new ToolError(`The command could not be started: ${job.end.message}.`);
  const started = `Started ${job.id} (pid ${job.process.pid}).`;
  const told = textResult(job.end === undefined ? started : `${started}\n${ending(job)}`);
  return { ...told, artifact: { job: job.id, pid: job.process.pid } };
}

function ending(job: BackgroundJob): string {
  const { text } = job.output.read();
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${jobFooter(job)}`;
}

function tooMany(): ToolError {
  return new ToolError(`${MAX_JOBS} background jobs are running, which is the most there may be.`, {
    code: "user_error",
    suggestion: "End one with bash_kill.",
  });
}
