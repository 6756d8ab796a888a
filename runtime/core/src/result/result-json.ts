import { errorInfo } from "./failure.ts";
import { outputText } from "./output-text.ts";
import type { ToolResult } from "./tool-result.ts";

/** A result under the names of its JSON. */
export interface ResultJson {
  /** What the model reads. */
  readonly for_llm: string;
  /** What the user is shown, unless `silent`. Absent when there is nothing to show. */
  readonly for_user?: string;
  readonly silent: boolean;
  readonly is_error: boolean;
  readonly async: boolean;
}

/**
 * A result in the form of {@link ResultJson}. A JSON output stands as its text; the error's cause, artifact and ref are
 * left out.
 */
export function resultToJson({ output, forUser = "", silent, isError, async }: ToolResult): ResultJson {
  return {
    for_llm: outputText(output),
    ...(forUser === "" ? {} : { for_user: forUser }),
    silent,
    is_error: isError,
    async,
  };
}

/** The result that such JSON stands for. */
export function resultFromJson({ for_llm, for_user = "", silent, is_error, async }: ResultJson): ToolResult {
  return {
    output: { type: "text", text: for_llm },
    ...(for_user === "" ? {} : { forUser: for_user }),
    silent,
    isError: is_error,
    async,
    ...(is_error ? { error: errorInfo({ code: "execution_failed", message: for_llm }) } : {}),
  };
}

/**
 * True for an object in the form of {@link ResultJson}; the flags may be missing, as in a Go program's empty values.
 */
export function isResultJson(value: unknown): value is Pick<ResultJson, "for_llm"> & Partial<ResultJson> {
  if (typeof value !== "object" || value === null || !("for_llm" in value)) return false;
  const flags = ["silent", "is_error", "async"].map((name): unknown => Reflect.get(value, name));
  return typeof value.for_llm === "string" && flags.every((flag) => flag === undefined || typeof flag === "boolean");
}
