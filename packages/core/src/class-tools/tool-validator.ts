import { toJson } from "../json/to-json.ts";
import { listOf, membersOf, type SchemaNode } from "../schema/schema-node.ts";
import { exampleCall } from "./example-call.ts";
import { firstMismatch } from "./first-mismatch.ts";
import type { FunctionDefinition } from "./function-definition.ts";
import { withoutOptionalNulls } from "./without-optional-nulls.ts";

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
  const found = firstMismatch(parameters, withoutOptionalNulls(parameters, json.value));
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
