import {
  aCount,
  aFunction,
  aModelPort,
  aText,
  checkOptions,
  listOf,
  milliseconds,
  nested,
  type OptionRules,
  withFunctions,
} from "@toolwright/core/internal";
import type { PlaceLimits } from "./agent-places.ts";
import type { AgentLimits } from "./agent-run.ts";
import type { AgentType } from "./agent-type.ts";
import type { SubAgentsOptions } from "./create-sub-agents.ts";

const LIMITS: OptionRules<AgentLimits & PlaceLimits> = {
  turns: aCount(1),
  timeMs: milliseconds,
  graceMs: milliseconds,
  running: aCount(1),
  queued: aCount(0),
};

const anAgentType = nested<AgentType>(
  {
    name: aText,
    description: aText,
    instructions: aText,
    tools: { form: "a function (tool) that says whether an agent has it", fits: aFunction.fits },
    policy: withFunctions("a Policy: { decide(tool, args) { … } }", "decide"),
    model: aModelPort,
  },
  { otherNames: { system: "instructions", prompt: "instructions" }, needed: ["name", "description", "instructions"] },
);

const LIMIT_NAMES = { maxTurns: "turns", timeoutMs: "timeMs", timeout: "timeMs" };

/** Throws a `TypeError` for what agents cannot be made from. */
export function checkSubAgentsOptions(options: SubAgentsOptions): void {
  checkOptions<SubAgentsOptions>(options, {
    of: "createSubAgents",
    rules: {
      config: { form: "a function that returns what the parent runs with: () => config", fits: aFunction.fits },
      steps: {
        form: "a function that makes what an agent does before its steps: () => prepareStep",
        fits: aFunction.fits,
      },
      types: listOf("an array of agent types", anAgentType),
      limits: nested<AgentLimits & PlaceLimits>(LIMITS, { otherNames: LIMIT_NAMES }),
    },
    otherNames: {
      model: "model of what config returns",
      tools: "tools of what config returns",
      agents: "types",
      prepareStep: "steps: () => prepareStep",
      maxTurns: "limits: { turns }",
      timeoutMs: "limits: { timeMs }",
      maxConcurrency: "limits: { running }",
    },
    needed: ["config"],
  });
}
