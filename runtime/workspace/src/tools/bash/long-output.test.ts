import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ActivityStream,
  createMemoryOutputCache,
  type OutputCache,
  type RunnerOptions,
  runToolLoop,
  secret,
  type ToolCall,
  ToolRegistry,
  ToolRunner,
  toolOutputCache,
  toolOutputCacheGrep,
} from "@toolwright/core";
import { ToolManager } from "@toolwright/core/class-tools";
import { runPrompt } from "@toolwright/core/prompt";
import { scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { withoutTime } from "../../../test/bash-bench.ts";
import { YES } from "../../class-views/class-views.test-data.ts";
import { BashTool } from "../../class-views/tools.ts";
import { createLocalWorkspace } from "../../local/local-workspace.adapter.ts";
import { createFileOutputCache } from "../../outputs/file-output-cache.adapter.ts";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { bashTool } from "./bash.tool.ts";

const PRINTED = Array.from({ length: 30_000 }, (_, line) => `${line + 1}\n`).join("");
// Two streams have no order: the second one waits until the first has been read.
const LINE = 'seq 30000; sleep 0.3; echo "hunter2-hunter2" >&2';
const MERGED = `${PRINTED}[secret:pin]\n`;
const secrets = [secret("pin", "hunter2-hunter2")];
const conversation = { channel: "", chatId: "" };
// On a busy machine a flood takes longer than the 5 s of a call: a command that is ended has printed less.
const patient = { defaultTimeout: 60 };

async function folder() {
  const root = await realpath(await mkdtemp(join(tmpdir(), "long-output-")));
  const workspace = await createLocalWorkspace({ root, home: root, stateDirectory: `${root}-state` });
  return { root, overrides: workspaceOverrides({ workspace, sandbox: "off" }) };
}

async function ran(options: Partial<RunnerOptions> = {}, command = LINE) {
  const { overrides } = await folder();
  const registry = new ToolRegistry([bashTool(patient)]);
  const runner = new ToolRunner({ registry, overrides, secrets, approver: YES, ...options });
  const exec = (call: ToolCall) => runner.exec(call);
  const { result, message } = await exec({ name: "bash", arguments: { command } });
  const { output, ref } = result;
  return { exec, result, ref, text: String(message.content), whole: output.type === "text" ? output.text : "" };
}

async function linesOf(cache: OutputCache, id = ""): Promise<string> {
  const lines: string[] = [];
  for await (const line of (await cache.lines(id, conversation)) ?? []) lines.push(`${line}\n`);
  return lines.join("");
}

describe("a long output of bash", () => {
  it("is whole for a program, cut for the model, and kept in the cache of the runner", async () => {
    const outputCache = createMemoryOutputCache();
    const { result, ref, text, whole } = await ran({ outputCache });
    expect(withoutTime(whole) === `${MERGED}[exit 0]`).toBe(true);
    expect(Object(result.artifact).stdout === PRINTED).toBe(true);
    expect(Object(result.artifact).stderr).toBe("[secret:pin]\n");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(51_200);
    expect(text).toContain(`lines omitted; kept as ${ref?.id} …]`);
    expect((await linesOf(outputCache, ref?.id)) === MERGED).toBe(true);
  });

  it("names the tools that read it where there are such, and they do", async () => {
    const outputCache = createMemoryOutputCache();
    const registry = new ToolRegistry([
      bashTool(patient),
      toolOutputCache(outputCache),
      toolOutputCacheGrep(outputCache),
    ]);
    const { exec, text, ref } = await ran({ outputCache, registry });
    expect(text).toContain(`lines omitted; full output: tool_output_cache ref_id=${ref?.id} …]`);
    const read = await exec({
      name: "tool_output_cache",
      arguments: { ref_id: ref?.id ?? "", offset: 14_999, limit: 1 },
    });
    expect(read.message.content).toContain(" 15000\t15000\n");
    const found = await exec({
      name: "tool_output_cache_grep",
      arguments: { ref_id: ref?.id ?? "", pattern: "secret:pin" },
    });
    expect(found.message.content).toBe("30001:[secret:pin]");
  });

  it("is kept in files where the runner keeps outputs in files, and nowhere without a cache", async () => {
    const { root } = await folder();
    const outputCache = createFileOutputCache({ directory: join(root, "outputs") });
    const { ref } = await ran({ outputCache });
    expect((await linesOf(outputCache, ref?.id)) === MERGED).toBe(true);
    const { text, whole, ref: none } = await ran({ outputCache: false });
    expect([none, text.includes("lines omitted; not kept …]"), whole.startsWith(PRINTED)]).toEqual([
      undefined,
      true,
      true,
    ]);
  });

  it("can be read on by a model in a plain loop", async () => {
    const { overrides } = await folder();
    const model = scripted([{ toolCalls: [{ name: "bash", arguments: { command: LINE } }] }, { text: "done" }]);
    const { messages } = await runToolLoop({ model, tools: [bashTool(patient)], overrides, secrets, approver: YES }, [
      { role: "user", content: "go" },
    ]);
    const ref_id = /tool_output_cache ref_id=(\w+)/.exec(JSON.stringify(messages))?.[1] ?? "";
    expect(ref_id).not.toBe("");
    expect(model.requests.map(({ tools = [] }) => tools.map((tool) => tool.function.name))).toEqual([
      ["bash"],
      ["bash", "tool_output_cache", "tool_output_cache_grep"],
    ]);
  });

  it("is whole in the steps and the last tool of a prompt", async () => {
    const { overrides } = await folder();
    const model = scripted([{ toolCalls: [{ name: "bash", arguments: { command: LINE } }] }, { text: "done" }]);
    const seen: unknown[] = [];
    const { prompt, result } = await runPrompt(
      ({ addTool, defEffect, $ }) => {
        addTool(bashTool(patient));
        defEffect(({ lastTool }) => void seen.push(lastTool?.output));
        $`Go.`;
      },
      { model, overrides, secrets, approver: YES },
    );
    await result.final;
    const parts = prompt.steps.at(-1)?.input.prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
    seen.push(...(parts ?? []).map((part) => part.result));
    expect(seen.slice(1).map((one) => withoutTime(String(one)) === `${MERGED}[exit 0]`)).toEqual([true, true]);
  });

  it("is whole in the flat result of the class, and kept where its manager or its loop keeps outputs", async () => {
    const { root, overrides } = await folder();
    const stream = new ActivityStream();
    const outputCache = createMemoryOutputCache();
    const tool = new BashTool(stream, { workspace: root, sandbox: "off", ...patient });
    const manager = new ToolManager([tool], stream, { approver: YES, outputCache, secrets });
    const { output, error, output_ref } = await manager.executeTool("bash", { command: LINE });
    expect([output === PRINTED, error]).toEqual([true, "[secret:pin]\n"]);
    expect((await linesOf(outputCache, String(output_ref))) === MERGED).toBe(true);

    const forgetful = await new ToolManager([tool], stream, { approver: YES }).executeTool("bash", {
      command: "seq 30000",
    });
    expect([forgetful.output === PRINTED, forgetful.output_ref]).toEqual([true, undefined]);
    expect((await tool.execute({ command: "seq 30000" })).output === PRINTED).toBe(true);

    const model = scripted([{ toolCalls: [{ name: "bash", arguments: { command: LINE } }] }, { text: "done" }]);
    const { messages } = await runToolLoop({ model, tools: [tool], overrides, secrets, approver: YES }, [
      { role: "user", content: "go" },
    ]);
    const read = String(messages.find(({ role }) => role === "tool")?.content);
    expect(Buffer.byteLength(read)).toBeLessThanOrEqual(51_200);
    expect(read).toMatch(/\d lines omitted; full output: tool_output_cache ref_id=\w+ …\]\n/);
    expect(model.requests[1]?.tools?.map((one) => one.function.name)).toContain("tool_output_cache");
  });

  it("is bounded in events, and for programs at 8 MiB or what a runner takes of one output", async () => {
    const activity = new ActivityStream();
    const sizes: number[] = [];
    activity.subscribe("tool_call_end", (event) => sizes.push(JSON.stringify(event).length));
    const flood = await ran({ activity }, "yes 0123456789 | head -c 9000000");
    expect(withoutTime(flood.text).slice(-9)).toBe("\n[exit 0]");
    expect(flood.whole === flood.text).toBe(true);
    expect(flood.ref?.bytes).toBe(8 * 1024 * 1024 + "\n[output beyond 8 MiB discarded]\n".length);
    const small = await ran({ activity, maxOutputBytes: 100_000 });
    expect([small.whole === small.text, small.result.isError]).toEqual([true, false]);
    await ran({ activity });
    expect(sizes.length).toBe(3);
    expect(Math.max(...sizes)).toBeLessThan(512 * 1024);
  });
});
