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
const copying = lazy(() => import("./copy-result.ts"));
const filtering = lazy(() => import("./apply-allowlist.ts"));

/** The fourth phase: what came out of a tool as a result that may be shown. Never throws or rejects. */
export async function project(outcome: Outcome, tool: Tool, core: RunnerCore): Promise<ToolResult> {
  if (!outcome.ok) return scrubResult(failure(outcome.details), core.scrubber);
  try {
    const serialising = serialise(outcome.value);
    const serialised = serialising instanceof Promise ? await serialising : serialising;
    return scrubResult(await filter(serialised, tool, core), core.scrubber);
  } catch (error) {
    core.logger.error("A result could not be read", { tool: tool.name, error });
    return notSerialisable();
  }
}

async function filter(result: ToolResult | undefined, tool: Tool, { options }: RunnerCore): Promise<ToolResult> {
  if (result === undefined) return notSerialisable();
  const { output, allowlist } = tool.spec;
  const checked = output === undefined ? result : await (await checking()).checkOutput(result, output);
  const required = options.redaction === "required";
  if (allowlist === "all" || (allowlist === undefined && !required)) return checked;
  return (await filtering()).applyAllowlist(checked, { tool, required });
}

/** A snapshot that shares nothing with the tool; undefined when it cannot be written as JSON. */
function serialise(value: unknown): ToolResult | undefined | Promise<ToolResult | undefined> {
  if (isToolResult(value)) return copied(value);
  if (isParts(value)) return copied({ ...PLAIN, output: { type: "parts", parts: value } });
  const output = plainOutput(value);
  return output && { ...PLAIN, output };
}

const PLAIN = { silent: false, isError: false, async: false } as const;

async function copied(result: ToolResult): Promise<ToolResult | undefined> {
  return (await copying()).copyResult(result);
}

function plainOutput(value: unknown): ToolOutput | undefined {
  if (value === undefined) return { type: "text", text: NO_OUTPUT };
  if (typeof value === "string") return { type: "text", text: value.toWellFormed() };
  const json = toJson(value);
  return json.ok ? { type: "json", value: json.value } : undefined;
}
