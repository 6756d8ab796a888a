import { untilAborted } from "../async/abort.ts";
import { cloneJson } from "../json/clone-json.ts";
import { isJsonArray } from "../json/is-json-array.ts";
import { isJsonObject } from "../json/is-json-object.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { toJson } from "../json/to-json.ts";
import type { Issue } from "../result/error-info.ts";
import { decodeArguments } from "../schema/decode/decode-arguments.ts";
import { parametersInWords } from "../schema/explain/parameters-in-words.ts";
import { mendAsDeclared } from "../schema/mend/mend-as-declared.ts";
import { readAsDeclared } from "../schema/mend/read-as-declared.ts";
import { pointerStep } from "../schema/nodes/json-pointer.ts";
import { listOf, membersOf } from "../schema/nodes/schema-node.ts";
import { nearestName } from "../text/nearest-name.ts";
import type { Tool } from "../tool/tool.ts";
import { argumentsObject, type DecodedCall, type Ended } from "./call-states.ts";
import { namesOf } from "./offered-names.ts";
import { callText } from "./quoted-call.ts";
import { refuseName } from "./refusals.ts";
import type { Scope } from "./scope.ts";

/**
 * Refuses a call of a tool that does not exist, and says which call may be meant: of the tool that says so itself, else
 * of the one whose name is most like it, else of the only one that takes these arguments. It is told, never run.
 */
export async function refuseUnknown({ name, decoded }: DecodedCall, scope: Scope): Promise<Ended> {
  const names = namesOf(scope);
  const isRegistered = scope.registry.get(name) !== undefined;
  const given = decoded.ok ? argumentsObject(decoded.value) : {};
  const own = isRegistered ? undefined : standIn(name, given, scope);
  if (own !== undefined) {
    const call = await callOf(own.tool, own.args, scope);
    const instead = call === undefined ? `Use ${inWords(own.tool)}.` : `With ${own.tool.name}: ${call}.`;
    return refuseName(name, { names, isRegistered, instead });
  }
  const nearest = isRegistered ? undefined : nearestName(name, names);
  const meant = nearest === undefined ? onlyOneFor(given, scope) : toolOf(nearest, scope);
  if (!isRegistered && meant === undefined && SAYING.has(name.toLowerCase().replace(/[\s._-]/g, "")))
    return refuseName(name, { names, isRegistered, instead: IN_WORDS });
  const isTold = meant !== undefined && !isRegistered && Object.keys(given).length > 0;
  const call = isTold ? await callOf(meant, given, scope) : undefined;
  return refuseName(name, { names, isRegistered, nearest, instead: call && `Call ${meant?.name} with ${call}.` });
}

/** Where no tool stands in for them, these only say something: the answer does that. */
const SAYING: ReadonlySet<string> = new Set(
  (
    "finish finished done complete completed taskcomplete taskdone attemptcompletion finalanswer final submit end " +
    "endtask stop answer respond response reply say print echo output message"
  ).split(" "),
);
const IN_WORDS = "Answer in words, without a call.";

/** One argument is not enough to know a tool by: many take a `path`. */
const TELLING_ARGUMENTS = 2;

