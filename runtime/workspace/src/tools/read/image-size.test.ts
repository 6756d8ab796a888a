import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imageSize } from "./image-size.ts";

const bytesOf = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part, "latin1")] : [...part])));

const png = bytesOf(
  "\x89PNG\r\n\x1a\n",
  ...["\0\0\0\x0dIHDR", [0, 0, 0x0b, 0xb8, 0, 0, 0, 7], "\x08\x02\0\0\0", "crc0"],
  "\0\0\0\0IENDcrc0",
);
const jpeg = bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc2, 0, 17, 8, 0x01, 0x02, 0x0b, 0xb8, 3]);
const gif = bytesOf("GIF89a", [0xb8, 0x0b, 7, 0, 0, 0, 0, 0x3b]);
const riff = (...body: readonly (string | readonly number[])[]) => {
  const bytes = bytesOf("WEBP", ...body);
  return bytesOf("RIFF", [bytes.length, 0, 0, 0], [...bytes]);
};
const lossy = riff("VP8 ", [10, 0, 0, 0], [0, 0, 0, 0x9d, 1, 0x2a, 0xb8, 0x4b, 7, 0]);
const lossless = riff("VP8L", [5, 0, 0, 0], [0x2f, 0xb7, 0x8b, 0x01, 0]);
const extended = riff("VP8X", [10, 0, 0, 0], [0, 0, 0, 0], [0xb7, 0x0b, 0], [6, 0, 0]);

const images: readonly [name: string, mediaType: string, bytes: Uint8Array, size: object][] = [
  ["PNG", "image/png", png, { width: 3000, height: 7 }],
  ["JPEG", "image/jpeg", jpeg, { width: 3000, height: 258 }],
  ["GIF", "image/gif", gif, { width: 3000, height: 7 }],
  ["lossy WebP", "image/webp", lossy, { width: 3000, height: 7 }],
  ["lossless WebP", "image/webp", lossless, { width: 3000, height: 7 }],
  ["extended WebP", "image/webp", extended, { width: 3000, height: 7 }],
];

describe("imageSize", () => {
  it.each(images)("knows the size of a %s", (_, mediaType, bytes, size) => {
    expect(imageSize(mediaType, bytes)).toEqual(size);
  });

  it.each(images)("has none for a %s that is cut short in its head", (_, mediaType, bytes) => {
    for (let length = 0; length <= 12; length += 1) {
      expect(imageSize(mediaType, bytes.subarray(0, length))).toBeUndefined();
    }
  });

  it("has none for a PNG or a WebP that is cut short anywhere", () => {
    expect(imageSize("image/png", png.subarray(0, -5))).toBeUndefined();
    expect(imageSize("image/webp", lossy.subarray(0, -1))).toBeUndefined();
  });

  it("comes to an end, whatever it reads", () => {
    const types = fc.constantFrom("image/png", "image/jpeg", "image/gif", "image/webp");
    fc.assert(
      fc.property(types, fc.uint8Array({ maxLength: 200 }), (mediaType, bytes) => {
        const size = imageSize(mediaType, bytes);
        expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true);
      }),
    );
  });
});
