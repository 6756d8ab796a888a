import { isJsonArray } from "../json/is-json-array.ts";
import type { Json } from "../json/json.ts";
import { setOwn } from "../json/set-own.ts";
import type { ToolOutput } from "../result/output.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Tool } from "../tool/tool.ts";

/** Whose allowlist, and whether one must exist. */
export interface AllowlistOptions {
  readonly tool: Tool;
  readonly required: boolean;
}

/** True where a tool says something in words of its own, which may hold what its list leaves out: see `withoutFreeText` in `result/failure.ts`. */
export function mayQuote(
  { output, forUser, error, isError }: ToolResult,
  { allowlist, allowUserText }: Tool["spec"],
): boolean {
  if (allowlist === undefined || allowlist === "all" || allowUserText === true) return false;
  return forUser !== undefined || output.type === "text" || error !== undefined || isError;
}

/**
 * Keeps of a result, which quotes nothing, what the tool's allowlist names. Undefined for what cannot be filtered: nothing of it
 * may be shown.
 */
export function applyAllowlist(result: ToolResult, { tool, required }: AllowlistOptions): ToolResult | undefined {
  const { allowlist } = tool.spec;
  if (allowlist === undefined) return required ? undefined : result;
  if (allowlist === "all") return result;
  const isSaid = result.output.type === "text" && (result.isError || result.async || result.output.text === "");
  if (allowlist === "none") return isSaid ? withoutArtifact(result) : { ...withoutArtifact(result), output: NOTHING };
  if (allowlist.length === 0) return undefined;
  if (isSaid) return pickArtifact(result, allowlist);
  const value = result.output.type === "json" ? pick(result.output.value, allowlist) : undefined;
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
  for (const key of Object.keys(value)) if (keys.includes(key)) setOwn(picked, key, value[key] ?? null);
  return picked;
}
