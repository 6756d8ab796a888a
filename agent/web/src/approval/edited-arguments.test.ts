import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldsToEdit, readEdited } from "./edited-arguments.ts";

const edit = (given: unknown, name: string | undefined, value: string) =>
  readEdited(
    fieldsToEdit(given).map((field) => (field.name === name ? { ...field, value } : field)),
    given,
  );

describe("the form over arguments", () => {
  it("has a field for each argument, and JSON where one is no text", () => {
    expect(fieldsToEdit({ command: "ls", timeout: 5 })).toEqual([
      { name: "command", isText: true, value: "ls" },
      { name: "timeout", isText: false, value: "5" },
    ]);
  });

  it("is one JSON text where there are many, or none", () => {
    const many = Object.fromEntries(Array.from({ length: 13 }, (_, place) => [`a${place}`, place]));
    expect(fieldsToEdit(many)).toHaveLength(1);
    expect(fieldsToEdit(undefined)).toEqual([{ name: undefined, isText: false, value: "{}" }]);
  });

  it("gives no other arguments where nothing was changed", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (given) => {
        expect(readEdited(fieldsToEdit(given), given)).toEqual({ ok: true });
      }),
    );
  });

  it("gives what was changed, and takes quotes in a text as they are", () => {
    const given = { command: "ls", timeout: 5 };
    expect(edit(given, "command", 'echo "x"')).toEqual({ ok: true, arguments: { command: 'echo "x"', timeout: 5 } });
    expect(edit(given, "timeout", "7")).toEqual({ ok: true, arguments: { command: "ls", timeout: 7 } });
    expect(edit({}, undefined, '{"a":1}')).toEqual({ ok: true, arguments: { a: 1 } });
  });

  it("says which field is no JSON, and that arguments are an object", () => {
    expect(edit({ timeout: 5 }, "timeout", "7,")).toMatchObject({
      ok: false,
      name: "timeout",
      problem: /^timeout is not JSON: /,
    });
    expect(edit({}, undefined, "[1]")).toMatchObject({ ok: false, problem: "Arguments must be a JSON object: { … }" });
  });
});
