import { isJsonArray } from "../../json/is-json-array.ts";
import type { Json } from "../../json/json.ts";
import { setOwn } from "../../json/set-own.ts";
import { failure } from "../../result/failure.ts";
import { NO_OUTPUT } from "../../result/render-output.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import type { Tool } from "../../tool/tool.ts";

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
  if (result.output.type === "text" && (result.async || result.output.text === NO_OUTPUT)) {
    return pickArtifact(result, allowlist);
  }
  const value = result.output.type === "json" ? pick(result.output.value, allowlist) : undefined;
  if (value === undefined) return notRedacted();
  const output = { type: "json", value } as const;
  return result.artifact === undefined ? { ...result, output } : { ...pickArtifact(result, allowlist), output };
}

function withoutOutput({ forUser: _user, artifact: _artifact, ...result }: ToolResult): ToolResult {
  if (result.isError && result.output.type === "text") return result;
  return { ...result, output: { type: "text", text: NO_OUTPUT } };
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
