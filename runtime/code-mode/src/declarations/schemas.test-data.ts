import fc from "fast-check";

/** Texts that would do harm if they were written as they are. */
export const strangeText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...["*/", "/*", "// x", "\n", "\u2028", "`$`", '"', "'", "\\", "}", "};", "__proto__", "constructor", "a-b", "1"],
    ...[
      "@ts-expect-error",
      "</script>",
      "new",
      "readonly",
      "get",
      "\ud800",
      "\u202e",
      "*",
      "/",
      "/// <reference path='x'/>",
    ],
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);

const key = fc.oneof(fc.constantFrom("a", "b", "c"), strangeText);
const wrong = fc.oneof(fc.integer(), fc.boolean(), strangeText, fc.constant(null), fc.array(fc.jsonValue()));
const ref = fc.oneof(
  fc.constantFrom("#", "#/$defs/A", "#/$defs/B", "#/definitions/C~1d", "#/definitions/C%7E1d", "#/properties/x"),
  fc.constantFrom("https://example.org/a", "#/nowhere", "#anchor", "%"),
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const annotations = fc.record(
  {
    description: strangeText,
    default: fc.jsonValue(),
    nullable: fc.boolean(),
    deprecated: fc.boolean(),
    format: strangeText,
    pattern: strangeText,
    minimum: fc.double({ noNaN: true, noDefaultInfinity: true }),
    maximum: fc.double({ noNaN: true, noDefaultInfinity: true }),
    exclusiveMinimum: fc.oneof(fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    minLength: fc.nat(3),
    minItems: fc.nat(3),
    maxItems: fc.nat(3),
  },
  { requiredKeys: [] },
);

const { schema } = fc.letrec<{ schema: unknown; keywords: object }>((tie) => {
  const some = fc.array(tie("schema"), { maxLength: 3 });
  const map = fc.dictionary(key, tie("schema"), { maxKeys: 4, noNullPrototype: true });
  return {
    keywords: fc.oneof(
      { maxDepth: 5, depthSize: "small" },
      fc.record({ type: fc.constantFrom("string", "integer", "number", "boolean", "null", "none") }),
      fc.record({
        type: fc.array(fc.constantFrom("string", "null", "object", "array"), { maxLength: 3 }),
        items: tie("schema"),
      }),
      fc.record({ enum: fc.array(fc.jsonValue(), { maxLength: 4 }) }),
      fc.record({ const: fc.jsonValue() }),
      fc.record({ $ref: ref }),
      fc.record({ $ref: ref, properties: map }),
      fc.record(
        {
          type: fc.constant("object"),
          properties: map,
          required: fc.array(key, { maxLength: 3 }),
          additionalProperties: tie("schema"),
          patternProperties: map,
          propertyNames: fc.record({ enum: fc.array(key, { maxLength: 3 }) }),
        },
        { requiredKeys: [] },
      ),
      fc.record({ properties: map, additionalProperties: optional(fc.boolean()) }),
      fc.record({ type: fc.constant("array"), items: fc.oneof(tie("schema"), some) }),
      fc.record({ prefixItems: some, items: optional(tie("schema")) }),
      fc.record({ items: some, additionalItems: tie("schema") }),
      fc.record({ anyOf: some, oneOf: some, allOf: some }, { requiredKeys: [] }),
      fc.record({ properties: map, anyOf: fc.array(fc.record({ required: fc.array(key, { maxLength: 2 }) })) }),
      fc.dictionary(
        fc.constantFrom(
          "type",
          "properties",
          "required",
          "items",
          "anyOf",
          "allOf",
          "enum",
          "$ref",
          "minimum",
          "prefixItems",
        ),
        wrong,
        { noNullPrototype: true },
      ),
    ),
    schema: fc.oneof(
      { weight: 1, arbitrary: fc.boolean() },
      {
        weight: 12,
        arbitrary: fc.tuple(annotations, tie("keywords")).map(([said, keywords]) => ({ ...said, ...keywords })),
      },
    ),
  };
});

/** Any JSON Schema with definitions, and things that only look like one. */
export const anySchema: fc.Arbitrary<{ readonly [keyword: string]: unknown }> = fc
  .record({ x: schema, A: schema, B: schema, C: schema })
  .map(({ x, A, B, C }) => ({
    type: "object",
    properties: { x },
    $defs: { A, B },
    definitions: { "C/d": C },
  }));
