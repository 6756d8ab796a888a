import type { Json } from "../../json/json.ts";
import { toJson } from "../../json/to-json.ts";
import { failure } from "../../result/failure.ts";
import { isParts, isToolResult } from "../../result/is-tool-result.ts";
import type { ToolOutput } from "../../result/output.ts";
import { NO_OUTPUT } from "../../result/render-output.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import type { Tool } from "../../tool/tool.ts";
import type { Outcome } from "../perform/perform.ts";
import type { RunnerCore } from "../runner-core.ts";
import { applyAllowlist } from "./apply-allowlist.ts";
import { scrubResult } from "./scrub-result.ts";

/** The fourth phase: what came out of a tool as a result that may be shown. Never throws or rejects. */
export async function project(outcome: Outcome, tool: Tool, core: RunnerCore): Promise<ToolResult> {
  if (!outcome.ok) return scrubResult(failure(outcome.details), core.scrubber);
  const serialised = serialise(outcome.value);
  if (serialised === undefined) return notSerialisable();
  const checked = await checkOutput(serialised, tool);
  const allowed = applyAllowlist(checked, { tool, required: core.options.redaction === "required" });
  return scrubResult(allowed, core.scrubber);
}

/** A snapshot that shares nothing with the tool; undefined when it cannot be written as JSON. */
function serialise(value: unknown): ToolResult | undefined {
  if (!isToolResult(value)) {
    const output = toOutput(value);
    return output && { output, silent: false, isError: false, async: false };
  }
  const output = value.output.type === "json" ? toOutput(value.output.value, true) : snapshot(value.output);
  const artifact = value.artifact === undefined ? undefined : toJson(value.artifact);
  if (output === undefined || artifact?.ok === false) return undefined;
  return {
    output,
    silent: value.silent,
    isError: value.isError,
    async: value.async,
    ...(typeof value.forUser === "string" ? { forUser: value.forUser.toWellFormed() } : {}),
    ...(value.error === undefined ? {} : { error: value.error }),
    ...(artifact === undefined ? {} : { artifact: artifact.value }),
    ...(value.ref === undefined ? {} : { ref: value.ref }),
    ...(value.endsRun === true ? { endsRun: true } : {}),
  };
}

function toOutput(value: unknown, asJson = false): ToolOutput | undefined {
  if (value === undefined) return { type: "text", text: NO_OUTPUT };
  if (!asJson && typeof value === "string") return { type: "text", text: value.toWellFormed() };
  if (!asJson && isParts(value)) return snapshot({ type: "parts", parts: value });
  const json = toJson(value);
  return json.ok ? { type: "json", value: json.value } : undefined;
}

function snapshot(output: ToolOutput): ToolOutput {
  if (output.type === "text") return { type: "text", text: output.text.toWellFormed() };
  if (output.type === "json") return output;
  const parts = output.parts.map((part) =>
    part.type === "text" ? { ...part, text: part.text.toWellFormed() } : { ...part },
  );
  return { type: "parts", parts };
}

function notSerialisable(): ToolResult {
  const message = "the tool ran; its result cannot be written as JSON.";
  return failure({ code: "not_serialisable", message, suggestion: "Do not repeat it to get the result." });
}

async function checkOutput(result: ToolResult, tool: Tool): Promise<ToolResult> {
  const { output: schema } = tool.spec;
  if (schema === undefined || result.isError || result.async) return result;
  const checked = await schema.check(jsonOf(result.output));
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
