import type { Approver, DurableRun, LlmCaller, ToolLoopConfig } from "@toolwright/core";
import { toolsOf } from "@toolwright/core/internal";
import { summariseInvocations } from "@toolwright/core/telemetry";
import { restingApprover } from "@toolwright/store/turn";
import type { RunChoice } from "../agent.ts";
import { isShown } from "../channels.ts";
import { outputsOfForks } from "../forks/outputs-of-forks.ts";
import { runUser } from "../users/run-user.ts";
import type { LiveThread } from "./live-thread.ts";
import type { LiveThreadsOptions } from "./live-threads-options.ts";
import { plainConfig } from "./plain-config.ts";
import { storedChoice } from "./run-choice.ts";

/** What a run needs besides the agent's own wishes. */
export interface RunSetup {
  readonly options: LiveThreadsOptions;
  readonly thread: LiveThread;
  readonly caller: LlmCaller;
  readonly signal: AbortSignal;
  readonly durable: DurableRun | undefined;
  /** With the model alone, without the agent's tools. */
  readonly isPlain: boolean;
  /** Waits for ever once the server closes. */
  readonly gate: () => Promise<void> | undefined;
}

/**
 * The configuration of one run. Tools without an allowlist are refused, and exceptions are not shown, unless the agent
 * says otherwise.
 */
export async function runConfig(setup: RunSetup): Promise<ToolLoopConfig> {
  const { options, thread, caller, signal, gate, durable, isPlain } = setup;
  const { agent, store, limits, logger } = options;
  const { conversation } = thread;
  const choice = await storedChoice(store, agent, conversation);
  const user = await runUser(options, conversation);
  const whole = await agent.config(conversation, choice, user);
  if (typeof whole !== "object" || whole === null)
    throw new TypeError(
      `config of the agent must return what a run runs with: { model, tools }, got ${String(whole)}.`,
    );
  const own = isPlain ? plainConfig(whole) : whole;
  const approver = own.approver ?? store.approvals.approver(conversation);
  const { observer } = summariseInvocations({ sink: store.summaries.sink, caller, logger });
  const chosen = chosenTools(own.tools, choice);
  return {
    compaction: true,
    redaction: "required",
    thrownErrors: "safe",
    approvalTimeoutMs: limits.approvalMs,
    observer,
    ...own,
    outputCache: own.outputCache !== false && outputsOfForks(own.outputCache ?? store.outputs, store),
    ...chosen,
    ...(user?.deps && { deps: { ...own.deps, ...user.deps } }),
    ...(choice.effort !== undefined && { llmOptions: { ...own.llmOptions, reasoning_effort: choice.effort } }),
    activity: thread.activity,
    approver: waiting(
      options.rules.before(durable === undefined ? approver : restingApprover(approver, durable)),
      gate,
    ),
    durable,
    conversation,
    ...(isShown(conversation.channel) && { steering: store.steers.queue(conversation) }),
    signal,
    onAsyncResult: (late) => thread.hear(late),
    prepareStep: async (step) => {
      await gate();
      return own.prepareStep?.(step);
    },
  };
}

/** The questions of a closed server wait for the next one: that its store is closed under them is no failure. */
function waiting(approver: Approver, gate: RunSetup["gate"]): Approver {
  return {
    async approve(...asked) {
      try {
        return await approver.approve(...asked);
      } catch (error) {
        await gate();
        throw error;
      }
    },
    takeBack: async (approvalId) => approver.takeBack?.(approvalId),
  };
}

/** A tool that was not chosen is not there, whatever the agent does with the choice. */
function chosenTools(tools: ToolLoopConfig["tools"], { activeTools }: RunChoice): Pick<ToolLoopConfig, "tools"> {
  if (tools === undefined || activeTools === undefined) return {};
  return { tools: toolsOf(tools).filter(({ name }) => activeTools.includes(name)) };
}
