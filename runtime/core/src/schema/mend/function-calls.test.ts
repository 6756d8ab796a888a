import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type DefineToolOptions, defineTool, type Tool, ToolRegistry, ToolRunner } from "../../index.ts";
import type { JsonSchema } from "../../json/json.ts";
import { listOf, membersOf } from "../nodes/schema-node.ts";

interface Row {
  readonly id: string;
  readonly schema: number;
  readonly expect: "accept" | "reject";
  readonly path: string | null;
  readonly json: string;
}

/** `mod: null` for a key that is not required: it says nothing, and the data calls it wrong. */
const SAYS_NOTHING = "parallel_152#0/gold-invalid";
const WITHOUT_IT = '{"base":2,"exponent":3}';

const folder = new URL("../../../../../../shared/data/", import.meta.url);
const absent = !existsSync(fileURLToPath(new URL("function-calls.jsonl", folder)));

describe.skipIf(absent)("function calls of the shared data (skipped where ../shared/data is absent)", () => {
  it.each<[string, (schema: JsonSchema) => Extra, string | undefined]>([
    ["read", () => ({ effects: "read" }), WITHOUT_IT],
    ["declare what is empty", () => ({ effects: "write", emptyIsAbsent: [] }), WITHOUT_IT],
    ["declare that every optional key may be empty", allOptional, WITHOUT_IT],
    ["say nothing of themselves", () => ({}), undefined],
    ["write", () => ({ effects: "write" }), undefined],
  ])("of tools that %s: all right ones run as they were given, no wrong one does", async (_, extraOf, corrected) => {
    const ran: string[] = [];
    const tools = schemas().map((schema) => toolOf(schema, ran, extraOf(schema)));
    const wrong: string[] = [];
    for (const row of rows()) {
      ran.length = 0;
      const verdict = judge(row, await issuesOf(row, tools[row.schema]), {
        ran,
        corrected,
        mayLeaveOut: extraOf === allOptional,
      });
      if (verdict !== undefined) wrong.push(`${row.id}: ${verdict}`);
    }
    expect(rows().length).toBeGreaterThan(5000);
    expect({ wrong: wrong.slice(0, 10), count: wrong.length }).toEqual({ wrong: [], count: 0 });
  });

  it("the call that says nothing with a null is brought by the refusal, ready to copy", async () => {
    const row = rows().find(({ id }) => id === SAYS_NOTHING);
    const tool = toolOf(schemas()[row?.schema ?? 0] ?? {}, [], { effects: "write" });
    const { message } = await runnerOf(tool).exec({ name: "data", arguments: row?.json ?? "" });
    expect(message.content).toMatch(/ Nothing was run\. Call it as \{"base":2,"exponent":3\}$/);
  });
});

type Extra = Pick<DefineToolOptions<unknown, unknown>, "effects" | "emptyIsAbsent">;

function allOptional({ properties, required }: JsonSchema): Extra {
  const keys = membersOf(properties).map(([key]) => key);
  return { effects: "write", emptyIsAbsent: keys.filter((key) => !listOf(required).includes(key)) };
}

function toolOf(input: JsonSchema, ran: string[], extra: Extra): Tool {
  const execute = (given: unknown) => void ran.push(JSON.stringify(given));
  return defineTool({ ...extra, name: "data", description: "", input, execute });
}

/** Silent: thousands of refusals are expected. */
function runnerOf(tool: Tool): ToolRunner {
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  return new ToolRunner({ registry: new ToolRegistry([tool]), logger: silent });
}

async function issuesOf({ json }: Row, tool: Tool | undefined): Promise<readonly string[]> {
  if (tool === undefined) return ["no tool"];
  const { result } = await runnerOf(tool).exec({ name: "data", arguments: json });
  return result.error?.issues?.map(({ path }) => path) ?? [];
}

interface Came {
  readonly ran: readonly string[];
  readonly corrected: string | undefined;
  /** A right call may hold a 0 or "" that its tool declares to mean nothing. */
  readonly mayLeaveOut?: boolean;
}

/** What is wrong with what came of a row. */
function judge({ id, expect: wanted, path, json }: Row, issues: readonly string[], came: Came): string | undefined {
  const { ran, corrected } = came;
  const given = JSON.stringify(JSON.parse(json));
  const right = id === SAYS_NOTHING ? corrected : wanted === "accept" ? given : undefined;
  if (wanted === "accept" && came.mayLeaveOut === true) return ran.length === 1 ? undefined : "did not run";
  if (ran[0] !== right) return `ran ${ran[0] ?? "nothing"}, not ${right ?? "nothing"}`;
  return right !== undefined || path === null || issues.includes(path) ? undefined : `wants ${path}, got ${issues}`;
}

function schemas(): readonly JsonSchema[] {
  return JSON.parse(readText("function-schemas.json"));
}

function rows(): readonly Row[] {
  const lines = readText("function-calls.jsonl").trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

function readText(name: string): string {
  return readFileSync(new URL(name, folder), "utf8");
}
