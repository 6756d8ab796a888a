import type { JsonObject } from "../json/json.ts";
import { decodeArguments } from "../schema/decode/decode-arguments.ts";
import { isTool } from "../tool/is-tool.ts";
import { NOT_LOADED } from "../tool/lazy.ts";
import type { ArgumentsText, Tool } from "../tool/tool.ts";
import { callName, type Ended, type SettledCall } from "./call-states.ts";
import type { CallOfProgram } from "./program-call.ts";
import { refuse, refuseHalted } from "./refusals.ts";
import { type CallsInside, narrowed, type Scope } from "./scope.ts";

/** How deep calls may stand inside calls. */
const MAX_DEPTH = 16;

/** What a tool asks for while it runs. */
export interface SubCall {
  readonly callee: string | Tool;
  readonly input: ArgumentsText | JsonObject;
  /** The place among the calls that the tool has made. */
  readonly number: number;
  /** The call around it had ended when it was asked for. */
  readonly isTooLate: boolean;
  readonly program?: CallOfProgram | undefined;
}

/** The call that asks. */
export interface Caller {
  readonly tool: Tool;
  readonly scope: Scope;
  readonly signal: AbortSignal;
  /** Of a tool that replays: what gives its calls their places. */
  readonly replayed: Promise<CallsInside | undefined> | undefined;
}

/** A call inside a call. Never rejects. */
export async function callInside(asked: SubCall, caller: Caller): Promise<SettledCall | Ended> {
  const { callee, input, number, program } = asked;
  const { tool, scope, signal, replayed } = caller;
  const refusal = refusalOf(asked, caller);
  if (refusal !== undefined) return refusal;
  // In a tool that replays the ids are the same in every attempt.
  const isFirst = scope.attempt === 1 || replayed !== undefined;
  const parentId = isFirst ? scope.toolCallId : `${scope.toolCallId}~${scope.attempt}`;
  const inner = narrowed(scope, {
    subTools: subToolsFor(callee, tool),
    signal,
    depth: scope.depth + 1,
    parentId: scope.toolCallId,
    toolCallId: scope.ids.claimInside(`${parentId}/${number}`),
    attempt: 1,
    resumed: undefined,
    inReplay: undefined,
    questions: undefined,
    foreseen: undefined,
  });
  const name = callName(typeof callee === "string" ? callee : callee?.name);
  const call = { name, decoded: decodeArguments(input) };
  if (replayed === undefined) return scope.execute(call, inner);
  program?.claimed(inner.toolCallId);
  return (await replayed)?.call(call, inner, program) ?? refuse({ code: "skipped", message: NOT_LOADED });
}

function refusalOf({ isTooLate }: SubCall, { scope: { halt, depth }, replayed }: Caller): Ended | undefined {
  if (isTooLate) return refuse({ code: "skipped", message: "The call that made this one has ended." });
  // A tool that replays is given what had ended before the stop.
  const halted = replayed === undefined ? refuseHalted(halt) : undefined;
  if (halted !== undefined || depth < MAX_DEPTH) return halted;
  return refuse({ code: "skipped", message: `Calls stand inside calls more than ${MAX_DEPTH} deep.` });
}

/** A tool that is given itself is found, whatever is registered under its name; one of another form by its name. */
function subToolsFor(callee: string | Tool, { spec }: Tool): readonly Tool[] | undefined {
  return isTool(callee) ? [callee, ...(spec.subTools ?? [])] : spec.subTools;
}
