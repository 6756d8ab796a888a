import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../faces/define-tool.ts";

/** A program without types, a spread or a variable brings these past the compiler. */
const define = (options: object): string => {
  const base = { name: "pay", description: "Pay.", input: z.object({ amount: z.number() }), execute: () => "paid" };
  try {
    Reflect.apply(defineTool, undefined, [{ ...base, ...options }]);
    return "defined";
  } catch (error) {
    return error instanceof TypeError ? error.message : "no TypeError";
  }
};

describe("a tool is refused, and says what is meant,", () => {
  it.each([
    [{ needsApproval: true }, 'Tool pay: there is no option "needsApproval"; here it is requiresConfirmation.'],
    [{ requireApproval: true }, /requiresConfirmation/],
    [
      { requiresConfirmaton: true },
      'Tool pay: there is no option "requiresConfirmaton"; did you mean requiresConfirmation?',
    ],
    [
      { requiresConfirmation: "yes" },
      'Tool pay: requiresConfirmation must be true or false, or a function, got "yes".',
    ],
    [{ inputSchema: z.object({}) }, 'Tool pay: there is no option "inputSchema"; here it is input.'],
    [{ parameters: z.object({}) }, /here it is input\.$/],
    [{ outputSchema: z.object({}) }, /here it is output\.$/],
    [{ timeout: 5 }, 'Tool pay: there is no option "timeout"; here it is timeoutMs.'],
    [
      { timeoutMs: "5s" },
      'Tool pay: timeoutMs must be a number of milliseconds above 0, such as 5000, or a function, got "5s".',
    ],
    [{ timeoutMs: -1 }, /got -1\.$/],
    [{ timeoutMs: Number.NaN }, /got NaN\.$/],
    [{ effects: "readonly" }, /^Tool pay: effects must be "read" or "write" or "external", or .*, got "readonly"\.$/],
    [{ effects: { kind: "none" } }, /^effects of Tool pay: kind must be .*, got "none"\.$/],
    [
      { effects: { kind: "read", idempotant: true } },
      /^effects of Tool pay: there is no option "idempotant"; did you mean idempotent\?$/,
    ],
    [{ effects: ["read"] }, /got an array of 1\.$/],
    [{ readOnly: true }, 'Tool pay: there is no option "readOnly"; here it is effects: "read".'],
    [{ annotations: { readOnlyHint: true } }, /here it is effects\.$/],
    [
      { allowlist: "everything" },
      /allowlist must be "all", "none" or an array of keys of the output, got "everything"\.$/,
    ],
    [{ allowlist: "id" }, /got "id"\.$/],
    [{ allowlist: [1] }, /got an array of 1\.$/],
    [
      { output: z.object({ id: z.string() }), allowlist: ["Id"] },
      'Tool pay: allowlist names "Id", which the output schema does not have; did you mean id?',
    ],
    [
      { output: { type: "array", items: {} }, allowlist: ["at"] },
      'Tool pay: the output is a list, which has no keys; allowlist must be "all" or "none".',
    ],
    [{ output: z.object({}), allowlist: ["xyz"] }, /its keys are none\.$/],
    [{ input: undefined }, /^Tool pay: input is missing; it must be a schema: z\.object/],
    [{ input: "string" }, /got "string"\.$/],
    [{ execute: undefined }, "Tool pay: execute is missing; it must be a function."],
    [{ execute: undefined, run: () => 1 }, /here it is execute\.$/],
    [{ handler: () => 1 }, /here it is execute\.$/],
    [{ description: 7 }, "Tool pay: description must be a string, got 7."],
    [{ streamsOutput: "true" }, /streamsOutput must be true or false/],
    [{ beforeCall: true }, /beforeCall must be a function, got true\.$/],
    [{ subTools: {} }, /subTools must be an array of tools, got \{\}\.$/],
    [{ strict: true }, /^Tool pay: there is no option "strict"; /],
  ])("%o", (options, expected) => {
    if (typeof expected === "string") expect(define(options)).toBe(expected);
    else expect(define(options)).toMatch(expected);
  });
});

it("what is left out by undefined is left out, and an open output has any keys", () => {
  const open = { type: "object", properties: { id: {} } };
  expect(define({ timeoutMs: undefined, effects: undefined, allowlist: undefined })).toBe("defined");
  expect(define({ output: open, allowlist: ["other"] })).toBe("defined");
  expect(define({ effects: { kind: "read", volatile: undefined } })).toBe("defined");
  expect(define({ timeoutMs: Number.POSITIVE_INFINITY })).toBe("defined");
});