/** The only tool that has a parameter for each of these arguments, and requires no other. */
function onlyOneFor(given: JsonObject, scope: Scope): Tool | undefined {
  const keys = Object.keys(given);
  if (keys.length < TELLING_ARGUMENTS) return undefined;
  const fitting = namesOf(scope).flatMap((name) => {
    const tool = toolOf(name, scope);
    const { properties, required } = tool?.spec.input.jsonSchema ?? {};
    const known = new Map(membersOf(properties));
    const fits =
      keys.every((key) => known.has(key)) && listOf(required).every((key) => Object.hasOwn(given, String(key)));
    return tool !== undefined && fits ? [tool] : [];
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The arguments that a tool itself gives for a call of its own that does not fit, ready to copy. */
export async function callInstead(tool: Tool, given: JsonObject, scope: Scope): Promise<string | undefined> {
  const args = argumentsInstead(tool, { name: tool.name, given }, scope);
  return args && (await callOf(tool, args, scope));
}

/** The call that was put once more into its own arguments, ready to copy: `{ name, arguments: { … } }`. */
export async function callWithin(tool: Tool, args: JsonObject, scope: Scope): Promise<string | undefined> {
  const { name = tool.name, id: _, type: _type, ...rest } = args;
  const [[key, value] = ["", null], ...others] = Object.entries(rest);
  if (name !== tool.name || others.length > 0 || !WRAPPERS.has(key)) return undefined;
  const inner = decodeArguments(typeof value === "string" || isJsonObject(value) ? value : null);
  return inner.ok && isJsonObject(inner.value) ? callOf(tool, inner.value, scope) : undefined;
}

const WRAPPERS: ReadonlySet<string> = new Set(["arguments", "parameters", "args", "params", "kwargs", "input"]);

/** The call without the keys that its tool does not have, ready to copy; undefined where anything else is wrong. */
export async function callWithoutUnknown(
  tool: Tool,
  { args, issues }: { readonly args: Json; readonly issues: readonly Issue[] },
  scope: Scope,
): Promise<string | undefined> {
  if (!issues.every(isUnknownKey)) return undefined;
  const rest = without(args, new Set(issues.map(({ path }) => path)));
  return isJsonObject(rest) ? callOf(tool, rest, scope) : undefined;
}

/** Whether an issue is about a key that the tool does not have. */
export function isUnknownKey({ message }: Issue): boolean {
  return message.startsWith("unknown key");
}

function without(value: Json, paths: ReadonlySet<string>, path = ""): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonArray(value)) return value.map((item, index) => without(item, paths, path + pointerStep(index)));
  const kept = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
    const place = path + pointerStep(key);
    return paths.has(place) ? [] : [[key, without(member, paths, place)]];
  });
  return Object.fromEntries(kept);
}

interface StandIn {
  readonly tool: Tool;
  readonly args: JsonObject;
}

function standIn(name: string, given: JsonObject, scope: Scope): StandIn | undefined {
  for (const offered of namesOf(scope)) {
    const tool = toolOf(offered, scope);
    const args = tool && argumentsInstead(tool, { name, given }, scope);
    if (tool !== undefined && args !== undefined) return { tool, args };
  }
  return undefined;
}

function toolOf(name: string, { active, registry }: Scope): Tool | undefined {
  return active === undefined ? registry.get(name) : active.get(name);
}

interface GivenCall {
  readonly name: string;
  readonly given: JsonObject;
}

function argumentsInstead(tool: Tool, { name, given }: GivenCall, { logger }: Scope): JsonObject | undefined {
  try {
    const args = toJson(tool.spec.insteadOf?.(name, argumentsObject(cloneJson(given))));
    return args.ok && isJsonObject(args.value) ? args.value : undefined;
  } catch (error) {
    logger.error("insteadOf failed", { tool: tool.name, error });
    return undefined;
  }
}

/** A call of a tool, as its schema takes it: undefined where these arguments do not fit, or may not be quoted. */
async function callOf(tool: Tool, args: JsonObject, scope: Scope): Promise<string | undefined> {
  const { input } = tool.spec;
  const read = readAsDeclared(args, tool.spec);
  if (read.issues.length > 0) return undefined;
  const checked = await untilAborted(input.check(cloneJson(read.args)), scope.signal);
  if (checked?.ok === true) return callText(argumentsObject(read.args), scope);
  const mended = checked && mendAsDeclared(read.args, tool.spec, checked.issues);
  const again = mended && (await untilAborted(input.check(cloneJson(mended.arguments)), scope.signal));
  return mended !== undefined && again?.ok === true ? callText(mended.arguments, scope) : undefined;
}

function inWords({ name, definition }: Tool): string {
  const parameters = parametersInWords(definition.parameters);
  return parameters === "" ? name : `${name}, which takes ${parameters}`;
}
