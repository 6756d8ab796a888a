import { type JournalEvent, type PrepareStep, ToolError, type ToolLoopConfig } from "@toolwright/core";
import {
  AGENT_LIMITS,
  type AgentLimits,
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
import { AgentPlaces, type Place, type PlaceLimits } from "./agent-places.ts";
import { type AgentRun, runTask } from "./agent-run.ts";
import { AgentSessions } from "./agent-sessions.ts";
import { AGENT_TYPES, type AgentType } from "./agent-type.ts";
import { inherit } from "./child-overrides.ts";
import type { ParentCall, SubAgentReport, SubAgents, SubAgentTask } from "./sub-agents.port.ts";

/** What agents are made from. */
export interface SubAgentsOptions {
  /**
   * What the parent of this call runs with, asked for at each task: model, tools, policy, approver, secrets and
   * overrides are inherited. The agent tool itself is not, and neither is what the parent does before its steps.
   */
  config(parent: Pick<ParentCall, "runId">): ToolLoopConfig;
  /** What an agent does before every step of its own, made once for each agent. */
  steps?(): PrepareStep;
  /** Default: `general` and `explore`. */
  readonly types?: readonly AgentType[];
  /** Hears all events of the runs of agents, whose beginnings name the call that each works for as `parentId`. */
  onEvent?(event: JournalEvent): void;
  readonly limits?: Partial<AgentLimits & PlaceLimits>;
}

/** How many agents of a conversation run at the same time, and how many more wait. */
const PLACES: PlaceLimits = { running: 4, queued: 8 };

/** Agents that run in this process, on the parent's model unless their type has one. */
export function createSubAgents(options: SubAgentsOptions): SubAgents {
  checkSubAgentsOptions(options);
  const { types = AGENT_TYPES } = options;
  const limits = { ...AGENT_LIMITS, ...PLACES, ...options.limits };
  const places = new AgentPlaces(limits);
  const sessions = new AgentSessions(options.steps);
  return {
    types,
    admit(task, parent) {
      if (task.prompt.trim() === "")
        throw new ToolError("The prompt is blank.", { code: "user_error", suggestion: "Say what the agent is to do." });
      const type = typeOf(types, task);
      const place = places.take();
      try {
        const { conversation } = parent;
        const session =
          task.agentId === undefined ? sessions.open(type, conversation) : sessions.resume(task.agentId, conversation);
        const run = {
          session,
          task,
          parent,
          limits,
          onEvent: (event: JournalEvent) => options.onEvent?.(event),
          config: options.config(parent),
          inheritance: inherit(parent),
          changed: new Set<string>(),
        };
        session.isWorking = true;
        return { id: session.id, work: (signal) => inPlace(place, { ...run, signal }) };
      } catch (error) {
        place.release();
        throw error;
      }
    },
  };
}

function typeOf(types: readonly AgentType[], { type }: SubAgentTask): AgentType {
  const found = types.find(({ name }) => name === type);
  if (found !== undefined) return found;
  const known = types.map(({ name, description }) => `${name} (${description.replace(/\.$/, "")})`);
  throw new ToolError("There is no such type of agent.", {
    code: "user_error",
    suggestion: `Types: ${known.join(", ")}.`,
  });
}

const CANCELLED: SubAgentReport = {
  end: "cancelled",
  turns: 0,
  tokens: 0,
  text: "",
  calls: [],
  callCount: 0,
  changed: [],
};

/** The place and the agent are free again, and its background jobs are ended, whatever happens. */
async function inPlace(place: Place, run: AgentRun): Promise<SubAgentReport> {
  const { session, signal } = run;
  try {
    return (await place.ready(signal)) ? await runTask(run) : CANCELLED;
  } finally {
    await endJobs(run).catch(() => {});
    session.isWorking = false;
    place.release();
  }
}

async function endJobs({ session: { conversation }, inheritance }: AgentRun): Promise<void> {
  await (await inheritance.jobs).end({ workspace: await inheritance.workspace, conversation });
}

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
  { needed: ["name", "description", "instructions"] },
);

/** Throws a `TypeError` for what agents cannot be made from. */
function checkSubAgentsOptions(options: SubAgentsOptions): void {
  checkOptions<SubAgentsOptions>(options, {
    of: "createSubAgents",
    rules: {
      config: { form: "a function that returns what the parent runs with: () => config", fits: aFunction.fits },
      steps: {
        form: "a function that makes what an agent does before its steps: () => prepareStep",
        fits: aFunction.fits,
      },
      types: listOf("an array of agent types", anAgentType),
      onEvent: aFunction,
      limits: nested<AgentLimits & PlaceLimits>(LIMITS),
    },
    otherNames: {
      model: "model of what config returns",
      tools: "tools of what config returns",
      prepareStep: "steps: () => prepareStep",
    },
    needed: ["config"],
  });
}
