import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { ActivityStream, defineTool, type Json, type JsonObject, runToolLoop, type Tool } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createAiSdkModel, createOpenAiCompatibleModel, createResponsesModel } from "../src/index.ts";
import { anthropicBlocks, callBlock, textBlock } from "./support/anthropic-stream.ts";
import { responseItems } from "./support/response-items.ts";
import { hello, startAnswering } from "./support/scripted-server.ts";

const ask = [{ role: "user", content: "Do it." }] as const;
const given: JsonObject[] = [];

function tool(name: string, output: Json | Error): Tool {
  return defineTool({
    name,
    description: "Ours.",
    input: { type: "object" },
    execute: (input: JsonObject) => {
      given.push(input);
      if (output instanceof Error) throw output;
      return output;
    },
  });
}

const said = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Done.", annotations: [], logprobs: [] }],
};

/** What the server of a run was sent, by the model that is made for it. */
async function bodies(
  item: JsonObject,
  tools: Tool[],
  make: (baseUrl: string) => Parameters<typeof runToolLoop>[0]["model"],
) {
  given.length = 0;
  const server = await startAnswering(responseItems([item]), responseItems([said]));
  const deltas: string[] = [];
  const activity = new ActivityStream();
  activity.subscribe("tool_call_delta", ({ data }) => deltas.push(data.function?.arguments ?? ""));
  const result = await runToolLoop({ model: make(server.baseUrl), tools, activity }, ask);
  expect(result).toMatchObject({ stopReason: "stop", content: "Done." });
  const [first, second] = server.received.map(({ body }) => Object(body));
  return { tools: first.tools, call: second.input.slice(1), deltas: deltas.join(""), given: [...given] };
}

const format = { type: "grammar", syntax: "lark", definition: 'start: "add" NUMBER' } as const;
const custom = { type: "custom", name: "sum", description: "Adds.", format };
const customCall = {
  type: "custom_tool_call",
  id: "ctc_1",
  call_id: "call_1",
  name: "sum",
  input: 'add "4"\n',
  status: "completed",
};

describe("OpenAI's custom tools, whose calls follow a grammar", () => {
  it.each([
    [
      "through the AI SDK",
      (baseURL: string) => {
        const openai = createOpenAI({ baseURL, apiKey: "key" });
        const providerTools = { sum: openai.tools.customTool({ description: "Adds.", format }) };
        return createAiSdkModel(openai("gpt-5"), { providerTools });
      },
      { type: "item_reference", id: "ctc_1" },
    ],
    [
      "through responses",
      (baseUrl: string) => createResponsesModel({ baseUrl, model: "gpt-5", providerTools: [custom] }),
      customCall,
    ],
  ])("give a text, %s", async (_what, make, back) => {
    const sent = await bodies(customCall, [tool("sum", "4")], make);
    expect(sent.tools).toEqual([custom]);
    expect(sent.given).toEqual([{ input: 'add "4"\n' }]);
    expect(sent.call).toEqual([back, { type: "custom_tool_call_output", call_id: "call_1", output: "4" }]);
    expect(JSON.parse(sent.deltas)).toEqual({ input: 'add "4"\n' });
  });

  it("are sent back as a text without a store, through the AI SDK", async () => {
    const sent = await bodies(customCall, [tool("sum", "4")], (baseURL) => {
      const openai = createOpenAI({ baseURL, apiKey: "key" });
      const model = createAiSdkModel(openai("gpt-5"), { providerTools: { sum: openai.tools.customTool({ format }) } });
      const providerOptions = { openai: { store: false } };
      return {
        ...model,
        completionStream: (params, context) => model.completionStream({ ...params, providerOptions }, context),
      };
    });
    const { status: _status, ...call } = customCall;
    expect(sent.call).toEqual([call, expect.objectContaining({ output: "4" })]);
  });
});

const operation = { type: "delete_file", path: "a.txt" };
const patchCall = { type: "apply_patch_call", id: "apc_1", call_id: "call_1", status: "completed", operation };
const action = { commands: ["ls"], timeout_ms: 1_000, max_output_length: 100 };
const shellCall = { type: "shell_call", id: "sh_1", call_id: "call_1", status: "completed", action };

