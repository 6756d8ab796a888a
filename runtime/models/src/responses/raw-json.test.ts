import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rawElements, rawFields } from "./raw-json.ts";

const spaced = (value: unknown, blank: string) => JSON.stringify(value, null, blank);

describe("values of a JSON text as they were written", () => {
  it("keeps what parsing would lose: digits, escapes, blanks, order", () => {
    const item = '{ "id":"rs_1", "n": 12345678901234567890, "x":1.0, "e":"\\u00e9\\/", "9":1, "1":2 }';
    expect(rawFields(`{"type":"t", "item" : ${item} }`).get("item")).toBe(item);
    expect(rawElements(` [ ${item} ,1.50, "a]," , [{}] ]`)).toEqual([item, "1.50", '"a],"', "[{}]"]);
  });

  it("takes the last of two fields with one name, as parsing does, however it is written", () => {
    expect(rawFields('{"item":1,"\\u0069tem":2}').get("item")).toBe("2");
  });

  it("finds nothing in what is no object or no list", () => {
    expect([
      rawFields("[1]").size,
      rawElements('{"a":1}').length,
      rawFields("{}").size,
      rawElements("[]").length,
    ]).toEqual([0, 0, 0, 0]);
  });

  it("is the value, of any object and list, however it is spaced", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom("", " ", "\t"), (object, blank) => {
        const fields = rawFields(spaced(object, blank));
        expect([...fields.keys()].sort()).toEqual(Object.keys(object).sort());
        for (const [key, raw] of fields) expect(JSON.parse(raw)).toEqual(JSON.parse(JSON.stringify(object[key])));
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom("", " ", "\t"), (list, blank) => {
        const elements = rawElements(spaced(list, blank)).map((raw): unknown => JSON.parse(raw));
        expect(elements).toEqual(JSON.parse(JSON.stringify(list)));
      }),
    );
  });
});
