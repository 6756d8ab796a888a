import { errorInfo, failureLine } from "../result/failure.ts";
import type { ToolResult } from "../result/tool-result.ts";

/** What a tool says in words of its own may hold what its list leaves out, unless it gives its word that it does not. */
export function withoutFreeText(said: ToolResult): ToolResult {
  const { forUser: _said, ...result } = said;
  const { output, error, isError } = result;
  const code = error?.code ?? "execution_failed";
  const message = isError ? "it failed; what it said is withheld by its allowlist." : "";
  const withheld = errorInfo({ code, message, cause: error?.cause });
  const safe = error === undefined && !isError ? result : { ...result, error: withheld };
  if (output.type !== "text") return safe;
  if (isError) return { ...safe, output: { type: "text", text: failureLine(withheld) } };
  return result.async ? { ...safe, output: { type: "text", text: "It goes on in the background." } } : safe;
}
