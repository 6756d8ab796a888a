import { fieldIn, isFields, textIn } from "@toolwright/view/internal";
import { jsonText } from "./json-text.ts";

/** What there is to see of a result. */
export interface ResultParts {
  readonly text: string;
  /** Addresses with the image inside (`data:`). */
  readonly images: readonly string[];
}

/** Images of one result that are shown. */
const MAX_IMAGES = 20;

const NOTHING: ResultParts = { text: "", images: [] };

/** The text and the images of a result: of a list of parts each text; everything else as JSON. */
export function resultParts(result: unknown): ResultParts {
  if (result === undefined) return NOTHING;
  if (!isPartList(result)) return { text: jsonText(result), images: [] };
  const texts = result.flatMap((part) => (fieldIn(part, "type") === "text" ? [textIn(part, "text") ?? ""] : []));
  const images = result.flatMap((part) => imageAddress(part) ?? []);
  return { text: texts.join("\n"), images: images.slice(0, MAX_IMAGES) };
}

/** Whether there are images among the parts of a result. */
export function hasImages(result: unknown): boolean {
  return Array.isArray(result) && result.some((part) => imageAddress(part) !== undefined);
}

function isPartList(result: unknown): result is readonly unknown[] {
  return Array.isArray(result) && result.length > 0 && result.every(isShownPart);
}

function isShownPart(part: unknown): boolean {
  if (!isFields(part)) return false;
  return part.type === "text" ? typeof part.text === "string" : part.type === "image";
}

const MEDIA_TYPE = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;
const BASE64 = /^[A-Za-z0-9+/=]+$/;

/** Only what cannot hold scripts or call anywhere. */
function imageAddress(part: unknown): string | undefined {
  const mediaType = textIn(part, "mediaType") ?? textIn(part, "mimeType") ?? "";
  const data = textIn(part, "data") ?? "";
  return MEDIA_TYPE.test(mediaType) && BASE64.test(data) ? `data:${mediaType};base64,${data}` : undefined;
}
