// A library that exports what our functions give. `npm run check:release` writes its declarations, which fails where a
// result has no name in the entry that its function is in.
import * as core from "@toolwright/core";
import * as prompts from "@toolwright/core/prompt";
import { jsonLinesSink, summariseInvocations } from "@toolwright/core/telemetry";
import { approverByRules, fakeClock, playTape, recordTape, scripted } from "@toolwright/core/testing";
import { createToolSearch, type ToolCatalog } from "@toolwright/core/tool-search";
import { evaluate, wilsonInterval } from "@toolwright/evals";
import { toolLoopHarness } from "@toolwright/evals/vitest-evals";
import * as files from "@toolwright/workspace";
import { z } from "zod";

declare const model: core.ModelPort;
declare const runner: core.ToolRunner;
declare const workspace: files.Workspace;
declare const catalog: ToolCatalog;

export const add = core.defineTool({
  name: "add",
  description: "Add one.",
  input: z.object({ n: z.number() }),
  execute: ({ n }) => ({ sum: n + 1 }),
});
export const call = await runner.exec({ name: "add", arguments: { n: 1 } });
export const stream = core.streamToolLoop({ model, tools: { add } }, []);
export const steered = stream.steer("Stop after the first.");
export const final = await stream.final;
export const closed = core.closeHistory([]);
export const steps = core.stepRecords([]);
export const outputs = core.createMemoryOutputCache();
export const queue = core.createSteerQueue();
export const key = core.secret("KEY", "a-long-secret");
export const scrubber = core.createScrubber([key]);
export const result = core.toolResult("done");
export const written = core.resultToJson(result);
export const effects = core.declaredEffects("read");
export const errorType = core.errorTypeOf("timeout");
export const definitions = core.getLlmToolDefinitions([add]);
export const pending = new core.PendingApprovals();
export const answered = pending.answer({ approvalId: "a", approve: true });

export const script = scripted([]);
export const requests = script.requests;
export const tape = playTape("");
export const recorder = recordTape({ model, write: () => {} });
export const clock = fakeClock();
export const approver = approverByRules([]);
export const report = await evaluate([], { agents: {}, scorers: {} });
export const [agentReport] = report.agents;
export const interval = wilsonInterval(1, 2);
export const harness = toolLoopHarness({ name: "mine", config: { model } });
export const evalRun = await harness.run("Hello");

export const greet = prompts.tool("greet", "Greet.", z.object({ name: z.string() }), ({ name }) => `Hello, ${name}.`);
export const helper = prompts.agent("helper", "Helps.", z.object({}), () => undefined);
export const prompt = prompts.StatefulPrompt.create(model);
export const asked = prompt.run();
export const composite = prompts.createCompositeSchema([greet]);
export const search = createToolSearch(catalog);
export const summaries = summariseInvocations({ sink: jsonLinesSink(() => undefined) });

export const agent = await files.createFolderAgent({ root: ".", model });
export const conversation = agent.open();
export const memory = await files.createMemoryWorkspace();
export const turns = await files.listTurns(workspace);
export const undone = await files.undoChanges(workspace, { last: 1 });
export const recovered = await files.recoverChanges(workspace);
export const changes = files.createChangeLog(workspace);
export const sandbox = await files.createSandbox(workspace);
export const kept = files.createFileOutputCache({ directory: "outputs" });
export const overrides = files.workspaceOverrides({ workspace });
export const failure = new files.FetchError("refused", "no").reason;
