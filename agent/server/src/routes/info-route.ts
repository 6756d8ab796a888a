import type { Tool } from "@toolwright/core";
import { toolsOf } from "@toolwright/core/internal";
import type { ServerInfo } from "@toolwright/view";
import type { ShownTool } from "@toolwright/view/internal";
import type { Agent } from "../agent.ts";
import { modelsOf } from "../runs/run-choice.ts";
import type { ServerContext } from "../server-context.ts";
import { answer } from "./refuse.ts";

/** `GET /api/info`: what a page shows and offers. */
export async function info({ agent, may }: ServerContext): Promise<Response> {
  const { model, modes = [], notice = null, tools, undo, workspace, picking } = agent;
  const shownInfo: ServerInfo = {
    model,
    models: modelsOf(agent),
    ...(agent.efforts === undefined ? {} : { efforts: effortsOf(agent) }),
    modes,
    notice,
    ...(picking !== undefined && may.configure
      ? { picking: { providers: picking.providers, recorded: picking.recorded } }
      : {}),
    ...(agent.configuration !== undefined && may.configure ? { configuration: true } : {}),
    tools: await Promise.all(toolsOf(tools).map((tool) => shown(tool, agent))),
    undo: undo !== undefined,
    ...(agent.commits === undefined || undo?.net === undefined ? {} : { commits: true }),
    rules: agent.rules?.saved !== undefined && agent.rules.forget !== undefined,
    files: agent.files !== undefined,
    ...(agent.sandbox === undefined ? {} : { sandbox: (await agent.sandbox()) ?? null }),
    ...(agent.servers === undefined ? {} : { servers: agent.servers() }),
    ...(agent.offers === undefined ? {} : { offers: true }),
    ...(agent.apps === undefined ? {} : { apps: agent.apps.tools }),
    ...(workspace === undefined ? {} : { workspace }),
  };
  const branch = await agent.branch?.();
  return answer(branch === undefined ? shownInfo : { ...shownInfo, branch });
}

/** By model; those that take none are left out. */
function effortsOf(agent: Agent): Readonly<Record<string, readonly string[]>> {
  const efforts = modelsOf(agent).map((model) => [model, agent.efforts?.(model) ?? []] as const);
  return Object.fromEntries(efforts.filter(([, offered]) => offered.length > 0));
}

async function shown(tool: Tool, agent: ServerContext["agent"]): Promise<ShownTool> {
  const { name, description, effects } = tool;
  const held = await agent.held?.(tool);
  const shownTool = { name, description: firstSentence(description), effects: effects.kind ?? null };
  return held === undefined ? shownTool : { ...shownTool, held };
}

/** Characters of a description that is one long sentence. */
const MAX_SENTENCE = 300;

/** To the first full stop that a blank or the end follows. */
function firstSentence(description: string): string {
  const [line = ""] = description.trim().split("\n", 1);
  const end = line.indexOf(". ");
  // What announces a list is a sentence without it.
  const sentence = end === -1 ? line.replace(/:$/, ".") : line.slice(0, end + 1);
  return sentence.length <= MAX_SENTENCE ? sentence : `${sentence.slice(0, MAX_SENTENCE - 1).toWellFormed()}…`;
}
