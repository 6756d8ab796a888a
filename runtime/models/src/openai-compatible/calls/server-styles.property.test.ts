import fc from "fast-check";
import { expect, it } from "vitest";
import type { CallFragment } from "./assembled-call.ts";
import { CallAssembler } from "./call-assembler.ts";

interface Call {
  readonly name: string;
  readonly arguments: string;
}

/** How a server writes the calls of one step, one call after the other. */
interface Style {
  readonly index: "counted" | "from one" | "with gaps" | "none" | "always zero";
  readonly id: "first" | "always" | "never";
  readonly name: "first" | "always" | "split";
  readonly arguments: "pieces" | "whole" | "cumulative" | "twice" | "after a placeholder";
  readonly pieceLength: number;
}

const style: fc.Arbitrary<Style> = fc
  .record<Style>({
    index: fc.constantFrom("counted", "from one", "with gaps", "none", "always zero"),
    id: fc.constantFrom("first", "always", "never"),
    name: fc.constantFrom("first", "always", "split"),
    arguments: fc.constantFrom("pieces", "whole", "cumulative", "twice", "after a placeholder"),
    pieceLength: fc.integer({ min: 1, max: 12 }),
  })
  .filter(isReadable);

const calls: fc.Arbitrary<readonly Call[]> = fc
  .array(fc.record({ name: fc.constantFrom("read", "list", "move"), value: fc.jsonValue() }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((drawn) => drawn.map(({ name, value }, n) => ({ name, arguments: JSON.stringify({ n, value }) })));

it("gives the same calls whatever the style of the server", () => {
  fc.assert(
    fc.property(calls, style, (given, drawn) => {
      const assembler = new CallAssembler();
      for (const fragment of given.flatMap((call, place) => write(call, place, drawn))) assembler.add(fragment);
      const closed = assembler.close();
      expect(closed.kind === "calls" ? closed.calls.map((call) => call.function) : closed.message).toEqual(given);
    }),
    { numRuns: 2_000 },
  );
});

/**
 * Without index and id a name is the only sign of a new call, so it can be neither split nor sent with a repetition.
 */
function isReadable({ index, id, name, arguments: given }: Style): boolean {
  if (index !== "none" || id === "always") return true;
  return name === "first" || (name === "always" && given !== "twice");
}

function write(call: Call, place: number, drawn: Style): readonly CallFragment[] {
  const id = `call_${place}`;
  const texts = textsOf(call.arguments, drawn);
  const half = drawn.name === "split" ? call.name.slice(0, 2) : call.name;
  const opening = [half, ...(drawn.name === "split" ? [call.name.slice(2)] : [])].map((name) => ({
    name,
    arguments: "",
  }));
  const rest = texts.map((text) => ({ name: drawn.name === "always" ? call.name : "", arguments: text }));
  return [...opening, ...rest].map((piece, at) => ({
    ...indexOf(place, drawn.index),
    ...piece,
    id: drawn.id === "always" || (drawn.id === "first" && at === 0) ? id : "",
  }));
}

function indexOf(place: number, form: Style["index"]): { readonly index?: number } {
  if (form === "none") return {};
  const indexes = { counted: place, "from one": place + 1, "with gaps": place * 3, "always zero": 0 };
  return { index: indexes[form] };
}

function textsOf(text: string, { arguments: form, pieceLength }: Style): readonly string[] {
  const ends = Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, at) => (at + 1) * pieceLength);
  const pieces = ends.map((end) => text.slice(end - pieceLength, end));
  if (form === "whole") return [text];
  if (form === "cumulative") return ends.map((end) => text.slice(0, end));
  if (form === "twice") return [...pieces, text];
  return form === "after a placeholder" ? ["{}", ...pieces] : pieces;
}
