import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createAgentServer, startNodeServer, threadDocument } from "../../agent/server/src/index.ts";
import { backupStore, openStore, restoreStore } from "../../agent/store/src/index.ts";
import { Api } from "../../agent/web/src/server/api.ts";
import { quickJs } from "../../runtime/code-mode/src/index.ts";
import { ActivityStream as ClassStream, ToolManager } from "../../runtime/core/src/class-tools/index.ts";
import * as core from "../../runtime/core/src/index.ts";
import * as prompt from "../../runtime/core/src/prompt/index.ts";
import { exportToOpenTelemetry, summariseInvocations } from "../../runtime/core/src/telemetry/index.ts";
import { approverByRules, expectCalls, fakeClock } from "../../runtime/core/src/testing/index.ts";
import { createToolBridge, createToolSearch, ToolCatalog } from "../../runtime/core/src/tool-search/index.ts";
import { applyEdit, applyEdits, planPatch, planWrite, unifiedDiff } from "../../runtime/edits/src/index.ts";
import { evaluate } from "../../runtime/evals/src/index.ts";
import { toolLoopHarness } from "../../runtime/evals/src/vitest-evals/index.ts";
import { mcpLogin } from "../../runtime/mcp/src/index.ts";
import * as models from "../../runtime/models/src/index.ts";
import * as judge from "../../runtime/shell-judge/src/index.ts";
import * as workspace from "../../runtime/workspace/src/index.ts";
import * as inner from "../../runtime/workspace/src/internal.ts";
import { declaredIn, entriesOf } from "../../scripts/declared-names.ts";
import { packageFolders, sourcesOf } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "../..");
const root = mkdtempSync(join(tmpdir(), "options-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const model = models.scripted([]);
const registry = new core.ToolRegistry([]);
const stream = new core.ActivityStream();
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const bytes = new Uint8Array();
const odd = { zzz: 1 };

const apply = (make: unknown, ...given: readonly unknown[]): unknown =>
  typeof make === "function" ? Reflect.apply(make, undefined, given) : "no function";
const made = (of: unknown, ...given: readonly unknown[]): unknown =>
  typeof of === "function" ? Reflect.construct(of, given) : "no class";
const of = (object: object, method: string, ...given: readonly unknown[]): unknown =>
  Reflect.apply(Reflect.get(object, method), object, given);

/** What a function says of an option that it does not have: thrown, rejected, or in the words of its result. */
async function saidBy(work: () => unknown): Promise<string> {
  try {
    const result: unknown = await work();
    return JSON.stringify(result) ?? "nothing";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const loop = (more: object) =>
  apply(core.runToolLoop, { model, logger: silent, ...more }, [{ role: "user", content: "x" }]);
const tool = { name: "pay", description: "", input: { type: "object" }, execute: () => "paid" };
const subTool = prompt.tool("pay", "Pay.", { type: "object" }, () => "paid");
const permissions = { root, home: root, policies: [] };
const server = (agent: object, more: object = {}) =>
  apply(createAgentServer, { ...more, agent: { model: "m", config: () => ({ model }), ...agent }, token: "t" });

const PLACES: Readonly<Record<string, () => unknown>> = {
  defineTool: () => apply(core.defineTool, { ...tool, ...odd }),
  "effects of defineTool": () => apply(core.defineTool, { ...tool, effects: { kind: "read", ...odd } }),
  defineContract: () => apply(core.defineContract, { ...odd, ...tool }),
  ToolRunner: () => made(core.ToolRunner, { registry, ...odd }),
  "limits of ToolRunner": () => made(core.ToolRunner, { registry, limits: odd }),
  "runner.exec": () =>
    new core.ToolRunner({ registry, logger: silent }).exec({ name: "x", arguments: {} }, Object(odd)),
  "runner.execAll": () =>
    new core.ToolRunner({ registry, logger: silent }).execAll([{ name: "x", arguments: {} }], Object(odd)),
  "registry.execute": () => of(registry, "execute", "x", {}, odd),
  "registry.executeWithContext": () => of(registry, "executeWithContext", "x", {}, "a", "b", null, odd),
  runToolLoop: () => loop(odd),
  "limits of runToolLoop": () => loop({ limits: odd }),
  "trim of runToolLoop": () => loop({ trim: odd }),
  "what prepareStep returns": () => loop({ prepareStep: () => odd }),
  createMemoryOutputCache: () => apply(core.createMemoryOutputCache, odd),
  MemoryJournal: () => made(core.MemoryJournal, odd),
  ActivityStream: () => made(core.ActivityStream, undefined, odd),
  "replay of ActivityStream": () => made(core.ActivityStream, undefined, { replay: odd }),
  "stream.follow": async () => stream.follow(Object(odd)).next(),
  toAiEvents: () => apply(core.toAiEvents, [], odd),
  DependencyHolder: () => made(core.DependencyHolder, odd),
  ToolError: () => made(core.ToolError, "x", odd),
  "StatefulPrompt.create": () => apply(prompt.StatefulPrompt.create, model, odd),
  "limits of StatefulPrompt.create": () => apply(prompt.StatefulPrompt.create, model, { limits: odd }),
  runPrompt: () => apply(prompt.runPrompt, () => undefined, { model, ...odd }),
  "tool of a prompt": () => apply(prompt.tool, "pay", "Pay.", { type: "object" }, () => "paid", odd),
  quickJs: () => apply(quickJs, odd),
  composeTools: () => apply(prompt.composeTools, "all", "All.", [subTool], odd),
  "agent of a prompt": () => apply(prompt.agent, "a", "A.", { type: "object" }, () => "x", odd),
  ToolManager: () => made(ToolManager, [], stream, odd),
  "manager.executeTool": () => of(new ToolManager([], new ClassStream()), "executeTool", "x", {}, odd),
  exportToOpenTelemetry: () => apply(exportToOpenTelemetry, odd),
  summariseInvocations: () => apply(summariseInvocations, { sink: () => undefined, ...odd }),
  createToolSearch: () => apply(createToolSearch, new ToolCatalog(), odd),
  createToolBridge: () => apply(createToolBridge, new ToolCatalog(), odd),
  evaluate: () => apply(evaluate, [], { agents: {}, scorers: {}, ...odd }),
  "tasks of evaluate": () => apply(evaluate, [{ id: "a", input: "b", ...odd }], { agents: {}, scorers: {} }),
  "budget of evaluate": () => apply(evaluate, [], { agents: {}, scorers: {}, budget: odd }),
  toolLoopHarness: () => apply(toolLoopHarness, { name: "a", config: { model }, ...odd }),
  fakeClock: () => apply(fakeClock, odd),
  expectCalls: () => apply(expectCalls, [], [], odd),
  "calls of expectCalls": () => apply(expectCalls, [], [{ tool: "pay", ...odd }]),
  approverByRules: () => apply(approverByRules, [{ tool: "pay", answer: true, ...odd }]),
  openStore: () => apply(openStore, { file: ":memory:", ...odd }),
  "limits of openStore": () => apply(openStore, { file: ":memory:", limits: odd }),
  backupStore: () => apply(backupStore, { file: join(root, "a"), to: join(root, "b"), ...odd }),
  restoreStore: () => apply(restoreStore, { from: join(root, "b"), file: join(root, "a"), ...odd }),
  applyEdit: () => apply(applyEdit, { path: "a", bytes, oldString: "a", newString: "b", ...odd }),
  applyEdits: () => apply(applyEdits, { path: "a", bytes, edits: [], ...odd }),
  "edits of applyEdits": () =>
    apply(applyEdits, { path: "a", bytes, edits: [{ oldString: "a", newString: "b", ...odd }] }),
  planPatch: () => apply(planPatch, { patch: "", fileAt: () => undefined, resolvePath: String, ...odd }),
  planWrite: () => apply(planWrite, { path: "a", before: undefined, content: "", ...odd }),
  unifiedDiff: () => apply(unifiedDiff, { path: "a", before: "", after: "", ...odd }),
  createOpenAiCompatibleModel: () =>
    apply(models.createOpenAiCompatibleModel, { baseUrl: "http://x", model: "m", ...odd }),
  createResponsesModel: () => apply(models.createResponsesModel, { baseUrl: "http://x", model: "m", ...odd }),
  createLiteLlmModel: () => apply(models.createLiteLlmModel, { baseUrl: "http://x", model: "m", ...odd }),
  createAiSdkModel: () =>
    apply(models.createAiSdkModel, { specificationVersion: "v4", doStream() {}, provider: "p", modelId: "m" }, odd),
  fromChatProvider: () => apply(models.fromChatProvider, { chat() {} }, odd),
  scripted: () => apply(models.scripted, [], odd),
  "steps of scripted": () => apply(models.scripted, [odd]),
  "usage of scripted": () =>
    apply(models.scripted, [{ text: "x", usage: { inputTokens: 1, outputTokens: 1, ...odd } }]),
  "error of scripted": () => apply(models.scripted, [{ error: { code: "http", message: "x", ...odd } }]),
  "calls of scripted": () => apply(models.scripted, [{ toolCalls: [{ name: "a", ...odd }] }]),
  playTape: () => apply(models.playTape, "", odd),
  recordTape: () => apply(models.recordTape, { model, write() {}, ...odd }),
  createAgentServer: () => server({}, odd),
  threadDocument: () => apply(threadDocument, { store: {}, thread: {}, format: "json", ...odd }),
  "agent of createAgentServer": () => server(odd, { store: { journal() {}, threads: {}, approvals: {} } }),
  "limits of createAgentServer": () => server({}, { store: { journal() {}, threads: {}, approvals: {} }, limits: odd }),
  startNodeServer: () => apply(startNodeServer, { fetch() {}, resume() {}, close() {} }, { port: 0, ...odd }),
  createPermissions: () => apply(workspace.createPermissions, { ...permissions, ...odd }),
  "policies of createPermissions": () =>
    apply(workspace.createPermissions, { ...permissions, policies: [{ ...odd, scope: "cli", policy: {} }] }),
  "judge of shell-judge": () => apply(judge.judge, "ls", { cwd: root, root, home: root, ...odd }),
  explain: () => apply(judge.explain, "ls", { root, home: root, ...odd }),
  neverRun: () => apply(judge.neverRun, "ls", { cwd: root, root, home: root, ...odd }),
  judgeCommandLine: () => apply(judge.judgeCommandLine, "ls", { cwd: root, ...odd }),
  commandLineJudge: () => apply(judge.commandLineJudge, { cwd: root, ...odd }),
  createLineEngine: () => apply(judge.createLineEngine, { root, home: root, policies: [], ...odd }),
  decide: () => apply(judge.decide, [], odd),
  createFolderAgent: () => apply(workspace.createFolderAgent, { root, ...odd }),
  "open of a folder agent": async () => (await workspace.createFolderAgent({ root })).open(Object(odd)),
  "standardTools of createFolderAgent": () => apply(workspace.createFolderAgent, { root, standardTools: odd }),
  "sandbox of createFolderAgent": () => apply(workspace.createFolderAgent, { root, sandbox: odd }),
  "bash of standardTools of createFolderAgent": () =>
    apply(workspace.createFolderAgent, { root, standardTools: { bash: odd } }),
  folderTools: () => apply(workspace.folderTools, odd),
  standardTools: () => apply(workspace.standardTools, odd),
  "bash of standardTools": () => apply(workspace.standardTools, { bash: odd }),
  "read of standardTools": () => apply(workspace.standardTools, { read: odd }),
  "edit of standardTools": () => apply(workspace.standardTools, { edit: odd }),
  "webFetch of standardTools": () => apply(workspace.standardTools, { webFetch: odd }),
  bashTool: () => apply(workspace.bashTool, odd),
  readTool: () => apply(workspace.readTool, odd),
  editTool: () => apply(workspace.editTool, odd),
  webFetchTool: () => apply(workspace.webFetchTool, odd),
  BashTool: () => made(workspace.BashTool, new ClassStream(), odd),
  ReadTool: () => made(workspace.ReadTool, new ClassStream(), odd),
  WriteTool: () => made(workspace.WriteTool, new ClassStream(), odd),
  createSubAgents: () => apply(workspace.createSubAgents, { config: () => ({ model }), ...odd }),
  "limits of createSubAgents": () => apply(workspace.createSubAgents, { config: () => ({ model }), limits: odd }),
  "types of createSubAgents": () =>
    apply(workspace.createSubAgents, {
      config: () => ({ model }),
      types: [{ name: "a", description: "A.", instructions: "x", ...odd }],
    }),
  createLocalWorkspace: () => apply(workspace.createLocalWorkspace, { root, ...odd }),
  createMemoryWorkspace: () => apply(workspace.createMemoryWorkspace, odd),
  createFileOutputCache: () => apply(workspace.createFileOutputCache, { directory: root, ...odd }),
  createSandbox: async () => apply(workspace.createSandbox, await workspace.createLocalWorkspace({ root }), odd),
  createNodeFetcher: () => apply(workspace.createNodeFetcher, odd),
  createChangeLog: async () => apply(workspace.createChangeLog, await workspace.createLocalWorkspace({ root }), odd),
  createCommandChanges: async () =>
    apply(workspace.createCommandChanges, await workspace.createLocalWorkspace({ root }), odd),
  workspaceOverrides: () => apply(workspace.workspaceOverrides, odd),
  "selection of undoChanges": async () =>
    apply(workspace.undoChanges, await workspace.createLocalWorkspace({ root }), odd),
  undoChanges: async () =>
    apply(workspace.undoChanges, await workspace.createLocalWorkspace({ root }), { last: 1 }, odd),
  plannedUndo: async () =>
    apply(workspace.plannedUndo, await workspace.createLocalWorkspace({ root }), { last: 1 }, odd),
  redoChanges: async () => apply(workspace.redoChanges, await workspace.createLocalWorkspace({ root }), undefined, odd),
  createLocalFiles: () => apply(inner.createLocalFiles, { root, ...odd }),
  createLocalProcesses: () => apply(inner.createLocalProcesses, odd),
  createRuntimeSandbox: () => apply(workspace.createRuntimeSandbox, {}, odd),
  "policy of createRuntimeSandbox": () =>
    apply(workspace.createRuntimeSandbox, {}, { manager: { initialize() {}, wrapWithSandbox() {} }, policy: odd }),
  mcpLogin: () =>
    apply(mcpLogin, { config: { url: "http://x" }, logins: { read() {}, write() {} }, show() {}, ...odd }),
  Api: () => made(Api, { baseUrl: "http://x", ...odd }),
};

it.each(Object.keys(PLACES))("%s refuses an option that it does not have", async (place) => {
  expect(await saidBy(() => PLACES[place]?.())).toMatch(/there is no option \\?"zzz\\?"/);
});

/** Interfaces whose names stand in no rules, and why. */
const JUDGED_ELSEWHERE = new Set<string>([
  // Parts of checked ones.
  ...["AgentOptions", "TextCallOptions", "TimeLimitOptions", "ClassViewOptions", "UndoLimits", "PostgresLimits"],
  // Of the page's own functions, which programs in TypeScript call; `Api` refuses what would send its token elsewhere.
  ...["FoldThreadOptions", "RunFoldOptions", "ServerRuntimeOptions", "ApiOptions"],
  // Handed on whole to a loop, which refuses.
  ...["RunOptions", "CompactRunOptions"],
  // Under other names, which the places above hold.
  ...["ApplyEditOptions", "ApplyEditsOptions", "PlanPatchOptions", "PlanWriteOptions", "UnifiedDiffOptions"],
  // Made by a command, what a server says of a field, and what a code mode gives the machine of a program.
  ...["ChatOptions", "FieldLimits", "ProgramLimits"],
  // Methods of ports that only adapters and hosts call.
  ...[
    "ByteRange",
    "EventRange",
    "WriteOptions",
    "DefinitionProxyOptions",
    "JournalOptions",
    "FollowOptions",
    "TurnLeaseOptions",
    "TurnOptions",
  ],
]);

it("holds every interface of options that a public declaration names to rules, or says who does", () => {
  const sources = packageFolders()
    .flatMap(sourcesOf)
    .map((file) => readFileSync(join(ROOT, file), "utf8"));
  const interfaces = new Set(
    sources.flatMap((text) => [...text.matchAll(/\binterface (\w+)/g)].map(([, name]) => name)),
  );
  const names = packageFolders()
    .flatMap((folder) => entriesOf(join(ROOT, folder)))
    .filter(({ file }) => file.includes("/dist/"))
    .flatMap(({ file }) => [...declaredIn(file).values()])
    .flatMap(({ text }) => text.match(/\b[A-Z]\w*(?:Options|Limits|Range)\b/g) ?? [])
    .filter((name) => interfaces.has(name));
  const isHeld = (name: string) => {
    const rules = new RegExp(`(?:checkOptions|OptionRules|CheckedOptions|nested)<[^>]*\\b${name}\\b`);
    const named = new RegExp(`options: ${name}\\b[^]*\\bcheck(?:Names|Place)\\(options`);
    return sources.some((text) => text.includes(name) && (rules.test(text) || named.test(text)));
  };
  expect(names.length).toBeGreaterThan(50);
  const unheld = [...new Set(names)].filter((name) => !isHeld(name));
  expect(unheld.filter((name) => !JUDGED_ELSEWHERE.has(name))).toEqual([]);
});
