import {
  ActivityStream,
  type JournalEvent,
  type Message,
  runToolLoop,
  type Tool,
  type ToolLoopConfig,
  type ToolLoopResult,
  type Usage,
} from "@toolwright/core";
import { activityOf, observerOf, toolsOf, usageSum } from "@toolwright/core/internal";
import { AgentCalls, namedApprover } from "./agent-calls.ts";
import { type Child, childOverrides } from "./child-overrides.ts";
import { intersectPolicies } from "./intersect-policies.ts";
import { isForAgents, type SubAgentEnd, type SubAgentReport, type SubAgentTask } from "./sub-agents.port.ts";

/** How long an agent may work on one task. */
export interface AgentLimits {
  /** Model calls. Default 30. */
  readonly turns: number;
  /** Milliseconds. Default 10 minutes. */
  readonly timeMs: number;
  /** Milliseconds for the one turn that is left for a report when either is used up. Default 60 s. */
  readonly graceMs: number;
}

export const AGENT_LIMITS: AgentLimits = { turns: 30, timeMs: 600_000, graceMs: 60_000 };

/** One task of one agent. */
export interface AgentRun extends Child {
  readonly task: SubAgentTask;
  /** What the parent runs with. */
  readonly config: ToolLoopConfig;
  readonly limits: AgentLimits;
  onEvent(event: JournalEvent): void;
  readonly signal: AbortSignal;
}

/**
 * Works on a task until the agent reports, and asks it for a report when its turns or its time are used up. Never
 * rejects.
 */
export async function runAgent(run: AgentRun): Promise<SubAgentReport> {
  const { session, task, limits } = run;
  const asked: Message = { role: "user", content: task.prompt };
  const { parent, config } = run;
  const calls = new AgentCalls({
    activity: activityOf(parent) ?? config.activity,
    parent,
  });
  const worked = await loop(run, [...session.messages, asked], { timeMs: limits.timeMs, calls });
  session.messages = worked.messages;
  const end = endOf(worked, run);
  if (end !== "out of turns" && end !== "out of time") return report(end, [worked], run, calls);
  const asking = [...worked.messages, askForReport(end)];
  const reported = await loop(run, asking, { timeMs: limits.graceMs, calls, isLast: true });
  session.messages = reported.messages;
  return report(run.signal.aborted ? "cancelled" : end, [worked, reported], run, calls);
}

interface Work {
  readonly timeMs: number;
  readonly calls: AgentCalls;
  /** One turn, without tools. */
  readonly isLast?: boolean;
}

async function loop(
  run: AgentRun,
  messages: readonly Message[],
  { timeMs, calls, isLast = false }: Work,
): Promise<ToolLoopResult> {
  const { session, limits, signal } = run;
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), timeMs);
  const activity = new ActivityStream();
  const { toolCallId: parentId } = run.parent;
  activity.subscribe("*", (event) => run.onEvent(event.type === "run_start" ? { ...event, parentId } : event));
  calls.follow(activity);
  const told = tellUsage(activity, run.parent);
  const config: ToolLoopConfig = {
    ...childConfig(run),
    activity,
    tools: isLast ? [] : toolsFor(run),
    ...(session.prepareStep !== undefined && !isLast && { prepareStep: session.prepareStep }),
    maxIterations: isLast ? 1 : limits.turns,
    signal: AbortSignal.any([signal, time.signal]),
  };
  try {
    const result = await runToolLoop(config, messages, session.conversation.channel, session.conversation.chatId);
    told(result.usage);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Counts each answer for the parent as soon as it is there: whoever is stopped has been paid for what came before.
 * Gives what counts the rest.
 */
function tellUsage(activity: ActivityStream, { addUsage }: AgentRun["parent"]): (whole: Usage) => void {
  let told: Usage = NOTHING;
  activity.subscribe("assistant_message", ({ data: { usage } }) => {
    if (usage === undefined) return;
    told = usageSum(told, usage);
    addUsage(usage, COUNTED);
  });
  return (whole) => {
    const rest = usageBeyond(told, whole);
    if (Object.values(rest).some((count) => count > 0)) addUsage(rest, COUNTED);
  };
}

/** An agent runs under the budget of the run that it works for. */
const COUNTED = { isCounted: true };

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 };

