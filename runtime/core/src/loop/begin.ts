import type { EventData } from "../journal/event.ts";
import type { Message } from "../model/messages.ts";
import type { Conversation } from "../tool/conversation.ts";
import { lazy } from "../tool/lazy.ts";
import type { Run } from "./run.ts";
import type { RunEnd } from "./run-step.ts";
import type { ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";

const loop = lazy(() => import("./start-run.ts"));

/** How a run begins. */
export interface Beginning {
  readonly config: ToolLoopConfig;
  readonly messages: readonly Message[];
  readonly conversation: Conversation | undefined;
  readonly runId: string;
  /** What the run does in place of its steps, and what its first event says of that. */
  readonly instead?: (run: Run) => Promise<RunEnd>;
  readonly about?: (run: Run) => Pick<EventData["run_start"], "compact">;
}

/** Loads the loop where this is the first run, and runs to the end. Never rejects. */
export async function begin(beginning: Beginning): Promise<ToolLoopResult> {
  return (await loop()).startRun(beginning);
}

/** Undefined where the caller named neither, so that the configuration's own conversation stands. */
export function conversationOf(channel: string | undefined, chatId: string | undefined): Conversation | undefined {
  return channel === undefined && chatId === undefined ? undefined : { channel: channel ?? "", chatId: chatId ?? "" };
}
