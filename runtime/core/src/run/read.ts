import { untilAborted } from "../async/abort.ts";
import { andThen, andThenWith, type MaybePromise } from "../async/and-then.ts";
import type { EventData } from "../journal/event.ts";
import { cloneJson } from "../json/clone-json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { Issue } from "../result/error-info.ts";
import type { Checked } from "../schema/check/compiled-schema.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { Tool } from "../tool/tool.ts";
import { argumentsObject, CallKey, type DecodedCall, type Ended, type ReadCall } from "./call-states.ts";
import { later } from "./later.ts";
import { type LeftOut, leaveOutEmpty, repairLine } from "./left-out.ts";
import { offers } from "./policy.ts";
import type { Scope } from "./scope.ts";

/** What the start of a call weighs beside its name and its arguments, roughly. */
const NAME_BYTES = 80;

/** The first phase, of a call whose JSON is read (`decode-arguments.ts`): resolve, validate, repair. Publishes `tool_call_start` whatever comes of it. */
export function readCall(asked: CallInScope): Reading {
  return andThenWith(resolveAndValidate(asked.call, asked.scope), begun, asked);
}

/** A call that is asked for, and what it runs under. */
export interface CallInScope {
  readonly call: DecodedCall;
  readonly scope: Scope;
}

function begun(read: ReadCall | Ended, { call, scope }: CallInScope): Reading {
  if (scope.resumed?.started) return read;
  return andThenWith(publishStart(call, scope, read), stored, read);
}

function stored<T>(_: unknown, read: T): T {
  return read;
}

function publishStart(call: DecodedCall, scope: Scope, read: ReadCall | Ended): Promise<void> | undefined {
  const { toolCallId, runId, parentId, scrubber, activity } = scope;
  const toolName = scrubber.name(call.name);
  const data =
    read.stage === "ended"
      ? { toolCallId, toolName, arguments: {} }
      : withNotes({ toolCallId, toolName, arguments: shownArguments(call, read, scrubber) }, read);
  const bytes = isShownAsAsked(call, read) ? NAME_BYTES + toolName.length + call.cleanBytes : undefined;
  const about = { id: toolCallId, runId, parentId, bytes, behind: scope.memory?.counter !== undefined };
  const stored = activity.emit("tool_call_start", data, about);
  return stored instanceof Promise ? stored : undefined;
}

type StartData = EventData["tool_call_start"];

function withNotes(data: StartData, { repairs, tool }: ReadCall): StartData {
  const { suppressExecutionAnimation } = tool.spec;
  if (repairs.length === 0 && !suppressExecutionAnimation) return data;
  return {
    ...data,
    ...(repairs.length === 0 ? {} : { repairs }),
    ...(suppressExecutionAnimation ? { suppressExecutionAnimation } : {}),
  };
}

/** Arguments that were found clean when their step closed are not looked at again. */
function shownArguments(call: DecodedCall, read: ReadCall, scrubber: Scrubber): JsonObject {
  return isShownAsAsked(call, read) ? read.arguments : scrubber.json(read.arguments);
}

function isShownAsAsked(call: DecodedCall, read: ReadCall | Ended): call is DecodedCall & { cleanBytes: number } {
  return call.cleanBytes !== undefined && read.stage === "read" && read.repairs.length === 0;
}

/** At once, or later where something has to be loaded or a schema takes its time. */
type Reading = MaybePromise<ReadCall | Ended>;

/** The first phase without its event. */
export function resolveAndValidate(call: DecodedCall, scope: Scope): Reading {
  const tool = findTool(call.name, scope);
  if (tool === undefined) return noSuchTool(call.name, scope);
  const { decoded } = call;
  if (!decoded.ok) return andThen(later(), ({ refuseText }) => refuseText(decoded.reason));
  return readArguments(tool, decoded.value, scope);
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

function noSuchTool(name: string, { active, registry }: Scope): Reading {
  const offered = active === undefined ? registry.list() : [...active.keys()];
  return andThen(later(), ({ refuseName }) => refuseName(name, offered, registry.get(name) !== undefined));
}

/** Arguments that nobody else may change, without what the tool declares to mean nothing. */
export function readArguments(tool: Tool, asked: Json, scope: Scope): Reading {
  const given = { tool, scope, ...leaveOutEmpty(asked, tool.spec) };
  const { args } = given;
  if (scope.options.validate === false) return accept({ ...given, input: cloneJson(args) });
  const checked = untilAborted(tool.spec.input.check(cloneJson(args)), scope.signal);
  if (checked instanceof Promise) return checked.then((result) => afterCheck(given, result));
  return afterCheck(given, checked);
}

interface GivenArguments {
  readonly tool: Tool;
  readonly args: Json;
  readonly leftOut: readonly LeftOut[];
  readonly scope: Scope;
}

function afterCheck(given: GivenArguments, result: Checked | undefined): Reading {
  if (result === undefined) return andThen(later(), ({ refuseAborted }) => refuseAborted());
  return result.ok ? accept({ ...given, input: result.value }) : mended(given, result.issues);
}

/** What has to be mended, or refused: see `mend.ts`. */
function mended(given: GivenArguments, issues: readonly Issue[]): Reading {
  return andThen(later(), async ({ mendArguments }) => {
    const mended = await mendArguments({ ...given, issues });
    return "stage" in mended ? mended : accept({ ...given, ...mended });
  });
}

interface Accepted extends GivenArguments {
  readonly input: unknown;
  readonly repairs?: readonly string[];
}

/** What makes a call the same as another; a call that could not be read is what was asked for. Undefined outside a run, where nobody compares. */
export function keyOf({ name, decoded }: DecodedCall, read: ReadCall | Ended, scope: Scope): CallKey | undefined {
  if (read.stage === "read") return read.key;
  const said = decoded.ok ? decoded.value : decoded.reason;
  return scope.memory && new CallKey(scope.toolCallId, name, said, decoded.ok);
}

function accept({ tool, args, leftOut, input, scope, repairs = NONE }: Accepted): ReadCall {
  const key = scope.memory && new CallKey(scope.toolCallId, tool.name, args);
  return {
    stage: "read",
    toolCallId: scope.toolCallId,
    tool,
    input,
    arguments: argumentsObject(args),
    repairs: leftOut.length === 0 ? repairs : [...leftOut.map(repairLine), ...repairs],
    leftOut,
    key,
    waitedMs: undefined,
  };
}

const NONE: readonly string[] = [];
