import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import type { Message } from "../model/messages.ts";
import type { LlmError } from "../model/model-port.ts";
import { mintId } from "../run/call-ids.ts";
import type { Conversation } from "../tool/conversation.ts";
import { driveRun } from "./drive-run.ts";
import { legalHistory } from "./legal-history.ts";
import { Run } from "./run.ts";
import type { StepEnd } from "./run-step.ts";
import type { ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";

/**
 * Calls the model and runs the calls it asks for, until it asks for none, a tool ends the run, or a limit is reached.
 * Never rejects: a failure is `stopReason: "error"` with `error`.
 */
export function runToolLoop(
  config: ToolLoopConfig,
  messages: readonly Message[],
  channel?: string,
  chatId?: string,
): Promise<ToolLoopResult> {
  return start({ config, messages, conversation: conversationOf(channel, chatId), runId: mintId() });
}

/** A run under way: everything that happens, and how it ends. */
export interface ToolLoopStream {
  /** From `run_start` to `done`. A reader that falls far behind loses live events only. */
  readonly events: AsyncIterable<JournalEvent>;
  /** Settles once, whether `events` is read or not. */
  readonly final: Promise<ToolLoopResult>;
}

/** Like `runToolLoop`, with the events of the run as they happen. */
export function streamToolLoop(
  config: ToolLoopConfig,
  messages: readonly Message[],
  channel?: string,
  chatId?: string,
): ToolLoopStream {
  const activity = config?.activity ?? new ActivityStream();
  const after = activity.seq;
  const runId = mintId();
  const conversation = conversationOf(channel, chatId);
  const final = start({ config: { ...config, activity }, messages, conversation, runId });
  return { events: eventsOf(activity, runId, after), final };
}

function conversationOf(channel: string | undefined, chatId: string | undefined): Conversation | undefined {
  return channel === undefined && chatId === undefined ? undefined : { channel: channel ?? "", chatId: chatId ?? "" };
}

/** How a run begins. */
interface Beginning {
  readonly config: ToolLoopConfig;
  readonly messages: readonly Message[];
  readonly conversation: Conversation | undefined;
  readonly runId: string;
}

async function start(beginning: Beginning): Promise<ToolLoopResult> {
  try {
    const { messages, warnings } = await legalHistory(beginning.messages);
    const run = await Run.create({ ...beginning, messages });
    return await driveRun(run, () => begin(run, warnings));
  } catch (thrown) {
    return notStarted(beginning, thrown);
  }
}

async function begin(run: Run, warnings: readonly string[]): Promise<StepEnd> {
  await run.emit("run_start", { input: run.input, model: run.config.model.name });
  for (const message of warnings) await run.emit("warning", { code: "history_closed", message });
  return { goesOn: true, notes: [] };
}

/** The configuration cannot be used: nothing ran, and `done` says so. */
async function notStarted({ config, messages, runId }: Beginning, thrown: unknown): Promise<ToolLoopResult> {
  const error: LlmError = { code: "internal", message: thrown instanceof Error ? thrown.message : String(thrown) };
  const ended = { stopReason: "error", iterations: 0, usage: { inputTokens: 0, outputTokens: 0 }, error } as const;
  try {
    await config?.activity?.sync();
    await config?.activity?.emit("done", ended, { runId });
  } catch {
    // The result says it.
  }
  return { ...ended, content: "", messages };
}

/** What was being read when the run began, until its `done`. */
async function* eventsOf(activity: ActivityStream, runId: string, after: number): AsyncGenerator<JournalEvent> {
  for await (const event of activity.follow({ after })) {
    yield event;
    if (event.type === "done" && event.runId === runId) return;
  }
}
