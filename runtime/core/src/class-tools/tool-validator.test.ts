import { describe, expect, it } from "vitest";
import type { FunctionDefinition } from "./tool-validator.ts";
import { ToolValidator } from "./tool-validator.ts";

function define(properties: object, required: readonly string[] = []): FunctionDefinition {
  const parameters = { type: "object", properties, required };
  return { type: "function", function: { name: "tool", description: "", parameters } };
}

function validate(definition: FunctionDefinition, args: Record<string, unknown>) {
  return new ToolValidator().validateArguments({ name: "tool" }, definition, args);
}

/** The verdict on one optional parameter `p`. */
function judge(schema: object, value: unknown) {
  const { valid, error } = validate(define({ p: schema }), { p: value });
  return valid ? "valid" : error;
}

describe("a missing parameter", () => {
  it("is named, with a call that has every required one filled in", () => {
    const schema = define({ file_path: { type: "string" }, limit: { type: "integer" }, name: { type: "string" } }, [
      ...["file_path", "limit", "name"],
    ]);
    expect(validate(schema, { limit: 1 })).toEqual({
      valid: false,
      error: "Missing required parameter 'file_path' for tool",
      error_type: "validation_error",
      suggestion: 'Example: tool(file_path="src/main.ts", limit=50, name="name_value")',
    });
  });

  it("is the first one in the schema's order, and undefined is missing", () => {
    const schema = define({ a: {}, b: {} }, ["b", "a"]);
    expect(validate(schema, { b: undefined }).error).toBe("Missing required parameter 'b' for tool");
  });

  it("is exemplified by its type, or by a value its schema names", () => {
    const properties = {
      a: { type: "number" },
      b: { type: "boolean" },
      c: { type: "array" },
      d: { type: "object" },
      e: { enum: ["x", "y"] },
      command: { type: "integer" },
      file_paths: { type: "array" },
    };
    const { suggestion } = validate(define(properties, Object.keys(properties)), {});
    expect(suggestion).toBe('Example: tool(a=0, b=false, c=[], d={}, e="x", command=0, file_paths=["src/main.ts"])');
  });

  it("is not mistaken for one that every object inherits", () => {
    expect(validate(define({}, ["toString"]), {}).error).toBe("Missing required parameter 'toString' for tool");
  });
});

describe("a wrong type", () => {
  it("names the parameter, what was expected and what came", () => {
    expect(validate(define({ p: { type: "string" } }), { p: 5 })).toEqual({
      valid: false,
      error: "Invalid type for parameter 'p' in tool: Expected string, got number",
      error_type: "validation_error",
      suggestion: "Expected string, got number",
    });
  });

  it("is the first one in the order of the arguments", () => {
    const schema = define({ a: { type: "string" }, b: { type: "string" } });
    expect(validate(schema, { b: 1, a: 1 }).error).toContain("parameter 'b'");
  });

  it.each([
    ["boolean", "yes", "Expected boolean, got string"],
    ["object", [], "Expected object, got array"],
    ["array", {}, "Expected array, got object"],
    ["integer", 3.5, "Expected integer, got float"],
    ["integer", "3", "Expected integer, got string"],
    ["number", Number.NaN, "Expected number, got NaN"],
    ["number", Number.POSITIVE_INFINITY, "Expected number, got Infinity"],
  ])("is told for %s", (type, value, told) => {
    expect(judge({ type }, value)).toBe(`Invalid type for parameter 'p' in tool: ${told}`);
  });

  it.each([
    ["string", ""],
    ["number", 3.5],
    ["integer", 3],
    ["boolean", false],
    ["array", []],
    ["object", {}],
  ])("is not told of a right %s", (type, value) => {
    expect(judge({ type }, value)).toBe("valid");
  });
});

describe("inside a parameter", () => {
  const list = { type: "array", items: { type: "string" } };
  const object = { type: "object", properties: { x: { type: "integer" } }, required: ["x"] };

  it("items and properties are judged by type, at any depth", () => {
    expect(judge(list, ["a", 1])).toContain("Array item 1: Expected string, got number");
    expect(judge(object, { x: "1" })).toContain("Property 'x': Expected integer, got string");
    expect(judge({ type: "array", items: object }, [{ x: 1 }, { x: null }])).toContain(
      "Array item 1: Property 'x': Expected integer, got null",
    );
  });

  it("a missing property is named", () => {
    expect(judge(object, {})).toBe("Invalid value for parameter 'p' in tool: Missing required property 'x'");
    expect(judge({ type: "array", items: object }, [{}])).toContain("Array item 0: Missing required property 'x'");
  });
});

describe("what the schema says beside types", () => {
  it.each([
    [{ enum: ["a", "b"] }, "c", 'one of "a", "b"'],
    [{ type: "integer", minimum: 0, maximum: 20 }, 21, "20"],
    [{ type: "integer", minimum: 0, maximum: 20 }, -1, "0"],
    [{ type: "string", maxLength: 3 }, "abcd", "3"],
    [{ type: "string", pattern: "^[a-z]+$" }, "A", "^[a-z]+$"],
  ])("is checked: %j", (schema, value, told) => {
    expect(judge(schema, value)).toMatch(/^Invalid (value|type) for parameter 'p' in tool: Expected /);
    expect(judge(schema, value)).toContain(told);
  });

  it("is not broken by a value within the limits", () => {
    expect(judge({ type: "integer", minimum: 0, maximum: 20 }, 20)).toBe("valid");
    expect(judge({ enum: ["a", "b"] }, "b")).toBe("valid");
  });
});

describe("what is let through", () => {
  it("parameters that the definition does not name, and undefined for an optional one", () => {
    expect(validate(define({ p: { type: "string" } }), { p: undefined, other: 1 })).toEqual({ valid: true });
  });

  it("null for an optional parameter, unless its schema has a use for null", () => {
    expect(judge({ type: "string" }, null)).toBe("valid");
    expect(judge({ type: ["string", "null"], enum: ["a", null] }, null)).toBe("valid");
    expect(validate(define({ p: { type: "string" } }, ["p"]), { p: null }).error).toContain(
      "Expected string, got null",
    );
  });

  it.each([[[]], ["text"], [5], [true]])("no arguments that are no object: %o", (args) => {
    const judged = Reflect.apply(validate, undefined, [define({}), args]);
    expect(judged).toMatchObject({ valid: false, error: "Arguments of tool must be an object" });
  });

  it("nothing that JSON cannot write", () => {
    expect(judge({}, () => 1)).toContain("cannot be written as JSON");
  });
});
