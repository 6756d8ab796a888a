import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createMemoryOutputCache,
  type Json,
  type JsonObject,
  type Logger,
  type Policy,
  runToolLoop,
  type Tool,
  ToolRegistry,
  ToolRunner,
  toolOutputCache,
  toolOutputCacheGrep,
} from "@toolwright/core";
import { ToolManager } from "@toolwright/core/class-tools";
import { createToolSearch, ToolCatalog } from "@toolwright/core/tool-search";
import { scripted } from "@toolwright/models";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { scene, YES } from "../class-views/class-views.test-data.ts";
import { BashTool, WriteTool } from "../class-views/tools.ts";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { skillTools } from "../skills/skill-tools.ts";
import { workspaceOverrides } from "../workspace/workspace-overrides.ts";
import { standardTools } from "./standard-tools.ts";

/**
 * Every tool of the standard set, and those that a loop brings itself. None looks ahead: what a call here names is not
 * there.
 */
const TOOLS: readonly Tool[] = [
  ...standardTools({ agent: true }),
  ...skillTools(),
  createToolSearch(new ToolCatalog([])).tool,
  toolOutputCache(createMemoryOutputCache()),
  toolOutputCacheGrep(createMemoryOutputCache()),
].map((tool) => {
  const { preview: _, ...spec } = tool.spec;
  return { ...tool, spec };
});

type Verdict = "left out" | "stays" | "refused";

/** For every optional key: what becomes of null, of "" and of 0. */
const TABLE: Readonly<Record<string, Readonly<Record<string, readonly [Verdict, Verdict, Verdict]>>>> = {
  bash: { description: TEXT(), timeout: ABSENT(), working_dir: TEXT(), background: FLAG() },
  bash_output: { job: TEXT(), wait: FROM_ZERO(), lines: ABSENT() },
  bash_kill: { signal: TEXT() },
  read: { limit: FROM_ZERO(), offset: FROM_ZERO(), end_line: ABSENT() },
  write: { expected_hash: TEXT() },
  edit: {
    replace_all: FLAG(),
    match_mode: TEXT(),
    expected_replacements: ABSENT(),
    dry_run: FLAG(),
    expected_hash: TEXT(),
  },
  multi_edit: {},
  apply_patch: { dry_run: FLAG() },
  ls: { path: TEXT(), depth: ABSENT(), limit: ABSENT() },
  grep: {
    path: TEXT(),
    glob: TEXT(),
    type: TEXT(),
    mode: TEXT(),
    context: FROM_ZERO(),
    ignore_case: FLAG(),
    fixed: FLAG(),
    multiline: FLAG(),
    ignored: FLAG(),
    limit: ABSENT(),
    offset: FROM_ZERO(),
    output_mode: TEXT(),
    "-n": FLAG(),
  },
  glob: { path: TEXT(), limit: ABSENT(), ignored: FLAG() },
  web_fetch: { format: TEXT(), max_chars: ABSENT() },
  get_current_time: { timezone: TEXT() },
  write_todos: {},
  read_todos: {},
  agent: { type: TEXT(), agent_id: TEXT(), background: FLAG() },
  done: {},
  list_skills: {},
  read_skill: { file: TEXT() },
  tool_search: { regex: FLAG() },
  tool_output_cache: { offset: FROM_ZERO(), limit: ABSENT(), char_offset: FROM_ZERO(), char_limit: ABSENT() },
  tool_output_cache_grep: { regex: FLAG(), before: FROM_ZERO(), after: FROM_ZERO(), max_matches: ABSENT() },
};

function ABSENT() {
  return ["left out", "left out", "left out"] as const;
}

/** A number is no text: nobody knows which path or choice it means. */
function TEXT() {
  return ["left out", "left out", "refused"] as const;
}

/** 0 is one of the numbers that it takes, or what it is anyway. */
function FROM_ZERO() {
  return ["left out", "left out", "stays"] as const;
}

/** 0 is no word for no. */
function FLAG() {
  return ["left out", "left out", "refused"] as const;
}

const WAS = { null: "was null", '""': "was empty", "0": "was 0" } as const;

