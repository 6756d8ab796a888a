import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { JsonObject, OutputRef, Part, SettledCall } from "@toolwright/core";
import { contentParts, contentText, isJsonObject } from "@toolwright/core/internal";
import type { McpContent } from "../offers/content.port.ts";
import { outputUri } from "../offers/kept-outputs.ts";
import { advertisedOutput } from "../offers/list-tools.ts";
import type { CallServices } from "./call-services.ts";

/** Characters of JSON that are sent as structured content at most. */
const MAX_STRUCTURED = 4 * 1024 * 1024;

/** What a result is written from, beside the call. */
export interface ResultFacts {
  readonly attached: readonly McpContent[];
  readonly shared: Pick<CallServices, "registry">;
}

/**
 * A settled call as a result of MCP: what a model reads, the whole value where it is an object, and where the rest of a
 * cut text is.
 */
export function contentOf(
  { toolName, result, message }: SettledCall,
  { attached, shared }: ResultFacts,
): CallToolResult {
  const { isError } = result;
  const read = contentParts(message);
  const ref = isCut(read, result.ref) ? result.ref : undefined;
  const content: ContentBlock[] = [
    ...read.map(blockOf),
    ...attached.map(copyOf),
    ...(ref === undefined ? [] : [linkTo(ref)]),
  ];
  if (isError) return { content, isError: true };
  const { output } = result;
  const value = output.type === "json" && isJsonObject(output.value) ? output.value : undefined;
  // A client holds a tool to the schema that was listed; without one a cut value is read under its link.
  const promised = advertisedOutput(shared.registry.get(toolName)) !== undefined;
  if (value === undefined || (ref !== undefined && !promised)) return { content };
  if (ref !== undefined && tooLong(value))
    return {
      content: [{ type: "text", text: "Error [output_too_large]: the result is read under the link." }, linkTo(ref)],
      isError: true,
    };
  return { content, structuredContent: value };
}

/** Outputs are kept that were not cut, too; what was cut names where the rest is. */
function isCut(read: readonly Part[], ref: OutputRef | undefined): boolean {
  return ref !== undefined && read.some((part) => part.type === "text" && part.text.includes(ref.id));
}

function blockOf(part: Part): ContentBlock {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mediaType: mimeType, data } = part;
  if (data === undefined) return { type: "text", text: contentText([part]) };
  if (part.type !== "file") return { type: part.type, data, mimeType };
  const uri = part.ref === undefined ? `attachment:${encodeURIComponent(part.name ?? "file")}` : outputUri(part.ref);
  return { type: "resource", resource: { uri, mimeType, blob: data } };
}

function copyOf(content: McpContent): ContentBlock {
  return content.type === "resource" ? { type: "resource", resource: { ...content.resource } } : { ...content };
}

function linkTo({ id, bytes }: OutputRef): ContentBlock {
  const name = `The whole output, ${bytes} bytes`;
  return { type: "resource_link", uri: outputUri(id), name, mimeType: "text/plain" };
}

function tooLong(value: JsonObject): boolean {
  return JSON.stringify(value).length > MAX_STRUCTURED;
}
