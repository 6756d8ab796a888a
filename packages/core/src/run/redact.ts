import { isJsonArray } from "../json/is-json-array.ts";
import type { Json } from "../json/json.ts";
import { setOwn } from "../json/set-own.ts";
import type { ErrorInfo } from "../result/error-info.ts";
import { failure } from "../result/failure.ts";
import type { ToolOutput } from "../result/output.ts";
import type { Part } from "../result/part.ts";
import { renderJson } from "../result/render-output.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { holdsNoSecret } from "../secrets/holds-no-secret.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { Tool } from "../tool/tool.ts";

/** Whose allowlist, and whether one must exist. */
export interface AllowlistOptions {
  readonly tool: Tool;
  readonly required: boolean;
}

/** Keeps of a result what the tool's allowlist names. Whatever cannot be filtered is replaced as a whole. */
export function applyAllowlist(result: ToolResult, { tool, required }: AllowlistOptions): ToolResult {
  const { allowlist } = tool.spec;
  if (allowlist === undefined) return required ? notRedacted() : result;
  if (allowlist === "all") return result;
  if (allowlist === "none") return withoutOutput(result);
  if (allowlist.length === 0) return notRedacted();
  // An error's text was written to be read; nothing of the output is in it.
  if (result.isError && result.output.type === "text") return pickArtifact(result, allowlist);
  if (result.output.type === "text" && (result.async || result.output.text === "")) {
    return pickArtifact(result, allowlist);
  }
  const value = result.output.type === "json" ? pick(result.output.value, allowlist) : undefined;
  if (value === undefined) return notRedacted();
  const output = { type: "json", value } as const;
  return result.artifact === undefined ? { ...result, output } : { ...pickArtifact(result, allowlist), output };
}

function withoutOutput({ forUser: _user, artifact: _artifact, ...result }: ToolResult): ToolResult {
  if (result.isError && result.output.type === "text") return result;
  return { ...result, output: { type: "text", text: "" } };
}

function pickArtifact({ artifact, ...result }: ToolResult, keys: readonly string[]): ToolResult {
  const picked = artifact === undefined ? undefined : pick(artifact, keys);
  return picked === undefined ? result : { ...result, artifact: picked };
}

/** Own top-level keys of an object; nothing else can be picked from. */
function pick(value: Json, keys: readonly string[]): Json | undefined {
  if (typeof value !== "object" || value === null || isJsonArray(value)) return undefined;
  const picked: Record<string, Json> = {};
  for (const key of Object.keys(value)) if (keys.includes(key)) setOwn(picked, key, value[key] ?? null);
  return picked;
}

function notRedacted(): ToolResult {
  return failure({ code: "redaction_failed", message: "the tool ran; its result may not be shown." });
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
  if (output.type === "text") {
    const text = scrubber.text(output.text);
    return text === output.text ? output : { type: "text", text };
  }
  if (output.type === "json") {
    if (holdsNoSecret(renderJson(output.value), scrubber)) return output;
    const value = scrubber.json(output.value);
    return value === output.value ? output : { type: "json", value };
  }
  return { type: "parts", parts: scrubParts(output.parts, scrubber) };
}

/** A model reads text parts as one text: what may begin a secret is shown only where the text has gone on. */
function scrubParts(parts: readonly Part[], scrubber: Scrubber): readonly Part[] {
  if (!scrubber.mayMask(parts.map((part) => (part.type === "text" ? part.text : "")).join(""))) return parts;
  const stream = scrubber.stream();
  const lastText = parts.findLastIndex(({ type }) => type === "text");
  return parts.map((part, index) => {
    if (part.type !== "text") return part;
    return { ...part, text: stream.push(part.text) + (index === lastText ? stream.end() : "") };
  });
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
