import { toJson } from "../../json/to-json.ts";
import { failure } from "../../result/failure.ts";
import { isParts, isToolResult } from "../../result/is-tool-result.ts";
import type { ToolOutput } from "../../result/output.ts";
import { NO_OUTPUT } from "../../result/render-output.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import { lazy } from "../../tool/lazy.ts";
import type { Tool } from "../../tool/tool.ts";
import type { Outcome } from "../perform/perform.ts";
import type { RunnerCore } from "../runner-core.ts";
import { notSerialisable } from "./not-serialisable.ts";
import { scrubResult } from "./scrub-result.ts";

const checking = lazy(() => import("./check-output.ts"));
const filtering = lazy(() => import("./apply-allowlist.ts"));

/** The fourth phase: what came out of a tool as a result that may be shown. Never throws or rejects. */
export async function project(outcome: Outcome, tool: Tool, core: RunnerCore): Promise<ToolResult> {
  if (!outcome.ok) return scrubResult(failure(outcome.details), core.scrubber);
  const serialised = serialise(outcome.value);
  if (serialised === undefined) return notSerialisable();
  const { output, allowlist } = tool.spec;
  const checked = output === undefined ? serialised : await (await checking()).checkOutput(serialised, output);
  const required = core.options.redaction === "required";
  if (allowlist === "all" || (allowlist === undefined && !required)) return scrubResult(checked, core.scrubber);
  const { applyAllowlist } = await filtering();
  return scrubResult(applyAllowlist(checked, { tool, required }), core.scrubber);
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
