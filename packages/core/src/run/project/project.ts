import { toJson } from "../../json/to-json.ts";
import { failure } from "../../result/failure.ts";
import { isParts, isToolResult } from "../../result/is-tool-result.ts";
import type { ToolOutput } from "../../result/output.ts";
import { NO_OUTPUT } from "../../result/render-output.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import { lazy } from "../../tool/lazy.ts";
import type { Tool } from "../../tool/tool.ts";
import { andThen, type MaybePromise } from "../and-then.ts";
import type { Outcome } from "../perform/perform.ts";
import type { RunnerCore } from "../runner-core.ts";
import { notSerialisable } from "./not-serialisable.ts";
import { scrubResult } from "./scrub-result.ts";

const checking = lazy(() => import("./check-output.ts"));
const copying = lazy(() => import("./copy-result.ts"));
const filtering = lazy(() => import("./apply-allowlist.ts"));

/** The fourth phase: what came out of a tool as a result that may be shown. Never throws or rejects. */
export function project(outcome: Outcome, tool: Tool, core: RunnerCore): MaybePromise<ToolResult> {
  const { scrubber } = core;
  if (!outcome.ok) return scrubResult(failure(outcome.details), scrubber);
  const fail = (error: unknown) => {
    core.logger.error("A result could not be read", { tool: tool.name, error });
    return notSerialisable();
  };
  try {
    const filtered = andThen(serialise(outcome.value), (result) => filter(result, tool, core));
    const scrubbed = andThen(filtered, (result) => scrubResult(result, scrubber));
    return scrubbed instanceof Promise ? scrubbed.catch(fail) : scrubbed;
  } catch (error) {
    return fail(error);
  }
}

function filter(result: ToolResult | undefined, tool: Tool, core: RunnerCore): MaybePromise<ToolResult> {
  if (result === undefined) return notSerialisable();
  const { output } = tool.spec;
  if (output === undefined) return allowed(result, tool, core);
  const checked = andThen(checking(), ({ checkOutput }) => checkOutput(result, output));
  return andThen(checked, (fitting) => allowed(fitting, tool, core));
}

function allowed(result: ToolResult, tool: Tool, { options }: RunnerCore): MaybePromise<ToolResult> {
  const { allowlist } = tool.spec;
  const required = options.redaction === "required";
  if (allowlist === "all" || (allowlist === undefined && !required)) return result;
  return andThen(filtering(), ({ applyAllowlist }) => applyAllowlist(result, { tool, required }));
}

/** A snapshot that shares nothing with the tool; undefined when it cannot be written as JSON. */
function serialise(value: unknown): MaybePromise<ToolResult | undefined> {
  if (isToolResult(value)) return copied(value);
  if (isParts(value)) return copied(plainResult({ type: "parts", parts: value }));
  const output = plainOutput(value);
  return output && plainResult(output);
}

function plainResult(output: ToolOutput): ToolResult {
  return { output, silent: false, isError: false, async: false };
}

async function copied(result: ToolResult): Promise<ToolResult | undefined> {
  return (await copying()).copyResult(result);
}

function plainOutput(value: unknown): ToolOutput | undefined {
  if (value === undefined) return { type: "text", text: NO_OUTPUT };
  if (typeof value === "string") return { type: "text", text: value.toWellFormed() };
  const json = toJson(value);
  return json.ok ? { type: "json", value: json.value } : undefined;
}
