import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Json, JsonSchema } from "../../json/json.ts";
import { mapSchemas } from "../nodes/map-schemas.ts";
import { cfworkerValidator } from "./cfworker-validator.ts";
import { rememberingValidator } from "./remembering-validator.ts";

const KINDS = ["add", "not", "list"];
const SELF = { $ref: "#/$defs/term" };
const OPERATION = (kind: string) => ({
  type: "object",
  properties: { left: SELF, right: SELF, of: { type: "array", items: SELF }, kind: { const: kind } },
  required: ["kind"],
});
const SCHEMA: JsonSchema = {
  $ref: "#/$defs/term",
  $defs: {
    term: { anyOf: [{ type: "number" }, { type: "null" }, ...KINDS.map((kind) => ({ $ref: `#/$defs/${kind}` }))] },
    ...Object.fromEntries(KINDS.map((kind) => [kind, OPERATION(kind)])),
  },
};

it("a validator that remembers says what one says that does not", () => {
  const { term } = fc.letrec<{ readonly term: Json }>((tie) => ({
    term: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<Json[]>(1, null, "wrong", [], {}),
      fc.record(
        { kind: fc.constantFrom(...KINDS, "none"), left: tie("term"), right: tie("term") },
        { requiredKeys: [] },
      ),
      fc.record({ kind: fc.constant("list"), of: fc.array(tie("term"), { maxLength: 3 }) }),
    ),
  }));
  for (const draft of ["7", "2020-12"] as const) {
    const plain = new Validator(structuredClone(SCHEMA), draft);
    const remembering = rememberingValidator((change) => mapSchemas(SCHEMA, change), draft);
    fc.assert(
      fc.property(term, (value) => {
        expect(remembering(value)).toBe(plain.validate(value).valid);
      }),
      { numRuns: 300 },
    );
  }
});

it("a tree of operations is judged however deep, where the kind of each stands behind its operands", () => {
  const judge = cfworkerValidator(SCHEMA);
  const deep = (end: Json) =>
    Array.from({ length: 40 }).reduce<Json>((left, _, at) => ({ left, right: 1, kind: KINDS[at % 2] ?? "" }), end);
  expect(judge(deep(1)).valid).toBe(true);
  expect(judge(deep("wrong")).valid).toBe(false);
});
