import { isFields, isJsonObject } from "../json/is-json-object.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { toJson } from "../json/to-json.ts";
import type { LlmToolDefinition } from "../model/model-port.ts";
import type { Issue } from "../result/error-info.ts";
import { compileExplainer } from "../schema/explain/explain.ts";
import { withoutOptionalNulls } from "../schema/mend/without-optional.ts";
import { listOf, membersOf, type SchemaNode } from "../schema/nodes/schema-node.ts";
import { exampleCall } from "./example-call.ts";

/** Whether arguments fit; of several mistakes, the first. */
export interface ValidationResult {
  valid: boolean;
  error?: string;
  error_type?: string;
  suggestion?: string;
}

/**
 * Says what is wrong with the arguments of a class tool, and shows a call that would be right. Parameters that the
 * definition does not name are let through; null for an optional one counts as left out.
 */
export class ToolValidator {
  validateArguments(
    tool: { readonly name: string },
    functionDef: FunctionDefinition,
    args: Readonly<Record<string, unknown>>,
  ): ValidationResult {
    const { parameters } = functionDef.function;
    if (!isFields(args ?? {})) return invalid(`Arguments of ${tool.name} must be an object`, "Send a JSON object.");
    const given = Object.entries(args ?? {}).filter(([, value]) => value !== undefined);
    const missing = missingParameter(parameters, new Set(given.map(([name]) => name)));
    if (missing !== undefined) {
      return invalid(
        `Missing required parameter '${missing}' for ${tool.name}`,
        `Example: ${exampleCall(tool.name, parameters)}`,
      );
    }
    return mistake(tool.name, parameters, Object.fromEntries(given)) ?? { valid: true };
  }
}

function missingParameter(parameters: SchemaNode, given: ReadonlySet<string>): string | undefined {
  return listOf(parameters.required).find((name): name is string => typeof name === "string" && !given.has(name));
}

function mistake(tool: string, parameters: SchemaNode, args: object): ValidationResult | undefined {
  const infinite = membersOf(args).find(([, value]) => isInfinite(value));
  if (infinite !== undefined) {
    const [name, value] = infinite;
    return wrong(tool, { parameter: name, place: "", message: `expected number, got ${value}`, isType: true });
  }
  const json = toJson(args);
  if (!json.ok) return invalid(`Arguments of ${tool} cannot be written as JSON: ${json.problem}`, "Send plain JSON.");
  const found = firstMismatch(parameters, withoutOptionalNulls(json.value, parameters));
  return found && wrong(tool, found);
}

/** What a tool's own schema has against arguments, in the words of {@link ToolValidator}; the first of the issues. */
export function issueInWords(tool: string, args: JsonObject, issues: readonly Issue[]): ValidationResult | undefined {
  const found = firstOf(issues, args);
  return found && wrong(tool, found);
}

function isInfinite(value: unknown): boolean {
  return typeof value === "number" && !Number.isFinite(value);
}

function wrong(tool: string, found: NonNullable<ReturnType<typeof firstMismatch>>): ValidationResult {
  const { parameter, place, message, isType } = found;
  const expected = message.charAt(0).toUpperCase() + message.slice(1);
  const what = isType ? "type" : "value";
  return invalid(`Invalid ${what} for parameter '${parameter}' in ${tool}: ${place}${expected}`, place + expected);
}

function invalid(error: string, suggestion: string): ValidationResult {
  return { valid: false, error, error_type: "validation_error", suggestion };
}

/** The first thing that is wrong with arguments, in the order in which they were given. */
interface Mismatch {
  readonly parameter: string;
  /** Where inside the parameter, as the start of a sentence; empty for the parameter itself. */
  readonly place: string;
  /** Such as `expected string, got number`. */
  readonly message: string;
  /** The value has the wrong type, and not just a wrong value. */
  readonly isType: boolean;
}

const explainers = new WeakMap<SchemaNode, ReturnType<typeof compileExplainer>>();

/** Undefined when nothing is wrong that the schema's own words can say. */
function firstMismatch(parameters: SchemaNode, args: Json): Mismatch | undefined {
  return isJsonObject(args) ? firstOf(explainer(parameters)(args).issues, args) : undefined;
}

function firstOf(issues: readonly Issue[], args: JsonObject): Mismatch | undefined {
  const keys = Object.keys(args);
  const found = issues
    .map(({ path, message }) => ({ steps: stepsOf(path), message }))
    .sort((a, b) => keys.indexOf(a.steps[0] ?? "") - keys.indexOf(b.steps[0] ?? ""))[0];
  if (found === undefined) return undefined;
  const [parameter = "", ...inside] = found.steps;
  const missing = inside.length > 0 && found.message.startsWith("missing");
  const place = placeOf(missing ? inside.slice(0, -1) : inside);
  if (missing) return { parameter, place, message: `missing required property '${inside.at(-1)}'`, isType: false };
  const message = exact(found.message, valueAt(args, found.steps));
  return { parameter, place, message, isType: /^expected [a-z, ]+, got \w+$/.test(message) };
}

function explainer(parameters: SchemaNode): ReturnType<typeof compileExplainer> {
  const known = explainers.get(parameters);
  if (known !== undefined) return known;
  const made = compileExplainer(parameters, { closed: false });
  explainers.set(parameters, made);
  return made;
}

/** The steps of a JSON Pointer (RFC 6901). */
function stepsOf(path: string): string[] {
  const steps = path.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function placeOf(steps: readonly string[]): string {
  return steps.map((step) => (/^\d+$/.test(step) ? `Array item ${step}: ` : `Property '${step}': `)).join("");
}

/** A number that should have been whole is called by the name of what it is. */
function exact(message: string, value: Json | undefined): string {
  const fraction = typeof value === "number" && !Number.isInteger(value) && message.startsWith("expected integer");
  return fraction ? message.replace(/got number$/, "got float") : message;
}

function valueAt(args: Json, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = args;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** What a model is told of a class tool. Its `parameters` are a plain JSON Schema and go out as they are. */
export type FunctionDefinition = LlmToolDefinition;
