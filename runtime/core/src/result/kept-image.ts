import type { Part } from "./part.ts";

type Image = Extract<Part, { type: "image" }>;

/** What the base64 of each kind of image begins with. */
const BEGINNINGS: ReadonlyMap<string, string> = new Map([
  ["image/png", "iVBORw0KGgo"],
  ["image/jpeg", "/9j/"],
  ["image/gif", "R0lGOD"],
  ["image/webp", "UklGR"],
]);

const HEAD = /^data:(image\/[a-z]+);base64$/;
/** Characters of base64 on one line: caches read by line, and may clip a very long one. */
const LINE = 64 * 1024;
/** Characters of base64. What is longer is shown to no model anyway. */
const LONGEST = 8 * 1024 * 1024;

/** An image as a text that a cache can keep. */
export function imageText({ mediaType, data }: Image): string {
  const lines = [`data:${mediaType};base64`];
  for (let at = 0; at < data.length; at += LINE) lines.push(data.slice(at, at + LINE));
  return lines.join("\n");
}

/** Puts a kept image together again, line by line. A tool may print anything: what is no image is left alone. */
export class KeptImageReader {
  #mediaType: string | undefined;
  readonly #lines: string[] = [];
  #length = 0;

  /** False as soon as it is clear that these are not the lines of an image. */
  add(line: string): boolean {
    if (this.#mediaType === undefined) {
      this.#mediaType = HEAD.exec(line)?.[1];
      return this.#mediaType !== undefined;
    }
    this.#length += line.length;
    const begins = this.#lines.length > 0 || line.startsWith(BEGINNINGS.get(this.#mediaType) ?? "\n");
    if (begins) this.#lines.push(line);
    return begins && this.#length <= LONGEST;
  }

  /** The image, when all its lines were added. */
  image(): Image | undefined {
    const data = this.#lines.join("");
    if (this.#mediaType === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
    return { type: "image", mediaType: this.#mediaType, data };
  }
}
