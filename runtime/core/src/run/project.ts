import { andThen, andThenWith, attempt, type MaybePromise } from "../async/and-then.ts";
import type { Json } from "../json/json.ts";
import { toJson, type Uncopied } from "../json/to-json.ts";
import type { Issue } from "../result/error-info.ts";
import { isBareOutput, isParts, isToolResult } from "../result/is-tool-result.ts";
import type { ToolOutput } from "../result/output.ts";
import { plainResult } from "../result/plain-result.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Checked, CompiledSchema } from "../schema/check/compiled-schema.ts";
import { applyAllowlist, mayQuote, scrubResult } from "../secrets/redact.ts";
import type { Tool } from "../tool/tool.ts";
import { type Ended, endedAs, type Outcome } from "./call-states.ts";
import { later } from "./later.ts";
import { maxOutputBytes } from "./runner-options.ts";
import type { Scope } from "./scope.ts";

/**
 * The fourth phase: what came out of a tool, as the result that the program gets. It is whole; what a model reads of it is
 * made later. Never throws or rejects.
 */
export function project(outcome: Outcome, tool: Tool, scope: Scope): MaybePromise<Ended> {
  if (!outcome.ok) {
    const { details } = outcome;
    return failed(({ failure }) => scrubResult(failure(details), scope.scrubber));
  }
  return attempt(shown, unread, { value: outcome.value, tool, scope });
}

/** What a tool gave, and whose it is. */
interface Given {
  readonly value: unknown;
  readonly tool: Tool;
  readonly scope: Scope;
}

function shown(given: Given): MaybePromise<Ended> {
  if (isBareOutput(given.value)) warnOfBare(given);
  const serialised = serialise(given.value, maxOutputBytes(given.scope.options));
  return andThenWith(andThenWith(serialised, checked, given), masked, given);
}

function warnOfBare({ tool, scope }: Given): void {
  void andThen(later(), ({ warnOfOutput }) => warnOfOutput(tool, scope));
}

function unread(error: unknown, { tool, scope }: Given): MaybePromise<Ended> {
  scope.logger.error("A result could not be read", { tool: tool.name, error });
  return failed(({ unreadable }) => unreadable());
}

function checked(result: ToolResult | Uncopied, given: Given): MaybePromise<Ended> {
  if ("problem" in result) return unwritten(result, given);
  return andThenWith(checkOutput(result, given.tool.spec.output), picked, given);
}

function picked(result: Projected, given: Given): MaybePromise<Ended> {
  if ("problem" in result) return unwritten(result, given);
  return "stage" in result ? result : redacted(result, given);
}

type Failures = typeof import("./rare.ts");

/** The runner's own word in place of what the tool returned. */
function failed(make: (failures: Failures) => ToolResult): MaybePromise<Ended> {
  return andThen(later(), (failures) => endedAs("failed", make(failures)));
}

function unwritten(why: Uncopied, { tool, scope }: Given): MaybePromise<Ended> {
  const { allowlist } = tool.spec;
  return failed(({ unwritable }) => unwritable(why, { maxBytes: maxOutputBytes(scope.options), allowlist }));
}

function masked(shown: Ended, { scope }: Given): Ended {
  const result = scrubResult(shown.result, scope.scrubber);
  return result === shown.result ? shown : { ...shown, result };
}

/** A failure that the tool returned needs no `error` event: it is the tool's own answer. */
function redacted(result: ToolResult, given: Given): MaybePromise<Ended> {
  const { tool, scope } = given;
  if (tool.spec.allowlist === undefined && scope.options.redaction !== "required") return returned(result);
  return andThenWith(mayQuote(result, tool.spec) ? quoteless(result) : result, allowed, given);
}

function quoteless(result: ToolResult): MaybePromise<ToolResult> {
  return andThen(later(), ({ withoutFreeText }) => withoutFreeText(result));
}

function allowed(shown: ToolResult, { tool, scope }: Given): MaybePromise<Ended> {
  const allowed = applyAllowlist(shown, { tool, required: scope.options.redaction === "required" });
  return allowed === undefined ? failed(({ notRedacted }) => notRedacted()) : returned(allowed);
}

function returned(result: ToolResult): MaybePromise<Ended> {
  return result.isError ? returnedError(result) : endedAs("returned", result);
}

function returnedError(result: ToolResult): MaybePromise<Ended> {
  return andThen(later(), ({ withError }) => endedAs("returned", withError(result)));
}

/** A snapshot that shares nothing with the tool. */
function serialise(value: unknown, maxBytes: number): MaybePromise<ToolResult | Uncopied> {
  if (value === undefined) return plainResult({ type: "text", text: "" });
  if (typeof value === "string") {
    const result = plainResult({ type: "text", text: value.toWellFormed() });
    return value.length * MOST_PER_UNIT <= maxBytes ? result : unlessTooLarge(result, maxBytes);
  }
  if (isToolResult(value)) return copied(value, maxBytes);
  if (isParts(value)) return copied(plainResult({ type: "parts", parts: value }), maxBytes);
  const json = toJson(value, maxBytes);
  if (!json.ok) return json;
  const result = plainResult({ type: "json", value: json.value });
  return json.size * MOST_PER_CHARACTER <= maxBytes ? result : unlessTooLarge(result, maxBytes);
}

function copied(result: ToolResult, maxBytes: number): MaybePromise<ToolResult | Uncopied> {
  return andThen(later(), ({ copyResult, unlessTooLarge }) => {
    const copy = copyResult(result, maxBytes);
    return "problem" in copy ? copy : unlessTooLarge(copy, maxBytes);
  });
}

/** How many bytes of JSON stand for one character that a copy counts, at most: a number counts as two, and may be long. */
const MOST_PER_CHARACTER = 13;
/** How many bytes of UTF-8 one UTF-16 unit of a text takes, at most. */
const MOST_PER_UNIT = 3;

function unlessTooLarge(result: ToolResult, maxBytes: number): MaybePromise<ToolResult | Uncopied> {
  return andThen(later(), (module) => module.unlessTooLarge(result, maxBytes));
}

/** Holds an output against the tool's schema. What the schema drops is gone. */
function checkOutput(result: ToolResult, schema: CompiledSchema | undefined): MaybePromise<Projected> {
  if (schema === undefined || result.isError || result.async) return result;
  return andThenWith(schema.check(jsonOf(result.output)), fitting, result);
}

type Projected = ToolResult | Ended | Uncopied;

function fitting(checked: Checked, result: ToolResult): MaybePromise<Projected> {
  if (!checked.ok) return notFitting(checked.issues);
  if (result.output.type !== "json") return result;
  const json = toJson(checked.value);
  return json.ok ? { ...result, output: { type: "json", value: json.value } } : json;
}

function notFitting(issues: readonly Issue[]): MaybePromise<Ended> {
  return failed(({ unfitting }) => unfitting(issues));
}

function jsonOf(output: ToolOutput): Json {
  if (output.type === "text") return output.text;
  return output.type === "json" ? output.value : output.parts.map((part) => ({ ...part }));
}
