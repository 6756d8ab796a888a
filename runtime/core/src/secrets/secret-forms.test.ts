import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScrubber } from "./create-scrubber.ts";
import { secret } from "./secret.ts";

const unit = fc.constantFrom(..."abcXYZ019 !'()*~&<>\"/+=-_.é漢🔑");
const value = fc.string({ unit, minLength: 12, maxLength: 90 });
const hex = (text: string) => Buffer.from(text).toString("hex");
const each = (text: string, write: (unit: number) => string) =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join("");
const points = (text: string, write: (point: number) => string) =>
  Array.from(text, (character) => write(character.codePointAt(0) ?? 0)).join("");

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  json: (text) => JSON.stringify(text),
  percent: encodeURIComponent,
  "percent, small": (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  "percent, whole": (text) => hex(text).replace(/../g, "%$&"),
  "a form": (text) => new URLSearchParams({ text }).toString(),
  hex,
  "hex, large": (text) => hex(text).toUpperCase(),
  base64: (text) => Buffer.from(text).toString("base64"),
  "base64, in lines": (text) => Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\n"),
  "base64, in PEM lines": (text) => Buffer.from(text).toString("base64").replace(/.{64}/g, "$&\r\n"),
  "base64, inside": (text) => Buffer.from(`KEY=${text}\nB=1`).toString("base64"),
  "\\u": (text) => each(text, (one) => `\\u${one.toString(16).padStart(4, "0")}`),
  html: (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;"),
  "html, decimal": (text) => points(text, (point) => `&#${point};`),
  "html, hex": (text) => points(text, (point) => `&#x${point.toString(16)};`),
};

describe("a value that is known", () => {
  it.each(Object.keys(ENCODINGS))("is masked where it is written as %s", (name) => {
    const encode = ENCODINGS[name] ?? String;
    fc.assert(
      fc.property(value, (text) => {
        const shown = createScrubber([secret("it", text)]).text(`before ${encode(text)} after`);
        expect(shown).toContain("[secret:it]");
        expect(shown.length).toBeLessThan("before [secret:it] after".length + 16);
      }),
      { numRuns: 60 },
    );
  });

  it("is masked without the blanks around it, and with other ends of lines", () => {
    const scrubber = createScrubber([
      secret("read", " correct horse\n"),
      secret("lines", '{\n  "key": "battery"\n}\n'),
      secret("windows", "one line\r\nanother\r\n"),
    ]);
    expect(scrubber.text("a correct horse b")).toBe("a [secret:read] b");
    expect(scrubber.text("a correct horse\nb")).toBe("a[secret:read]b");
    expect(scrubber.text('a {\r\n  "key": "battery"\r\n} b')).toBe("a [secret:lines] b");
    expect(scrubber.text("a one line\nanother b")).toBe("a [secret:windows] b");
    expect(scrubber.text(Buffer.from("correct horse").toString("base64"))).toMatch(/^\[secret:read\]/);
    expect(createScrubber([secret("short", "\n\n short \n")]).text("in short terms")).toBe("in short terms");
  });
});
