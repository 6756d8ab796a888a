import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventLines } from "./event-lines.ts";

function read(...pieces: readonly string[]) {
  const events: string[] = [];
  const strays: string[] = [];
  const lines = new EventLines({
    onEvent: ({ name, data }) => events.push(`${name}|${data}`),
    onStray: (line) => strays.push(line),
  });
  for (const piece of pieces) lines.feed(piece);
  return { events, strays, held: lines.held };
}

describe("EventLines", () => {
  it("joins the data lines of an event and takes one space off each", () => {
    expect(read("data: a\ndata:b\ndata:  c\ndata\n\n").events).toEqual(["|a\nb\n c\n"]);
  });

  it("names an event, and forgets the name after it", () => {
    expect(read("event: error\ndata: a\n\ndata: b\n\n").events).toEqual(["error|a", "|b"]);
  });

  it("passes comments, ids and retries over and reports other lines", () => {
    expect(read(": hi\nid: 1\nretry: 2\n<p>\n\n")).toEqual({ events: [], strays: ["<p>"], held: 0 });
  });

  it("keeps an event until its blank line", () => {
    expect(read("data: abc\n")).toEqual({ events: [], strays: [], held: 9 });
  });

  it("reads the same with every line end and wherever the text is cut", () => {
    const text = "data: a\ndata: b\n\n: c\n\nevent: x\ndata: d\n\n";
    const expected = read(text);
    fc.assert(
      fc.property(fc.constantFrom("\n", "\r\n", "\r"), fc.array(fc.nat()), (lineEnd, cuts) => {
        const ended = text.replaceAll("\n", lineEnd);
        const places = [0, ...cuts.map((cut) => cut % ended.length).sort((left, right) => left - right), ended.length];
        const pieces = places.slice(1).map((place, index) => ended.slice(places[index], place));
        expect(read(...pieces)).toEqual(expected);
      }),
    );
  });
});
