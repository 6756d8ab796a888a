import type { JsonObject } from "../json/json.ts";
import type { ArgumentsText, Tool } from "../tool/tool.ts";
import type { Ended, SettledCall } from "./call-states.ts";

/** Under which the context of a tool that replays has its calls in the order of the journal. */
export const PROGRAM_CALL = Symbol.for("toolwright.programCall");

/** What a call came to, and why its run has to stop, where it has to. */
export type CallEnd = Pick<SettledCall, "result" | "stop"> | Pick<Ended, "result" | "stop">;

/** A call inside the call, whose end is told as well. Never rejects. */
export type ProgramCall = (
  callee: string | Tool,
  input: ArgumentsText | JsonObject,
  program: CallOfProgram,
) => Promise<CallEnd>;

/**
 * A call of a program, which is given the ends of its calls in the order of the journal: what it was asked for with,
 * and what has come of it, noted as it happens.
 */
export interface CallOfProgram {
  /** Where in the source, from 1. */
  readonly line: number | undefined;
  /** Its tool is gone: it reaches no other of that name. */
  readonly isGone: boolean;
  /** What the clock of the program said, where no call had ended by then. Milliseconds since 1970. */
  readonly startMs: number | undefined;
  /** Aborted with the call of the program, and where that has ended without this one. */
  readonly signal: AbortSignal;
  /** The program has ended without it: where it has not begun it does not begin. */
  readonly isLeft: boolean;
  /** It has had its turn and runs, or has run. */
  hasBegun: boolean;
  /** The arguments with which a person has let it run. Masked. */
  edited: JsonObject | undefined;
  /** Said before anything of it happens. */
  claimed(toolCallId: string): void;
  /** A person is asked about it or about a call inside it, or is so no more. */
  asking(toolCallId: string, isAsked: boolean): void;
  /** Its end is told, in this moment of the journal; without a time: an earlier process has told it. */
  ended(timeMs?: number): void;
}