describe("OpenAI's shell and apply_patch, run by tools of ours", () => {
  const hosted = [{ type: "apply_patch" }, { type: "shell" }];
  const own = (baseUrl: string) => createResponsesModel({ baseUrl, model: "gpt-5", providerTools: hosted });
  const sdk = (baseURL: string) => {
    const openai = createOpenAI({ baseURL, apiKey: "key" });
    const providerTools = { apply_patch: openai.tools.applyPatch({}), shell: openai.tools.shell({}) };
    return createAiSdkModel(openai("gpt-5"), { providerTools });
  };

  it.each([
    ["what the tool gives", { status: "completed", output: "gone" }, { status: "completed", output: "gone" }],
    ["a text", "gone", { status: "completed", output: "gone" }],
    ["a failure", new Error("is locked"), { status: "failed", output: expect.stringContaining("is locked") }],
  ])("apply_patch answers with %s", async (_what, output, fields) => {
    const tools = [tool("apply_patch", output), tool("shell", "")];
    const answer = { type: "apply_patch_call_output", call_id: "call_1", ...fields };
    const ours = await bodies(patchCall, tools, own);
    expect(ours.tools).toEqual(hosted);
    expect(ours.given).toEqual([{ operation }]);
    expect(ours.call).toEqual([patchCall, answer]);
    const theirs = await bodies(patchCall, tools, sdk);
    expect(theirs.tools).toEqual(hosted);
    expect(theirs.given).toEqual([{ callId: "call_1", operation }]);
    expect(theirs.call).toEqual([{ type: "item_reference", id: "apc_1" }, answer]);
  });

  it.each([
    ["a text", "a.txt\n", { stdout: "a.txt\n", stderr: "", outcome: { type: "exit", exit_code: 0 } }],
    [
      "a failure",
      new Error("no"),
      { stdout: "", stderr: expect.stringContaining("no"), outcome: { type: "exit", exit_code: 1 } },
    ],
  ])("shell answers with %s", async (_what, output, fields) => {
    const tools = [tool("apply_patch", ""), tool("shell", output)];
    const ours = await bodies(shellCall, tools, own);
    expect(ours.given).toEqual([{ action }]);
    expect(ours.call).toEqual([shellCall, { type: "shell_call_output", call_id: "call_1", output: [fields] }]);
    const theirs = await bodies(shellCall, tools, sdk);
    expect(theirs.given).toEqual([{ action: { commands: ["ls"], timeoutMs: 1_000, maxOutputLength: 100 } }]);
    expect(theirs.call[1]).toEqual({ type: "shell_call_output", call_id: "call_1", output: [fields] });
  });

  it("a shell in a container of OpenAI's is none of ours", async () => {
    const output = {
      type: "shell_call_output",
      id: "sho_1",
      call_id: "call_1",
      output: [{ stdout: "x", stderr: "", outcome: { type: "exit", exit_code: 0 } }],
    };
    const server = await startAnswering(responseItems([shellCall, output, said]), responseItems([said]));
    const model = own(server.baseUrl);
    const calls: Json[] = [];
    const activity = new ActivityStream();
    activity.subscribe("tool_call_end", ({ data }) => calls.push([data.toolName, Object(data.result.output)]));
    const { messages } = await runToolLoop({ model, activity }, ask);
    expect(calls).toEqual([["shell", { type: "json", value: { output: output.output } }]]);
    await runToolLoop({ model }, [...messages, ...ask]);
    expect(Object(server.received[1]?.body).input.slice(1, 3)).toEqual([shellCall, output]);
  });
});

describe("what only a provider reads", () => {
  it("goes with the message, the part, the tool and the call that it was said of", async () => {
    const image = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
    const detailed = { ...image, providerOptions: { openai: { imageDetail: "low" } } };
    const look = defineTool({ name: "look", description: "", input: { type: "object" }, execute: () => [detailed] });
    const call = {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "look",
      arguments: "{}",
      status: "completed",
    };
    const server = await startAnswering(responseItems([call]), responseItems([said]));
    const openai = createOpenAI({ baseURL: server.baseUrl, apiKey: "key" });
    await runToolLoop({ model: createAiSdkModel(openai("gpt-5")), tools: [look] }, [
      { role: "user", content: [detailed] },
    ]);
    const { input } = Object(server.received[1]?.body);
    expect(input[0].content).toMatchObject([{ type: "input_image", detail: "low" }]);
    expect(input[2].output).toMatchObject([{ type: "input_image", detail: "low" }]);
  });

  it("reaches Anthropic: marks of its own, examples, and arguments that stream at once", async () => {
    const cacheControl = { type: "ephemeral", ttl: "1h" };
    const providerOptions = { anthropic: { cacheControl } };
    const input: JsonObject = { type: "object", properties: { at: { type: "string" } } };
    const look = defineTool({
      name: "look",
      description: "",
      input,
      inputExamples: [{ at: "dot" }],
      execute: () => "",
    });
    const far = defineTool({
      name: "far",
      description: "",
      input,
      providerOptions: { anthropic: { eagerInputStreaming: false, deferLoading: true } },
      execute: () => "",
    });
    const server = await startAnswering(
      anthropicBlocks([callBlock("toolu_1", "look", { at: "x" })], "tool_use"),
      anthropicBlocks([textBlock("Seen.")]),
    );
    const model = createAiSdkModel(createAnthropic({ baseURL: server.baseUrl, apiKey: "key" })("claude-sonnet-4-5"));
    await runToolLoop({ model, tools: [look, far] }, [
      { role: "system", content: "Look.", providerOptions },
      { role: "user", content: [{ type: "text", text: "Now.", providerOptions }] },
    ]);
    const { body, headers } = server.received[0] ?? {};
    expect(body?.tools).toEqual([
      expect.objectContaining({ name: "look", input_examples: [{ at: "dot" }], eager_input_streaming: true }),
      expect.objectContaining({ name: "far", defer_loading: true }),
    ]);
    expect(Object(body?.tools)[1].eager_input_streaming).toBeUndefined();
    expect(headers?.["anthropic-beta"]).toContain("advanced-tool-use");
    const marked = { cache_control: cacheControl };
    expect(body).toMatchObject({ system: [marked], messages: [{ content: [marked] }] });
    expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(2);
  });

  it("is passed over by servers that know no such field", async () => {
    const far = defineTool({
      name: "far",
      description: "",
      input: { type: "object" },
      providerOptions: { anthropic: { deferLoading: true } },
      inputExamples: [{}],
      execute: () => "",
    });
    for (const [make, answer] of [
      [createResponsesModel, responseItems([said])],
      [createOpenAiCompatibleModel, hello],
    ] as const) {
      const server = await startAnswering(answer);
      const model = make({ baseUrl: server.baseUrl, model: "m" });
      const message = { role: "user", content: "x", providerOptions: { openai: { a: 1 } } } as const;
      expect((await runToolLoop({ model, tools: [far] }, [message])).stopReason).toBe("stop");
      expect(JSON.stringify(server.received[0]?.body)).not.toMatch(/providerOptions|inputExamples|deferLoading/);
    }
  });
});
