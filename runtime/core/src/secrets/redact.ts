// What may be seen of a result: called by `project.ts`, `finish.ts`, `hooks.ts` and `foresee.ts` in the folder `run/`.

import { isJsonArray } from "../json/is-json-array.ts";
import type { Json } from "../json/json.ts";
import { setOwn } from "../json/set-own.ts";
import type { ErrorInfo } from "../result/error-info.ts";
import { isFilePart } from "../result/file-part.ts";
import type { ToolOutput } from "../result/output.ts";
import type { Part } from "../result/part.ts";
import { renderJson } from "../result/render-output.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Tool } from "../tool/tool.ts";
import { holdsNoSecret } from "./holds-no-secret.ts";
import type { Scrubber } from "./scrubber.ts";

/** The tool that a result is of, and whether the tool must have an allowlist. */
export interface AllowlistOptions {
  readonly tool: Tool;
  readonly required: boolean;
}

/**
 * True where a tool says something in words of its own, which may hold what its list leaves out: see `withoutFreeText`
 * in `result/failure.ts`.
 */
export function mayQuote(
  { output, forUser, error, isError }: ToolResult,
  { allowlist, allowUserText }: Tool["spec"],
): boolean {
  if (allowlist === undefined || allowlist === "all" || allowUserText === true) return false;
  return forUser !== undefined || output.type === "text" || error !== undefined || isError;
}

/**
 * Keeps of a result, which quotes nothing, what the tool's allowlist names. Undefined for what cannot be filtered:
 * nothing of it may be shown.
 */
export function applyAllowlist(result: ToolResult, { tool, required }: AllowlistOptions): ToolResult | undefined {
  const { allowlist } = tool.spec;
  if (allowlist === undefined) return required ? undefined : result;
  if (allowlist === "all") return result;
  const { output, isError } = result;
  const isSaid = output.type === "text" && (isError || result.async || !(output.text || output.forModel));
  if (allowlist === "none") return isSaid ? withoutArtifact(result) : { ...withoutArtifact(result), output: NOTHING };
  if (allowlist.length === 0) return undefined;
  if (isSaid) return pickArtifact(result, allowlist);
  const value = output.type === "json" ? pick(output.value, allowlist) : undefined;
  return value === undefined ? undefined : { ...pickArtifact(result, allowlist), output: { type: "json", value } };
}

const NOTHING: ToolOutput = { type: "text", text: "" };

function withoutArtifact({ artifact: _artifact, ...result }: ToolResult): ToolResult {
  return result;
}

function pickArtifact(whole: ToolResult, keys: readonly string[]): ToolResult {
  if (whole.artifact === undefined) return whole;
  const { artifact, ...result } = whole;
  const picked = pick(artifact, keys);
  return picked === undefined ? result : { ...result, artifact: picked };
}

/** Own top-level keys of an object; nothing else can be picked from. */
function pick(value: Json, keys: readonly string[]): Json | undefined {
  if (typeof value !== "object" || value === null || isJsonArray(value)) return undefined;
  const picked: Record<string, Json> = {};
  for (const key in value) if (keys.includes(key) && Object.hasOwn(value, key)) setOwn(picked, key, value[key] ?? null);
  return picked;
}

/** Masks secrets in everything a result shows. The same object where there is none. */
export function scrubResult(result: ToolResult, scrubber: Scrubber): ToolResult {
  const output = scrubOutput(result.output, scrubber);
  const { forUser, error, artifact } = result;
  if (output === result.output && forUser === undefined && error === undefined && artifact === undefined) return result;
  return {
    ...result,
    output,
    ...(forUser === undefined ? {} : { forUser: scrubber.text(forUser) }),
    ...(error === undefined ? {} : { error: scrubError(error, scrubber) }),
    ...(artifact === undefined ? {} : { artifact: scrubber.json(artifact) }),
  };
}

function scrubOutput(output: ToolOutput, scrubber: Scrubber): ToolOutput {
  if (output.type === "parts") return { type: "parts", parts: scrubParts(output.parts, scrubber) };
  const shown = output.forModel && { forModel: scrubParts(output.forModel, scrubber) };
  if (output.type === "text") {
    const text = scrubber.text(output.text);
    return text === output.text && !shown ? output : { type: "text", text, ...shown };
  }
  if (!shown && holdsNoSecret(renderJson(output.value), scrubber)) return output;
  const value = scrubber.json(output.value);
  return value === output.value && !shown ? output : { type: "json", value, ...shown };
}

/** A model reads text parts as one text: what may begin a secret is shown only where the text has gone on. */
function scrubParts(given: readonly Part[], scrubber: Scrubber): readonly Part[] {
  const parts = given.some(isFilePart) ? given.map((part) => scrubName(part, scrubber)) : given;
  if (!scrubber.mayMask(parts.map((part) => (part.type === "text" ? part.text : "")).join(""))) return parts;
  const stream = scrubber.stream();
  const lastText = parts.findLastIndex(({ type }) => type === "text");
  return parts.map((part, index) => {
    if (part.type !== "text") return part;
    return { ...part, text: stream.push(part.text) + (index === lastText ? stream.end() : "") };
  });
}

/** Of a file, its name; its bytes stay as they are. */
export function scrubName(part: Part, scrubber: Scrubber): Part {
  if (!isFilePart(part) || part.name === undefined) return part;
  return { ...part, name: scrubber.text(part.name.toWellFormed()) };
}

function scrubError(error: ErrorInfo, scrubber: Scrubber): ErrorInfo {
  const { cause, issues, ...rest } = error;
  const scrubbed: ErrorInfo = {
    ...rest,
    message: scrubber.text(error.message),
    ...(error.reason === undefined ? {} : { reason: scrubber.text(error.reason) }),
    ...(error.suggestion === undefined ? {} : { suggestion: scrubber.text(error.suggestion) }),
    ...(issues === undefined
      ? {}
      : {
          issues: issues.map(({ path, message }) => ({ path: scrubber.text(path), message: scrubber.text(message) })),
        }),
  };
  return cause === undefined ? scrubbed : Object.defineProperty(scrubbed, "cause", { value: cause, enumerable: false });
}
