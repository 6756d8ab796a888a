import { defineTool, errorTypeOf, type Tool, type ToolContext, ToolError, type ToolResult } from "@toolwright/core";
import { NO_DEADLINE_MS, textResult } from "@toolwright/core/internal";
import { z } from "zod";
import { type AdmittedAgent, AGENT_TOOL, SUB_AGENTS, type SubAgentReport } from "../../agents/sub-agents.port.ts";
import { keptOutputsOf } from "../../outputs/kept-outputs.ts";
import { keptText } from "../../outputs/kept-text.ts";
import { boundedText, otherwise } from "../bounded.ts";
import { calledAlso } from "../called-also.ts";

/** Of a report, so much is given to the parent. In UTF-16 units. */
const MAX_REPORT = 16_000;

/** Files that are named of those that a failed agent changed. */
const MAX_NAMED = 20;

/**
 * `agent`: another agent does a task on its own and reports. What it does is judged call by call, by the same rules; it
 * starts no further agents.
 */
export function agentTool(): Tool {
  return defineTool({
    name: AGENT_TOOL,
    description: "Let a sub-agent do a task. It knows only the prompt.",
    input: z.object({
      description: boundedText({ most: 200 }).describe("3-5 words"),
      prompt: boundedText({ most: 100_000 }),
      type: otherwise(boundedText({ least: 0, most: 100 }).describe("general, or explore: read-only"), "general"),
      agent_id: boundedText({ least: 0, most: 100 }).optional().describe("to go on with"),
      background: otherwise(z.boolean().describe("do not wait"), false),
    }),
    emptyIsAbsent: ["type", "agent_id"],
    aliases: {
      description: ["title", "name"],
      prompt: ["task", "task_prompt", "instructions", "message"],
      type: ["subagent_type", "agent_type"],
      background: ["run_in_background", "is_background"],
    },
    insteadOf: calledAlso("task sub_agent subagent delegate new_task spawn_agent run_agent"),
    effects: { kind: "external", volatile: true, onlyCalls: true },
    // There are places for several, locks for files, and one question at a time.
    concurrent: true,
    allowlist: "all",
    boundsOutput: true,
    timeoutMs: NO_DEADLINE_MS,
    async execute({ description, prompt, type, agent_id: agentId, background }, ctx) {
      const agents = await ctx.resolve(SUB_AGENTS);
      const agent = agents.admit({ description, prompt, type, agentId }, ctx);
      if (!background) {
        const report = await agent.work(ctx.signal);
        // "No" without a note means that the whole run is to stop, as the question says.
        if (report.end === "denied") ctx.stopRun();
        return answer(agent, report, ctx);
      }
      ctx.background(async (signal) => answer(agent, await agent.work(signal), ctx));
      return { ...told(`Agent ${agent.id} works in the background; its report follows.`, agent), async: true };
    },
  });
}

async function answer(agent: AdmittedAgent, report: SubAgentReport, ctx: ToolContext): Promise<ToolResult> {
  const { end, text } = report;
  if (end === "cancelled") throw new ToolError(`Agent ${agent.id} was stopped.`);
  const artifact = {
    agentId: agent.id,
    calls: report.calls.map((call) => ({ ...call })),
    callCount: report.callCount,
    ...(report.usage && { usage: { ...report.usage } }),
    ...(report.changed.length > 0 && { changed: [...report.changed] }),
  };
  if (end === "failed") return { ...failed(agent, report), artifact };
  const outputs = await keptOutputsOf(ctx);
  const shown = await keptText(text || "(no report)", { most: MAX_REPORT, what: "report", outputs });
  const answer = told([head(agent, report), shown.text, ...shown.notes].join("\n"), agent);
  const result = { ...answer, artifact };
  return shown.ref === undefined ? result : { ...result, ref: shown.ref };
}

/** What it did until then stays told: nobody else knows what it has changed. */
function failed({ id }: AdmittedAgent, { turns, text, callCount, changed }: SubAgentReport): ToolResult {
  const after = `${turns} ${turns === 1 ? "turn" : "turns"}`;
  const did = callCount === 0 ? "" : ` It had made ${callCount} ${callCount === 1 ? "call" : "calls"}`;
  const files = changed.length === 0 ? "" : ` and changed ${changed.slice(0, MAX_NAMED).join(", ")}`;
  const message = `Agent ${id} failed after ${after}: ${text}${did === "" ? "" : `${did}${files}.`}`;
  return {
    ...textResult(""),
    isError: true,
    error: {
      code: "execution_failed",
      type: errorTypeOf("execution_failed"),
      message,
      suggestion: `Call agent with agent_id=${id} to let it go on.`,
    },
  };
}

function head({ id }: AdmittedAgent, { end, turns, tokens }: SubAgentReport): string {
  const spent = tokens < 1_000 ? `${tokens}` : `${Math.round(tokens / 1_000)}k`;
  return `[agent ${id} ${end}, ${turns} ${turns === 1 ? "turn" : "turns"}, ${spent} tokens]`;
}

function told(text: string, { id }: AdmittedAgent): ToolResult {
  return { ...textResult(text), artifact: { agentId: id } };
}
