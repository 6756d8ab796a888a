import type { Conversation, JournalEvent, Message, StopReason, ToolLoopConfig, ToolLoopResult } from "@toolwright/core";
import type { ToolRecord } from "@toolwright/core/internal";
import type { ClaimedDecision, ClaimOutcome, PendingApproval } from "./approvals.ts";
import type { MaybePromise } from "./maybe-promise.ts";

/** A run as for `runToolLoop`. Its journal, its conversation and its lease come from the store. */
export interface StoredRunConfig<T extends ToolRecord = ToolRecord, O = unknown>
  extends Omit<ToolLoopConfig<T, O>, "activity" | "conversation" | "durable"> {
  /** Told of every event of the run, in order: those that are stored, and the pieces of texts and outputs. */
  readonly onEvent?: ((event: JournalEvent) => void) | undefined;
  /**
   * `return`: the run returns when nothing but questions to people is open, so that no process has to live until they
   * are answered. A question of a call inside another call is waited for. Default: all are waited for.
   */
  readonly waiting?: "return" | undefined;
}

/** How a run ended, or what it waits for. */
export interface StoredRunResult<O = unknown> extends Omit<ToolLoopResult<O>, "stopReason"> {
  /** `waiting`: the run is open, in no process, and `resume` goes on with it when people have answered. */
  readonly stopReason: StopReason | "waiting";
  /** What people are asked, in the order of the calls; empty where the run does not wait. */
  readonly questions: readonly PendingApproval[];
}

/** What a run begins with: a user's text, or messages. */
export type SaidToRun = string | Message | readonly Message[];

/** A decision without the id of its question. */
export type GivenDecision = WithoutId<ClaimedDecision>;

type WithoutId<Decision> = Decision extends unknown ? Omit<Decision, "approvalId"> : never;

/** Runs of a store as one call each: lease, journal, approver, steering, stop and history in one. */
export interface Runs {
  /**
   * Runs a message in a conversation, after all that was said there; a conversation that is not there yet is made.
   * Messages of the role `system` take the place of earlier ones. Rejects with a `TypeError` for an option or a
   * message that cannot be, and with a `StoreError`: `conflict` where another process works on the conversation or a
   * run is open in it, and where the store cannot be read. All that fails after that is `stopReason: "error"`.
   */
  run<T extends ToolRecord = ToolRecord, O = unknown>(
    conversation: Conversation,
    config: StoredRunConfig<T, O>,
    message: SaidToRun,
  ): Promise<StoredRunResult<O>>;
  /**
   * Goes on with the open run of a conversation, in whichever process it began: one that was killed, or that waits for
   * people. Where somebody has asked it to stop, it is ended. Rejects as `run` does; where no run is open, the result
   * has the error `nothing_to_resume`.
   */
  resume<T extends ToolRecord = ToolRecord, O = unknown>(
    conversation: Conversation,
    config: StoredRunConfig<T, O>,
  ): Promise<StoredRunResult<O>>;
  /** What was said in a conversation, as a model is sent it; of an open run as far as it has come. */
  history(conversation: Conversation): Promise<readonly Message[]>;
  /** Answers a question: see `approvals.claim`. A decision that names another question is a `TypeError`. */
  decide(approvalId: string, decision: GivenDecision): MaybePromise<ClaimOutcome>;
}
