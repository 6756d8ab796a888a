import { canonicalJson } from "../../json/canonical-json.ts";
import { cloneJson } from "../../json/clone-json.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { lazy } from "../../tool/lazy.ts";
import type { Tool } from "../../tool/tool.ts";
import type { CallEnv, DecodedCall } from "../call-env.ts";
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
  /** Equal for identical calls; empty outside a run, where nobody compares. */
  readonly key: string;
}

/** The first phase: resolve, decode, validate, repair. Publishes `tool_call_start` whatever comes of it. */
export async function readCall(call: DecodedCall, env: CallEnv): Promise<ReadCall | Settlement> {
  const read = await resolveAndValidate(call, env);
  if (env.resumed?.started) return read;
  const settled = read instanceof Settlement;
  const { scrubber, activity } = env.core;
  const tool = settled ? undefined : read.tool;
  await activity.emit(
    "tool_call_start",
    {
      toolCallId: env.toolCallId,
      toolName: scrubber.text(call.name),
      arguments: settled ? {} : scrubber.json(read.arguments),
      ...(settled || read.repairs.length === 0 ? {} : { repairs: read.repairs }),
      ...(tool?.spec.suppressExecutionAnimation ? { suppressExecutionAnimation: true } : {}),
    },
    { id: env.toolCallId, runId: env.runId, parentId: env.parentId },
  );
  return read;
}

/** Validates edited arguments of a call that was read before. */
export function rereadArguments(tool: Tool, args: Json, env: CallEnv): Promise<ReadCall | Settlement> {
  return readArguments(tool, cloneJson(args), env);
}

async function resolveAndValidate(call: DecodedCall, env: CallEnv): Promise<ReadCall | Settlement> {
  const tool = await findTool(call.name, env);
  if (tool instanceof Settlement) return tool;
  if (!call.decoded.ok) {
    return refuse({
      code: "invalid_json",
      message: call.decoded.reason,
      suggestion: "Send the arguments as one complete JSON object.",
    });
  }
  return readArguments(tool, call.decoded.value, env);
}

async function findTool(name: string, { active, core, subTools }: CallEnv): Promise<Tool | Settlement> {
  const own = subTools?.find((tool) => tool.name === name);
  if (own !== undefined) return own;
  const registered = core.registry.get(name);
  const tool = active === undefined ? registered : active.get(name);
  if (tool !== undefined) return tool;
  const { refuseName } = await refusals();
  return refuseName(name, active === undefined ? core.registry.list() : [...active.keys()], registered !== undefined);
}

async function readArguments(tool: Tool, args: Json, env: CallEnv): Promise<ReadCall | Settlement> {
  if (env.core.options.validate === false) return accept({ tool, args, input: cloneJson(args), env });
  const { input } = tool.spec;
  const checked = untilAborted(input.check(cloneJson(args)), env.signal);
  const result = checked instanceof Promise ? await checked : checked;
  if (result === undefined) return stopped();
  if (result.ok) return accept({ tool, args, input: result.value, env });
  const { repairArguments, refuseArguments } = await refusals();
  const repaired = repairArguments(input.jsonSchema, args, result.issues);
  if (repaired === undefined) return refuseArguments(result.issues);
  const again = await untilAborted(input.check(cloneJson(repaired.arguments)), env.signal);
  if (!again?.ok) return refuseArguments(result.issues);
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
  const key = env.memory === undefined ? "" : `${tool.name}\n${canonicalJson(args)}`;
  return { toolCallId: env.toolCallId, tool, input, arguments: asObject(args), repairs, key };
}

function asObject(value: Json): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
