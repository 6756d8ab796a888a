import { failure } from "../result/failure.ts";
import { type Ended, endedAs } from "./call-states.ts";

interface Recorded {
  /** What is recorded. */
  readonly name: string;
  /** What was made in its place; undefined: nothing. */
  readonly made?: string;
}

/** The end of a tool that replays whose calls are not those that an earlier process has recorded. */
export function divergedFrom(toolCallId: string, { name, made }: Recorded): Ended {
  const other = made === undefined ? "did not make the call" : `made another call (${made})`;
  const message = `After a restart ${toolCallId} ${other} where ${name} is recorded. Nothing more was run.`;
  return endedAs("failed", failure({ code: "execution_failed", reason: "program_diverged", message }));
}
