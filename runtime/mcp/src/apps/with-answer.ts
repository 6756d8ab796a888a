import type { Json, JsonObject, ToolReturn } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";

/** Characters of an answer that is kept for an app beside what the model reads. */
const LONGEST = 256 * 1024;

/**
 * A result with the server's answer as `artifact.callToolResult`, for the app that shows it. Left as it is where the
 * answer has nothing besides its content, or is long: an app is given what people see then.
 */
export function withAnswer(read: ToolReturn<unknown>, answer: Json): ToolReturn<unknown> {
  if (!isJsonObject(answer) || typeof read !== "object" || read === null) return read;
  const { content, structuredContent, _meta } = answer;
  if (structuredContent === undefined && _meta === undefined) return read;
  const callToolResult: JsonObject = {
    content: content ?? [],
    ...(structuredContent !== undefined && { structuredContent }),
    ...(_meta !== undefined && { _meta }),
  };
  if (JSON.stringify(callToolResult).length > LONGEST) return read;
  return Object.assign(read, { artifact: { callToolResult } });
}
