import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallFragment } from "./assembled-call.ts";
import { CallAssembler } from "./call-assembler.ts";

const blank: CallFragment = { id: "", name: "", arguments: "" };

describe("CallAssembler", () => {
  it("gives back any arguments that arrive in pieces of any size", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.nat(9), { minLength: 1 }), (value, sizes) => {
        const text = JSON.stringify(value);
        const assembler = new CallAssembler();
        assembler.add({ ...blank, index: 0, id: "a", name: "f" });
        const pieces = cutUp(text, sizes);
        // `{"a":` and then `{"a":1}}` reads as a server that sends all it has once more, which many do.
        fc.pre(pieces.every((piece, at) => at === 0 || !piece.startsWith(pieces.slice(0, at).join(""))));
        for (const piece of pieces) assembler.add({ ...blank, index: 0, arguments: piece });
        expect(argumentsOf(assembler)).toEqual([JSON.stringify(value)]);
      }),
    );
  });

  it("keeps its place for a call and lets the previews be appended to its arguments", () => {
    const assembler = new CallAssembler();
    const deltas = [
      { ...blank, index: 7, id: "a", name: "f" },
      { ...blank, index: 9, id: "b", name: "g", arguments: "{}" },
      { ...blank, index: 7, arguments: '{"x"' },
      { ...blank, index: 7, arguments: '{"x":1}' },
      { ...blank, index: 9, arguments: '{"y":2}' },
    ].map((fragment) => assembler.add(fragment)?.delta);
    expect([...deltas, ...assembler.flush()]).toEqual([
      { index: 0, id: "a", function: { name: "f" } },
      { index: 1, id: "b", function: { name: "g" } },
      { index: 0, function: { arguments: '{"x"' } },
      { index: 0, function: { arguments: ":1}" } },
      { index: 1, function: { arguments: '{"y":2}' } },
    ]);
  });

  it("puts calls in the order of their index where each has one, else in that of their coming", () => {
    const order = (indexes: readonly (number | undefined)[]) => {
      const assembler = new CallAssembler();
      for (const [place, index] of indexes.entries())
        assembler.add({
          ...blank,
          ...(index === undefined ? {} : { index }),
          id: `c${place}`,
          name: "f",
          arguments: `{"n":${place}}`,
        });
      return { names: argumentsOf(assembler), places: assembler.places() };
    };
    expect(order([2, 0, 1])).toEqual({ names: ['{"n":1}', '{"n":2}', '{"n":0}'], places: [1, 2, 0] });
    expect(order([2, undefined, 1]).places).toEqual([0, 1, 2]);
    expect(order([0, 0, 0]).places).toEqual([0, 1, 2]);
  });

  it("shows a lone `{}` once nothing can replace it", () => {
    const assembler = new CallAssembler();
    assembler.add({ ...blank, index: 0, name: "f", arguments: "{}" });
    expect(assembler.flush()).toEqual([{ index: 0, function: { arguments: "{}" } }]);
    expect(assembler.flush()).toEqual([]);
  });

  it("begins a call with a named fragment after a malformed one", () => {
    const assembler = new CallAssembler();
    assembler.add({ ...blank, index: 0, name: "f", arguments: '{"n":1}{"n":2}' });
    assembler.add({ ...blank, index: 0, name: "f", arguments: '{"n":3}' });
    expect(argumentsOf(assembler)).toEqual(['{"n":1}{"n":2}', '{"n":3}']);
  });

  it("lets no name grow without bound", () => {
    const assembler = new CallAssembler();
    for (let count = 0; count < 1_000; count++) assembler.add({ ...blank, index: 0, name: `part_${count}` });
    const closed = assembler.close();
    expect(closed.kind === "calls" && closed.calls[0]?.function.name.length).toBeLessThanOrEqual(1_024);
  });

  it("cuts no preview inside a character", () => {
    const assembler = new CallAssembler();
    assembler.add({ ...blank, index: 0, name: "f", arguments: '{"a":"\ud83d' });
    const added = assembler.add({ ...blank, index: 0, arguments: '\ude00"}' });
    expect(added?.delta?.function?.arguments).toBe('😀"}');
  });

  it("takes two numbers that only a double confuses for two calls", () => {
    const assembler = new CallAssembler();
    assembler.add({ ...blank, index: 0, name: "f", arguments: '{"id":12345678901234567890}' });
    assembler.add({ ...blank, index: 0, name: "f", arguments: '{"id":12345678901234567891}' });
    expect(assembler.begun).toBe(2);
  });
});

describe("the cost of assembling", () => {
  const piece = "01234567890123456789";

  it("is one look at each character of a 1 MB argument that comes in pieces of 20 bytes", () => {
    const assembler = new CallAssembler();
    assembler.add({ ...blank, index: 0, id: "a", name: "f", arguments: '{"text":"' });
    for (let bytes = 0; bytes < 1_000_000; bytes += piece.length)
      assembler.add({ ...blank, index: 0, arguments: piece });
    assembler.add({ ...blank, index: 0, arguments: '"}' });
    expect(argumentsOf(assembler)[0]).toHaveLength(1_000_011);
    expect(assembler.examined).toBeLessThan(2.1 * 1_000_011);
  });

  it("is linear when small pieces follow a large complete value", () => {
    const large = JSON.stringify({ text: "x".repeat(1_000_000) });
    const assembler = new CallAssembler();
    assembler.add({ ...blank, index: 0, id: "a", name: "f", arguments: large });
    for (let count = 0; count < 10_000; count++)
      assembler.add({ ...blank, index: 0, arguments: count % 2 ? " " : "\n" });
    expect(assembler.examined).toBeLessThan(3 * (large.length + 10_000));
  });

  it("is linear in what arrives when every piece repeats all before it", () => {
    const assembler = new CallAssembler();
    let arrived = 0;
    for (let length = 2; length < 2_000; length++) {
      const cumulative = `{"${"x".repeat(length)}`;
      arrived += cumulative.length;
      assembler.add({ ...blank, index: 0, name: "f", arguments: cumulative });
    }
    expect(assembler.examined).toBeLessThan(3 * arrived);
  });
});

function argumentsOf(assembler: CallAssembler): readonly string[] {
  const closed = assembler.close();
  return closed.kind === "calls" ? closed.calls.map((call) => call.function.arguments) : [];
}

function cutUp(text: string, sizes: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = 1 + (sizes[turn % sizes.length] ?? 0);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}
