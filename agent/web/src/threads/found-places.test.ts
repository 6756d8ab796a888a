import fc from "fast-check";
import { expect, it } from "vitest";
import { foundPlaces } from "./found-places.ts";

const found = (text: string, query: string) => foundPlaces(text, query).map(({ from, to }) => text.slice(from, to));

it("finds words within words, in any case, with any accents", () => {
  expect(found("The PARSER parses", "arse")).toEqual(["ARSE", "arse"]);
  expect(found("Größe, naïve", "grosse nai")).toEqual(["naï"]);
  expect(found("Größe", "grö")).toEqual(["Grö"]);
  expect(found("see src/app.js", '"app js"')).toEqual(["app.js"]);
  expect(found("昨日の会話を", "会話")).toEqual(["会話"]);
});

it("finds one or two letters where a word begins", () => {
  expect(found("a banana, as ever", "a")).toEqual(["a", "a"]);
  expect(found("on one ion", "on")).toEqual(["on", "on"]);
});

it("finds nothing of nothing", () => {
  for (const query of ["", "  ", '""', "?!"]) expect(found("a ?! b", query)).toEqual([]);
});

it("finds every piece of a text that stands there, where it stands", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "É", " ", "-", "日", "😀", "ß"), maxLength: 20 });
  fc.assert(
    fc.property(text, fc.stringMatching(/^[abc]{3,6}$/), text, (before, word, after) => {
      const places = foundPlaces(`${before}-${word}-${after}`, word);
      expect(places).toContainEqual({ from: before.length + 1, to: before.length + 1 + word.length });
    }),
  );
});
