import { present } from "../json/present.ts";
import type { Conversation } from "../tool/conversation.ts";
import { type FilePart, fileBytes, fileLine, isFilePart, withoutBytes } from "./file-part.ts";
import { type ImagePart, keptText } from "./kept-file.ts";
import type { ToolOutput } from "./output.ts";
import type { OutputCache } from "./output-cache.ts";
import type { KeptImage, OutputRef } from "./tool-result.ts";

export { prettyJson } from "./pretty-json.ts";

/** Where an output is kept, and for whom. */
export interface KeepingOptions {
  readonly cache: OutputCache;
  readonly owner: Conversation;
}

/** Images, and files, of one output that are kept. A tool that returns more of them has gone wrong. */
const MAX_IMAGES = 100;
const MAX_FILES = 100;

type PartsOutput = Extract<ToolOutput, { type: "parts" }>;
type KeptFile = NonNullable<OutputRef["files"]>[number];

/** Keeps each image and each file under a ref of its own, and the texts between them. Rejects when the cache does. */
export async function keepMedia({ parts }: PartsOutput, keeping: KeepingOptions): Promise<OutputRef> {
  const images: KeptImage[] = [];
  const files: KeptFile[] = [];
  const lines: string[] = [];
  for (const part of parts) {
    if (part.type === "text") lines.push(part.text);
    else if (part.type === "image") lines.push(await keepImage(part, images, keeping));
    else lines.push(await keepFile(part, files, keeping));
  }
  const ref = await keeping.cache.save(lines.join("\n"), keeping.owner);
  return { ...ref, ...(images.length > 0 && { images }), ...(files.length > 0 && { files }) };
}

async function keepImage(image: ImagePart, images: KeptImage[], { cache, owner }: KeepingOptions): Promise<string> {
  if (images.length >= MAX_IMAGES) return "[image, not kept]";
  const { id } = await cache.save(keptText(image), owner);
  const { mediaType } = image;
  const bytes = fileBytes(image);
  images.push({ id, mediaType, bytes });
  return `[image ${mediaType}, ${bytes} bytes; ref=${id}]`;
}

async function keepFile(file: FilePart, files: KeptFile[], { cache, owner }: KeepingOptions): Promise<string> {
  // A file that was kept before is not kept once more.
  if (file.data === undefined || file.ref !== undefined) return fileLine(file);
  if (files.length >= MAX_FILES) return fileLine(file, ", not kept");
  const { id } = await cache.save(keptText(file), owner);
  const { type, mediaType, name } = file;
  files.push({ id, type, mediaType, bytes: fileBytes(file), ...present({ name }) });
  return fileLine({ ...withoutBytes(file), ref: id });
}

/** The same output, each of whose files says where it is kept. They are in the order in which they were kept. */
export function withFileRefs(output: ToolOutput, files: OutputRef["files"]): ToolOutput {
  if (output.type !== "parts" || files === undefined) return output;
  const refs = files.map(({ id }) => id);
  const parts = output.parts.map((part) => {
    const ref = isFilePart(part) && part.ref === undefined ? refs.shift() : undefined;
    return ref === undefined ? part : { ...part, ref };
  });
  return { type: "parts", parts };
}
