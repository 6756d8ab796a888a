import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sketchJson } from "../json/sketch-json.ts";
import { CallKey } from "./call-states.ts";
import { CallMap } from "./run-memory.ts";

// Three texts of one sketch, as only their ends count, and one of another.
const texts = ["a", "b", "c"].map((start) => start + "x".repeat(12)).concat("other");
const keyOf = (text: string) => new CallKey("look", { text });

/** The same done to a map of calls and to one of texts. */
interface Both {
  readonly calls: CallMap<string>;
  readonly model: Map<string, string>;
  readonly text: string;
  readonly value: string;
}

const actions: readonly ((both: Both) => void)[] = [
  ({ calls, model, text, value }) => void [calls.set(keyOf(text), value), model.set(text, value)],
  ({ calls, model, text }) => void [calls.delete(keyOf(text)), model.delete(text)],
  ({ calls, model, value }) => {
    calls.deleteValues(new Set([value]));
    for (const text of texts) if (model.get(text) === value) model.delete(text);
  },
  ({ calls, model }) => void [calls.clear(), model.clear()],
];
const step = fc.tuple(fc.constantFrom(...actions), fc.constantFrom(...texts), fc.constantFrom(...texts));

describe("CallMap", () => {
  it("is tested with calls whose sketches meet", () => {
    expect(new Set(texts.map((text) => sketchJson(text))).size).toBe(2);
    expect(new Set(texts.map((text) => keyOf(text).sketch)).size).toBe(2);
  });

  it("behaves like a map of texts, whichever sketches meet", () => {
    const anything = fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const [calls, model] = [new CallMap<string>(), new Map<string, string>()];
      for (const [act, text, value] of steps) {
        act({ calls, model, text, value });
        expect(texts.map((one) => calls.get(keyOf(one)))).toEqual(texts.map((one) => model.get(one)));
      }
    });
    fc.assert(anything, { numRuns: 500 });
  });

  it("tells names apart, and a text from what could not be read", () => {
    const calls = new CallMap<number>();
    const value = "Invalid tool arguments JSON";
    const keys = [new CallKey("look", value), new CallKey("seek", value), new CallKey("look", value, false)];
    for (const [index, key] of keys.entries()) calls.set(key, index);
    expect(keys.map((key) => calls.get(key))).toEqual([0, 1, 2]);
  });
});
