import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accepts } from "../test/accepts.ts";
import { define } from "../test/define.ts";
import { otherTools } from "../test/other-tools.ts";
import { shippedTools } from "../test/shipped-tools.ts";
import { plan } from "./plan.ts";

const words = fc.constantFrom(
  ..."read list run write replace search send convert set turn roll translate then and ; it that file first 12 lines two in to from for with without README.md src/a.ts ./x ~/y `npm test` 'hello there' \"q\" Tokyo UTC https://a.b/c a@b.org 2025-01-02 5pm 40% minutes USD EUR high bug on off time light email weather Paris todos . , ? don't".split(
    " ",
  ),
);
const request = fc.oneof(
  fc.array(words, { maxLength: 16 }).map((each) => each.join(" ")),
  fc.string({ maxLength: 80 }),
  fc.string({ unit: "binary", maxLength: 60 }),
);

const leaf = fc.oneof(
  fc.record({ type: fc.constantFrom("string", "number", "integer", "boolean", "array", "object", "null", 7) }),
  fc.record({
    type: fc.constantFrom("integer", "number"),
    minimum: fc.integer({ min: -5, max: 20 }),
    maximum: fc.integer({ min: 10, max: 60 }),
  }),
  fc.record({ enum: fc.array(fc.constantFrom("high", "low", 1, true), { minLength: 1 }) }),
  fc.record({ type: fc.constant("array"), items: fc.record({ type: fc.constantFrom("string", "integer") }) }),
  fc.record({ $ref: fc.constantFrom("#", "#/properties/path", "#/nowhere", "elsewhere") }),
);
const key = fc.constantFrom(
  "path",
  "files",
  "count",
  "limit",
  "text",
  "to",
  "from",
  "query",
  "url",
  "on",
  "priority",
  "__proto__",
  "constructor",
);
const tool = fc
  .tuple(
    fc.constantFrom("read", "send_email", "setLight", "x", "constructor", ""),
    fc.string({ maxLength: 40 }),
    fc.dictionary(key, leaf, { maxKeys: 5 }),
    fc.array(key, { maxLength: 2 }),
  )
  .map(([name, description, properties, required]) => define(name, description, properties, required));
const definitions = fc.oneof(fc.constant([...shippedTools, ...otherTools]), fc.array(tool, { maxLength: 5 }));

describe("plan, for any request and any tools", () => {
  it("never throws, decides the same way twice, and calls only a tool it was given with arguments its schema accepts", () => {
    fc.assert(
      fc.property(request, definitions, (text, tools) => {
        const step = plan(text, tools, []);
        expect(plan(text, tools, [])).toEqual(step);
        if (step.kind === "answer") return;
        const named = tools.filter((each) => each.function.name === step.call.name);
        expect(named.some((each) => accepts(each.function.parameters, step.call.arguments))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it("ends every chain after at most 20 calls, whatever comes of them", () => {
    fc.assert(
      fc.property(request, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), (text, failures) => {
        const prior = failures.map((failed) => ({ name: "read", arguments: {}, text: "x", failed }));
        expect(plan(text, shippedTools, prior).kind).toBe("answer");
      }),
      { numRuns: 200 },
    );
  });

  it("calls nothing when no word of the request is one of the tool's", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("zebra", "purple", "sonnet", "qwerty", "a.ts", "12", "'x'"), { maxLength: 8 }),
        (each) => {
          expect(plan(each.join(" "), shippedTools, []).kind).toBe("answer");
        },
      ),
    );
  });
});