/** What the second one holds that the first does not. */
function usageBeyond(told: Usage, { inputTokens, outputTokens, ...said }: Usage): Usage {
  const known: Readonly<Record<string, number>> = { ...told };
  const rest = Object.entries(said).map(([name, count]) => [name, count - (known[name] ?? 0)] as const);
  return {
    inputTokens: inputTokens - told.inputTokens,
    outputTokens: outputTokens - told.outputTokens,
    // Less than a millionth of a cent is what adding up in another order comes to.
    ...Object.fromEntries(rest.filter(([, count]) => count > 1e-8)),
  };
}

/** What the parent runs with, but for what is the agent's own. */
function childConfig(run: AgentRun): ToolLoopConfig {
  const { config, session, task, parent } = run;
  const {
    prepareStep: _step,
    onAsyncResult: _late,
    requireDoneTool: _done,
    approver: _asked,
    output: _form,
    stopWhen: _condition,
    budget: _limits,
    ...inherited
  } = config;
  const { type } = session;
  const observer = config.observer ?? observerOf(parent);
  const policy = intersectPolicies(config.policy, type.policy);
  const approver = namedApprover(config.approver, { id: session.id, description: task.description, parent });
  return {
    ...inherited,
    model: type.model ?? config.model,
    overrides: childOverrides(config.overrides, run),
    conversation: session.conversation,
    budget: parent.budget,
    ...(policy && { policy }),
    // In the summaries of the run that it works for, so that they add up.
    ...(observer && {
      observer: (call) => observer({ ...call, runId: parent.runId, conversation: parent.conversation }),
    }),
    ...(approver && { approver }),
  };
}

function toolsFor({ config, session }: AgentRun): readonly Tool[] {
  return toolsOf(config.tools).filter((tool) => isForAgents(tool) && (session.type.tools?.(tool) ?? true));
}

const ENDS: Readonly<Partial<Record<ToolLoopResult["stopReason"], SubAgentEnd>>> = {
  stop: "completed",
  done: "completed",
  max_iterations: "out of turns",
  budget: "out of budget",
  aborted: "out of time",
  denied: "denied",
  loop_guard: "stuck",
  error: "failed",
};

function endOf({ stopReason }: ToolLoopResult, { signal }: AgentRun): SubAgentEnd {
  return signal.aborted ? "cancelled" : (ENDS[stopReason] ?? "cut off");
}

function askForReport(end: SubAgentEnd): Message {
  return {
    role: "user",
    content: `[You are ${end}, and have no tools any more. Report now: what you found or did, and what is left.]`,
  };
}

function report(
  end: SubAgentEnd,
  results: readonly ToolLoopResult[],
  { changed }: AgentRun,
  calls: AgentCalls,
): SubAgentReport {
  const last = results.at(-1);
  const sum = (count: (result: ToolLoopResult) => number) => results.reduce((total, one) => total + count(one), 0);
  const usage = results.map((result) => result.usage).reduce(usageSum, NOTHING);
  return {
    end,
    turns: sum(({ iterations }) => iterations),
    tokens: usage.inputTokens + usage.outputTokens,
    usage,
    text: (end === "failed" ? last?.error?.message : last?.content) || lastWords(last?.messages ?? []),
    calls: calls.list(),
    callCount: calls.count,
    changed: [...changed].sort(),
  };
}

/** What an agent that never reported said last. */
function lastWords(messages: readonly Message[]): string {
  const said = messages.findLast((message) => message.role === "assistant" && message.content !== "");
  return typeof said?.content === "string" ? said.content : "";
}
