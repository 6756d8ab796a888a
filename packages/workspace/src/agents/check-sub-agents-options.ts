import {
  aCount,
  aFunction,
  anObject,
  checkOptions,
  listOf,
  milliseconds,
  type OptionRules,
} from "@toolwright/core/internal";
import type { PlaceLimits } from "./agent-places.ts";
import type { AgentLimits } from "./agent-run.ts";
import type { SubAgentsOptions } from "./create-sub-agents.ts";

const LIMITS: OptionRules<AgentLimits & PlaceLimits> = {
  turns: aCount(1),
  timeMs: milliseconds,
  graceMs: milliseconds,
  running: aCount(1),
  queued: aCount(0),
};

/** Throws a `TypeError` for what agents cannot be made from. */
export function checkSubAgentsOptions(options: SubAgentsOptions): void {
  checkOptions<SubAgentsOptions>(options, {
    of: "createSubAgents",
    rules: {
      config: { form: "a function that returns what the parent runs with: () => config", fits: aFunction.fits },
      types: listOf("an array of agent types", anObject),
      limits: anObject,
    },
    otherNames: {
      model: "model of what config returns",
      tools: "tools of what config returns",
      agents: "types",
      maxTurns: "limits: { turns }",
      timeoutMs: "limits: { timeMs }",
      maxConcurrency: "limits: { running }",
    },
    needed: ["config"],
  });
  if (options.limits !== undefined)
    checkOptions<AgentLimits & PlaceLimits>(options.limits, {
      of: "limits of createSubAgents",
      rules: LIMITS,
      otherNames: { maxTurns: "turns", timeoutMs: "timeMs", timeout: "timeMs" },
    });
}
