import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../json/json.ts";
import type { CompiledSchema } from "../check/compiled-schema.ts";
import { compileInputSchema } from "../compile/compile-input-schema.ts";
import { decodeArguments } from "../decode/decode-arguments.ts";
import { repairArguments } from "./repair-arguments.ts";

interface Row {
  readonly id: string;
  readonly tool: string;
  readonly schema: number;
  readonly expect: "accept" | "reject";
  readonly path: string | null;
  readonly json: string;
}

const folder = new URL("../../../../../../shared/data/", import.meta.url);
const absent = !existsSync(fileURLToPath(new URL("function-calls.jsonl", folder)));

describe.skipIf(absent)("function calls of the shared data (skipped where ../shared/data is absent)", () => {
  it("accepts and refuses every row rightly, with the right path", async () => {
    const schemas: readonly JsonSchema[] = JSON.parse(readText("function-schemas.json"));
    const rows: readonly Row[] = readText("function-calls.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const compiled = schemas.map((schema) => compileInputSchema(schema, { toolName: "data" }));
    const wrong: string[] = [];
    for (const row of rows) {
      const verdict = await judge(row, compiled[row.schema]);
      if (verdict !== "right") wrong.push(`${row.id}: ${verdict}`);
    }
    expect(rows.length).toBeGreaterThan(5000);
    expect({ wrong: wrong.slice(0, 10), count: wrong.length, of: rows.length }).toEqual({
      wrong: [],
      count: 0,
      of: rows.length,
    });
  });
});

async function judge(row: Row, schema: CompiledSchema | undefined): Promise<string> {
  const decoded = decodeArguments(row.json);
  if (!schema || !decoded.ok) return "not decoded";
  let checked = await schema.check(decoded.value);
  if (!checked.ok) {
    const repaired = repairArguments(schema.jsonSchema, decoded.value, checked.issues);
    if (repaired) checked = await schema.check(repaired.arguments);
  }
  if (checked.ok) return row.expect === "accept" ? "right" : "accepted";
  if (row.expect === "accept") return `refused: ${JSON.stringify(checked.issues)}`;
  const paths = checked.issues.map(({ path }) => path);
  return row.path === null || paths.includes(row.path)
    ? "right"
    : `wants ${row.path}, got ${JSON.stringify(checked.issues)}`;
}

function readText(name: string): string {
  return readFileSync(new URL(name, folder), "utf8");
}
