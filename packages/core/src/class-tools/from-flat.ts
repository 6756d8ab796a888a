import { isJsonObject } from "../json/is-json-object.ts";
import type { JsonObject } from "../json/json.ts";
import { toJson } from "../json/to-json.ts";
import type { ErrorCode } from "../result/error-info.ts";
import { failure } from "../result/failure.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { notSerialisable } from "../run/project/not-serialisable.ts";
import type { FlatResult } from "./flat-result.ts";

/** The code behind each `error_type` of the document (decisions.md, "Results and messages"). */
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
  const value = asJsonObject(typeof error === "string" && error !== "" ? { ...fields, error } : fields);
  if (value === undefined) return notSerialisable();
  return { output: { type: "json", value }, silent: false, isError: false, async: false };
}

function failed(error: unknown, fields: Readonly<Record<string, unknown>>): ToolResult {
  const { error_type: type, suggestion, ...others } = fields;
  const message = typeof error === "string" ? error : "";
  // What an error has no place for is kept beside it: no type at all, a type of the tool's own, a suggestion that is no text.
  const artifact = asJsonObject({
    ...others,
    ...(CODES.has(type) ? {} : { error_type: type ?? null }),
    ...(suggestion === undefined || typeof suggestion === "string" ? {} : { suggestion }),
  });
  if (artifact === undefined) return notSerialisable();
  const result = failure({
    code: CODES.get(type) ?? "execution_failed",
    message,
    ...(typeof suggestion === "string" ? { suggestion } : {}),
  });
  return Object.keys(artifact).length === 0 ? result : { ...result, artifact };
}

function asJsonObject(value: object): JsonObject | undefined {
  const copied = toJson(value);
  return copied.ok && isJsonObject(copied.value) ? copied.value : undefined;
}
