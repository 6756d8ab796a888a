import { beforeEach, expect, it, vi } from "vitest";
import { KeptRun } from "../../test/kept-run.ts";
import { toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import type { JournalEvent } from "../journal/event.ts";
import { createSteerQueue } from "../steer/create-steer-queue.ts";
import { NOT_LOADED } from "../tool/lazy.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

const LOOP = "./start-run.ts";
const FAILED_START = "./tell-not-begun.ts";
const RESUMPTION = "./resume-tool-loop.ts";
const COMPACTION = "./compact-run.ts";
const BRIDGE = "../tool-search/naming-model.ts";
const BY_CONFIGURATION: readonly [file: string, given: Partial<Omit<ToolLoopConfig, "model">>][] = [
  ["./user-messages.ts", { onUserMessage: () => undefined }],
  ["./final-answer.ts", { output: { type: "object" } }],
  [COMPACTION, { compaction: true }],
  ["./steering.ts", { steering: createSteerQueue() }],
  ["../durable/durable-steps.ts", { durable: new KeptRun() }],
  ["../faces/to-tool.ts", { tools: [Object({ name: "a", description: "", parameters: {}, execute: () => "" })] }],
];
const FILES = [LOOP, FAILED_START, RESUMPTION, BRIDGE, ...BY_CONFIGURATION.map(([file]) => file)];

const user = [{ role: "user", content: "go" }] as const;
const failed = { stopReason: "error", error: { code: "internal", message: NOT_LOADED } };

// Nothing is loaded yet, as in a program that has just begun.
beforeEach(() => {
  restore();
  vi.resetModules();
});

/** The files were replaced under a program, or a page has lost its network. */
function remove(...files: readonly string[]): void {
  for (const file of files)
    vi.doMock(file, () => {
      throw new TypeError("Failed to fetch dynamically imported module");
    });
}

function restore(): void {
  for (const file of FILES) vi.doUnmock(file);
}

async function begin(given: Partial<Omit<ToolLoopConfig, "model">> = {}) {
  const core = await import("../index.ts");
  const journal = new core.MemoryJournal();
  const model = new WrittenModel([{ text: "{}" }]);
  const config = { model, activity: new core.ActivityStream(journal), logger: new KeptLog(), ...given };
  return { ...core, model, config, stored: () => journal.events.map(({ type }) => type) };
}

async function typesOf(events: AsyncIterable<JournalEvent>): Promise<readonly string[]> {
  const types: string[] = [];
  for await (const { type } of events) types.push(type);
  return types;
}

it.each<[files: readonly string[], told: readonly string[]]>([
  [[LOOP], ["error", "done"]],
  [[LOOP, FAILED_START], []],
])(
  "a run that cannot be loaded (%j) says so in one sentence, its stream ends, and a later run tries again",
  async (files, told) => {
    const { runToolLoop, streamToolLoop, config, model, stored } = await begin();
    remove(...files);
    expect(await runToolLoop(config, user)).toMatchObject({ ...failed, messages: user });
    const { events, final } = streamToolLoop(config, user);
    expect(await typesOf(events)).toEqual(told);
    expect(await final).toMatchObject(failed);
    expect(stored()).toEqual([...told, ...told]);
    expect(model.requests).toEqual([]);
    restore();
    expect(await runToolLoop(config, user)).toMatchObject({ stopReason: "stop", content: "{}" });
  },
);

it("a run that cannot be loaded is not resumed", async () => {
  const { resumeToolLoop, config } = await begin();
  remove(RESUMPTION);
  expect(await resumeToolLoop(config)).toMatchObject(failed);
});

it.each(BY_CONFIGURATION)(
  "what a run needs by its configuration (%s) is loaded before anything of it happens",
  async (file, given) => {
    const { runToolLoop, config, model, stored } = await begin(given);
    remove(file);
    expect(await runToolLoop(config, user)).toMatchObject(failed);
    expect(stored()).toEqual(["error", "done"]);
    expect(model.requests).toEqual([]);
    restore();
    expect(await runToolLoop(config, user)).toMatchObject({ stopReason: "stop" });
  },
);

it("a step with tools that are not in its list ends the run where what calls them cannot be loaded", async () => {
  const tool = toolOf("a", () => "ran");
  const { runToolLoop, config, model } = await begin({ prepareStep: () => ({ unlisted: [tool] }) });
  remove(BRIDGE);
  const { stopReason, error } = await runToolLoop(config, user);
  expect([stopReason, error]).toEqual(["error", { code: "internal", message: `The run failed: ${NOT_LOADED}` }]);
  expect(model.requests).toEqual([]);
  restore();
  expect(await runToolLoop(config, user)).toMatchObject({ stopReason: "stop" });
});

it("a conversation stays as it is where what summarises it by hand cannot be loaded", async () => {
  const { compactConversation, config } = await begin();
  remove(COMPACTION);
  expect(await compactConversation(config, user)).toMatchObject({ ...failed, messages: user });
});
