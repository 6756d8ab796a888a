import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { extname, join, relative, resolve } from "node:path";
import type { Part } from "@toolwright/core";

/** Bytes of one image. */
export const LARGEST_IMAGE = 5 * 1024 * 1024;

/** Images of one message, and paths that are looked at. */
const MOST = 10;
const LOOKED_AT = 100;

const TYPES: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
});

/** A word, quoted or with escaped blanks, as a terminal writes a file that is dragged onto it. */
const WORD = /"([^"\n]+)"|'([^'\n]+)'|((?:\\.|[^\s"'\\])+)/g;

/** What a person said, with the images whose paths stand in it. */
export interface WithImages {
  readonly content: string | readonly Part[];
  /** What became of each, in a line. */
  readonly notes: readonly string[];
}

/** Reads the images that a message names by their path; `root` is where relative ones begin. Others stay words. */
export async function withImages(message: string, root: string): Promise<WithImages> {
  const words = [...message.matchAll(WORD)].map(wordOf);
  // Some terminals paste a path with its blanks as they are.
  const candidates = [...words, ...message.split("\n").map((line) => line.trim())];
  const paths = [...new Set(candidates.flatMap((word) => pathIn(word, root)))].slice(0, LOOKED_AT);
  const files = (await Promise.all(paths.map(fileAt))).filter((file) => file !== undefined);
  const read = await Promise.all(files.map((file, index) => readImage(file, nameOf(file.path, root), index >= MOST)));
  const images = read.flatMap(({ image }) => (image === undefined ? [] : [image]));
  const notes = read.map(({ note }) => note);
  return { content: images.length === 0 ? message : [{ type: "text", text: message }, ...images], notes };
}

function wordOf([, doubly, singly, bare]: RegExpExecArray): string {
  return doubly ?? singly ?? bare?.replace(/\\(.)/g, "$1") ?? "";
}

function pathIn(word: string, root: string): readonly string[] {
  const path = word.replace(/^@/, "").replace(/^file:\/\//, "");
  if (TYPES[extname(path).toLowerCase()] === undefined) return [];
  return [path.startsWith("~/") ? join(homedir(), path.slice(2)) : resolve(root, path)];
}

interface ImageFile {
  readonly path: string;
  readonly size: number;
}

/** Undefined where there is none: a name that a message makes up stays a word. */
async function fileAt(path: string): Promise<ImageFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? { path, size: found.size } : undefined;
}

/** As short as it can be told from others of its name. */
function nameOf(path: string, root: string): string {
  const name = relative(root, path);
  return name.startsWith("..") ? path : name;
}

interface Read {
  readonly image?: Part;
  readonly note: string;
}

async function readImage({ path, size }: ImageFile, name: string, isTooMany: boolean): Promise<Read> {
  const left = (why: string) => ({ note: `${name} ${why}, so it is only named.` });
  if (isTooMany) return left(`is one more than the ${MOST} images of a message`);
  if (size > LARGEST_IMAGE) return left("is larger than 5 MB");
  const data = await readFile(path).catch(() => undefined);
  const mediaType = TYPES[extname(path).toLowerCase()];
  if (data === undefined || mediaType === undefined) return left("cannot be read");
  return {
    image: { type: "image", mediaType, data: data.toString("base64") },
    note: `${name} goes along as an image.`,
  };
}
