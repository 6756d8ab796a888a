import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ActivityStream, defineTool, secret } from "../index.ts";
import { checkConfig } from "./check-config.ts";
import { isPlainConfig, isPlainHistory } from "./plain-start.ts";
import { readMessages } from "./read-messages.ts";

const tool = defineTool({ name: "tool", description: "", input: { type: "object" }, execute: () => "" });
const model = { name: "model", completionStream: () => undefined };
const policy = { decide: () => ({ verdict: "allow" }) };

const names = "model tools maxIterations activity policy secrets redaction signal trim maxSteps logger __proto__".split(
  " ",
);
const values = [
  ...[
    model,
    [tool],
    3,
    new ActivityStream(),
    policy,
    [secret("name", "value")],
    "required",
    new AbortController().signal,
  ],
  ...[undefined, null, -1, Number.NaN, "all", {}, [], [null], () => undefined, false],
];
const config = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values), { maxKeys: 5 });

describe("isPlainConfig", () => {
  it("takes for plain only what a whole look finds nothing wrong with", () => {
    let plain = 0;
    const property = fc.property(config, (given) => {
      if (!isPlainConfig(given)) return;
      plain += 1;
      expect(Reflect.apply(checkConfig, undefined, [given])).toBeUndefined();
    });
    fc.assert(property, { numRuns: 2_000 });
    expect(plain).toBeGreaterThan(50);
  });

  it("looks at whatever is more than a record of options as a whole", () => {
    expect(isPlainConfig({ model, tools: [tool], policy, secrets: [], signal: new AbortController().signal })).toBe(
      true,
    );
    for (const odd of [null, undefined, [], "config", Object.create({ model }), { model, tools: undefined }]) {
      expect(isPlainConfig(odd)).toBe(false);
    }
  });
});

const field = fc.constantFrom<unknown>("user", "tool", "assistant", "ai", null, undefined, []);
const message = fc.oneof(
  fc.record({ role: field, content: field, tool_call_id: field, parts: field }, { requiredKeys: ["role", "content"] }),
  field,
);

describe("isPlainHistory", () => {
  it("takes for plain only messages that are read as they stand", () => {
    let plain = 0;
    const property = fc.property(fc.array(message, { minLength: 1, maxLength: 2 }), (given) => {
      if (!isPlainHistory(given)) return;
      plain += given.length;
      expect(readMessages(given)).toBe(given);
    });
    fc.assert(property, { numRuns: 3_000 });
    expect(plain).toBeGreaterThan(0);
    expect(isPlainHistory("messages")).toBe(false);
  });
});
