import { isJsonObject } from "../json/is-json-object.ts";
import type { Json } from "../json/json.ts";
import { present } from "../json/present.ts";
import { toJson } from "../json/to-json.ts";
import { copiedParts } from "../result/copy-result.ts";
import { refHint } from "../result/cut-middle.ts";
import type { ErrorCode, ErrorInfo } from "../result/error-info.ts";
import { failure } from "../result/failure.ts";
import { fileBytes } from "../result/file-part.ts";
import { isMedia } from "../result/is-tool-result.ts";
import type { ToolOutput } from "../result/output.ts";
import { outputText } from "../result/output-text.ts";
import type { Part } from "../result/part.ts";
import { plainResult } from "../result/plain-result.ts";
import type { OutputRef, ToolResult } from "../result/tool-result.ts";
import { unwritable } from "../result/unwritable.ts";

/** What a class tool returns: one flat object. Fields of the tool's own stand beside the known ones. */
export interface FlatResult {
  /** The tool ran, and says that it worked. */
  success: boolean;
  /** Empty when `success`, unless the tool has something to say all the same. */
  error: string;
  /** `validation_error`, `user_error`, `system_error`, `permission_error`, `security_error`, or the tool's own. */
  error_type?: string;
  /** What to do next. */
  suggestion?: string;
  [key: string]: unknown;
}

/** True for an object that says whether it was a success. */
export function isFlatResult(value: unknown): value is FlatResult {
  return typeof value === "object" && value !== null && "success" in value && typeof value.success === "boolean";
}

/** The code behind each `error_type` that programs know by name. */
const CODES: ReadonlyMap<unknown, ErrorCode> = new Map<unknown, ErrorCode>([
  ["validation_error", "invalid_arguments"],
  ["user_error", "user_error"],
  ["system_error", "execution_failed"],
  ["permission_error", "policy_denied"],
  ["security_error", "security_violation"],
]);

/**
 * A flat result as the runner knows results. A success becomes JSON output; a failure becomes an error, with its other
 * fields as the artifact. `toFlat` makes the same flat result of it again.
 */
export function fromFlat(flat: FlatResult): ToolResult {
  const { success, error, ...fields } = flat;
  return success ? succeeded(error, fields) : failed(error, fields);
}

function succeeded(error: unknown, fields: object): ToolResult {
  const { media, others } = withoutMedia(typeof error === "string" && error !== "" ? { ...fields, error } : fields);
  const copied = toJson(others);
  if (!copied.ok) return unwritable(copied);
  const { value } = copied;
  if (media.length === 0) return plainResult({ type: "json", value });
  const parts = copiedParts([{ type: "text", text: JSON.stringify(value) }, ...media]);
  return plainResult({ type: "json", value, forModel: parts });
}

/**
 * The images and files that stand in the fields of a result, alone or in a list, and the fields without their bytes: a
 * model is given them as what they are.
 */
function withoutMedia(fields: object): { readonly media: readonly Part[]; readonly others: object } {
  const media: Part[] = [];
  const named = (value: unknown): unknown => {
    if (!isMedia(value)) return value;
    media.push(value);
    const { data = "", ...others } = value;
    return { ...others, bytes: fileBytes({ data }) };
  };
  const others = Object.entries(fields).map(([key, value]: [string, unknown]) => {
    return [key, Array.isArray(value) ? value.map(named) : named(value)] as const;
  });
  return media.length === 0 ? { media, others: fields } : { media, others: Object.fromEntries(others) };
}

function failed(error: unknown, fields: Readonly<Record<string, unknown>>): ToolResult {
  const { error_type: type, suggestion, ...others } = fields;
  const message = typeof error === "string" ? error : "";
  // What an error has no place for is kept beside it: no type at all, a type of the tool's own, a suggestion that is no
  // text.
  const copied = toJson({
    ...others,
    ...(CODES.has(type) ? {} : { error_type: type ?? null }),
    ...(suggestion === undefined || typeof suggestion === "string" ? {} : { suggestion }),
  });
  if (!copied.ok) return unwritable(copied);
  const result = failure({
    code: CODES.get(type) ?? "execution_failed",
    message,
    ...(typeof suggestion === "string" ? { suggestion } : {}),
  });
  return Object.keys(Object(copied.value)).length === 0 ? result : { ...result, artifact: copied.value };
}

/**
 * A result as one flat object. Text and parts stand under `output`, JSON that is no object of fields under `result`.
 */
export function toFlat(result: ToolResult): FlatResult {
  return result.isError ? flatFailure(result) : flatSuccess(result);
}

function flatSuccess({ output, ref, note }: ToolResult): FlatResult {
  const full = ref === undefined ? {} : { output_ref: ref.id };
  return { success: true, error: "", ...full, ...present({ note }), ...fieldsOf(whole(output, ref)) };
}

/** Of an object that was cut, a runner gives `{ value, full }`: its fields belong where they were. */
function whole(output: ToolOutput, ref: OutputRef | undefined): ToolOutput {
  if (ref === undefined || output.type !== "json" || !isJsonObject(output.value)) return output;
  const { value, full, ...others } = output.value;
  if (
    value === undefined ||
    ![refHint(ref.id), refHint(ref.id, false)].includes(String(full)) ||
    Object.keys(others).length > 0
  )
    return output;
  return { type: "json", value };
}

function fieldsOf(output: ToolOutput): object {
  if (output.type !== "json") return { output: outputText(output) };
  return isFields(output.value) ? output.value : { result: output.value };
}

/** An object whose own fields do not say something else under the names of the flat result. */
function isFields(value: Json): value is { readonly [key: string]: Json } {
  if (!isJsonObject(value)) return false;
  const hasOther = Object.hasOwn(value, "error") && typeof Reflect.get(value, "error") !== "string";
  return !Object.hasOwn(value, "success") && !hasOther;
}

function flatFailure({ output, error, artifact, note }: ToolResult): FlatResult {
  const { error_type: given, ...others } = fieldsBeside(artifact);
  const { error_type: type, ...said } =
    error === undefined ? { error: outputText(output), error_type: "system_error" } : saidBy(error);
  // The artifact knows better than the error which type the tool gave, and null stands for none.
  const types = given === null ? {} : { error_type: String(given ?? type) };
  return { success: false, ...present({ note }), ...others, ...said, ...types };
}

function saidBy({ message, type, suggestion }: ErrorInfo): { error: string; error_type: string; suggestion?: string } {
  return { error: message, error_type: type, ...(suggestion === undefined ? {} : { suggestion }) };
}

function fieldsBeside(artifact: Json | undefined): { readonly [key: string]: Json | undefined } {
  return artifact !== undefined && isFields(artifact) ? artifact : {};
}
