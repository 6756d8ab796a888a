import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

/** What browsers, workers and edge runtimes all have, beside the language itself. */
const COMMON = {
  AbortController,
  AbortSignal,
  DOMException,
  setTimeout,
  clearTimeout,
  queueMicrotask,
  TextEncoder,
  TextDecoder,
  btoa,
  URL,
  crypto: { getRandomValues: crypto.getRandomValues.bind(crypto) },
  performance: { now: () => performance.now() },
  structuredClone,
};

/** Runs a program that uses core, with nothing but the common globals. Gives what the program told and logged. */
async function inBareContext(program: string): Promise<{ told: unknown; logged: unknown[] }> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: join(import.meta.dirname, "../../runtime/core/test"), loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    platform: "neutral",
    target: "es2023",
    mainFields: ["module", "main"],
    conditions: ["@toolwright/source", "import"],
    logLevel: "silent",
  });
  const logged: unknown[] = [];
  const log = (...line: unknown[]) => void logged.push(line);
  return new Promise((resolve, reject) => {
    const console = { debug: log, info: log, warn: log, error: log, log };
    const tell = (told: unknown) => resolve({ told: JSON.parse(JSON.stringify(told)), logged });
    const context = createContext({ ...COMMON, console, tell, fail: reject });
    new Script(outputFiles[0]?.text ?? "").runInContext(context);
  });
}

const program = `
  import { z } from "zod";
  import {
    ActivityStream,
    createMemoryOutputCache,
    defineTool,
    MemoryJournal,
    resumeToolLoop,
    runToolLoop,
    secret,
    streamToolLoop,
    ToolRunner,
    ToolRegistry,
  } from "../src/index.ts";

  const ofZod = defineTool({
    name: "zod",
    description: "",
    input: z.object({ n: z.number() }),
    output: z.object({ twice: z.number() }),
    allowlist: ["twice"],
    effects: "read",
    streamsOutput: true,
    async execute({ n }, ctx) {
      ctx.emitOutput("half way");
      await ctx.resolve({ id: "key", create: () => 1 });
      return { twice: n * 2 };
    },
  });
  const ofJsonSchema = defineTool({
    name: "plain",
    description: "",
    input: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
    requiresConfirmation: true,
    execute: () => "x".repeat(100_000),
  });
  const slow = defineTool({
    name: "slow",
    description: "",
    input: { type: "object" },
    timeoutMs: 5,
    execute: () => new Promise(() => {}),
  });
  const fails = defineTool({
    name: "fails",
    description: "",
    input: { type: "object" },
    execute: (_, ctx) => {
      ctx.background(() => "later");
      throw new Error("no");
    },
  });

  const asked = [
    ["zod", { n: "4" }],
    ["plain", { n: 1 }],
    ["plain", { n: "one" }],
    ["fails", {}],
    ["slow", {}],
    ["nobody", {}],
  ];
  const calls = asked.map(([name, args], n) => ({
    id: "c" + n,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  let step = 0;
  const model = {
    name: "written",
    completionStream() {
      step += 1;
      const message = { role: "assistant", content: step === 1 ? "" : "the end" };
      const final = Promise.resolve(
        step === 1
          ? { message, model: "m", finishReason: "tool_calls", toolCalls: calls }
          : { message, model: "m", finishReason: "stop" },
      );
      return {
        stream: (async function* () {
          yield { type: "text_delta", delta: "hi" };
        })(),
        final,
      };
    },
  };
  const approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };
  const journal = new MemoryJournal();
  const config = {
    model,
    tools: [ofZod, ofJsonSchema, slow, fails],
    approver,
    activity: new ActivityStream(journal),
    secrets: [secret("word", "correct-horse")],
    outputCache: createMemoryOutputCache(),
  };

  async function main() {
    const { events, final } = streamToolLoop(config, [{ role: "user", content: "go, correct-horse" }]);
    const types = [];
    for await (const event of events) types.push(event.type);
    const result = await final;
    const runner = new ToolRunner({ registry: new ToolRegistry([ofZod]) });
    runner.use((call, next) => next());
    const { message } = await runner.exec({ name: "zod", arguments: '{"n":1}' });
    const resumed = await resumeToolLoop(config);
    const plain = await runToolLoop({ model }, []);
    tell({
      texts: result.messages.map(({ content }) => content),
      types,
      message,
      resumed: resumed.stopReason,
      plain: plain.content,
    });
  }
  main().catch(fail);
`;

describe("core where there are only the common web globals", () => {
  it("runs a loop with a zod tool and a plain JSON Schema tool, and everything around it", async () => {
    const { told, logged } = await inBareContext(program);
    expect(told).toMatchObject({
      texts: [
        "go, [secret:word]",
        "",
        '{"twice":8}',
        expect.stringContaining("xxx"),
        expect.stringMatching(/^Error \[invalid_arguments\]: \/n: expected integer, got string/),
        "Error executing tool: no",
        expect.stringMatching(/^Error executing tool: timed out/),
        expect.stringMatching(/^Error \[unknown_tool\]/),
        ...[expect.stringContaining("later"), "the end"],
      ],
      message: { content: '{"twice":2}' },
      resumed: "error",
      plain: "the end",
    });
    expect(told).toHaveProperty("types");
    expect(JSON.stringify(told)).toContain("tool_output_chunk");
    expect(JSON.stringify(logged)).not.toMatch(/is not defined|is not a function|ReferenceError/);
  });

  it("is a test that notices what is missing", async () => {
    await expect(inBareContext(`Promise.resolve().then(() => tell(process.pid)).catch(fail);`)).rejects.toThrow(
      "process",
    );
  });
});
