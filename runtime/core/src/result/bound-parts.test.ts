import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utf8Length } from "../text/utf8-length.ts";
import { boundOutput } from "./bound-output.ts";
import type { Part } from "./part.ts";

const words = (text: string): Part => ({ type: "text", text });
const image = (size: number): Part => ({ type: "image", mediaType: "image/png", data: "A".repeat(size) });
const bounded = (parts: readonly Part[]) => {
  const { output } = boundOutput({ type: "parts", parts });
  return output.type === "parts" ? output.parts : [];
};

describe("boundOutput of parts", () => {
  it("gives small parts back as they are", () => {
    const output = { type: "parts", parts: [words("a"), image(10)] } as const;
    expect(boundOutput(output).output).toBe(output);
  });

  it("says so when there is nothing", () => {
    expect(bounded([])).toEqual([words("(no output)")]);
    expect(bounded([words("")])).toEqual([words("(no output)")]);
  });

  it("bounds the texts together and leaves the image between them alone", () => {
    const shown = bounded([
      words("a\n".repeat(900)),
      image(100_000),
      words("b\n".repeat(50_000)),
      words("c\n".repeat(99)),
    ]);
    expect(shown.map((part) => part.type)).toEqual(["text", "image", "text", "text"]);
    expect(shown[1]).toEqual(image(100_000));
    expect(JSON.stringify(shown[2])).toMatch(/"(?:b\\n){690,}\[… .* left out …\]\\n(?:b\\n){290,}"/);
    expect(shown[3]).toEqual(words("c\n".repeat(99)));
  });

  it("leaves images out beyond 5 MiB together and says how many", () => {
    const shown = bounded([image(4_000_000), image(2_000_000), image(10)]);
    expect(shown).toEqual([
      image(4_000_000),
      words("[2 images or files left out: more than 100, or over 5 MiB together]"),
    ]);
  });

  it("leaves images out beyond a hundred", () => {
    expect(bounded(new Array(150).fill(image(1)))).toHaveLength(101);
  });

  it("holds the limit over any parts", () => {
    const part = fc.oneof(fc.string({ maxLength: 900 }).map(words), fc.constant(image(5)));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const result = boundOutput({ type: "parts", parts }, { maxBytes: 1_024, maxLines: 10 });
        const named = result.cut ? result.withRef("abcdefghjkmn") : result.output;
        const shown = named.type === "parts" ? named.parts : [];
        const text = shown.map((item) => (item.type === "text" ? item.text : "")).join("");
        expect(shown.length).toBeGreaterThan(0);
        expect(utf8Length(text)).toBeLessThanOrEqual(1_024);
        expect(shown.filter((item) => item.type === "image")).toHaveLength(
          parts.filter((item) => item.type === "image").length,
        );
        expect(text.includes("left out")).toBe(result.cut);
      }),
    );
  });
});
