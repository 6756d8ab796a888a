import { unwatchAbort, watchAbort } from "../async/abort.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import { present } from "../json/present.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import type { ToolLoopConfig, ToolLoopResult } from "../loop/tool-loop-config.ts";
import type { Message } from "../model/messages.ts";
import type { Usage } from "../model/model-port.ts";
import { usageSum } from "../model/usage.ts";
import type { OutputCache } from "../result/output-cache.ts";
import { handedOn } from "../run/handed-on.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { ToolContext } from "../tool/tool.ts";
import { type AgentCall, AgentCalls } from "./agent-calls.ts";
import { namedApprover } from "./named-approver.ts";
import { NO_USAGE, tellUsage } from "./tell-usage.ts";
import { WorkTimer } from "./work-timer.ts";

/** How long an agent may work on one task. */
export interface AgentLimits {
  /** Model calls. Default 30. */
  readonly turns: number;
  /** Milliseconds of work; the time in which a person is asked is none. Default 10 minutes. */
  readonly timeMs: number;
  /** Milliseconds for the one turn that is left for a report when either is used up. Default 60 s. */
  readonly graceMs: number;
}

export const AGENT_LIMITS: AgentLimits = { turns: 30, timeMs: 600_000, graceMs: 60_000 };

/** One task of one agent. */
export interface AgentTask {
  /** The context of the call that it works for. */
  readonly parent: Pick<ToolContext, "conversation" | "runId" | "toolCallId" | "addUsage" | "budget">;
  /** How people who are asked know the agent. */
  readonly title: string;
  /** What the agent runs with; its approver, its observer and its stream are handed on from there. */
  readonly config: ToolLoopConfig;
  /** What it knows by now, with the task at the end. */
  readonly messages: readonly Message[];
  readonly limits: AgentLimits;
  readonly signal: AbortSignal;
  /** Hears all events of its runs, whose beginnings name the call as `parentId`. */
  readonly onEvent?: ((event: JournalEvent) => void) | undefined;
}

/** Why an agent stopped working. */
export type AgentEnd =
  | "completed"
  | "out of turns"
  | "out of time"
  | "out of budget"
  | "denied"
  | "stuck"
  | "cut off"
  | "cancelled"
  | "failed";

/** What an agent leaves behind. */
export interface AgentReport {
  readonly end: AgentEnd;
  /** Model calls. */
  readonly turns: number;
  readonly usage: Usage;
  /** Its last words; after a failure what went wrong. */
  readonly text: string;
  /** Its first 200 calls, and how many there were. */
  readonly calls: readonly AgentCall[];
  readonly callCount: number;
  /** All that it knows now. */
  readonly messages: readonly Message[];
}

/**
 * Works on a task until the agent reports, and asks it for a report when its turns or its time are used up. Its calls,
 * its questions and what it spends are told in the run that it works for. Never rejects.
 */
export async function runAgent(task: AgentTask): Promise<AgentReport> {
  const { parent, config, signal } = task;
  const { activity = config.activity, claimId } = handedOn(parent) ?? {};
  const calls = new AgentCalls({ activity, claimId, parent });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => (timer = setTimeout(() => calls.close(), CLOSING_MS));
  watchAbort(signal, stop);
  try {
    return await workAndReport(task, calls);
  } finally {
    unwatchAbort(signal, stop);
    clearTimeout(timer);
  }
}

/**
 * Milliseconds that calls of an agent which is stopped have to end by themselves: less than a call has that is stopped,
 * so that the calls of the agent end before the one that it works for does.
 */
const CLOSING_MS = 10;

async function workAndReport(task: AgentTask, calls: AgentCalls): Promise<AgentReport> {
  const { limits, signal, messages } = task;
  const worked = await loop(task, { messages, timeMs: limits.timeMs, calls });
  const end = signal.aborted ? "cancelled" : endOf(worked);
  if (end !== "out of turns" && end !== "out of time") return reportOf(end, [worked], calls);
  const asking = [...worked.messages, askForReport(end)];
  const reported = await loop(task, { messages: asking, timeMs: limits.graceMs, calls, isLast: true });
  return reportOf(signal.aborted ? "cancelled" : end, [worked, reported], calls);
}

