import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonScanner } from "./json-scanner.ts";

describe("JsonScanner", () => {
  it("ends an object, a list or a text exactly at its last character, however it is cut", () => {
    const value = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()), fc.string());
    fc.assert(
      fc.property(value, fc.nat(), (given, cut) => {
        const text = JSON.stringify(given);
        const at = cut % text.length;
        const scanner = new JsonScanner();
        expect(scanner.scan(text.slice(0, at), 0)).toBe(-1);
        expect(scanner.scan(`${text.slice(at)}tail`, 0)).toBe(text.length - at);
      }),
    );
  });

  it("never ends a bare number or word", () => {
    const scanner = new JsonScanner();
    expect(scanner.scan("12 } ", 0)).toBe(-1);
    expect(scanner.begun).toBe(true);
  });

  it("has not begun in blanks", () => {
    const scanner = new JsonScanner();
    expect(scanner.scan(" \n\t", 0)).toBe(-1);
    expect(scanner.begun).toBe(false);
  });
});
