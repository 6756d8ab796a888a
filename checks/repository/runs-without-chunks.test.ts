import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const JOINED = join(import.meta.dirname, "../../runtime/core/dist/joined");
/** Beneath the root, where the one dependency of core is found. */
const COPIES = join(import.meta.dirname, "../../node_modules/.cache/toolwright-runs-without-chunks");

/** A program that goes on while its files are replaced: whatever it begins has to settle. */
const PROGRAM = `
  import {
    ActivityStream,
    compactConversation,
    defineTool,
    MemoryJournal,
    resumeToolLoop,
    runToolLoop,
    secret,
    streamToolLoop,
  } from "./index.js";
  const tool = defineTool({
    name: "greet",
    description: "",
    input: { type: "object", properties: { n: { type: "number" } } },
    execute: () => "hello",
  });
  const answers = () => [
    {
      finishReason: "tool_calls",
      toolCalls: [
        ["a", "greet", '{"n":1}'],
        ["b", "nobody", "{}"],
        ["c", "greet", '{"n":"x"}'],
      ].map(([id, name, text]) => ({ id, type: "function", function: { name, arguments: text } })),
    },
    { finishReason: "stop" },
  ];
  const model = (left = answers()) => ({
    name: "m",
    completionStream: () => ({
      stream: (async function* () {
        yield { type: "text_delta", delta: "{}" };
      })(),
      final: Promise.resolve({ message: { role: "assistant", content: "{}" }, model: "m", ...left.shift() }),
    }),
  });
  const user = [{ role: "user", content: "go" }];
  const config = (more) => ({
    model: model(),
    tools: [tool],
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    activity: new ActivityStream(new MemoryJournal()),
    ...more,
  });
  const events = async (run) => {
    for await (const _ of run.events);
    return run.final;
  };
  const ended = [
    await runToolLoop(config(), user),
    await events(streamToolLoop(config(), user)),
    await runToolLoop(
      config({
        output: { type: "object" },
        compaction: true,
        onUserMessage() {},
        secrets: [secret("k", "correct-horse-battery")],
      }),
      user,
    ),
    await runToolLoop(config({ tools: [{ name: "greet", description: "", parameters: {}, execute: () => "" }] }), user),
    await runToolLoop(config({ model: "none" }), user),
    await resumeToolLoop(config()),
    await compactConversation(config(), user),
  ].map(({ stopReason, error }) => [stopReason, error?.message]);
  console.log(JSON.stringify(ended));
`;

afterAll(() => rmSync(COPIES, { recursive: true, force: true }));

it.each(chunksLoadedLater())("a program goes on without %s: its runs end, and nothing is rejected", (chunk) => {
  const folder = join(COPIES, chunk);
  mkdirSync(folder, { recursive: true });
  cpSync(JOINED, folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "program.js"), PROGRAM);
  rmSync(join(folder, chunk));

  const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, "program.js")], {
    encoding: "utf8",
    timeout: 20_000,
  });

  expect(stderr).toBe("");
  expect(status).toBe(0);
  const ended = JSON.parse(stdout);
  expect(ended).toHaveLength(7);
  for (const [stopReason, message] of ended) if (stopReason === "error") expect(message).toMatch(/^\S.*\S$/);
});

/** All but those that an import of core reads: without these there is no program. */
function chunksLoadedLater(): readonly string[] {
  const atOnce = new Set(["index.js"]);
  for (const file of atOnce) {
    const text = readFileSync(join(JOINED, file), "utf8");
    for (const [, name] of text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "\.\/([^"]+)";/gm))
      if (name) atOnce.add(name);
  }
  const entries = new Set([
    "class-tools.js",
    "graph.js",
    "internal.js",
    "prompt.js",
    "strict.js",
    "telemetry.js",
    "tool-search.js",
    "types.js",
  ]);
  return readdirSync(JOINED).filter((file) => file.endsWith(".js") && !atOnce.has(file) && !entries.has(file));
}