interface Work {
  readonly messages: readonly Message[];
  readonly timeMs: number;
  readonly calls: AgentCalls;
  /** One turn, without tools. */
  readonly isLast?: boolean;
}

async function loop(task: AgentTask, { messages, timeMs, calls, isLast = false }: Work): Promise<ToolLoopResult> {
  const { parent, config, onEvent } = task;
  const activity = new ActivityStream(calls);
  const { toolCallId: parentId } = parent;
  if (onEvent !== undefined)
    activity.subscribe("*", (event) => onEvent(event.type === "run_start" ? { ...event, parentId } : event));
  calls.follow(activity);
  const told = tellUsage(activity, parent.addUsage);
  const time = new WorkTimer(timeMs, activity);
  const { prepareStep, tools } = config;
  try {
    const result = await runToolLoop(
      {
        ...config,
        ...fromParent(task, calls),
        activity,
        prepareStep: isLast ? undefined : prepareStep,
        tools: isLast ? [] : tools,
        maxIterations: isLast ? 1 : task.limits.turns,
        signal: AbortSignal.any([task.signal, time.signal]),
      },
      messages,
    );
    told(result.usage);
    return result;
  } finally {
    time.stop();
  }
}

type FromParent = Pick<ToolLoopConfig, "approver" | "observer" | "budget" | "outputCache">;

/** Model calls of an agent are told in the summaries of the run that it works for, so that they add up. */
function fromParent({ parent, config, title }: AgentTask, calls: AgentCalls): FromParent {
  const handed = handedOn(parent);
  const { runId, conversation, budget } = parent;
  const observer = config.observer ?? handed?.observer;
  const outputCache = config.outputCache && ownedBy(conversation, config.outputCache);
  return {
    approver: namedApprover(handed?.approver ?? config.approver, { title, calls }),
    budget,
    ...present({ outputCache, observer: observer && ((call) => observer({ ...call, runId, conversation })) }),
  };
}

/** Outputs of an agent's calls are kept as those of the run, whose events name them: they go with its conversation. */
function ownedBy(owner: Conversation, cache: OutputCache): OutputCache {
  return {
    save: (text) => cache.save(text, owner),
    lines: (id) => cache.lines(id, owner),
    recent: (_agent, limit) => cache.recent(owner, limit),
  };
}

const ENDS: Readonly<Partial<Record<ToolLoopResult["stopReason"], AgentEnd>>> = {
  stop: "completed",
  done: "completed",
  stop_when: "completed",
  max_iterations: "out of turns",
  budget: "out of budget",
  aborted: "out of time",
  denied: "denied",
  loop_guard: "stuck",
  error: "failed",
};

function endOf({ stopReason }: ToolLoopResult): AgentEnd {
  return ENDS[stopReason] ?? "cut off";
}

function askForReport(end: AgentEnd): Message {
  return {
    role: "user",
    content: `[You are ${end}, and have no tools any more. Report now: what you found or did, and what is left.]`,
  };
}

function reportOf(end: AgentEnd, results: readonly ToolLoopResult[], calls: AgentCalls): AgentReport {
  const last = results.at(-1);
  const messages = last?.messages ?? [];
  return {
    end,
    turns: results.reduce((turns, { iterations }) => turns + iterations, 0),
    usage: results.map(({ usage }) => usage).reduce(usageSum, NO_USAGE),
    text: (end === "failed" ? last?.error?.message : last?.content) || lastWords(messages),
    calls: calls.list(),
    callCount: calls.count,
    messages,
  };
}

/** What an agent that never reported said last. */
function lastWords(messages: readonly Message[]): string {
  const said = messages.findLast((message) => message.role === "assistant" && message.content !== "");
  return typeof said?.content === "string" ? said.content : "";
}
