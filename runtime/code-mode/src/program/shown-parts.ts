import type { Json, Part, ToolContext } from "@toolwright/core";
import { isJsonObject, KeptFileReader, keepingOf } from "@toolwright/core/internal";

/** What a program showed: an image of a result as the image itself, from where it is kept; anything else as JSON. */
export async function shownParts(shown: readonly string[], context: ToolContext): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const json of shown) {
    const value: Json = JSON.parse(json);
    const ref = isJsonObject(value) && value.type === "image" ? value.ref : undefined;
    const image = typeof ref === "string" ? await keptPart(ref, context) : undefined;
    parts.push(image ?? { type: "text", text: json });
  }
  return parts;
}

/** Undefined where it is not kept, or is no image. */
async function keptPart(ref: string, context: ToolContext): Promise<Part | undefined> {
  const cache = keepingOf(context)?.cache;
  const lines = cache ? await cache.lines(ref, context.conversation) : undefined;
  if (lines === undefined) return undefined;
  const reader = new KeptFileReader();
  for await (const line of lines) if (!reader.add(line)) return undefined;
  return reader.part(ref);
}
