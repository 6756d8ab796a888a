import { isJsonArray } from "../json/is-json-array.ts";
import type { Json } from "../json/json.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { Conversation } from "../tool/conversation.ts";
import { imageText } from "./kept-image.ts";
import type { ToolOutput } from "./output.ts";
import type { OutputCache } from "./output-cache.ts";
import type { Part } from "./part.ts";
import type { KeptImage, OutputRef } from "./tool-result.ts";

/** Line breaks and indents may make a text so many times as long, and so many units longer. */
const GROWTH = { factor: 4, units: 64 * 1024 };

/** Texts above this are kept aside even when nothing was cut, so that trimming can point at them. */
const KEPT_ASIDE_BYTES = 2 * 1024;

/** Images of one output that are kept. A tool that returns more of them has gone wrong. */
const MAX_IMAGES = 100;

/** Where an output is kept, and for whom. */
export interface KeepingOptions {
  readonly cache: OutputCache;
  readonly owner: Conversation;
}

/** A short text is not worth it; an image always is. */
export function isWorthKeepingAside(output: ToolOutput, text: string): boolean {
  return holdsImage(output) || isLong(text);
}

/**
 * Keeps an output whole: its text, and each of its images under a ref of its own, which stands in the text where the
 * image stood. Rejects when the cache does.
 */
export async function keepOutput(
  output: ToolOutput,
  text: string,
  { cache, owner }: KeepingOptions,
): Promise<OutputRef> {
  if (output.type === "json") return cache.save(prettyJson(output.value, text), owner);
  if (!holdsImage(output)) return cache.save(text, owner);
  const images: KeptImage[] = [];
  const lines: string[] = [];
  for (const part of output.parts) {
    const image =
      part.type === "image" && images.length < MAX_IMAGES ? await keepImage(part, { cache, owner }) : undefined;
    if (image !== undefined) images.push(image);
    lines.push(part.type === "text" ? part.text : imageLine(image));
  }
  return { ...(await cache.save(lines.join("\n"), owner)), images };
}

async function keepImage(
  image: Extract<Part, { type: "image" }>,
  { cache, owner }: KeepingOptions,
): Promise<KeptImage> {
  const { id } = await cache.save(imageText(image), owner);
  const { data, mediaType } = image;
  const padding = data.endsWith("==") ? 2 : Number(data.endsWith("="));
  return { id, mediaType, bytes: Math.floor((data.length * 3) / 4) - padding };
}

function imageLine(image: KeptImage | undefined): string {
  return image === undefined
    ? "[image, not kept]"
    : `[image ${image.mediaType}, ${image.bytes} bytes; ref=${image.id}]`;
}

function holdsImage(output: ToolOutput): output is Extract<ToolOutput, { type: "parts" }> {
  return output.type === "parts" && output.parts.some((part) => part.type === "image");
}

function isLong(text: string): boolean {
  return text.length > KEPT_ASIDE_BYTES || (text.length * 3 > KEPT_ASIDE_BYTES && utf8Length(text) > KEPT_ASIDE_BYTES);
}

/** A value on many lines, which can be read and searched by line; on one where its depth would make it far too long. */
function prettyJson(value: Json, onOneLine: string): string {
  const room = GROWTH.factor * onOneLine.length + GROWTH.units;
  return indents(value, 1, room) > room ? onOneLine : JSON.stringify(value, null, 2);
}

/** How much writing it on many lines adds; counted no further than `room`. */
function indents(value: Json, depth: number, room: number): number {
  if (typeof value !== "object" || value === null) return 0;
  const members = isJsonArray(value) ? value : Object.values(value);
  let added = members.length * (2 * depth + 2) + 2 * depth;
  for (const member of members) {
    if (added > room) return added;
    added += indents(member, depth + 1, room - added);
  }
  return added;
}
