import { isThenable } from "../async/abort.ts";
import { isJsonObject } from "../json/is-json-object.ts";
import type { Json } from "../json/json.ts";
import { toJson, type Uncopied } from "../json/to-json.ts";
import { tellAuthor } from "../logging/tell-author.ts";
import { copyResult } from "../result/copy-result.ts";
import { type FailureDetails, failure, notRedacted, unfitting, withError, withoutFreeText } from "../result/failure.ts";
import { isBareOutput, isMcpResult, isMedia, isParts, isToolResult } from "../result/is-tool-result.ts";
import type { ToolOutput } from "../result/output.ts";
import { charactersOf } from "../result/output-size.ts";
import { plainResult } from "../result/plain-result.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { unreadable, unwritable } from "../result/unwritable.ts";
import type { Checked, CompiledSchema } from "../schema/check/compiled-schema.ts";
import { applyAllowlist, mayQuote, scrubResult } from "../secrets/redact.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { type Ended, endedAs, type Outcome } from "./call-states.ts";
import type { LongOutput } from "./long-output.ts";
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
    if (isOfMcp || isBareOutput(value)) await hintAtForm(value, tool, scope);
    const given = output === undefined && isMedia(value) ? [value] : value;
    const maxBytes = maxOutputBytes(scope.options);
    let written = serialise(given, maxBytes);
    let long: LongOutput | undefined;
    if (written === undefined) {
      long = new (await takingLong()).LongOutput();
      written = await long.serialise(given, maxBytes);
    }
    const fitting = output === undefined ? written : fit(written, output);
    const fitted = isThenable(fitting) ? await fitting : fitting;
    const ended = pick(fitted, tool, scope);
    const hinted = hintAtWhatIsMissing(fitted, ended, { tool, scope });
    if (hinted !== undefined) await hinted;
    const { result } = ended;
    const shown = long === undefined ? scrubResult(result, scrubber) : await long.scrub(result, scrubber);
    return shown === result ? ended : { ...ended, result: shown };
  } catch (error) {
    scope.logger.error("A result could not be read", { tool: tool.name, error });
    return endedAs("failed", unreadable(error));
  }
}

const takingLong = lazy(() => import("./long-output.ts"));

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

function hintAtForm(value: object, tool: Tool, { logger }: Scope): Promise<void> {
  return tellAuthor(logger, (hints) => hints.returnedOutput(tool, value));
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

/** Characters of JSON or of a text that are looked through in one go. */
const SHORT = 256 * 1024;

/** A snapshot that shares nothing with the tool. Undefined for a long one, and one that may be too large. */
function serialise(value: unknown, maxBytes: number): ToolResult | Uncopied | undefined {
  const room = Math.min(SHORT, maxBytes / MOST_PER_CHARACTER);
  if (value === undefined) return plainResult({ type: "text", text: "" });
  if (typeof value === "string")
    return value.length > room ? undefined : plainResult({ type: "text", text: value.toWellFormed() });
  const result = isParts(value) ? plainResult({ type: "parts", parts: value }) : value;
  if (isToolResult(result)) return shortCopy(result, room);
  const json = toJson(value, room);
  if (json.ok) return plainResult({ type: "json", value: json.value });
  return json.atLeast === undefined ? json : undefined;
}

function shortCopy(result: ToolResult, room: number): ToolResult | Uncopied | undefined {
  const copy = copyResult(result, room);
  if ("problem" in copy) return copy.atLeast === undefined ? copy : undefined;
  return charactersOf(copy.output) > room ? undefined : copy;
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
