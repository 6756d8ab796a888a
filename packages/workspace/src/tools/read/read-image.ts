import type { Part } from "@toolwright/core";
import type { FilesPort } from "../../workspace/files.port.ts";
import { imageSize } from "./image-size.ts";

/** What a provider refuses is not shown: it would fail every later request too. */
const MAX_BYTES = 4_500_000;
const MAX_SIDE = 2_000;

/** An image for the model, or a line that says why it is not shown. */
export async function readImage(
  files: FilesPort,
  path: string,
  mediaType: string,
): Promise<{ readonly body: string; readonly image?: Part }> {
  const bytes = await files.read(path, { offset: 0, length: MAX_BYTES + 1 });
  if (bytes.length > MAX_BYTES) {
    const { size } = (await files.stat(path)) ?? { size: bytes.length };
    return { body: `[${mediaType}, ${size} bytes: larger than ${MAX_BYTES}, not shown]` };
  }
  const what = `${mediaType}, ${bytes.length} bytes`;
  const size = imageSize(mediaType, bytes);
  if (size === undefined) return { body: `[${what}: damaged or cut short, not shown]` };
  if (Math.max(size.width, size.height) > MAX_SIDE) {
    const sides = `${size.width} × ${size.height} pixels`;
    return { body: `[${what}: ${sides} are more than ${MAX_SIDE} a side, not shown; read a smaller copy]` };
  }
  return { body: `[${what}]`, image: { type: "image", mediaType, data: Buffer.from(bytes).toString("base64") } };
}
