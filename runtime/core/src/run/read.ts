import { isThenable, untilAborted } from "../async/abort.ts";
import type { EventData } from "../journal/event.ts";
import { cloneJson } from "../json/clone-json.ts";
import type { Json } from "../json/json.ts";
import { readAsDeclared } from "../schema/mend/read-as-declared.ts";
import type { Repair } from "../schema/mend/repair.ts";
import { NOT_LOADED } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { mendOrRefuse, refuseUnknown } from "./advice.ts";
import { argumentsObject, CallKey, type DecodedCall, type Ended, type ReadCall } from "./call-states.ts";
import { offers } from "./policy.ts";
import { refuse, refuseAborted, refuseArguments, refuseText } from "./refusals.ts";
import { repairLine } from "./repairs.ts";
import type { Scope } from "./scope.ts";

/** The first phase, of a call whose JSON is read (`decode-arguments.ts`): resolve, validate, repair. */
export function readCall(call: DecodedCall, scope: Scope): Ended | Promise<ReadCall | Ended> {
  const { name, decoded } = call;
  const tool = findTool(name, scope);
  if (tool === undefined) return refuseUnknown(call, scope);
  return decoded.ok ? readArguments(tool, decoded.value, scope) : refuseText(decoded);
}

/** The tool that a call of this name reaches now. */
export function findTool(name: string, scope: Scope): Tool | undefined {
  const { active, registry, subTools } = scope;
  const own = subTools?.find((tool) => tool.name === name);
  if (own !== undefined || active === undefined) return own ?? registry.get(name);
  const offered = active.get(name);
  return offered && newest(offered, scope);
}

/** A tool that was registered again after its step began runs as it is now; one that only the step brought stays. */
function newest(offered: Tool, scope: Scope): Tool | undefined {
  const { registry, registered } = scope;
  const now = registry.get(offered.name);
  if (now === undefined || now === offered || !registered?.includes(offered)) return offered;
  return offers(now, scope) ? now : undefined;
}

/** Arguments that nobody else may change, read as the tool declares. */
export async function readArguments(tool: Tool, asked: Json, scope: Scope): Promise<ReadCall | Ended> {
  const { args, repairs, issues } = readAsDeclared(asked, tool.spec);
  if (issues.length > 0) return refuseArguments(issues);
  if (scope.options.validate === false) return accept({ tool, scope, args, repairs, input: cloneJson(args) });
  const checking = untilAborted(tool.spec.input.check(cloneJson(args)), scope.signal);
  // A run reads its calls one after the other. Elsewhere a call that is checked at once waits all the same, so that it
  // does not overtake one before it whose validator is being loaded.
  const waits = isThenable(checking) || scope.memory?.run === undefined;
  const checked = waits ? await checking : checking;
  if (checked === undefined) return refuseAborted();
  if (checked.ok) return accept({ tool, scope, args, repairs, input: checked.value });
  if (checked.isLost) return refuse({ code: "skipped", message: NOT_LOADED });
  const mended = await mendOrRefuse({ tool, args, scope, issues: checked.issues });
  return "stage" in mended ? mended : accept({ tool, scope, ...mended, repairs: [...repairs, ...mended.repairs] });
}

interface Accepted {
  readonly tool: Tool;
  readonly scope: Scope;
  readonly args: Json;
  readonly repairs: readonly Repair[];
  readonly input: unknown;
}

function accept({ tool, args, repairs, input, scope }: Accepted): ReadCall {
  const key = scope.memory && new CallKey(scope.toolCallId, tool.name, args);
  return {
    stage: "read",
    toolCallId: scope.toolCallId,
    tool,
    input,
    arguments: argumentsObject(args),
    repairs,
    key,
    waitedMs: undefined,
  };
}

/**
 * What makes a call the same as another; a call that could not be read is what was asked for. Undefined outside a run,
 * where nobody compares.
 */
export function keyOf({ name, decoded }: DecodedCall, read: ReadCall | Ended, scope: Scope): CallKey | undefined {
  if (read.stage === "read") return read.key;
  const said = decoded.ok ? decoded.value : decoded.reason;
  return scope.memory && new CallKey(scope.toolCallId, name, said, decoded.ok);
}

/** What an event of a call weighs beside the name of its tool, its arguments and its reach, in bytes, roughly. */
export const CALL_BYTES = 80;

/** Tells the start of a call, whatever came of reading it. One that is taken up was told of before. */
export function publishStart(call: DecodedCall, scope: Scope, read: ReadCall | Ended): void | Promise<void> {
  const { toolCallId, runId, parentId, scrubber, activity } = scope;
  if (scope.resumed?.started) return undefined;
  const toolName = scrubber.name(call.name);
  // Arguments that were found clean when their step closed are not looked at again.
  const isAsAsked = isShownAsAsked(call, read);
  const data =
    read.stage === "ended"
      ? { toolCallId, toolName, arguments: {} }
      : withNotes(
          { toolCallId, toolName, arguments: isAsAsked ? read.arguments : scrubber.json(read.arguments) },
          read,
        );
  const { inReplay } = scope;
  const told = inReplay === undefined ? data : { ...data, ...inReplay.notesOf(data) };
  const bytes = isAsAsked ? CALL_BYTES + toolName.length + call.cleanBytes : undefined;
  const behind = scope.memory?.run !== undefined;
  return activity.emit("tool_call_start", told, { id: toolCallId, runId, parentId, bytes, behind });
}

type StartData = EventData["tool_call_start"];

function withNotes(data: StartData, { repairs, tool }: ReadCall): StartData {
  const { suppressExecutionAnimation, replays } = tool.spec;
  if (repairs.length === 0 && !suppressExecutionAnimation && !replays) return data;
  return {
    ...data,
    ...(repairs.length > 0 && { repairs: repairs.map(repairLine) }),
    ...(suppressExecutionAnimation && { suppressExecutionAnimation }),
    ...(replays && { replays: true as const }),
  };
}

function isShownAsAsked(call: DecodedCall, read: ReadCall | Ended): call is DecodedCall & { cleanBytes: number } {
  return call.cleanBytes !== undefined && read.stage === "read" && read.repairs.length === 0;
}
