import { attachTexts } from "../../words/attach.ts";

/** The kinds that the server takes. */
export const IMAGE_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Pixels of the longer edge: more is nothing that models look at. */
const MAX_EDGE = 2_048;
/** Bytes of an image: written as base64 several have to fit into the 4 MiB of a request. */
const MAX_BYTES = 1_500_000;

/** An image as a data address, made smaller where it is large. Rejects with one sentence for people. */
export async function imageAddress(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) throw new Error(attachTexts.brokenImage(file.name));
  const scale = Math.min(1, MAX_EDGE / Math.max(bitmap.width, bitmap.height));
  const isSmall = scale === 1 && file.size <= MAX_BYTES;
  const blob = isSmall ? file : await smaller(bitmap, scale);
  bitmap.close();
  if (blob.size > 2 * MAX_BYTES) throw new Error(attachTexts.largeImage(file.name));
  return dataAddress(blob);
}

/** What has no transparency is a photograph more often than not. */
async function smaller(bitmap: ImageBitmap, scale: number): Promise<Blob> {
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ];
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, width, height);
  const drawn = await canvas.convertToBlob({ type: "image/png" });
  return drawn.size <= MAX_BYTES ? drawn : canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(attachTexts.unreadImage));
    reader.readAsDataURL(blob);
  });
}
