import { ToolError } from "../result/tool-error.ts";

/** UTF-16 units: the call must leave room for what happened. */
const MAX_CALL = 200;

/** The exception of a call with the call in front of its message. Of what is not an `Error`, its text is the message. */
export function withCallNamed(thrown: unknown, call: string): Error {
  const named = call.length > MAX_CALL ? `${call.slice(0, MAX_CALL - 4).toWellFormed()}...)` : call;
  if (ToolError.isInstance(thrown)) {
    const { code, reason, suggestion } = thrown;
    return new ToolError(`${named}: ${thrown.message}`, {
      cause: thrown,
      ...(code === undefined ? {} : { code }),
      ...(reason === undefined ? {} : { reason }),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }
  return new Error(`${named}: ${messageOf(thrown)}`, { cause: thrown });
}

function messageOf(thrown: unknown): string {
  try {
    return (thrown instanceof Error ? thrown.message || thrown.name : String(thrown)).trimStart();
  } catch {
    return "it failed";
  }
}
