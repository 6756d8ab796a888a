import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import {
  ActivityStream,
  type DependencyKey,
  defineTool,
  MemoryJournal,
  resumeToolLoop,
  runToolLoop,
  ToolRegistry,
  ToolRunner,
} from "../../runtime/core/src/index.ts";
import { askPerson } from "../../runtime/mcp/src/asking/ask-person.ts";
import { scripted } from "../../runtime/models/src/index.ts";
import { sandboxHint } from "../../runtime/workspace/src/sandbox/sandbox-hint.ts";

/** Each program whose mistake the page names; it gives what its author is told beside the log. */
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  '`scope: "singleton"` of a dependency': () => resolving({ id: "db", scope: "singleton", create: () => 1 }),
  "a dependency without `create`": () => resolving({ id: "db" }),
  '`return new Error("no such table")`': () => returning(new Error("no such table")),
  '`return { content: [{ type: "text", text }], isError: true }`': () => returning({ ...ofMcp, isError: true }),
  '`return { content: [{ type: "text", text }] }`': () => returning(ofMcp),
  "`llmOptions: { temprature: 0 }`": () => looping({ llmOptions: { temprature: 0 } }),
  "no messages at all": () => looping({}, []),
  '`description: ""`': () => looping({ tools: [toolOf(() => 1, { description: "" })] }),
  '`allowlist: ["Total"]` for `{ total }`': () => returning({ total: 1 }, { allowlist: ["Total"] }),
  '`allowlist: ["total"]` for a list': () => returning([{ total: 1 }], { allowlist: ["total"] }),
  "`output: z.object({ day: z.date() })`": () =>
    returning({ day: new Date(0) }, { output: z.object({ day: z.date() }) }),
  "`resumeToolLoop` after the run has ended": async () => {
    const config = { model: scripted([{ text: "hi" }]), activity: new ActivityStream(new MemoryJournal()) };
    await runToolLoop(config, HELLO);
    return (await resumeToolLoop(config)).error;
  },
  "a yes without answers to a question of an MCP server": async () => {
    const field = { name: "city", label: "City", kind: "text", required: true } as const;
    const problems: unknown[] = [];
    const inquiry = {
      signal: new AbortController().signal,
      call: async (tool: Parameters<Parameters<typeof askPerson>[2]["call"]>[0], input: object) => {
        const approver = { approve: async ({ approvalId }: { approvalId: string }) => ({ approvalId, approve: true }) };
        const runner = new ToolRunner({ registry: new ToolRegistry([tool]), approver: approver as never });
        const { result } = await runner.exec({ name: tool.name, arguments: JSON.stringify(input) });
        problems.push(result.error?.message);
        return result;
      },
    };
    await askPerson({ kind: "form", message: "Where?", fields: [field] }, { server: "s", tool: "t" }, inquiry);
    return problems;
  },
  "`curl -s` where there is no network": async () =>
    sandboxHint({ mode: "workspace-write", network: false, gitWrites: false } as Parameters<typeof sandboxHint>[0], {
      command: "curl -s https://a.b",
      code: 6,
      printed: "",
    }),
  "an exception in `execute`": () =>
    looping({
      tools: [
        toolOf(() => {
          throw new Error("no such table");
        }),
      ],
    }),
};

const HELLO = [{ role: "user", content: "Hello." }] as const;
const ofMcp = { content: [{ type: "text", text: "no such table" }] };

function toolOf(execute: (input: unknown, ctx: never) => unknown, more: object = {}) {
  const about = { name: "pay", description: "Pay.", input: { type: "object" } };
  return Reflect.apply(defineTool, undefined, [{ ...about, execute, ...more }]);
}

async function returning(value: unknown, more: object = {}) {
  const runner = new ToolRunner({ registry: new ToolRegistry([toolOf(() => value, more)]) });
  return (await runner.exec({ name: "pay", arguments: {} })).message.content;
}

