import type { Json, Part, ToolContext } from "@toolwright/core";
import { isJsonObject, KeptFileReader, keepingOf } from "@toolwright/core/internal";

/** JSON texts. */
export interface ShownByProgram {
  readonly shown: readonly string[];
  /** What it returned, where it did. */
  readonly returned: string | undefined;
}

/**
 * What a program showed: an image of a result, alone or in a list, as the image itself, from where it is kept; anything
 * else as JSON. Behind it the images that it returned, alone or in a list.
 */
export async function shownParts(program: ShownByProgram, context: ToolContext): Promise<readonly Part[]> {
  const images = new ShownImages(context);
  const parts: Part[] = [];
  for (const { json, value } of program.shown.flatMap(eachShown)) {
    const image = await images.take(value);
    const last = parts.at(-1);
    // Texts that follow each other are one, whose lines are counted: a model is sent each part with words around it.
    if (image === undefined && last?.type === "text")
      parts[parts.length - 1] = { type: "text", text: `${last.text}\n${json}` };
    else parts.push(image ?? { type: "text", text: json });
  }
  for (const value of imagesIn(program.returned)) {
    const image = await images.take(value);
    if (image !== undefined) parts.push(image);
  }
  return parts;
}

/** A list that holds images is shown as each of its values. */
function eachShown(json: string): readonly { readonly json: string; readonly value: Json }[] {
  const value: Json = JSON.parse(json);
  const holdsImages = Array.isArray(value) && json.includes('"type":"image"');
  return holdsImages ? value.map((each) => ({ json: JSON.stringify(each), value: each })) : [{ json, value }];
}

/** Without a look at every value of a long text that holds none. */
function imagesIn(json = ""): readonly Json[] {
  if (!json.includes('"type":"image"')) return [];
  const value: Json = JSON.parse(json);
  return Array.isArray(value) ? value : [value];
}

/** No model is shown more of one result: so many images, and characters of base64 up to the last of them. */
const MOST = { images: 100, characters: 5 * 1024 * 1024 };

/** The images of results, each once, and no more of them than a model is shown. */
class ShownImages {
  readonly #context: ToolContext;
  readonly #refs = new Set<string>();
  #characters = 0;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  async take(value: Json): Promise<Part | undefined> {
    const ref = isJsonObject(value) && value.type === "image" ? value.ref : undefined;
    const isFull = this.#refs.size >= MOST.images || this.#characters > MOST.characters;
    if (typeof ref !== "string" || isFull || this.#refs.has(ref)) return undefined;
    this.#refs.add(ref);
    const part = await keptPart(ref, this.#context);
    if (part !== undefined && "data" in part) this.#characters += part.data?.length ?? 0;
    return part;
  }
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
