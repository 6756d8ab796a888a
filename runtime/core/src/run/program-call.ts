import type { JsonObject } from "../json/json.ts";
import type { ArgumentsText, Tool } from "../tool/tool.ts";
import type { Ended, SettledCall } from "./call-states.ts";
import type { AskedByProgram } from "./scope.ts";

/** Under which the context of a tool that replays has its calls in the order of the journal. */
export const PROGRAM_CALL = Symbol.for("toolwright.programCall");

/** What a call came to, and why its run has to stop, where it has to. */
export type CallEnd = Pick<SettledCall, "result" | "stop"> | Pick<Ended, "result" | "stop">;

/** A call inside the call, whose end is told as well. Never rejects. */
export type ProgramCall = (
  callee: string | Tool,
  input: ArgumentsText | JsonObject,
  program: AskedByProgram,
) => Promise<CallEnd>;
