import type { Json } from "../json/json.ts";
import type { Conversation } from "../tool/conversation.ts";

/**
 * One run in the hands of an engine that outlives processes: what was done is kept under a key and not done again. The
 * code that uses it is begun anew after a death and asks for the same keys; in which order it asks does not matter.
 */
export interface DurableRun {
  readonly runId: string;
  /**
   * Does work and keeps what it came to under `key`: a later attempt gets that, and `work` is not called. Where an
   * attempt broke off in the middle, `"repeatable"` calls `work` again and `"once"` never does: it rejects with a
   * `ToolError` of code `outcome_unknown`. What `work` rejects with is passed on and not kept. An engine may keep what
   * it came to behind it: by the time that a `"once"` begins, a question is asked or the run ends, all that came before
   * is kept.
   */
  step<T extends Json>(key: string, work: (attempt: StepAttempt) => Promise<T>, policy: StepPolicy): Promise<T>;
  /** Waits for an answer from outside, without a process where that takes long. `until` has passed: `"expired"`. */
  decision<T extends Json>(key: string, until?: Date): DurableDecision<T>;
  /** Resolves at that time, or at once when it has passed. */
  sleepUntil(key: string, at: Date): Promise<void>;
  /** Aborted when somebody has asked the run to stop. */
  readonly cancelled: AbortSignal;
  /**
   * Aborted when the engine has given the run to another process, or waits without one: nothing may be stored any more.
   */
  readonly lost: AbortSignal;
}

/** Whether work that broke off may be done again. */
export type StepPolicy = "repeatable" | "once";

/** What work knows of its step. */
export interface StepAttempt {
  /** 1 for the first one; higher where an earlier one may have begun. */
  readonly attempt: number;
  /** The same in every attempt, and of no other step. */
  readonly idempotencyKey: string;
  /** Aborted when the run is to stop, or is lost. */
  readonly signal: AbortSignal;
}

/** An answer that is waited for. */
export interface DurableDecision<T extends Json> {
  /** What answers it, from any machine: give it to `DurableHost.answer`. The same in every attempt. */
  readonly address: string;
  /** The first answer. */
  readonly answer: Promise<T | "expired">;
}

/** What an engine is to run. */
export interface DurableTurn {
  readonly conversation: Conversation;
  /** A second start under the same id begins nothing. */
  readonly runId: string;
  readonly input: Json;
}

/**
 * What became of an answer: it counts, it came after another one or after the time, or nothing was ever asked there.
 */
export type AnswerFate = "taken" | "too_late" | "unknown";

/** Does a turn, in as many attempts as it takes. What it rejects with ends the attempt, and another one follows. */
export type DurableHandler = (run: DurableRun, turn: DurableTurn) => Promise<Json>;

/** An engine under runs: whoever has one starts turns, answers and stops them, whichever machine works on them. */
export interface DurableHost {
  /**
   * Resolves when the turn will be run, whatever dies. Turns of one conversation run one after the other. Rejects for a
   * known id with another input.
   */
  start(turn: DurableTurn): Promise<void>;
  /** One answer to every address is taken, over all machines. */
  answer(address: string, value: Json): Promise<AnswerFate>;
  /** Asks a turn to stop; nothing happens where there is none. */
  cancel(runId: string): Promise<void>;
  /** Waits until a turn has ended, and gives what its handler returned. */
  result(runId: string): Promise<Json>;
  /** Works on nothing more here: what is open goes on elsewhere. */
  close(): Promise<void>;
}
