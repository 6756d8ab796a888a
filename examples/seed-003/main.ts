import { readdir, readFile } from "node:fs/promises";
import {
  createMemoryOutputCache,
  type DependencyKey,
  type DependencyOverrides,
  defineTool,
  runToolLoop,
  ToolRegistry,
  ToolRunner,
  toolOutputCache,
  toolOutputCacheGrep,
} from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { doneTool, readTodosTool, writeTodosTool } from "@toolwright/workspace";
import { z } from "zod";

const WORK_DIRECTORY: DependencyKey<URL> = {
  id: "work-directory",
  create: () => new URL("../../", import.meta.url),
};

const list = defineTool({
  name: "list",
  description: "List a folder.",
  input: z.object({ folder: z.string().default(".") }),
  effects: "read",
  allowlist: "all",
  async execute({ folder }, ctx) {
    const names = await readdir(new URL(`${folder}/`, await ctx.resolve(WORK_DIRECTORY)));
    return names.sort();
  },
});

const cat = defineTool({
  name: "cat",
  description: "Show a whole file.",
  input: z.object({ file: z.string() }),
  effects: "read",
  allowlist: "all",
  execute: async ({ file }, ctx) => readFile(new URL(file, await ctx.resolve(WORK_DIRECTORY)), "utf8"),
});

console.log(JSON.stringify(list.definition));

console.log("\nexecuteRaw");
const overrides: DependencyOverrides = new Map([[WORK_DIRECTORY.id, () => new URL("./", import.meta.url)]]);
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const context = { deps: {}, logger, resolve: <T>(key: DependencyKey<T>): Promise<T> => resolve(key) };
console.log(await list.executeRaw('{"folder": "examples/seed-003/notes"}', context));
for (const wrong of ["{not json", '{"folder": 5}', '{"dir": "."}', '{"folder": "nowhere"}']) {
  await list.executeRaw(wrong, context).catch((error) => console.log(`rejected: ${error.message}`));
}

console.log("\nin the loop, in another folder, until `done`");
const cache = createMemoryOutputCache();
const cacheTools = [toolOutputCache(cache), toolOutputCacheGrep(cache)];
const plan = (first: string, second: string) => ({
  todos: [
    { content: "look around", status: first },
    { content: "report", status: second },
  ],
});
const model = scripted([
  { toolCalls: [{ name: "write_todos", arguments: plan("in_progress", "pending") }] },
  {
    toolCalls: [
      { name: "list", arguments: { folder: "notes" } },
      { name: "cat", arguments: { file: "notes/long.txt" } },
    ],
  },
  { text: "That is a long file." },
  {
    toolCalls: [
      { name: "cat", arguments: { file: "notes/missing.txt" } },
      { name: "write_todos", arguments: plan("completed", "in_progress") },
    ],
  },
  { toolCalls: [{ name: "read_todos" }, { name: "done", arguments: { message: "I looked around." } }] },
  { toolCalls: [{ name: "write_todos", arguments: plan("completed", "completed") }] },
  { toolCalls: [{ name: "done", arguments: { message: "I looked around." } }] },
]);
const result = await runToolLoop(
  {
    model,
    overrides,
    logger,
    outputCache: cache,
    requireDoneTool: true,
    redaction: "required",
    tools: [list, cat, writeTodosTool(), readTodosTool(), doneTool(), ...cacheTools],
    trim: { budgetTokens: 100 },
  },
  [{ role: "user", content: "Look around." }],
);
for (const message of result.messages) {
  const trimmed = message.role === "tool" && message.trimmed ? " (trimmed)" : "";
  const text = String(message.content).replaceAll(/ref=\w+/g, "ref=…");
  if (text !== "") console.log(`${message.role}${trimmed}: ${text}`);
}
console.log(`${result.stopReason}: ${result.content}`);

console.log("\nwhat was trimmed is kept");
const runner = new ToolRunner({ registry: new ToolRegistry(cacheTools), redaction: "required" });
const ref_id =
  result.messages.flatMap((message) => (message.role === "tool" ? (message.output_ref ?? []) : []))[0] ?? "";
for (const [name, input] of [
  ["tool_output_cache", { ref_id, offset: 1, limit: 2 }],
  ["tool_output_cache_grep", { ref_id, pattern: "line 3[01]", regex: true, before: 1, max_matches: 1 }],
] as const) {
  console.log((await runner.exec({ name, arguments: input })).message.content);
}

async function resolve<T>(key: DependencyKey<T>): Promise<T> {
  return key.create(resolve);
}
