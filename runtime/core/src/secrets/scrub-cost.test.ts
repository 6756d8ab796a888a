import { describe, expect, it } from "vitest";
import { createScrubber } from "./create-scrubber.ts";
import { secret } from "./secret.ts";
import { mayHoldShape } from "./shape-stream.ts";
import { shapes } from "./shapes.ts";

const many = Array.from({ length: 1_000 }, (_, index) => secret(`value${index}`, `${"a".repeat(40)}${index}`));
const scrubber = createScrubber(many);

// Each of these sizes takes well under a second in linear time and hours in quadratic time: to end is to pass.
const units = [
  "sk-",
  "sk-aaa-",
  "a:a:a:",
  "-----BEGIN",
  "-----BEGIN ",
  "-----BEGIN PRIVATE KEY-----\n",
  "-----END",
  "://",
  "://a:b",
  "://a:b@",
  "://a:1",
  "eyJ",
  "eyJa-",
  "eyJaaaaaaaaa.",
  "xoxb-",
  "Authorization",
  "Authorization: ",
  "authorization: digest a=",
  'authorization: digest a="',
  "gh",
  "-",
  "\\",
  "x",
  "\u001b[",
  "a",
  `${"a".repeat(39)}b`,
];

describe("the scrubber's cost", () => {
  it.each(units)("is linear for 250,000 characters of %j, whole, in chunks and character by character", (unit) => {
    const text = unit.repeat(Math.ceil(250_000 / unit.length));
    const masked = scrubber.text(text);
    expect(streamed(text, 777) === masked).toBe(true);
    const short = text.slice(0, 100_000);
    expect(streamed(short, 1) === scrubber.text(short)).toBe(true);
  });

  it("is linear for 10 MB, and what is held back stays small", () => {
    const word = `sk-${"a1".repeat(5_000_000)}`;
    const stream = scrubber.stream();
    let shown = "";
    for (let at = 0; at < word.length; at += 65_536) shown += stream.push(word.slice(at, at + 65_536));
    expect(shown + stream.end()).toBe("[secret:api-key]");
    expect(
      streamed(`-----BEGIN PRIVATE KEY-----\n${"MIIE\n".repeat(2_000_000)}-----END PRIVATE KEY-----.`, 65_536),
    ).toBe("[secret:private-key].");
  });

  it("shows all but 16 Ki characters and a chunk of any text without a secret", () => {
    for (const unit of units) {
      const stream = createScrubber().stream();
      const text = unit.repeat(Math.ceil(50_000 / unit.length));
      let shown = 0;
      for (let at = 0; at < text.length; at += 100) shown += stream.push(text.slice(at, at + 100)).length;
      const rest = stream.end().length;
      expect(rest).toBeLessThan(16_384 + 100);
      expect(shown).toBeGreaterThan(0);
    }
  });

  it("looks for shapes only where the rarest part of a trigger is", () => {
    for (const trigger of shapes().flatMap((shape) => shape.triggers)) {
      expect(mayHoldShape(`. ${trigger}.`)).toBe(true);
      expect(createScrubber().mayMask(`. ${trigger}.`)).toBe(true);
    }
    expect(mayHoldShape("An ordinary sentence, with a path/to/file.ts and a (call).")).toBe(false);
  });
});

function streamed(text: string, size: number): string {
  const stream = scrubber.stream();
  let shown = "";
  for (let at = 0; at < text.length; at += size) shown += stream.push(text.slice(at, at + size));
  return shown + stream.end();
}
