import { fieldIn, isFields, listIn, numberIn, textIn } from "@toolwright/view/internal";
import { jsonText } from "./json-text.ts";

/** What there is to see of a result. */
export interface ResultParts {
  readonly text: string;
  /** Addresses with the image inside (`data:`). */
  readonly images: readonly string[];
  readonly files: readonly ResultFile[];
}

/** A file that a tool returned: its bytes, or what they are kept under. */
export interface ResultFile {
  readonly type: "file" | "audio";
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Base64. */
  readonly data?: string;
  readonly ref?: string;
}

/** Images, and files, of one result that are shown. */
const MAX_IMAGES = 20;
const MAX_FILES = 100;

const NOTHING: ResultParts = { text: "", images: [], files: [] };

/** The text, the images and the files of a result: of a list of parts each text; everything else as JSON. */
export function resultParts(result: unknown): ResultParts {
  if (result === undefined) return NOTHING;
  if (!isPartList(result)) return { ...NOTHING, text: jsonText(result) };
  const texts = result.flatMap((part) => (fieldIn(part, "type") === "text" ? [textIn(part, "text") ?? ""] : []));
  const images = result.flatMap((part) => imageAddress(part) ?? []);
  const files = result.flatMap((part) => fileIn(part) ?? []);
  return { text: texts.join("\n"), images: images.slice(0, MAX_IMAGES), files: files.slice(0, MAX_FILES) };
}

/** The files of a call: those of its result, and those that were only kept. `kept`: its `ref`. */
export function filesOf({ files }: ResultParts, kept: unknown): readonly ResultFile[] {
  const known = new Set(files.map(({ ref }) => ref));
  const others = listIn(kept, "files").flatMap((file) => {
    const [ref, type] = [textIn(file, "id"), textIn(file, "type")];
    return ref === undefined || known.has(ref) ? [] : [{ ...factsOf(file, type === "audio" ? "audio" : "file"), ref }];
  });
  return [...files, ...others].slice(0, MAX_FILES);
}

/** Whether there are images or files among the parts of a result. */
export function hasMedia(result: unknown): boolean {
  return Array.isArray(result) && result.some((part) => imageAddress(part) !== undefined || fileIn(part) !== undefined);
}

function isPartList(result: unknown): result is readonly unknown[] {
  return Array.isArray(result) && result.length > 0 && result.every(isShownPart);
}

function isShownPart(part: unknown): boolean {
  if (!isFields(part)) return false;
  return part.type === "text" ? typeof part.text === "string" : part.type === "image" || fileIn(part) !== undefined;
}

const MEDIA_TYPE = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;
const BASE64 = /^[A-Za-z0-9+/=]+$/;

/** Only what cannot hold scripts or call anywhere. */
function imageAddress(part: unknown): string | undefined {
  if (fieldIn(part, "type") === "file" || fieldIn(part, "type") === "audio") return undefined;
  const mediaType = textIn(part, "mediaType") ?? textIn(part, "mimeType") ?? "";
  const data = textIn(part, "data") ?? "";
  return MEDIA_TYPE.test(mediaType) && BASE64.test(data) ? `data:${mediaType};base64,${data}` : undefined;
}

function fileIn(part: unknown): ResultFile | undefined {
  const [type, data, ref] = ["type", "data", "ref"].map((name) => textIn(part, name));
  if ((type !== "file" && type !== "audio") || textIn(part, "mediaType") === undefined) return undefined;
  if (data === undefined) return ref === undefined ? undefined : { ...factsOf(part, type), ref };
  if (!BASE64.test(data)) return undefined;
  const bytes = Math.floor((data.replace(/=+$/, "").length * 3) / 4);
  return { ...factsOf(part, type), bytes, data, ...(ref !== undefined && { ref }) };
}

function factsOf(file: unknown, type: ResultFile["type"]): ResultFile {
  const [name = type, mediaType = ""] = [textIn(file, "name"), textIn(file, "mediaType")];
  return { type, name: name.slice(0, 200), mediaType: mediaType.slice(0, 100), bytes: numberIn(file, "bytes") ?? 0 };
}
