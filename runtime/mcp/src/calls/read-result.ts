import type { Json, JsonObject, Part, ToolReturn } from "@toolwright/core";
import { errorResult, jsonOutput, partsOutput, textOutput } from "@toolwright/core";
import { isJsonObject, uriDecoded } from "@toolwright/core/internal";
import { McpFailure } from "../failure.ts";

/** Images that models take. */
const IMAGES = /^image\/(?:png|jpeg|gif|webp)$/;

/**
 * What a call gave, as an output of ours: its structure for programs, and for the model the parts beside it, where they
 * say something else. Throws an `McpFailure` for what is no result.
 */
export function readResult(result: Json, hasOutputSchema: boolean): ToolReturn<unknown> {
  if (!isJsonObject(result)) throw new McpFailure("unreadable", "its answer is no result");
  const parts = contentParts(result.content);
  const { structuredContent } = result;
  if (result.isError === true)
    return errorResult(textOf(parts) || "The server says that the call failed, and not why.");
  if (structuredContent === undefined) return outputOf(parts);
  const own = parts.filter((part) => !isTwin(part, structuredContent));
  if (own.length === 0) return jsonOutput(structuredContent);
  const text = JSON.stringify(structuredContent);
  if (!hasOutputSchema) return outputOf([...own, { type: "text", text }]);
  const isSaid = own.some((part) => (part.type === "text" ? part.text !== "" : text.includes(part.data ?? "")));
  return jsonOutput(structuredContent, isSaid ? inOneText(own) : [...own, { type: "text", text }]);
}

/** The contents of a resource, as an output of ours. Throws an `McpFailure` for what is no such answer. */
export function readContents(answer: Json): ToolReturn<unknown> {
  return outputOf(resourceParts(answer));
}

/** The contents of a resource as parts. Throws an `McpFailure` for what is no such answer. */
export function resourceParts(answer: Json): readonly Part[] {
  if (!isJsonObject(answer) || !Array.isArray(answer.contents))
    throw new McpFailure("unreadable", "its answer has no contents");
  return answer.contents.map((one) => (isJsonObject(one) ? resourceOf(one) : note("a block that is no object")));
}

/** Texts without anything between them are one text. */
function inOneText(parts: readonly Part[]): readonly Part[] {
  return parts.every((part) => part.type === "text") ? [{ type: "text", text: textOf(parts) }] : parts;
}

function outputOf(parts: readonly Part[]): ToolReturn<unknown> {
  return parts.every((part) => part.type === "text") ? textOutput(textOf(parts)) : partsOutput(parts);
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function isTwin(part: Part, structured: Json): boolean {
  if (part.type !== "text") return false;
  try {
    return JSON.stringify(JSON.parse(part.text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}

/** Blocks of content as parts. Throws an `McpFailure` for what is no list. */
export function contentParts(content: Json | undefined): readonly Part[] {
  if (content === undefined) return [];
  if (!Array.isArray(content)) throw new McpFailure("unreadable", "the content of its answer is no list");
  return content.map((block) => (isJsonObject(block) ? partOf(block) : note("a block that is no object")));
}

function partOf(block: JsonObject): Part {
  const { type, text, data, mimeType, uri, name, resource } = block;
  if (type === "text" && typeof text === "string") return { type: "text", text };
  if (type === "image" && typeof data === "string") return imageOf(data, mimeType);
  if (type === "audio" && typeof data === "string") return fileOf(data, { mimeType, uri: undefined });
  if (type === "resource_link" && typeof uri === "string") return { type: "text", text: `${named(name)}${uri}` };
  if (type === "resource" && isJsonObject(resource)) return resourceOf(resource);
  return note(`${typeof type === "string" ? JSON.stringify(type.slice(0, 40)) : "a block"} that is not shown`);
}

function resourceOf({ text, blob, mimeType, uri }: JsonObject): Part {
  if (typeof text === "string") return { type: "text", text };
  if (typeof blob === "string" && typeof mimeType === "string" && IMAGES.test(mimeType)) return imageOf(blob, mimeType);
  if (typeof blob === "string") return fileOf(blob, { mimeType, uri });
  return note(`the resource ${typeof uri === "string" ? uri.slice(0, 500) : ""}, which is no text`);
}

interface FileFacts {
  readonly mimeType: Json | undefined;
  readonly uri: Json | undefined;
}

/** Other bytes than those of an image, under the last name in their address. */
function fileOf(blob: string, { mimeType, uri }: FileFacts): Part {
  const data = blob.replace(/\s/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return note("a file that is not in base64");
  const mediaType = typeof mimeType === "string" ? mimeType : "application/octet-stream";
  const type = mediaType.toLowerCase().startsWith("audio/") ? "audio" : "file";
  const name = typeof uri === "string" ? nameIn(uri) : "";
  return { type, mediaType, data, ...(name !== "" && { name }) };
}

function nameIn(uri: string): string {
  const [path = ""] = uri.replace(/^[a-z][a-z0-9+.-]*:\/*/i, "").split(/[?#]/, 1);
  const last = path.split("/").findLast((folder) => folder !== "") ?? "";
  return uriDecoded(last.slice(0, 400));
}

function imageOf(data: string, mediaType: Json | undefined): Part {
  if (typeof mediaType !== "string" || !IMAGES.test(mediaType)) return note("an image of a kind that is not shown");
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(data)) return note("an image that is not in base64");
  return { type: "image", mediaType, data: data.replace(/\s/g, "") };
}

function named(name: Json | undefined): string {
  return typeof name === "string" && name !== "" ? `${name}: ` : "";
}

function note(text: string): Part {
  return { type: "text", text: `[${text}]` };
}
