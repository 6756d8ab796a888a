import type { CompactResult, Conversation, DurableRun, LlmCaller, Message, ToolLoopConfig } from "@toolwright/core";
import type { CompactOptions } from "@toolwright/core/internal";
import type { RunRequest } from "@toolwright/store";
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
  /** The run only puts a summary in the place of what was said before. */
  readonly compact?: Pick<CompactOptions, "instructions">;
  /** The whole history, where the client owns it. */
  readonly messages?: readonly Message[];
  /** With the model alone, without the agent's tools. */
  readonly isPlain?: boolean;
  /** What whoever asks wants of the configuration. What it throws fails the run. */
  readonly adapt?: (config: ToolLoopConfig) => ToolLoopConfig;
  /** Left out: as in the run before. */
  readonly choice?: WantedChoice;
  /** What it was asked for with: the same request begins no second run. */
  readonly request?: RunRequest;
  /** The engine that carries it. */
  readonly durable?: DurableRun;
}

/** A run that has begun, or why it could not. */
export type Begun = { readonly ok: true; readonly followed: FollowedRun } | NotBegun;

/** A run that has begun in this process, or why it could not. */
export type BegunHere =
  | { readonly ok: true; readonly followed: FollowedRun; readonly final: Promise<CompactResult> }
  | NotBegun;

/** `busy` and `quarantined`: another run is open. `known`: the same request has begun a run before. */
export interface NotBegun {
  readonly ok: false;
  readonly why: "busy" | "quarantined" | "full" | "closing" | "known";
}
