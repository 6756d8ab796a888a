import { describe, expect, it } from "vitest";
import { followReferences } from "../../schema/json-pointer.ts";
import { rebaseReferences } from "./rebase-references.ts";

describe("a schema that moves into another", () => {
  it("keeps its local references, wherever they stand, and leaves data alone", () => {
    const node = { type: "object", properties: { next: { $ref: "#" }, leaf: { $ref: "#/definitions/leaf" } } };
    const schema = { ...node, definitions: { leaf: { enum: [{ $ref: "#" }] } }, default: { $ref: "#" } };
    const moved = rebaseReferences(schema, "/items/0");
    expect(moved).toMatchObject({
      properties: { next: { $ref: "#/items/0" }, leaf: { $ref: "#/items/0/definitions/leaf" } },
      definitions: { leaf: { enum: [{ $ref: "#" }] } },
      default: { $ref: "#" },
    });
    const root = { items: [moved] };
    expect(followReferences({ $ref: "#/items/0/definitions/leaf" }, root)).toEqual(schema.definitions.leaf);
    expect(rebaseReferences({ $ref: "https://example.org/s#/a" }, "/x")).toEqual({ $ref: "https://example.org/s#/a" });
  });
});
