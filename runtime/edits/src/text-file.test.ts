import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeTextFile, encodeTextFile, hasLoneSurrogate, MAX_TEXT_BYTES, textFileFrom } from "./text-file.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("decodeTextFile", () => {
  it("shows every line break as a line feed and remembers which were CRLF", () => {
    const decoded = decodeTextFile(bytesOf("a\r\nb\nc\r\n"));
    expect(decoded).toEqual({ ok: true, file: { text: "a\nb\nc\n", crlf: [1, 5], byteOrderMark: false } });
  });

  it("keeps the byte order mark out of the text, but only the first one", () => {
    const decoded = decodeTextFile(bytesOf("\uFEFF\uFEFFa"));
    expect(decoded).toEqual({ ok: true, file: { text: "\uFEFFa", crlf: [], byteOrderMark: true } });
  });

  it("leaves a lone carriage return alone", () => {
    expect(textFileFrom("a\rb\r\r\nc")).toEqual({ text: "a\rb\r\nc", crlf: [4], byteOrderMark: false });
  });

  it.each([
    ["a Latin-1 byte", [0x63, 0x61, 0x66, 0xe9], "NOT_UTF8"],
    ["an encoded surrogate", [0xed, 0xa0, 0x80], "NOT_UTF8"],
    ["an overlong slash", [0xc0, 0xaf], "NOT_UTF8"],
    ["a cut character", [0x61, 0xe2, 0x82], "NOT_UTF8"],
    ["a NUL byte", [0x61, 0, 0x62], "BINARY"],
  ])("refuses %s", (_, bytes, reason) => {
    expect(decodeTextFile(Uint8Array.from(bytes))).toMatchObject({ ok: false, reason });
  });

  it("refuses a file above the limit", () => {
    expect(decodeTextFile(new Uint8Array(MAX_TEXT_BYTES + 1))).toMatchObject({ ok: false, reason: "TOO_LARGE" });
  });
});

describe("encodeTextFile", () => {
  it("gives back the very bytes of any file that decodes", () => {
    const unit = fc.oneof(fc.constantFrom("\r\n", "\n", "\r", "\uFEFF", "é", "😀", " "), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const bytes = bytesOf(parts.join("").replaceAll("\0", ""));
        const decoded = decodeTextFile(bytes);
        expect(decoded.ok && encodeTextFile(decoded.file)).toEqual(bytes);
      }),
    );
  });
});

describe("hasLoneSurrogate", () => {
  it("sees a half, and not a pair", () => {
    expect(hasLoneSurrogate("a\uD83D")).toBe(true);
    expect(hasLoneSurrogate("\uDE00b")).toBe(true);
    expect(hasLoneSurrogate("😀")).toBe(false);
  });
});
