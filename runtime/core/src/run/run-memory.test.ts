import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sketchJson } from "../json/sketch-json.ts";
import { CallKey } from "./call-states.ts";
import { CallSet, ReadMemory } from "./run-memory.ts";

// Three texts of one sketch, as only their ends count, and one of another.
const texts = ["a", "b", "c"].map((start) => start + "x".repeat(12)).concat("other");
const keyOf = (text: string, id = "") => new CallKey(id, "look", { text });

/** The same done to a set of calls and to a map of texts to their ids. */
interface Both {
  readonly calls: CallSet;
  readonly model: Map<string, string>;
  readonly text: string;
  readonly id: string;
}

const actions: readonly ((both: Both) => void)[] = [
  ({ calls, model, text, id }) => {
    if (!model.has(text)) calls.add(keyOf(text, id));
    model.set(text, model.get(text) ?? id);
  },
  ({ calls, model, text, id }) => {
    calls.delete(keyOf(text, id));
    if (model.get(text) === id) model.delete(text);
  },
  ({ calls, model, id }) => {
    calls.deleteIds(new Set([id]));
    for (const text of texts) if (model.get(text) === id) model.delete(text);
  },
  ({ calls, model }) => void [calls.clear(), model.clear()],
];
const step = fc.tuple(fc.constantFrom(...actions), fc.constantFrom(...texts), fc.constantFrom(...texts));

describe("CallSet", () => {
  it("is tested with calls whose sketches meet", () => {
    expect(new Set(texts.map((text) => sketchJson(text))).size).toBe(2);
    expect(new Set(texts.map((text) => keyOf(text).sketch)).size).toBe(2);
  });

  it("behaves like a map of texts, whichever sketches meet", () => {
    const anything = fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const [calls, model] = [new CallSet(), new Map<string, string>()];
      for (const [act, text, id] of steps) {
        act({ calls, model, text, id });
        expect(texts.map((one) => calls.twinOf(keyOf(one))?.toolCallId)).toEqual(texts.map((one) => model.get(one)));
      }
    });
    fc.assert(anything, { numRuns: 500 });
  });

  it("tells names apart, and a text from what could not be read", () => {
    const calls = new CallSet();
    const value = "Invalid tool arguments JSON";
    const keys = [
      new CallKey("a", "look", value),
      new CallKey("b", "seek", value),
      new CallKey("c", "look", value, false),
    ];
    for (const key of keys) calls.add(key);
    expect(keys.map((key) => calls.twinOf(key)?.toolCallId)).toEqual(["a", "b", "c"]);
  });
});

describe("ReadMemory", () => {
  it("keeps answers of reads that it remembers, as long as it does", () => {
    const memory = new ReadMemory();
    const [first, second] = [keyOf("a", "one"), keyOf("a", "two")];
    memory.answer(first, "seen");
    expect(memory.answerOf("one")).toBeUndefined();
    for (const forget of [() => memory.forget(first), () => memory.forgetAll(new Set(["one"])), () => memory.clear()]) {
      memory.remember(first);
      memory.answer(first, "seen");
      memory.answer(second, "seen otherwise");
      expect([memory.answerOf("one"), memory.answerOf("two")]).toEqual(["seen", undefined]);
      forget();
      expect(memory.answerOf("one")).toBeUndefined();
    }
  });
});
