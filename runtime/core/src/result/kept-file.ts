import { uriDecoded } from "../text/uri-decoded.ts";
import type { FilePart } from "./file-part.ts";
import type { Part } from "./part.ts";

export type ImagePart = Extract<Part, { type: "image" }>;

/** What the base64 of each kind of image begins with. */
const BEGINNINGS: ReadonlyMap<string, string> = new Map([
  ["image/png", "iVBORw0KGgo"],
  ["image/jpeg", "/9j/"],
  ["image/gif", "R0lGOD"],
  ["image/webp", "UklGR"],
]);

const IMAGE_HEAD = /^data:(image\/[a-z]+);base64$/;
const FILE_HEAD = /^data:([^;]{1,200});kept=(file|audio);(?:name=([^;]{0,4000});)?base64$/;
/** Characters of base64 on one line: caches read by line, and may clip a very long one. */
const LINE = 64 * 1024;
/** Characters of base64. What is longer is shown to no model anyway. */
const LONGEST = 8 * 1024 * 1024;

/** An image or a file as a text that a cache can keep. */
export function keptText(part: ImagePart | FilePart): string {
  const { data = "" } = part;
  const lines = [head(part)];
  for (let at = 0; at < data.length; at += LINE) lines.push(data.slice(at, at + LINE));
  return lines.join("\n");
}

function head(part: ImagePart | FilePart): string {
  if (part.type === "image") return `data:${part.mediaType};base64`;
  const { type, mediaType, name } = part;
  const named = name === undefined ? "" : `name=${encodeURIComponent(name.slice(0, 400).toWellFormed())};`;
  return `data:${mediaType.replace(/[;\s]/g, "").slice(0, 200) || "unknown"};kept=${type};${named}base64`;
}

/**
 * Puts a kept image or file together again, line by line. A tool may print anything: what is neither is left alone. Of
 * one that is larger than a model is shown, only the size is known in the end.
 */
export class KeptFileReader {
  #head: { readonly isImage: boolean; readonly mediaType: string; readonly said: string[] } | undefined;
  readonly #longest: number;
  readonly #lines: string[] = [];
  #length = 0;
  #padding = 0;

  constructor(longest = LONGEST) {
    this.#longest = longest;
  }

  /** False as soon as it is clear that these are not the lines of an image or a file. */
  add(line: string): boolean {
    if (this.#head === undefined) {
      const [, image] = IMAGE_HEAD.exec(line) ?? [];
      const [, mediaType = image, ...said] = FILE_HEAD.exec(line) ?? [];
      if (mediaType !== undefined) this.#head = { isImage: image !== undefined, mediaType, said };
      return mediaType !== undefined;
    }
    if (this.#length === 0 && this.#head.isImage && !line.startsWith(BEGINNINGS.get(this.#head.mediaType) ?? "\n"))
      return false;
    if (this.#padding > 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(line)) return false;
    this.#length += line.length;
    this.#padding = line.endsWith("==") ? 2 : Number(line.endsWith("="));
    if (this.#length <= this.#longest) this.#lines.push(line);
    else this.#lines.length = 0;
    return true;
  }

  /** The image or the file, when all its lines were added; without its bytes where they are too many. */
  part(ref: string): Part | undefined {
    if (this.#head === undefined || this.#length === 0) return undefined;
    const { isImage, mediaType, said } = this.#head;
    const bytes = Math.floor((this.#length * 3) / 4) - this.#padding;
    const data = this.#length > this.#longest ? undefined : this.#lines.join("");
    if (isImage)
      return data === undefined
        ? { type: "text", text: `[image ${mediaType}, ${bytes} bytes: too large to be shown]` }
        : { type: "image", mediaType, data };
    const [type, name] = said;
    const file = { type: type === "audio" ? "audio" : "file", mediaType, ref } as const;
    const named = name === undefined ? {} : { name: uriDecoded(name) };
    return { ...file, ...named, ...(data === undefined ? { bytes } : { data }) };
  }
}
