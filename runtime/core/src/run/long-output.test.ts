import { setImmediate } from "node:timers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { copyLong } from "../json/copy-long.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { jsonPieces } from "../json/json-pieces.ts";
import { toJson } from "../json/to-json.ts";
import { plainResult } from "../result/plain-result.ts";
import { prettyJson } from "../result/pretty-json.ts";
import { createScrubber } from "../secrets/create-scrubber.ts";
import { scrubResult } from "../secrets/redact.ts";
import { scrubLong } from "../secrets/scrub-long.ts";
import { secret } from "../secrets/secret.ts";

const scrubber = createScrubber([secret("pin", "correct horse battery"), secret("card", "4111111111111111")]);

/** Values of more than one piece: what is long in them stands anywhere, in any depth. */
const { tree } = fc.letrec<{ tree: Json }>((tie) => {
  const long = fc.constantFrom<Json>(
    "x".repeat(70_000),
    `${'say "é😀" '.repeat(9_000)}correct horse battery`,
    Array.from({ length: 30_000 }, (_, at) => at * 1.5),
    Array.from({ length: 3_000 }, (_, at) => ({ at, name: `name ${at}`, none: [], nothing: {} })),
    Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`key ${at}`, at % 7 === 0 ? [at] : "é"])),
  );
  const short = fc.oneof(
    fc.constantFrom<Json>("correct horse battery", "sk-1234567890abcdef12", 4111111111111111, null, true, -1.5, [], {}),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const key = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom("authorization", "__proto__", "7", "correct horse battery"),
  );
  const entries = fc.array(fc.tuple(key, tie("tree")), { maxLength: 5 });
  return {
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      short,
      long,
      fc.array(tie("tree"), { maxLength: 5 }),
      entries.map((all): JsonObject => Object.fromEntries(all)),
    ),
  };
});
const value = tree.map((raw): Json => JSON.parse(JSON.stringify(raw)));
const runs = { numRuns: 60 };

describe("a long value, in pieces", () => {
  it("is copied as it is in one go, or refused in the same words", async () => {
    const size = fc.oneof(fc.constant(2 ** 26), fc.integer({ min: 100, max: 400_000 }));
    const property = fc.asyncProperty(tree, fc.nat(3), size, async (raw, wrong, maxSize) => {
      const given =
        wrong === 0 ? [raw, { raw, "a/b": [1, Number.NaN] }] : { raw, set: new Set([raw, 1n]), none: undefined };
      const expected = toJson(given, maxSize);
      const copied = await copyLong(given, maxSize);
      expect(JSON.stringify(copied) === JSON.stringify(expected)).toBe(true);
    });
    await fc.assert(property, runs);
  });

  it("is written as it is in one go, on one line and on many", () => {
    const property = fc.property(value, (json) => {
      expect([...jsonPieces(json)].join("") === JSON.stringify(json)).toBe(true);
      expect([...jsonPieces(json, true)].join("") === JSON.stringify(json, null, 2)).toBe(true);
    });
    fc.assert(property, runs);
  });

  it("is masked as it is in one go", async () => {
    const property = fc.asyncProperty(value, value, async (json, artifact) => {
      const result = { ...plainResult({ type: "json", value: json }), artifact };
      const masked = await scrubLong(result, scrubber);
      expect(JSON.stringify(masked) === JSON.stringify(scrubResult(result, scrubber))).toBe(true);
    });
    await fc.assert(property, runs);
  });

  it("is masked where a secret stands in two of its pieces, or ends one", async () => {
    const long = ["x".repeat(65_500), "y".repeat(60_000)];
    for (const length of [4, 16, 20, 21, 30, 36]) {
      const json = [
        ...long,
        "z".repeat(length),
        "correct horse battery",
        "x".repeat(length),
        "say correct horse battery",
      ];
      const { output } = await scrubLong(plainResult({ type: "json", value: json }), scrubber);
      expect(JSON.stringify(output).match(/\[secret:pin\]/g)).toHaveLength(2);
      expect(JSON.stringify(output)).not.toContain("battery");
    }
  });

  it("is kept on lines, unless its depth would make it far too long", async () => {
    const flat = Array.from({ length: 40_000 }, (_, at) => ({ at }));
    expect((await prettyJson(flat)) === JSON.stringify(flat, null, 2)).toBe(true);
    let deep: Json = Array.from({ length: 40_000 }, () => 1);
    for (let level = 0; level < 60; level++) deep = [deep];
    expect((await prettyJson(deep)) === JSON.stringify(deep)).toBe(true);
  });

  it("of a tool leaves others their turn, and comes to the program whole", async () => {
    const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `name of ${id}` }));
    const { runner } = runnerOf([toolOf("list", () => rows)]);
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const { result, message } = await runner.exec({ name: "list", arguments: {} });
    isDone = true;
    expect(result.output.type === "json" && JSON.stringify(result.output.value) === JSON.stringify(rows)).toBe(true);
    expect(String(message.content).length).toBeLessThan(51_200);
    expect(turns).toBeGreaterThan(40);
  });
});
