import { defineTool, type Tool, type ToolContext, ToolError, type ToolResult } from "@toolwright/core";
import { textResult } from "@toolwright/core/internal";
import { z } from "zod";
import { type KeptOutputs, keptOutputsOf } from "../../outputs/kept-outputs.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { countUpTo, otherwise } from "../bounded.ts";
import { calledAlso } from "../called-also.ts";
import { BACKGROUND_JOBS, type BackgroundJob, jobFooter, jobLine, killJob } from "./jobs/background-jobs.ts";

/** What other tool systems call a job. */
const JOB_NAMES: readonly string[] = "job_id id bash_id shell_id task_id".split(" ");

const Input = z.object({
  job: z.string().optional().describe("such as j1"),
  wait: otherwise(secondsToWait().describe("seconds, up to 30"), 0),
  lines: countUpTo(2_000).optional().describe("last lines only"),
});

/** More than 30 are 30: the footer says whether the job still runs. */
function secondsToWait() {
  return z
    .number()
    .refine((seconds) => seconds >= 0, "expected at least 0")
    .transform((seconds) => Math.min(seconds, 30));
}

/** Makes the tool `bash_output`: what a background job printed since it was last asked, or a list of the jobs. */
export function bashOutputTool(): Tool {
  return defineTool({
    name: "bash_output",
    description: "Read new output of a background job; without job, list them.",
    input: Input,
    emptyIsAbsent: ["job", "lines"],
    aliases: { job: JOB_NAMES, wait: ["wait_seconds", "timeout"] },
    effects: { kind: "read", volatile: true },
    allowlist: "all",
    boundsOutput: true,
    timeoutMs: ({ wait }) => wait * 1_000 + 5_000,
    async execute({ job: id, wait, lines }, ctx): Promise<ToolResult | string> {
      const [jobs, workspace] = [await ctx.resolve(BACKGROUND_JOBS), await ctx.resolve(WORKSPACE)];
      if (id === undefined) {
        const listed = jobs.list(workspace, ctx.conversation).map(jobLine);
        return listed.length === 0 ? "No background jobs." : listed.join("\n");
      }
      const job = jobs.find(workspace, ctx.conversation, id);
      if (job === undefined) throw noSuchJob(id);
      await waitFor(job, wait * 1_000, ctx);
      return resultOf(job, { lines, outputs: await keptOutputsOf(ctx) });
    },
  });
}

/** The error for a job that does not exist. */
function noSuchJob(id: string): ToolError {
  return new ToolError(`There is no background job ${id}.`, {
    code: "user_error",
    reason: "NOT_FOUND",
    suggestion: "bash_output without a job lists them.",
  });
}

/** Until something was printed, the job has ended, or time is up. */
async function waitFor(job: BackgroundJob, ms: number, { signal }: ToolContext): Promise<void> {
  if (ms === 0 || job.end !== undefined || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
    void Promise.race([job.output.arrival(), job.ended]).then(finish);
  });
}

interface Reading {
  readonly lines: number | undefined;
  readonly outputs: KeptOutputs;
}

function resultOf(job: BackgroundJob, { lines, outputs }: Reading): ToolResult {
  const { text, ref } = job.output.read(lines);
  const lineFeed = text === "" || text.endsWith("\n") ? "" : "\n";
  const full = ref === undefined ? "" : `[${outputs.told(ref, "output")}]\n`;
  const told = textResult(`${text}${lineFeed}${full}${jobFooter(job)}`);
  return ref === undefined ? told : { ...told, ref };
}

const SIGNALS = { TERM: "SIGTERM", INT: "SIGINT", HUP: "SIGHUP", KILL: "SIGKILL" } as const;

/** Makes the tool `bash_kill`: ends a background job and everything it started; after 2 s with SIGKILL. */
export function bashKillTool(): Tool {
  return defineTool({
    name: "bash_kill",
    description: "End a background job.",
    input: z.object({ job: z.string(), signal: otherwise(z.enum(["TERM", "INT", "HUP", "KILL"]), "TERM") }),
    emptyIsAbsent: ["signal"],
    aliases: { job: JOB_NAMES },
    insteadOf: calledAlso("kill_shell kill_bash kill_job kill"),
    effects: "write",
    allowlist: "all",
    async execute({ job: id, signal }, ctx) {
      const [jobs, workspace] = [await ctx.resolve(BACKGROUND_JOBS), await ctx.resolve(WORKSPACE)];
      const job = jobs.find(workspace, ctx.conversation, id);
      if (job === undefined) throw noSuchJob(id);
      if (job.end !== undefined) return `${id} had ended already. ${jobFooter(job)}`;
      const killed = await killJob(job, SIGNALS[signal]);
      return `Ended ${id} (${killed} ${killed === 1 ? "process" : "processes"}). ${jobFooter(job)}`;
    },
  });
}
