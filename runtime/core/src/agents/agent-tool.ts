import { untilStopped } from "../async/abort.ts";
import { PATIENCE_MS } from "../async/patience.ts";
import { sharedDependencies } from "../dependencies/holder.ts";
import { defineTool } from "../faces/define-tool.ts";
import { toolsOf } from "../faces/to-tool.ts";
import type { JournalEvent } from "../journal/event.ts";
import { present } from "../json/present.ts";
import { LOOP_RULES } from "../loop/check-config.ts";
import type { ToolLoopConfig } from "../loop/tool-loop-config.ts";
import type { Message } from "../model/messages.ts";
import { checkOptions, nested } from "../options/check-options.ts";
import { aModelPort } from "../options/composed-rules.ts";
import { aCount, aFunction, aText, milliseconds } from "../options/option-rules.ts";
import { failure } from "../result/failure.ts";
import { textResult } from "../result/plain-result.ts";
import { ToolError } from "../result/tool-error.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { handedOn } from "../run/handed-on.ts";
import { keepingOf } from "../run/output-keeping.ts";
import type { Policy } from "../run/policy.ts";
import type { RunnerOptions } from "../run/runner-options.ts";
import type { Conversation } from "../tool/conversation.ts";
import { NO_DEADLINE_MS } from "../tool/no-deadline.ts";
import type { Tool, ToolContext } from "../tool/tool.ts";
import { AGENT_LIMITS, type AgentLimits, type AgentReport, type AgentTask, runAgent } from "./run-agent.ts";
import { strictest } from "./strictest-policy.ts";

/** An agent, as its tool is made from it. */
export interface AgentToolOptions
  extends Pick<ToolLoopConfig, "model" | "tools" | "prepareStep" | "llmOptions" | "compaction" | "trim" | "use"> {
  /** Of the tool. People who are asked about a call of the agent read it, too. */
  readonly name: string;
  /** What the agent does: the model that calls it knows nothing else of it. */
  readonly description: string;
  /** What the agent's model is told before each task. Default: that only its last message is read. */
  readonly instructions?: string | undefined;
  /**
   * Has a say beside the policy of the run: a call is denied, or asked about, where one of them says so. Must not
   * provide what the policy of the run provides.
   */
  readonly policy?: Policy | undefined;
  readonly limits?: Partial<AgentLimits> | undefined;
  /** Hears all events of the agent's runs, whose beginnings name the call that it works for as `parentId`. */
  readonly onEvent?: ((event: JournalEvent) => void) | undefined;
}

/**
 * Makes a tool whose calls are tasks of an agent: it works with a model and tools of its own, knows only its prompt,
 * and its last words are the result. All else is that of the run it works for: the approver, the policy, the overrides,
 * the secrets and the budget. Its calls and its questions are told in the events of that run, what it spends is in its
 * sums, and it ends with it. Several work side by side.
 *
 * Throws a `TypeError` for an option that does not exist or cannot be.
 */
export function agentTool(options: AgentToolOptions): Tool {
  checkAgentTool(options);
  const { name, description } = options;
  return defineTool({
    name,
    description,
    input: {
      type: "object",
      properties: { prompt: { type: "string", minLength: 1, description: "the whole task" } },
      required: ["prompt"],
      additionalProperties: false,
    },
    aliases: { prompt: ["task", "instructions", "message", "query", "input"] },
    effects: { kind: "external", volatile: true, onlyCalls: true },
    concurrent: true,
    allowlist: "all",
    timeoutMs: NO_DEADLINE_MS,
    subTools: toolsOf(options.tools),
    execute: ({ prompt }: { prompt: string }, context) => askAgent(options, prompt, context),
  });
}

/** One task of an agent, on behalf of a call. */
export async function askAgent(options: AgentToolOptions, prompt: string, context: ToolContext): Promise<ToolResult> {
  const task = taskOf(options, prompt, context);
  try {
    return answer(options, await runAgent(task), context);
  } finally {
    await endConversation(task, context);
  }
}

const REPORT =
  "You work for another agent on one task, with nobody to ask. It sees only your last message: say there what you " +
  "found or did, and what is left open.";