async function resolving(key: object) {
  const execute = (_: unknown, ctx: { resolve(key: DependencyKey<unknown>): unknown }) => ctx.resolve(key as never);
  const runner = new ToolRunner({ registry: new ToolRegistry([toolOf(execute)]) });
  return (await runner.exec({ name: "pay", arguments: {} })).message.content;
}

async function looping(more: object, messages: readonly object[] = HELLO) {
  const model = scripted([{ toolCalls: [{ name: "pay" }] }, { text: "ok" }]);
  return (await Reflect.apply(runToolLoop, undefined, [{ model, ...more }, messages])).error;
}

const [atRunTime = "", atCompileTime = ""] = readFileSync("docs/first-mistakes.md", "utf8").split("| TypeScript says");
const rows = rowsOf(atRunTime);

function rowsOf(text: string) {
  return text.split("\n").flatMap((line) => {
    if (!line.startsWith("| ") || /^\| (---|You write)/.test(line)) return [];
    return [line.split("|").map((cell) => cell.trim())];
  });
}

describe("a mistake that the page names is answered in its words", () => {
  it.each(rows.map(([, mistake = "", sentence = ""]) => [mistake, sentence.slice(1, -1)]))(
    "%s",
    async (mistake, sentence) => {
      const logged: unknown[] = [];
      for (const level of ["warn", "error"] as const)
        vi.spyOn(console, level).mockImplementation((line) => void logged.push(line));
      const told = [await PROGRAMS[mistake]?.(), ...logged].map((one) =>
        typeof one === "string" ? one : Object.values(Object(one)).join("\n"),
      );
      vi.restoreAllMocks();
      expect(told.join("\n")).toContain(sentence);
    },
  );

  it("and every program has its row", () => {
    expect(rows.map(([, mistake]) => mistake)).toEqual(Object.keys(PROGRAMS));
  });
});

/** A program with each mistake that a compiler finds. */
const UNCOMPILED: Readonly<Record<string, string>> = {
  '`allowlist: ["Total"]` for an `output` with `total`':
    'execute: () => ({ total: 1 }), output: z.object({ total: z.number() }), allowlist: ["Total"]',
  "a promise inside an output, `{ total: sum() }`": "execute: () => ({ total: sum() })",
  "`totl` in `execute`": "execute: () => { const total = 1; return totl; }",
  "a `Map` for `output: z.array(z.tuple([…]))`":
    'execute: () => new Map([["a", 1]]), output: z.array(z.tuple([z.string(), z.number()]))',
};

const AROUND = `export function mine<I>(input: z.ZodType<I>, execute: (input: I) => I) {
  return defineTool({ name: "mine", description: "Does it.", input, execute });
}`;

it("a mistake that a compiler finds is answered in the words of the page", () => {
  const compiled = [
    ...Object.values(UNCOMPILED).map(
      (rest) => `defineTool({ name: "pay", description: "Pay.", input: z.object({}), ${rest} });`,
    ),
    AROUND,
  ];
  const folder = mkdtempSync("node_modules/.mistakes-");
  try {
    const imports = `import { defineTool } from "@toolwright/core";\nimport { z } from "zod";\n`;
    writeFileSync(
      `${folder}/mistakes.ts`,
      `${imports}declare const sum: () => Promise<number>;\n${compiled.join("\n")}`,
    );
    const options = "--ignoreConfig --noEmit --strict --module nodenext --target es2023 --skipLibCheck --pretty false";
    const { stdout } = spawnSync("node_modules/.bin/tsc", [...options.split(" "), `${folder}/mistakes.ts`], {
      encoding: "utf8",
    });
    const said = rowsOf(atCompileTime);
    expect(said.map(([, mistake]) => mistake)).toEqual([
      ...Object.keys(UNCOMPILED),
      "a function of your own around `defineTool`",
    ]);
    for (const [, , sentence = ""] of said) expect(stdout).toContain(sentence.slice(1, -1));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
