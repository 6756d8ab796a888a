import { isThenable } from "../async/abort.ts";
import { isJsonObject } from "../json/is-json-object.ts";
import type { Json } from "../json/json.ts";
import { toJson, type Uncopied } from "../json/to-json.ts";
import { tellAuthor } from "../logging/tell-author.ts";
import { copyResult } from "../result/copy-result.ts";
import { type FailureDetails, failure, notRedacted, unfitting, withError, withoutFreeText } from "../result/failure.ts";
import { isBareOutput, isMcpResult, isMedia, isParts, isToolResult } from "../result/is-tool-result.ts";
import type { ToolOutput } from "../result/output.ts";
import { unlessTooLarge } from "../result/output-size.ts";
import { plainResult } from "../result/plain-result.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { unreadable, unwritable } from "../result/unwritable.ts";
import type { Checked, CompiledSchema } from "../schema/check/compiled-schema.ts";
import { applyAllowlist, mayQuote, scrubResult } from "../secrets/redact.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { type Ended, endedAs, type Outcome } from "./call-states.ts";
import { maxOutputBytes } from "./runner-options.ts";
import type { Scope } from "./scope.ts";

/**
 * The fourth phase: what came out of a tool, as the result that the program gets. It is whole; what a model reads of it
 * is made later. Never rejects.
 */
export async function project(performing: Promise<Outcome>, tool: Tool, scope: Scope): Promise<Ended> {
  const outcome = await performing;
  const { scrubber } = scope;
  if (!outcome.ok) return endedAs("failed", scrubResult(failure(outcome.details), scrubber));
  try {
    const { output } = tool.spec;
    const { value } = outcome;
    const isOfMcp = output === undefined && isMcpResult(value);
    if (isOfMcp && value.isError === true) return endedAs("failed", failure(saidByMcp(value.content)));
    if (isOfMcp || isBareOutput(value)) await tellAuthor(scope.logger, (hints) => hints.returnedOutput(tool, value));
    const written = serialise(output === undefined && isMedia(value) ? [value] : value, maxOutputBytes(scope.options));
    const fitting = output === undefined ? written : fit(written, output);
    const fitted = isThenable(fitting) ? await fitting : fitting;
    const ended = pick(fitted, tool, scope);
    const hinted = hintAtWhatIsMissing(fitted, ended, { tool, scope });
    if (hinted !== undefined) await hinted;
    const { result } = ended;
    const shown = isLong(result) ? await (await inPieces()).scrubLong(result, scrubber) : scrubResult(result, scrubber);
    return { ...ended, result: shown };
  } catch (error) {
    scope.logger.error("A result could not be read", { tool: tool.name, error });
    return endedAs("failed", unreadable());
  }
}

const inPieces = lazy(() => import("../secrets/scrub-long.ts"));

/** UTF-16 units of a text that are looked through in one go. */
const SHORT = 1024 * 1024;

function isLong({ output }: ToolResult): boolean {
  return output.type === "text" && output.text.length > SHORT;
}

/**
 * What of a result may be seen. Where it could not be written, or fits no schema, the runner's own word stands in the
 * place of what the tool returned.
 */
function pick(fitted: ToolResult | Ended | Uncopied, tool: Tool, scope: Scope): Ended {
  const { allowlist } = tool.spec;
  if ("problem" in fitted)
    return endedAs("failed", unwritable(fitted, { maxBytes: maxOutputBytes(scope.options), allowlist }));
  if ("stage" in fitted) return fitted;
  const shown = redact(fitted, tool, scope);
  return shown === undefined ? endedAs("failed", notRedacted()) : endedAs("returned", withError(shown));
}

function saidByMcp(content: readonly object[]): FailureDetails {
  const texts = content.map((block) => ("text" in block ? String(block.text) : ""));
  return { code: "execution_failed", message: texts.join("\n") };
}

/** An output that fits no schema, or of which an allowlist leaves nothing, is mostly a mistake in the tool. */
function hintAtWhatIsMissing(
  fitted: ToolResult | Ended | Uncopied,
  { result: { output, error } }: Ended,
  { tool, scope }: { readonly tool: Tool; readonly scope: Scope },
): Promise<void> | undefined {
  if (error?.code === "invalid_output")
    return tellAuthor(scope.logger, (hints) => hints.unwrittenForm(tool, error.message));
  if (!("output" in fitted) || fitted.isError || typeof tool.spec.allowlist !== "object") return undefined;
  const isHidden = error?.code === "redaction_failed" || (isNothing(output) && !isNothing(fitted.output));
  return isHidden ? tellAuthor(scope.logger, (hints) => hints.nothingShown(tool, fitted.output)) : undefined;
}

function isNothing(output: ToolOutput): boolean {
  return output.type === "json" && isJsonObject(output.value) && Object.keys(output.value).length === 0;
}

/**
 * How many bytes of JSON stand for one character that a copy counts, at most: a number counts as two, and may be long.
 */
const MOST_PER_CHARACTER = 13;
/** How many bytes of UTF-8 one UTF-16 unit of a text takes, at most. */
const MOST_PER_UNIT = 3;

/** A snapshot that shares nothing with the tool. */
function serialise(value: unknown, maxBytes: number): ToolResult | Uncopied {
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

function copied(result: ToolResult, maxBytes: number): ToolResult | Uncopied {
  const copy = copyResult(result, maxBytes);
  return "problem" in copy ? copy : unlessTooLarge(copy, maxBytes);
}

function fit(
  written: ToolResult | Uncopied,
  schema: CompiledSchema,
): ToolResult | Ended | Uncopied | Promise<ToolResult | Ended | Uncopied> {
  if ("problem" in written || written.isError || written.async) return written;
  const checked = schema.check(jsonOf(written.output));
  return isThenable(checked) ? checked.then((late) => fitOutput(written, late)) : fitOutput(written, checked);
}

/** The output as the tool's schema leaves it. What the schema drops is gone. */
function fitOutput(result: ToolResult, checked: Checked): ToolResult | Ended | Uncopied {
  if (!checked.ok) return endedAs("failed", unfitting(checked.issues));
  if (result.output.type !== "json") return result;
  const json = toJson(checked.value);
  return json.ok ? { ...result, output: { ...result.output, value: json.value } } : json;
}

function jsonOf(output: ToolOutput): Json {
  if (output.type === "text") return output.text;
  return output.type === "json" ? output.value : output.parts.map((part) => ({ ...part }));
}

/** What of a result the tool's allowlist lets out; undefined where nothing of it may be shown. */
function redact(result: ToolResult, tool: Tool, scope: Scope): ToolResult | undefined {
  const required = scope.options.redaction === "required";
  if (tool.spec.allowlist === undefined && !required) return result;
  const quoteless = mayQuote(result, tool.spec) ? withoutFreeText(result) : result;
  return applyAllowlist(quoteless, { tool, required });
}