function taskOf(options: AgentToolOptions, prompt: string, context: ToolContext): AgentTask {
  const { name, instructions = REPORT, policy, limits, onEvent, description: _, ...own } = options;
  const handed = inherited(context);
  const messages: readonly Message[] = [
    { role: "system", content: instructions },
    { role: "user", content: prompt },
  ];
  return {
    parent: context,
    title: `agent ${name}`,
    config: {
      ...handed,
      ...own,
      policy: both(handed.policy, policy),
      conversation: conversationOf(context),
    },
    messages,
    limits: { ...AGENT_LIMITS, ...present({ ...limits }) },
    signal: context.signal,
    onEvent,
  };
}

/** What the tools of an agent keep for a conversation is the agent's own, as what a run without a name keeps is. */
function conversationOf({ conversation: { channel, chatId }, toolCallId }: ToolContext): Conversation {
  return channel === "" && chatId === "" ? { channel, chatId } : { channel, chatId: `${chatId}/${toolCallId}` };
}

async function endConversation({ config }: Pick<AgentTask, "config">, { signal }: ToolContext): Promise<void> {
  const { conversation, dependencies = sharedDependencies } = config;
  if (conversation === undefined) return;
  await untilStopped(dependencies.endConversation(conversation), signal, PATIENCE_MS.disposal);
}

/** What the run has to say of the calls of its agents; what is heard of them goes another way. */
function inherited(context: ToolContext): Partial<RunnerOptions> {
  const { registry, activity, cacheTools, onAsyncResult, ...handed } = handedOn(context)?.options ?? NOTHING;
  return { ...handed, outputCache: keepingOf(context)?.cache };
}

const NOTHING: Partial<RunnerOptions> = {};

function both(given: Policy | undefined, own: Policy | undefined): Policy | undefined {
  if (given === undefined || own === undefined) return given ?? own;
  const twice = [...(own.provides ?? [])].find(
    ([id, provide]) => (given.provides?.get(id) ?? provide) !== provide,
  )?.[0];
  // Which of them would count? One that narrows must not be lost.
  if (twice !== undefined) throw new TypeError(`The policies of the run and of the agent both provide ${twice}.`);
  return { ...strictest([given, own]), provides: new Map([...(given.provides ?? []), ...(own.provides ?? [])]) };
}

function answer({ name }: AgentToolOptions, report: AgentReport, context: ToolContext): ToolResult {
  const { end, text, turns, usage, calls, callCount } = report;
  if (end === "cancelled") throw new ToolError(`The agent ${name} was stopped.`);
  // "No" without a note means that the whole run is to stop, as the question says.
  if (end === "denied") context.stopRun();
  const did = `${turns} ${turns === 1 ? "turn" : "turns"}, ${callCount} ${callCount === 1 ? "call" : "calls"}`;
  const artifact = { end, turns, usage: { ...usage }, calls: calls.map((call) => ({ ...call })), callCount };
  if (end === "failed") {
    const message = `The agent ${name} failed after ${did}: ${text}`;
    return { ...failure({ code: "execution_failed", message }), artifact };
  }
  const said = text || "(no report)";
  return { ...textResult(end === "completed" ? said : `[agent ${name} ${end}, ${did}]\n${said}`), artifact };
}

function checkAgentTool(options: AgentToolOptions): void {
  const { policy, tools, prepareStep, llmOptions, compaction, trim, use } = LOOP_RULES;
  checkOptions<AgentToolOptions>(options, {
    of: "agentTool",
    rules: {
      name: aText,
      description: aText,
      model: aModelPort,
      instructions: aText,
      limits: nested<AgentLimits>({ turns: aCount(1), timeMs: milliseconds, graceMs: milliseconds }),
      onEvent: aFunction,
      ...{ policy, tools, prepareStep, llmOptions, compaction, trim, use },
    },
    otherNames: OTHER_NAMES,
    needed: ["name", "description", "model"],
  });
  toolsOf(options.tools);
}

const TURNS = "limits: { turns: 30 }";

/** What a loop, and other libraries, call them. */
const OTHER_NAMES = {
  system: "instructions",
  systemPrompt: "instructions",
  prompt: "instructions",
  maxIterations: TURNS,
  maxSteps: TURNS,
  maxTurns: TURNS,
  timeoutMs: "limits: { timeMs: 600_000 }",
};
