import type { Json, LlmError } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { fieldOf, textOf } from "./json-field.ts";
import { statusAdvice, statusInWords } from "./status-advice.ts";

/** The error that a chunk or a body carries instead of an answer, in any of the usual shapes; undefined when none. */
export function readError(answer: Json): LlmError | undefined {
  const body = unwrap(answer);
  const error = errorOf(body);
  if (error === undefined) return undefined;
  const status = statusOf(error) ?? statusOf(body) ?? statusInWords(error);
  const advice = status === undefined ? undefined : statusAdvice(status);
  const said = describeError(error);
  const message = advice === undefined ? `The server reported an error: ${said}` : `${advice} The server says: ${said}`;
  return { code: "http", message, ...(status === undefined ? {} : { status }) };
}

/** The sentence inside an error value, or its JSON text. */
export function describeError(value: Json): string {
  const error = unwrap(value);
  if (typeof error === "string") return error;
  const nested = fieldOf(error, "error");
  const said = textOf(error, "message") || textOf(error, "detail") || textOf(nested, "message");
  return said || (typeof nested === "string" ? nested : JSON.stringify(error));
}

/** Gemini puts its error bodies into a list. */
function unwrap(value: Json): Json {
  return Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value;
}

function errorOf(body: Json): Json | undefined {
  const error = fieldOf(body, "error");
  if (error !== undefined && error !== null && error !== false) return error === true ? body : error;
  const isError = textOf(body, "object") === "error" || textOf(body, "type") === "error";
  const isDetail = fieldOf(body, "choices") === undefined && fieldOf(body, "detail") !== undefined;
  return isJsonObject(body) && (isError || isDetail) ? body : undefined;
}

function statusOf(error: Json): number | undefined {
  const status = Number(fieldOf(error, "status_code") ?? fieldOf(error, "status") ?? fieldOf(error, "code"));
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}
