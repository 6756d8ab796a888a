import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Part, SettledCall } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { outputUri } from "./kept-outputs.ts";

/** A settled call as a result of MCP: what a model reads, the whole value where it is an object, and where the rest of a cut text is. */
export function contentOf({ result, message }: SettledCall): CallToolResult {
  const { output, ref, isError } = result;
  const parts: readonly Part[] =
    typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
  const structured = !isError && output.type === "json" && isJsonObject(output.value) ? output.value : undefined;
  return {
    content: [
      ...parts.map((part) =>
        part.type === "text"
          ? { type: "text" as const, text: part.text }
          : { type: "image" as const, data: part.data, mimeType: part.mediaType },
      ),
      ...(ref === undefined
        ? []
        : [
            {
              type: "resource_link" as const,
              uri: outputUri(ref.id),
              name: `The whole output, ${ref.bytes} bytes`,
              mimeType: "text/plain",
            },
          ]),
    ],
    ...(structured !== undefined && ref === undefined && { structuredContent: structured }),
    ...(isError && { isError: true }),
  };
}
