/** Providers that can hold a model to a tool's schema, each to a part of JSON Schema. */
export type StrictProvider = "openai" | "anthropic";

/** What one provider takes. Limits left out are not documented. */
export interface StrictRules {
  /** Every key must be required: an optional one is made nullable instead. */
  readonly requiresAllKeys: boolean;
  readonly allowsRecursion: boolean;
  /** Keywords that go out as they are. */
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  /** The largest `minItems`. */
  readonly maxMinItems: number;
  /** Levels of objects and arrays. */
  readonly maxDepth: number;
  readonly maxKeys: number;
  readonly maxEnumValues: number;
  /** Of all strict tools of one request together. */
  readonly perRequest: { readonly tools: number; readonly optionalKeys: number; readonly unions: number };
}

const SHARED = ["type", "description", "enum", "const", "properties", "required", "items", "anyOf"];
const REFERENCES = ["$ref", "$defs", "definitions"];
const NUMBERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const FORMATS = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** As the providers' pages on structured outputs say ("Supported schemas", "JSON Schema limitations"). */
export const STRICT_RULES: Readonly<Record<StrictProvider, StrictRules>> = {
  openai: {
    requiresAllKeys: true,
    allowsRecursion: true,
    keywords: new Set([...SHARED, ...REFERENCES, ...NUMBERS, "pattern", "format", "minItems", "maxItems"]),
    formats: new Set(FORMATS),
    maxMinItems: NO_LIMIT,
    maxDepth: 10,
    maxKeys: 5000,
    maxEnumValues: 1000,
    perRequest: { tools: NO_LIMIT, optionalKeys: NO_LIMIT, unions: NO_LIMIT },
  },
  anthropic: {
    requiresAllKeys: false,
    allowsRecursion: false,
    keywords: new Set([...SHARED, ...REFERENCES, "default", "format", "minItems"]),
    formats: new Set([...FORMATS, "uri"]),
    maxMinItems: 1,
    maxDepth: NO_LIMIT,
    maxKeys: NO_LIMIT,
    maxEnumValues: NO_LIMIT,
    perRequest: { tools: 20, optionalKeys: 24, unions: 16 },
  },
};
