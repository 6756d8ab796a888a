import type { Conversation, Message, ToolLoopResult } from "@toolwright/core";
import type { LlmCaller, LlmOptions } from "@toolwright/core/types";
import type { FollowedRun } from "./followed-run.ts";
import type { WantedChoice } from "./run-choice.ts";

/** What a run begins with. */
export interface NewRun {
  readonly conversation: Conversation;
  readonly caller: LlmCaller;
  /** What the user says now, after the history that the server has. */
  readonly message?: Message;
  /** The message is also the title of a conversation that has none. */
  readonly givesTitle?: boolean;
  /** The whole history, where the client owns it. */
  readonly messages?: readonly Message[];
  readonly llmOptions?: LlmOptions;
  /** Left out: as in the run before. */
  readonly choice?: WantedChoice;
}

/** A run that has begun, or why it could not. */
export type Begun =
  | { readonly ok: true; readonly followed: FollowedRun; readonly final: Promise<ToolLoopResult> }
  | { readonly ok: false; readonly why: "busy" | "full" | "closing" };