/** What a call needs to have. */
const NEEDED: Readonly<Record<string, JsonObject>> = {
  bash: { command: "true" },
  bash_kill: { job: "j1" },
  read: { file_paths: ["a.txt"] },
  write: { file_path: "a.txt", content: "" },
  edit: { file_path: "a.txt", old_string: "", new_string: "" },
  multi_edit: { file_path: "a.txt", edits: [{ old_string: "", new_string: "" }] },
  apply_patch: { patch: "" },
  grep: { pattern: "x" },
  glob: { pattern: "*" },
  web_fetch: { url: "https://example.com/" },
  write_todos: { todos: [] },
  agent: { description: "look", prompt: "Look." },
  done: { message: "" },
  read_skill: { skill: "one" },
  tool_search: { query: "mail" },
  tool_output_cache: { ref_id: "one" },
  tool_output_cache_grep: { ref_id: "one", pattern: "x" },
};

/** A call of `edit` has one form: these stand in the place of its texts. */
function isAnotherForm(tool: string, key: string): boolean {
  return tool === "edit" && (key === "edits" || key === "patch");
}

const SILENT: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A call that is read, judged by a policy and asked about, and whose tool is not run. */
async function read(name: string, args: JsonObject) {
  const judged: JsonObject[] = [];
  const asked: JsonObject[] = [];
  const ran: JsonObject[] = [];
  const policy: Policy = {
    decide: (_, args) => {
      judged.push(args);
      return { verdict: "ask" };
    },
  };
  const runner = new ToolRunner({
    registry: new ToolRegistry(TOOLS),
    policy,
    logger: SILENT,
    approver: {
      approve: async ({ approvalId, arguments: shown }) => {
        asked.push(shown);
        return { approvalId, approve: true };
      },
    },
  }).use(async (call) => {
    ran.push(call.arguments);
    return { output: { type: "text", text: "ran" }, silent: false, isError: false, async: false };
  });
  const { result, message } = await runner.exec({ name, arguments: args });
  const content = String(message.content);
  return { judged, asked, ran, result, content, note: /\n(\[left out: .*\])$/.exec(content)?.[1] };
}

describe("an optional argument that is given and holds nothing", () => {
  it("stands in the table for every tool", () => {
    const optional = TOOLS.map(({ name, spec }) => {
      const keys = Object.keys(Object(spec.input.jsonSchema.properties));
      return [name, keys.filter((key) => !Object.hasOwn(NEEDED[name] ?? {}, key) && !isAnotherForm(name, key))];
    });
    const table = Object.entries(TABLE).map(([name, keys]) => [name, Object.keys(keys)]);
    expect(Object.fromEntries(optional)).toEqual(Object.fromEntries(table));
  });

  const cases = Object.entries(TABLE).flatMap(([name, keys]) =>
    Object.entries(keys).flatMap(([key, verdicts]) =>
      ([null, "", 0] as const).map((value, place) => ({ name, key, value, verdict: verdicts[place] })),
    ),
  );

  it.each(cases)("$name { $key: $value } is $verdict", async ({ name, key, value, verdict }) => {
    const needed = NEEDED[name] ?? {};
    const given = { ...needed, [key]: value };
    const { judged, asked, ran, result, content, note } = await read(name, given);
    if (verdict === "refused") {
      expect(result.error?.code).toBe("invalid_arguments");
      expect(content).toContain(`/${key}: `);
      return;
    }
    const expected = verdict === "stays" ? given : needed;
    expect([judged, asked, ran]).toEqual([[expected], [expected], [expected]]);
    const was = WAS[JSON.stringify(value) as keyof typeof WAS];
    expect(note).toBe(verdict === "stays" ? undefined : `[left out: \`${key}\` ${was}]`);
  });

  it("is left out inside a list too, and several are named in one line", async () => {
    const edits = [{ old_string: "a", new_string: "", replace_all: null }];
    const nested = await read("multi_edit", { file_path: "a.txt", edits });
    expect(nested.ran).toEqual([{ file_path: "a.txt", edits: [{ old_string: "a", new_string: "" }] }]);
    expect(nested.note).toBe("[left out: `edits/0/replace_all` was null]");
    const several = await read("grep", { pattern: "x", path: "", glob: null, limit: 0, context: 0 });
    expect(several.ran).toEqual([{ pattern: "x", context: 0 }]);
    expect(several.note).toBe("[left out: `glob` was null, `path` was empty, `limit` was 0]");
  });

  it.each([
    ["bash", { command: "" }],
    ["bash", { command: " \t\n " }],
    ["write", { file_path: "a.txt", content: null }],
    ["grep", { pattern: "", path: "" }],
    ["read", { file_paths: null }],
    ["web_fetch", { url: "" }],
  ] as const)("is refused where the key is required: %s %j", async (name, args) => {
    const { ran, result } = await read(name, args);
    expect([ran, result.error?.code]).toEqual([[], "invalid_arguments"]);
  });
});

