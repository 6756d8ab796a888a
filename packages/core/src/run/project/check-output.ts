import type { Json } from "../../json/json.ts";
import { toJson } from "../../json/to-json.ts";
import { failure } from "../../result/failure.ts";
import type { ToolOutput } from "../../result/output.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import type { Checked, CompiledSchema } from "../../schema/compiled-schema.ts";
import { andThen } from "../and-then.ts";
import { notSerialisable } from "./not-serialisable.ts";

/** Holds an output against the tool's schema. What the schema drops is gone. */
export function checkOutput(result: ToolResult, schema: CompiledSchema): ToolResult | Promise<ToolResult> {
  if (result.isError || result.async) return result;
  return andThen(schema.check(jsonOf(result.output)), (checked) => fitting(result, checked));
}

function fitting(result: ToolResult, checked: Checked): ToolResult {
  if (!checked.ok) {
    const issues = checked.issues.map(({ path, message }) => `${path || "output"}: ${message}`).join("; ");
    return failure({
      code: "invalid_output",
      message: `the tool ran; its output does not fit its schema (${issues}).`,
    });
  }
  if (result.output.type !== "json") return result;
  const json = toJson(checked.value);
  return json.ok ? { ...result, output: { type: "json", value: json.value } } : notSerialisable();
}

function jsonOf(output: ToolOutput): Json {
  if (output.type === "text") return output.text;
  return output.type === "json" ? output.value : output.parts.map((part) => ({ ...part }));
}
