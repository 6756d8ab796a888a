import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineTool } from "../faces/define-tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { failure } from "../result/failure.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { ToolRunner } from "../run/runner.ts";
import { type FlatResult, fromFlat, toFlat } from "./flat-result.ts";

const PLAIN = { silent: false, isError: false, async: false } as const;
const RESERVED = new Set(["success", "error", "error_type", "suggestion"]);

/** Values that JSON gives back as they are. */
const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const fields = fc
  .dictionary(fc.string(), json, { maxKeys: 4 })
  .map((object) => Object.fromEntries(Object.entries(object).filter(([key]) => !RESERVED.has(key))));
const text = fc.string({ unit: "grapheme", maxLength: 40 });
const type = fc.oneof(
  fc.constantFrom("validation_error", "user_error", "system_error", "permission_error", "security_error", "general"),
  text,
);
const success = fc.record({ success: fc.constant(true), error: text, fields });
const failed = fc.record(
  { success: fc.constant(false), error: text, error_type: type, suggestion: text, fields },
  { requiredKeys: ["success", "error", "fields"] },
);
const flats = fc.oneof(success, failed).map(({ fields: own, ...known }): FlatResult => ({ ...own, ...known }));

describe("toFlat and fromFlat", () => {
  it("give every flat result back as it was", () => {
    fc.assert(
      fc.property(flats, (flat) => {
        expect(toFlat(fromFlat(flat))).toEqual(flat);
      }),
    );
  });

  it("give it back also after a runner has handled it", async () => {
    await fc.assert(
      fc.asyncProperty(flats, async (flat) => {
        const tool = defineTool({
          name: "t",
          description: "",
          input: { type: "object" },
          execute: () => fromFlat(flat),
        });
        const runner = new ToolRunner({ registry: new ToolRegistry([tool]) });
        const { result } = await runner.exec({ name: "t", arguments: {} });
        const { output_ref, ...view } = toFlat(result);
        expect(view).toEqual(flat);
      }),
      { numRuns: 60 },
    );
  });
});

describe("fromFlat", () => {
  it.each([
    ["validation_error", "invalid_arguments"],
    ["permission_error", "policy_denied"],
    ["security_error", "security_violation"],
    ["system_error", "execution_failed"],
    ["user_error", "user_error"],
    ["general", "execution_failed"],
    ["constructor", "execution_failed"],
  ])("makes %s the code %s", (error_type, code) => {
    expect(fromFlat({ success: false, error: "no", error_type }).error).toMatchObject({ code, message: "no" });
  });

  it("gives a model the fields of a success and one line of a failure", () => {
    expect(fromFlat({ success: true, error: "", count: 2 }).output).toEqual({ type: "json", value: { count: 2 } });
    expect(
      fromFlat({ success: false, error: "gone.", error_type: "user_error", suggestion: "Look.", at: 1 }),
    ).toMatchObject({
      output: { type: "text", text: "Error executing tool: gone. Look." },
      artifact: { at: 1 },
    });
  });

  it("keeps what a success says in its error", () => {
    const flat = { success: true, error: "warning on stderr", output: "", return_code: 0 };
    expect(toFlat(fromFlat(flat))).toEqual(flat);
  });

  it("turns what JSON cannot write into a failure", () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(fromFlat({ success: true, error: "", circular }).error?.code).toBe("not_serialisable");
    expect(fromFlat({ success: false, error: "x", circular }).error?.code).toBe("not_serialisable");
  });
});

describe("toFlat", () => {
  const view = (output: ToolResult["output"]) => toFlat({ ...PLAIN, output });

  it("names text, parts and other JSON", () => {
    expect(view({ type: "text", text: "hello" })).toEqual({ success: true, error: "", output: "hello" });
    expect(view({ type: "json", value: [1] })).toEqual({ success: true, error: "", result: [1] });
    expect(view({ type: "parts", parts: [{ type: "text", text: "a" }] })).toMatchObject({ output: "a" });
  });

  it("lets no output pretend to be something else", () => {
    expect(view({ type: "json", value: { success: false, a: 1 } })).toEqual({
      success: true,
      error: "",
      result: { success: false, a: 1 },
    });
    const artifact = { success: true, error: "fine" };
    expect(toFlat({ ...failure({ code: "timeout", message: "late" }), artifact })).toMatchObject({
      success: false,
      error: "late",
      error_type: "system_error",
    });
  });

  it("has the fields of an object that had to be cut, where they belong, and is whole for the caller", async () => {
    const flat = { success: true, error: "", content: "x".repeat(200_000), count: 3 };
    const tool = defineTool({ name: "t", description: "", input: { type: "object" }, execute: () => fromFlat(flat) });
    const runner = new ToolRunner({ registry: new ToolRegistry([tool]) });
    const { result } = await runner.exec({ name: "t", arguments: {} });
    const { output_ref, content, ...others } = toFlat(result);
    expect([output_ref, others]).toEqual([result.ref?.id, { success: true, error: "", count: 3 }]);
    expect(content).toBe(flat.content);
  });

  it("takes no object of a tool's own for one that was cut", () => {
    const value = { value: { a: 1 }, full: "read all of it with tool_output_cache, ref_id r2" };
    const ref = { id: "r1", bytes: 9, lines: 1 };
    expect(toFlat({ ...PLAIN, output: { type: "json", value }, ref })).toMatchObject(value);
    expect(toFlat({ ...PLAIN, output: { type: "json", value } })).toMatchObject(value);
  });

  it("tells where the whole of a cut output is", () => {
    const output = { type: "text", text: "x" } as const;
    expect(toFlat({ ...PLAIN, output, ref: { id: "r1", bytes: 9, lines: 1 } }).output_ref).toBe("r1");
  });
});
