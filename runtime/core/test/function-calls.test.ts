import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defineTool, type JsonSchema, type Tool, ToolRegistry, ToolRunner } from "../src/index.ts";
import { KeptLog } from "./support.ts";

interface Row {
  readonly id: string;
  readonly schema: number;
  readonly expect: "accept" | "reject";
  readonly path: string | null;
  readonly json: string;
}

const data = new URL("../../../../shared/data/", import.meta.url);
const isHere = existsSync(new URL("function-calls.jsonl", data));

/** Every schema as a tool that takes what it is given. */
function toolsOf(schemas: readonly JsonSchema[]): Tool[] {
  return schemas.map((input, index) =>
    defineTool({ name: `tool_${index}`, description: "", input, execute: () => "ran" }),
  );
}

describe("recorded function calls", () => {
  it.runIf(isHere)("are accepted or refused at the right path, through the runner", async () => {
    const schemas: JsonSchema[] = JSON.parse(readFileSync(new URL("function-schemas.json", data), "utf8"));
    const lines = readFileSync(new URL("function-calls.jsonl", data), "utf8").trim().split("\n");
    const registry = new ToolRegistry(toolsOf(schemas));
    const runner = new ToolRunner({ registry, logger: new KeptLog() });
    const wrong: string[] = [];
    for (const line of lines) {
      const row: Row = JSON.parse(line);
      const { result } = await runner.exec({ name: `tool_${row.schema}`, arguments: row.json });
      const paths = result.error?.issues?.map(({ path }) => path) ?? [];
      const right =
        row.expect === "accept" ? !result.isError : row.path === null ? result.isError : paths.includes(row.path);
      if (!right) wrong.push(`${row.id}: ${result.error?.message ?? "accepted"}`);
    }
    expect(lines.length).toBeGreaterThan(5_000);
    expect(wrong).toEqual([]);
  });

  it.skipIf(isHere)("are not here: the folder shared/data is absent, so nothing is judged", () => undefined);
});
