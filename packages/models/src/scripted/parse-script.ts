import { isFields, isJsonObject } from "@toolwright/core/internal";
import type { FinishReason, LlmError, LlmErrorCode, Usage } from "@toolwright/core/types";
import type { ScriptCall, ScriptStep } from "./script-step.ts";

type Fields = Readonly<Record<string, unknown>>;

const finishReasons: readonly FinishReason[] = ["stop", "tool_calls", "length", "content_filter", "error"];
const errorCodes: readonly LlmErrorCode[] = [
  "http",
  "connection",
  "timeout",
  "aborted",
  "incomplete_stream",
  "invalid_stream",
  "ambiguous_tool_calls",
  "script_exhausted",
  "tape_miss",
  "journal_failed",
  "internal",
];

/** Checks a script that was read from a file. Throws a `TypeError` that names the step and the field. */
export function parseScript(json: unknown): readonly ScriptStep[] {
  if (!Array.isArray(json)) throw new TypeError("A script must be a JSON array of steps.");
  return json.map((step: unknown, place) => parseStep(step, `step ${place + 1}`));
}

/** Checks one step. Throws a `TypeError` that names `where` and the field. */
export function parseStep(value: unknown, where: string): ScriptStep {
  const step = fieldsOf(value, where, ["text", "reasoning", "toolCalls", "finishReason", "usage", "error"]);
  const { finishReason, usage, error } = step;
  return {
    ...optionalText(step, "text", where),
    ...optionalText(step, "reasoning", where),
    ...(step.toolCalls === undefined ? {} : { toolCalls: parseCalls(step.toolCalls, where) }),
    ...(finishReason === undefined
      ? {}
      : { finishReason: oneOf(finishReason, finishReasons, `${where}: finishReason`) }),
    ...(usage === undefined ? {} : { usage: parseUsage(usage, `${where}: usage`) }),
    ...(error === undefined ? {} : { error: parseError(error, `${where}: error`) }),
  };
}

function parseCalls(value: unknown, where: string): readonly ScriptCall[] {
  if (!Array.isArray(value)) throw wrong(`${where}: toolCalls`, "a list");
  return value.map((call: unknown, place) => parseCall(call, `${where}: toolCalls[${place}]`));
}

function parseCall(value: unknown, where: string): ScriptCall {
  const call = fieldsOf(value, where, ["id", "name", "arguments"]);
  const { name, arguments: given } = call;
  if (typeof name !== "string") throw wrong(`${where}.name`, "a text");
  if (given === undefined) return { ...optionalText(call, "id", where), name };
  if (typeof given !== "string" && !isJsonObject(given)) throw wrong(`${where}.arguments`, "a text or an object");
  return { ...optionalText(call, "id", where), name, arguments: given };
}

function parseUsage(value: unknown, where: string): Usage {
  const { inputTokens, outputTokens, costUsd } = fieldsOf(value, where, ["inputTokens", "outputTokens", "costUsd"]);
  if (typeof inputTokens !== "number" || typeof outputTokens !== "number") {
    throw wrong(where, "{ inputTokens, outputTokens } with two numbers");
  }
  if (costUsd === undefined) return { inputTokens, outputTokens };
  if (typeof costUsd !== "number") throw wrong(`${where}.costUsd`, "a number");
  return { inputTokens, outputTokens, costUsd };
}

function parseError(value: unknown, where: string): string | LlmError {
  if (typeof value === "string") return value;
  const { code, message, status } = fieldsOf(value, where, ["code", "message", "status"]);
  if (typeof message !== "string") throw wrong(`${where}.message`, "a text");
  const known = code === undefined ? "http" : oneOf(code, errorCodes, `${where}.code`);
  return { code: known, message, ...(typeof status === "number" ? { status } : {}) };
}

function fieldsOf(value: unknown, where: string, known: readonly string[]): Fields {
  if (!isFields(value)) throw wrong(where, "an object");
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger === undefined) return value;
  throw new TypeError(`Script ${where} has an unknown field "${stranger}"; known are ${known.join(", ")}.`);
}

function optionalText<Key extends string>(fields: Fields, key: Key, where: string): { readonly [key in Key]?: string } {
  const value = fields[key];
  if (value === undefined) return {};
  if (typeof value !== "string") throw wrong(`${where}: ${key}`, "a text");
  const found: { [key in Key]?: string } = {};
  found[key] = value;
  return found;
}

function oneOf<Value extends string>(value: unknown, known: readonly Value[], where: string): Value {
  const found = known.find((one) => one === value);
  if (found === undefined) throw wrong(where, `one of ${known.join(", ")}`);
  return found;
}

function wrong(where: string, expected: string): TypeError {
  return new TypeError(`Script ${where} must be ${expected}.`);
}
