import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { held, heldText } from "./held-text.ts";
import { withMethods } from "./with-methods.ts";

describe("arguments that a framework could not read", () => {
  it("are an object for it, whatever a model wrote, and come out as they were written", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => json.slice(0, -1)),
        ),
        (text) => {
          const args: unknown = JSON.parse(held(text));
          expect(args).toBeTypeOf("object");
          expect(Array.isArray(args)).toBe(false);
          const isUnchanged = held(text) === text;
          expect(heldText(args) ?? text).toBe(text);
          expect(heldText(args) === undefined).toBe(isUnchanged);
        },
      ),
    );
  });

  it.each([
    [{ unreadable_arguments: '{"to": "eve"}' }],
    [{ unreadable_arguments: "x", to: "eve" }],
    [{ unreadable_arguments: 5 }],
    [Object.create({ unreadable_arguments: "x" })],
    ["x"],
  ])("are nothing that a model could make of its own: %j", (args) => {
    expect(heldText(args)).toBeUndefined();
  });
});

describe("withMethods", () => {
  it("lets methods of a class go on with its private fields", () => {
    class Counter {
      #count = 1;
      readonly name = "counter";
      next() {
        return this.#count++;
      }
      other() {
        return "first";
      }
    }
    const counter = withMethods(Object.freeze(new Counter()), { other: () => "second" });
    expect([counter.next(), counter.next(), counter.other(), counter.name]).toEqual([1, 2, "second", "counter"]);
    expect(counter).toBeInstanceOf(Counter);
    expect("next" in counter).toBe(true);
  });
});
