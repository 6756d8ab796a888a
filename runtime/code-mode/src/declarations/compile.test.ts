import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { defineTool, type JsonSchema, type Tool, uncheckedTool } from "@toolwright/core";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { declareTools } from "./declare-tools.ts";
import { anySchema, strangeText } from "./schemas.test-data.ts";

const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "declarations-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the compiler has to say of some texts, with strict types, but for results that are not declared. */
async function complaints(texts: readonly string[]): Promise<string> {
  const here = await mkdtemp(join(folder, "texts-"));
  await mkdir(here, { recursive: true });
  await Promise.all(texts.map((text, index) => writeFile(join(here, `${index}.ts`), `${text}\nexport { tools };\n`)));
  const compilerOptions = {
    strict: true,
    noImplicitAny: false,
    noEmit: true,
    lib: ["ES2023"],
    types: [],
    skipLibCheck: true,
  };
  await writeFile(join(here, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const run = promisify(execFile)(process.execPath, [tsc, "-p", here], { maxBuffer: 64 * 1024 * 1024 });
  return run.then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
}

const strange = (name: string, { input, output, description }: Given): Tool =>
  uncheckedTool({ name, description, input, output, execute: () => null });

interface Given {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly description: string;
}

describe("the compiler", () => {
  it("takes the declarations of 1,200 random schemas, in all drafts and of no draft at all", async () => {
    const given = fc.record({ input: anySchema, output: anySchema, description: strangeText });
    const pairs = fc.sample(fc.tuple(given, given), { numRuns: 300, seed: 34 });
    const texts = pairs.map(([one, other]) => {
      const tools = [strange("new", one), strange("mcp__a-b", other)];
      return declareTools(tools, { budget: Number.POSITIVE_INFINITY, asks: () => true }).text;
    });

    expect(await complaints(texts)).toBe("");
    expect(texts.filter((text) => text.startsWith("type ")).length).toBeGreaterThan(50);
  });

  it("complains of a text that does not parse, and of one whose types make no sense", async () => {
    expect(await complaints(["declare const tools: { a(: number };"])).toContain("0.ts(1,26): error TS1");
    expect(await complaints(["type A = A; declare const tools: A;"])).toContain("error TS2456");
  });

  it("takes a list that is cut, and one of no tools", async () => {
    const tools = ["mcp__a__b", "c", "d"].map((name) =>
      defineTool({ name, description: "*/", input: { type: "object" }, execute: () => null }),
    );
    const texts = [declareTools(tools, { budget: 10 }).text, declareTools([], { budget: 20 }).text];

    expect(texts[0]).toContain("// mcp__a__{b}");
    expect(await complaints(texts)).toBe("");
  });
});
