import { andThen, type MaybePromise } from "../async/and-then.ts";
import type { Json } from "../json/json.ts";
import { type JsonCopy, toJson } from "../json/to-json.ts";
import { copyResult } from "../result/copy-result.ts";
import { failure, notSerialisable, withError } from "../result/failure.ts";
import { isParts, isToolResult } from "../result/is-tool-result.ts";
import type { ToolOutput } from "../result/output.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Checked, CompiledSchema } from "../schema/compiled-schema.ts";
import type { Tool } from "../tool/tool.ts";
import type { Outcome } from "./perform.ts";
import { applyAllowlist, scrubResult } from "./redact.ts";
import type { Scope } from "./scope.ts";
import type { Ended } from "./stages.ts";

/**
 * The fourth phase: what came out of a tool, as the result that the program gets. It is whole; what a model reads of it is
 * made later. Never throws or rejects.
 */
export function project(outcome: Outcome, tool: Tool, scope: Scope): MaybePromise<Ended> {
  const { scrubber } = scope;
  if (!outcome.ok) return ended(scrubResult(failure(outcome.details), scrubber), "failed");
  const fail = (error: unknown) => {
    scope.logger.error("A result could not be read", { tool: tool.name, error });
    return ended(notSerialisable(), "failed");
  };
  try {
    const checked = checkOutput(serialise(outcome.value), tool.spec.output);
    const projected = andThen(checked, (result) => shown(result, tool, scope));
    return projected instanceof Promise ? projected.catch(fail) : projected;
  } catch (error) {
    return fail(error);
  }
}

function shown(result: ToolResult, tool: Tool, { options, scrubber }: Scope): Ended {
  const allowed = applyAllowlist(result, { tool, required: options.redaction === "required" });
  return ended(scrubResult(allowed, scrubber), RUNNER_CODES.has(allowed.error?.code ?? "") ? "failed" : "returned");
}

const RUNNER_CODES: ReadonlySet<string> = new Set(["invalid_output", "redaction_failed", "not_serialisable"]);

/** A failure that the tool returned needs no `error` event: it is the tool's own answer. */
function ended(result: ToolResult, how: Ended["how"]): Ended {
  return { stage: "ended", how, result: withError(result), durationMs: 0, stop: undefined };
}

/** A snapshot that shares nothing with the tool. */
function serialise(value: unknown): ToolResult {
  if (isToolResult(value)) return copyResult(value) ?? notSerialisable();
  if (isParts(value)) return copyResult(plainResult({ type: "parts", parts: value })) ?? notSerialisable();
  if (value === undefined) return plainResult({ type: "text", text: "" });
  if (typeof value === "string") return plainResult({ type: "text", text: value.toWellFormed() });
  const json: JsonCopy = toJson(value);
  return json.ok ? plainResult({ type: "json", value: json.value }) : notSerialisable();
}

function plainResult(output: ToolOutput): ToolResult {
  return { output, silent: false, isError: false, async: false };
}

/** Holds an output against the tool's schema. What the schema drops is gone. */
function checkOutput(result: ToolResult, schema: CompiledSchema | undefined): MaybePromise<ToolResult> {
  if (schema === undefined || result.isError || result.async) return result;
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
