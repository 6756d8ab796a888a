import { andThen, type MaybePromise } from "../async/and-then.ts";
import type { Json } from "../json/json.ts";
import { jsonSize } from "../json/json-size.ts";
import { toJson, type Uncopied } from "../json/to-json.ts";
import { copyResult } from "../result/copy-result.ts";
import { failure, withError } from "../result/failure.ts";
import { isBareOutput, isParts, isToolResult } from "../result/is-tool-result.ts";
import type { ToolOutput } from "../result/output.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Checked, CompiledSchema } from "../schema/compiled-schema.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import type { Outcome } from "./perform.ts";
import { applyAllowlist, scrubResult } from "./redact.ts";
import { maxOutputBytes } from "./runner-options.ts";
import type { Scope } from "./scope.ts";
import type { Ended } from "./stages.ts";

const rare = lazy(() => import("./rare-endings.ts"));

/**
 * The fourth phase: what came out of a tool, as the result that the program gets. It is whole; what a model reads of it is
 * made later. Never throws or rejects.
 */
export function project(outcome: Outcome, tool: Tool, scope: Scope): MaybePromise<Ended> {
  if (!outcome.ok) return failed(scrubResult(failure(outcome.details), scope.scrubber));
  const fail = (error: unknown) => {
    scope.logger.error("A result could not be read", { tool: tool.name, error });
    return andThen(rare(), ({ unreadable }) => failed(unreadable()));
  };
  try {
    if (isBareOutput(outcome.value)) void andThen(rare(), ({ warnOfOutput }) => warnOfOutput(tool, scope));
    const serialised = serialise(outcome.value, maxOutputBytes(scope.options));
    const checked = "problem" in serialised ? serialised : checkOutput(serialised, tool.spec.output);
    const projected = andThen(checked, (result) => {
      if ("problem" in result) return unwritten(result, tool, scope);
      return "stage" in result ? masked(result, scope) : redacted(result, tool, scope);
    });
    return projected instanceof Promise ? projected.catch(fail) : projected;
  } catch (error) {
    return fail(error);
  }
}

/** The runner's own word in place of what the tool returned. */
function failed(result: ToolResult): Ended {
  return { stage: "ended", how: "failed", result, durationMs: 0, stop: undefined };
}

function unwritten(why: Uncopied, { spec: { allowlist } }: Tool, scope: Scope): MaybePromise<Ended> {
  const about = { maxBytes: maxOutputBytes(scope.options), allowlist };
  return andThen(rare(), ({ unwritable }) => masked(failed(unwritable(why, about)), scope));
}

function masked(ended: Ended, { scrubber }: Scope): Ended {
  return { ...ended, result: scrubResult(ended.result, scrubber) };
}

/** A failure that the tool returned needs no `error` event: it is the tool's own answer. */
function redacted(result: ToolResult, tool: Tool, { options, scrubber }: Scope): Ended {
  const allowed = applyAllowlist(result, { tool, required: options.redaction === "required" });
  if (allowed === undefined) return failed(notRedacted());
  return {
    stage: "ended",
    how: "returned",
    result: scrubResult(withError(allowed), scrubber),
    durationMs: 0,
    stop: undefined,
  };
}

function notRedacted(): ToolResult {
  return failure({ code: "redaction_failed", message: "the tool ran; its result may not be shown." });
}

/** A snapshot that shares nothing with the tool. */
function serialise(value: unknown, maxBytes: number): ToolResult | Uncopied {
  if (value === undefined) return plainResult({ type: "text", text: "" });
  if (typeof value === "string")
    return unlessTooLarge(plainResult({ type: "text", text: value.toWellFormed() }), maxBytes);
  if (isToolResult(value) || isParts(value)) {
    const copied = copyResult(isToolResult(value) ? value : plainResult({ type: "parts", parts: value }), maxBytes);
    return "problem" in copied ? copied : unlessTooLarge(copied, maxBytes);
  }
  const json = toJson(value, maxBytes);
  if (!json.ok) return json;
  const result = plainResult({ type: "json", value: json.value });
  return json.size * MOST_PER_CHARACTER <= maxBytes ? result : unlessTooLarge(result, maxBytes);
}

/** How many bytes of JSON stand for one character that a copy counts, at most: a number counts as two, and may be long. */
const MOST_PER_CHARACTER = 13;

function plainResult(output: ToolOutput): ToolResult {
  return { output, silent: false, isError: false, async: false };
}

function unlessTooLarge(result: ToolResult, maxBytes: number): ToolResult | Uncopied {
  const atLeast = sizeOf(result.output, maxBytes);
  return atLeast <= maxBytes ? result : { ok: false, problem: "", what: "", path: [], atLeast };
}

/** In bytes; of a short text not more than it is worth to know. */
function sizeOf(output: ToolOutput, maxBytes: number): number {
  if (output.type === "json") return jsonSize(output.value);
  if (output.type === "text") return output.text.length * 3 <= maxBytes ? 0 : utf8Length(output.text);
  return output.parts.reduce((sum, part) => sum + utf8Length(part.type === "text" ? part.text : part.data), 0);
}

/** Holds an output against the tool's schema. What the schema drops is gone. */
function checkOutput(result: ToolResult, schema: CompiledSchema | undefined): MaybePromise<Projected> {
  if (schema === undefined || result.isError || result.async) return result;
  return andThen(schema.check(jsonOf(result.output)), (checked) => fitting(result, checked));
}

type Projected = ToolResult | Ended | Uncopied;

function fitting(result: ToolResult, checked: Checked): Projected {
  if (!checked.ok) {
    const issues = checked.issues.map(({ path, message }) => `${path || "output"}: ${message}`).join("; ");
    const message = `the tool ran; its output does not fit its schema (${issues}).`;
    return failed(failure({ code: "invalid_output", message }));
  }
  if (result.output.type !== "json") return result;
  const json = toJson(checked.value);
  return json.ok ? { ...result, output: { type: "json", value: json.value } } : json;
}

function jsonOf(output: ToolOutput): Json {
  if (output.type === "text") return output.text;
  return output.type === "json" ? output.value : output.parts.map((part) => ({ ...part }));
}
