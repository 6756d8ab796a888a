/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** How large a PNG, JPEG, GIF or WebP image is; undefined for one that is cut short or damaged. Linear time. */
export function imageSize(mediaType: string, bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = READERS.get(mediaType)?.(view);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (thrown) {
    // Read past the end.
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

type Reader = (view: DataView) => ImageSize | undefined;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["image/png", pngSize],
  ["image/jpeg", jpegSize],
  ["image/gif", gifSize],
  ["image/webp", webpSize],
]);

/** Chunks up to IEND; the first one has the size. */
function pngSize(view: DataView): ImageSize | undefined {
  let at = 8;
  while (textAt(view, at + 4) !== "IEND") at += view.getUint32(at) + 12;
  if (textAt(view, 12) !== "IHDR") return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Segments up to the start of a frame. */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
}

/** SOF0 to SOF15, without the tables that lie between them (DHT, JPG, DAC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function gifSize(view: DataView): ImageSize {
  view.getUint8(13);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function webpSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < view.getUint32(4, true) + 8) return undefined;
  const format = textAt(view, 12);
  if (format === "VP8 ") return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (format === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return format === "VP8X" ? { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 } : undefined;
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}

/**
 * The type of an image by its first bytes: PNG, JPEG, GIF or WebP; undefined for anything else. At least 12 bytes are
 * needed.
 */
export function imageType(start: Uint8Array): string | undefined {
  const text = String.fromCharCode(...start.subarray(0, 12));
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(text)) return "image/gif";
  return text.startsWith("RIFF") && text.endsWith("WEBP") ? "image/webp" : undefined;
}
