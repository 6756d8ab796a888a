import { defineTool, type Tool } from "@toolwright/core";
import { z } from "zod";
import { WORKSPACE } from "../../workspace/workspace.port.ts";
import { otherwise } from "../bounded.ts";
import { noSuchJob } from "./bash-output.tool.ts";
import { BACKGROUND_JOBS, jobFooter, killJob } from "./jobs/background-jobs.ts";

const SIGNALS = { TERM: "SIGTERM", INT: "SIGINT", HUP: "SIGHUP", KILL: "SIGKILL" } as const;

/** Makes the tool `bash_kill`: ends a background job and everything it started; after 2 s with SIGKILL. */
export function bashKillTool(): Tool {
  return defineTool({
    name: "bash_kill",
    description: "End a background job.",
    input: z.object({ job: z.string(), signal: otherwise(z.enum(["TERM", "INT", "HUP", "KILL"]), "TERM") }),
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
