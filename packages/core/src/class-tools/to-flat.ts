import { isJsonObject } from "../json/is-json-object.ts";
import type { Json } from "../json/json.ts";
import { refHint } from "../result/cut-middle.ts";
import type { ErrorInfo } from "../result/error-info.ts";
import type { ToolOutput } from "../result/output.ts";
import { outputText } from "../result/output-text.ts";
import type { OutputRef, ToolResult } from "../result/tool-result.ts";
import type { FlatResult } from "./flat-result.ts";

/** A result as one flat object. Text and parts stand under `output`, JSON that is no object of fields under `result`. */
export function toFlat(result: ToolResult): FlatResult {
  return result.isError ? flatFailure(result) : flatSuccess(result);
}

function flatSuccess({ output, ref }: ToolResult): FlatResult {
  const full = ref === undefined ? {} : { output_ref: ref.id };
  return { success: true, error: "", ...full, ...fieldsOf(whole(output, ref)) };
}

/** Of an object that was cut, a runner gives `{ value, full }`: its fields belong where they were. */
function whole(output: ToolOutput, ref: OutputRef | undefined): ToolOutput {
  if (ref === undefined || output.type !== "json" || !isJsonObject(output.value)) return output;
  const { value, full, ...others } = output.value;
  if (value === undefined || full !== refHint(ref.id) || Object.keys(others).length > 0) return output;
  return { type: "json", value };
}

function fieldsOf(output: ToolOutput): object {
  if (output.type !== "json") return { output: outputText(output) };
  return isFields(output.value) ? output.value : { result: output.value };
}

/** An object whose own fields do not say something else under the names of the flat result. */
function isFields(value: Json): value is { readonly [key: string]: Json } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const hasOther = Object.hasOwn(value, "error") && typeof Reflect.get(value, "error") !== "string";
  return !Object.hasOwn(value, "success") && !hasOther;
}

function flatFailure({ output, error, artifact }: ToolResult): FlatResult {
  const { error_type: given, ...others } = fieldsBeside(artifact);
  const { error_type: type, ...said } =
    error === undefined ? { error: outputText(output), error_type: "system_error" } : saidBy(error);
  // The artifact knows better than the error which type the tool gave, and null stands for none.
  const types = given === null ? {} : { error_type: String(given ?? type) };
  return { success: false, ...others, ...said, ...types };
}

function saidBy({ message, type, suggestion }: ErrorInfo): { error: string; error_type: string; suggestion?: string } {
  return { error: message, error_type: type, ...(suggestion === undefined ? {} : { suggestion }) };
}

function fieldsBeside(artifact: Json | undefined): { readonly [key: string]: Json | undefined } {
  return artifact !== undefined && isFields(artifact) ? artifact : {};
}
