import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../json/json.ts";
import { createScrubber } from "./create-scrubber.ts";
import { secret } from "./secret.ts";

const scrubber = createScrubber([secret("pw", "correct horse")]);

describe("scrubber.json", () => {
  it("gives back the same value, and the same parts of it, where nothing is masked", () => {
    const kept = { list: [1, "x", { y: null }] };
    const value = { kept, changed: ["the correct horse", 2] };
    const copy = structuredClone(value);
    const scrubbed = scrubber.json(value);
    expect(scrubbed).toEqual({ kept, changed: ["the [secret:pw]", 2] });
    expect(scrubbed.kept).toBe(kept);
    expect(value).toEqual(copy);
    expect(scrubber.json(kept)).toBe(kept);
  });

  it("masks keys", () => {
    expect(scrubber.json({ "correct horse": { "correct horse!": 1 } })).toEqual({
      "[secret:pw]": { "[secret:pw]!": 1 },
    });
  });

  it("judges the value beside an authorization key as that header", () => {
    expect(scrubber.json({ headers: { Authorization: "Bearer abcdef", "proxy-authorization": "hunter22" } })).toEqual({
      headers: { Authorization: "Bearer [secret:authorization]", "proxy-authorization": "[secret:authorization]" },
    });
    const type = { authorization: "string" };
    expect(scrubber.json(type)).toBe(type);
  });

  it("keeps an own __proto__ key an ordinary property", () => {
    const value: Json = JSON.parse('{"__proto__":"correct horse"}');
    expect(JSON.stringify(scrubber.json(value))).toBe('{"__proto__":"[secret:pw]"}');
  });

  it("masks a number in which a secret stands, as in a text: a card's is not spelt by being no string", () => {
    const digits = createScrubber([secret("card", "4111111111111111"), secret("debt", "-98765.25")]);
    const value: Json = { card: 4111111111111111, more: [-98765.25, 411111111111111, 0.5] };
    expect(digits.json(value)).toEqual({ card: "[secret:card]", more: ["[secret:debt]", 411111111111111, 0.5] });
  });

  it("says the same as scrubbing each string", () => {
    const piece = fc.constantFrom("correct horse", "sk-1234567890abcdef12", "plain", " ");
    const text = fc.array(piece, { maxLength: 3 }).map((all) => all.join(""));
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.array(tie("tree")),
        fc.dictionary(fc.string(), tie("tree")),
      ),
    }));
    fc.assert(
      fc.property(tree, (raw) => {
        const value: Json = JSON.parse(JSON.stringify(raw));
        const expected: Json = JSON.parse(JSON.stringify(value), (_, member) =>
          typeof member === "string" ? scrubber.text(member) : member,
        );
        expect(scrubber.json(value)).toEqual(expected);
      }),
    );
  });
});