interface PropertySchema {
  readonly type?: unknown;
  readonly enum?: readonly string[];
  readonly maximum?: number;
}

/** Values that say something, for the types that the tools' schemas have. */
function valuesOf(schema: PropertySchema): fc.Arbitrary<Json> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "string") return fc.string({ minLength: 1, maxLength: 50 });
  return fc.integer({ min: 1, max: Math.min(schema.maximum ?? 3, 3) });
}

describe("a call in which every argument says something", () => {
  const callOf = (tool: Tool) => {
    const needed = NEEDED[tool.name] ?? {};
    const properties: Readonly<Record<string, PropertySchema>> = Object(tool.spec.input.jsonSchema.properties);
    const optional = Object.entries(properties).filter(
      ([key]) => !Object.hasOwn(needed, key) && !isAnotherForm(tool.name, key),
    );
    const more = Object.fromEntries(
      optional.map(([key, schema]) => [key, fc.option(valuesOf(schema), { nil: undefined })]),
    );
    return fc.record(more).map((given) => {
      const there = Object.entries(given).filter(([, value]) => value !== undefined);
      return { name: tool.name, args: JSON.stringify({ ...needed, ...Object.fromEntries(there) }) };
    });
  };

  it("is read byte for byte as it was sent", async () => {
    const calls = fc.oneof(...TOOLS.map(callOf));
    await fc.assert(
      fc.asyncProperty(calls, async ({ name, args }) => {
        const { judged, asked, ran, note } = await read(name, JSON.parse(args));
        expect([judged, asked, ran].flat().map((one) => JSON.stringify(one))).toEqual([args, args, args]);
        expect(note).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});

const HELLO = { file_path: "hello.txt", content: "hello\n", expected_hash: "" };
const NOTE = "[left out: `expected_hash` was empty]";

async function folder() {
  const place = await realpath(await mkdtemp(join(tmpdir(), "left-out-")));
  onTestFinished(() => rm(place, { recursive: true }));
  const root = join(place, "work");
  await mkdir(root);
  const workspace = await createLocalWorkspace({ root, home: place, stateDirectory: join(place, "state") });
  return { workspace, overrides: workspaceOverrides({ workspace, sandbox: "off" }) };
}

describe("every form of a call", () => {
  it("creates a file with an empty hash: in a runner, whose events and programs are told", async () => {
    const { overrides } = await folder();
    const runner = new ToolRunner({
      registry: new ToolRegistry(TOOLS),
      overrides,
      outputCache: createMemoryOutputCache(),
    });
    const { result, message } = await runner.exec({ name: "write", arguments: HELLO });
    expect(result).toMatchObject({ isError: false, note: NOTE.slice(1, -1), output: { value: { created: true } } });
    expect(message.content).toBe('{"created":"hello.txt"}\n[left out: `expected_hash` was empty]');
  });

  it("in a loop, where the same call without the argument is the same call", async () => {
    const { overrides } = await folder();
    const list = { name: "ls", arguments: { path: "", depth: 0 } };
    const model = scripted([
      { toolCalls: [{ name: "write", arguments: HELLO }] },
      { toolCalls: [list] },
      { toolCalls: [{ name: "ls", arguments: {} }] },
      { text: "done" },
    ]);
    const { messages } = await runToolLoop({ model, tools: TOOLS, overrides }, [{ role: "user", content: "go" }]);
    const contents = messages.flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []));
    expect(contents[0]).toContain(NOTE);
    expect(contents[1]).toBe("hello.txt\n[left out: `path` was empty, `depth` was 0]");
    expect(contents[2]).toContain("redundant_call");
  });

  it("in a class, with a manager and without", async () => {
    const { stream, workspace } = await scene();
    const tools = [new WriteTool(stream, { workspace }), new BashTool(stream, { workspace, sandbox: "off" })] as const;
    const manager = new ToolManager(tools, stream, { approver: YES, workspace });
    const note = NOTE.slice(1, -1);
    expect(await manager.executeTool("write", HELLO)).toMatchObject({ success: true, created: true, note });
    const second = { ...HELLO, file_path: "second.txt" };
    expect(await tools[0].execute(second)).toMatchObject({ success: true, created: true, note });
    const bash = { command: "echo x", timeout: 0, working_dir: "", description: null };
    const ran = {
      success: true,
      output: "x\n",
      note: "left out: `description` was null, `timeout` was 0, `working_dir` was empty",
    };
    expect([await manager.executeTool("bash", bash), await tools[1].execute(bash)]).toMatchObject([ran, ran]);
  });
});
