import { copyLong } from "../json/copy-long.ts";
import { present } from "../json/present.ts";
import type { Uncopied } from "../json/to-json.ts";
import { copyResult } from "./copy-result.ts";
import type { ToolResult } from "./tool-result.ts";

/** What `copyResult` gives, with turns for others while a long value is copied. */
export async function copyLongResult(value: ToolResult, maxSize?: number): Promise<ToolResult | Uncopied> {
  const { output, artifact, silent, isError, async, forUser, error, ref, endsRun, changed } = value;
  const json = output.type === "json" ? await copyLong(output.value, maxSize) : undefined;
  const beside = artifact === undefined ? undefined : await copyLong(artifact, maxSize);
  if (json?.ok === false) return json;
  if (beside?.ok === false) return beside;
  const others = copyResult({
    output: output.type === "json" ? { ...output, value: null } : output,
    silent,
    isError,
    async,
    ...present({ forUser, error, ref, endsRun, changed, artifact: beside && null }),
  });
  if ("problem" in others) return others;
  return {
    ...others,
    ...(json && others.output.type === "json" && { output: { ...others.output, value: json.value } }),
    ...(beside && { artifact: beside.value }),
  };
}
