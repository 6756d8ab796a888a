import type { EventData } from "../../journal/event.ts";
import { cloneJson } from "../../json/clone-json.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import type { Issue } from "../../result/error-info.ts";
import type { Checked } from "../../schema/compiled-schema.ts";
import type { Scrubber } from "../../secrets/scrubber.ts";
import { lazy } from "../../tool/lazy.ts";
import type { Tool } from "../../tool/tool.ts";
import { andThen, type MaybePromise } from "../and-then.ts";
import { offers } from "../authorise/offers.ts";
import type { CallEnv, DecodedCall } from "../call-env.ts";
import { CallKey } from "../call-key.ts";
import { untilAborted } from "../perform/until-aborted.ts";
import { refuse, Settlement } from "../settlement.ts";
import { stopped } from "../stopped.ts";

const refusals = lazy(() => import("./refusals.ts"));

/** A call that names a known tool with valid arguments. Not yet allowed to run. */
export interface ReadCall {
  readonly toolCallId: string;
  readonly tool: Tool;
  /** What `execute` gets: validated, defaults and transforms applied. */
  readonly input: unknown;
  /** What was asked for, after repair and before transforms. */
  readonly arguments: JsonObject;
  readonly repairs: readonly string[];
  /** Undefined outside a run, where nobody compares. */
  readonly key: CallKey | undefined;
}

/** What the start of a call weighs beside its name and its arguments, roughly. */
const NAME_BYTES = 80;

/** The first phase: resolve, decode, validate, repair. Publishes `tool_call_start` whatever comes of it. */
export function readCall(call: DecodedCall, env: CallEnv): Reading {
  return andThen(resolveAndValidate(call, env), (read) => {
    if (env.resumed?.started) return read;
    const stored = publishStart(call, env, read);
    return stored === undefined ? read : stored.then(() => read);
  });
}

function publishStart(call: DecodedCall, env: CallEnv, read: ReadCall | Settlement): Promise<void> | undefined {
  const { toolCallId, runId, parentId, core } = env;
  const toolName = core.scrubber.name(call.name);
  const data =
    read instanceof Settlement
      ? { toolCallId, toolName, arguments: {} }
      : withNotes({ toolCallId, toolName, arguments: shownArguments(call, read, core.scrubber) }, read);
  const bytes = isShownAsAsked(call, read) ? NAME_BYTES + toolName.length + call.cleanBytes : undefined;
  const stored = core.activity.emit("tool_call_start", data, { id: toolCallId, runId, parentId, bytes });
  return stored instanceof Promise ? stored : undefined;
}

type CallStart = EventData["tool_call_start"];

function withNotes(data: CallStart, { repairs, tool }: ReadCall): CallStart {
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

function isShownAsAsked(call: DecodedCall, read: ReadCall | Settlement): call is DecodedCall & { cleanBytes: number } {
  return call.cleanBytes !== undefined && !(read instanceof Settlement) && read.repairs.length === 0;
}

/** Validates edited arguments of a call that was read before. */
export function rereadArguments(tool: Tool, args: Json, env: CallEnv): Reading {
  return readArguments(tool, cloneJson(args), env);
}

/** At once, or later where something has to be loaded or a schema takes its time. */
type Reading = MaybePromise<ReadCall | Settlement>;

function resolveAndValidate(call: DecodedCall, env: CallEnv): Reading {
  const tool = findTool(call.name, env);
  if (tool === undefined) return noSuchTool(call.name, env);
  if (!call.decoded.ok) {
    return refuse({
      code: "invalid_json",
      message: call.decoded.reason,
      suggestion: "(send the arguments as one complete JSON object).",
    });
  }
  return readArguments(tool, call.decoded.value, env);
}

function findTool(name: string, env: CallEnv): Tool | undefined {
  const { active, core, subTools } = env;
  const own = subTools?.find((tool) => tool.name === name);
  if (own !== undefined || active === undefined) return own ?? core.registry.get(name);
  const offered = active.get(name);
  return offered && newest(offered, env);
}

/** A tool that was registered again after its step began runs as it is now; one that only the step brought stays. */
function newest(offered: Tool, { registered, core }: CallEnv): Tool | undefined {
  const now = core.registry.get(offered.name);
  if (now === undefined || now === offered || !registered?.includes(offered)) return offered;
  return offers(now, core) ? now : undefined;
}

async function noSuchTool(name: string, { active, core }: CallEnv): Promise<Settlement> {
  const { refuseName } = await refusals();
  const offered = active === undefined ? core.registry.list() : [...active.keys()];
  return refuseName(name, offered, core.registry.get(name) !== undefined);
}

function readArguments(tool: Tool, args: Json, env: CallEnv): Reading {
  if (env.core.options.validate === false) return accept({ tool, args, input: cloneJson(args), env });
  const { input } = tool.spec;
  const checked = untilAborted(input.check(cloneJson(args)), env.signal);
  if (checked instanceof Promise) return checked.then((result) => judge({ tool, args, env, result }));
  return judge({ tool, args, env, result: checked });
}

interface Judging {
  readonly tool: Tool;
  readonly args: Json;
  readonly env: CallEnv;
  readonly result: Checked | undefined;
}

function judge({ tool, args, env, result }: Judging): Reading {
  if (result === undefined) return stopped();
  return result.ok ? accept({ tool, args, input: result.value, env }) : repairOrRefuse(tool, args, env, result.issues);
}

async function repairOrRefuse(tool: Tool, args: Json, env: CallEnv, issues: readonly Issue[]) {
  const { input } = tool.spec;
  const { repairArguments, refuseArguments } = await refusals();
  const mends = env.core.options.repair !== false;
  const repaired = mends ? repairArguments(input.jsonSchema, args, issues) : undefined;
  if (repaired === undefined) return refuseArguments(issues);
  const again = await untilAborted(input.check(cloneJson(repaired.arguments)), env.signal);
  if (!again?.ok) return refuseArguments(issues);
  return accept({ tool, args: repaired.arguments, input: again.value, env, repairs: repaired.repairs });
}

interface Accepted {
  readonly tool: Tool;
  readonly args: Json;
  readonly input: unknown;
  readonly env: CallEnv;
  readonly repairs?: readonly string[];
}

function accept({ tool, args, input, env, repairs = [] }: Accepted): ReadCall {
  const key = env.memory && new CallKey(tool.name, { ok: true, value: args });
  return { toolCallId: env.toolCallId, tool, input, arguments: asObject(args), repairs, key };
}

function asObject(value: Json): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
