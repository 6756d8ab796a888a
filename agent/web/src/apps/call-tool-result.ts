import { type Fields, fieldIn, isFields, textIn } from "@toolwright/view/internal";
import { jsonText } from "../cards/json-text.ts";
import type { ShownCall } from "../cards/shown-call.ts";

/** What came of a call, as MCP says it: as the server said it where that was kept, else what people see. */
export function callToolResult({
  result,
  isError,
  artifact,
}: Pick<ShownCall, "result" | "isError" | "artifact">): Fields {
  const kept = fieldIn(artifact, "callToolResult");
  if (isError === true) return { content: [said(textIn(result, "message") ?? jsonText(result))], isError: true };
  if (isFields(kept) && Array.isArray(kept.content)) return kept;
  if (typeof result === "string") return { content: [said(result)] };
  if (Array.isArray(result)) return { content: result.flatMap(blockOf) };
  const content = [said(jsonText(result))];
  return isFields(result) ? { content, structuredContent: result } : { content };
}

function said(text: string): Fields {
  return { type: "text", text };
}

/** Files are kept under names that an app cannot read. */
function blockOf(part: unknown): readonly Fields[] {
  const [type, text, data, mimeType] = ["type", "text", "data", "mediaType"].map((name) => textIn(part, name));
  if (type === "text" && text !== undefined) return [said(text)];
  const isShown = (type === "image" || type === "audio") && data !== undefined;
  return isShown ? [{ type, data, mimeType }] : [];
}
