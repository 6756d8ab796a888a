import type { EventData } from "../journal/event.ts";
import type { Message } from "../model/messages.ts";
import type { Conversation } from "../tool/conversation.ts";
import { lazy, NOT_LOADED } from "../tool/lazy.ts";
import { notBegun } from "./not-begun.ts";
import type { Run } from "./run.ts";
import type { RunEnd } from "./step-end.ts";
import type { ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";

const loop = lazy(() => import("./start-run.ts"));
const telling = lazy(() => import("./tell-not-begun.ts"));

/** How a run begins. */
export interface Beginning {
  readonly config: ToolLoopConfig;
  readonly messages: readonly Message[];
  readonly conversation: Conversation | undefined;
  readonly runId: string;
  /** Loads what the run does in place of its steps. */
  readonly instead?: () => Promise<(run: Run) => Promise<RunEnd>>;
  /** What its first event says of that. */
  readonly about?: (run: Run) => Pick<EventData["run_start"], "compact">;
}

/** Loads the loop where this is the first run, and runs to the end. Never rejects. */
export async function beginRun(beginning: Beginning): Promise<ToolLoopResult> {
  try {
    const { startRun } = await loop();
    return await startRun(beginning);
  } catch (thrown) {
    return tellNotBegun(beginning, thrown);
  }
}

async function tellNotBegun(beginning: Beginning, thrown: unknown): Promise<ToolLoopResult> {
  try {
    return await (await telling()).tellNotBegun(beginning, thrown);
  } catch {
    return notBegun({ code: "internal", message: NOT_LOADED }, beginning.messages);
  }
}

/** Undefined where the caller named neither, so that the configuration's own conversation stands. */
export function conversationOf(channel: string | undefined, chatId: string | undefined): Conversation | undefined {
  return channel === undefined && chatId === undefined ? undefined : { channel: channel ?? "", chatId: chatId ?? "" };
}
