import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { ActivityStream, type JournalEvent, type Json, MemoryJournal, runToolLoop } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createAiSdkModel, createResponsesModel } from "../src/index.ts";
import { anthropicBlocks, callBlock, textBlock } from "./support/anthropic-stream.ts";
import { responseItems } from "./support/response-items.ts";
import { startAnswering } from "./support/scripted-server.ts";

const ask = [{ role: "user", content: "What is new?" }] as const;

/** What a run's journal holds of calls that its provider ran. */
function hosted(events: readonly JournalEvent[]) {
  return events.flatMap((event): Json[] => {
    if (event.type === "tool_call_start") {
      const { toolName, arguments: args, byProvider = null } = event.data;
      return [{ toolName, args, byProvider }];
    }
    if (event.type !== "tool_call_end") return [];
    const { toolName, success, result } = event.data;
    return [{ toolName, success, output: JSON.parse(JSON.stringify(result.output)) }];
  });
}

async function run(config: Omit<Parameters<typeof runToolLoop>[0], "activity">, turns = 2) {
  const journal = new MemoryJournal();
  const warnings: string[] = [];
  let messages: Parameters<typeof runToolLoop>[1] = ask;
  let content = "";
  for (let turn = 0; turn < turns; turn += 1) {
    const activity = new ActivityStream(journal);
    activity.subscribe("warning", ({ data }) => warnings.push(data.code));
    const result = await runToolLoop({ ...config, activity }, messages);
    expect(result.stopReason).toBe("stop");
    content += result.content;
    messages = [...result.messages, { role: "user", content: "Go on." }];
  }
  const events: JournalEvent[] = [];
  for await (const event of journal.read()) events.push(event);
  return { content, events, calls: hosted(events), warnings };
}

const found = [
  {
    type: "web_search_result",
    url: "https://example.org/a",
    title: "News",
    page_age: null,
    encrypted_content: "EqgfCioIARgBIiQ3YTAwMjY1Mi1mZjM5LTQ1NGUtODgxNC1kNjNjNTk1ZWI3Y",
  },
];
const searched = [
  textBlock("I look."),
  callBlock("srvtoolu_1", "web_search", { query: "news" }, "server_tool_use"),
  [{ type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: found }],
  textBlock("There is news."),
] as const;

describe("calls that Anthropic runs itself, over HTTP", () => {
  it("are told, stored with their results and sent back where they stood", async () => {
    const server = await startAnswering(anthropicBlocks(searched), anthropicBlocks([textBlock("No more.")]));
    const anthropic = createAnthropic({ baseURL: server.baseUrl, apiKey: "key" });
    const providerTools = { search: anthropic.tools.webSearch_20250305({ maxUses: 2 }) };
    const model = createAiSdkModel(anthropic("claude-sonnet-4-5"), { providerTools });
    const { content, calls } = await run({ model });
    expect(content).toBe("I look.There is news.No more.");
    expect(server.received[0]?.body.tools).toEqual([{ type: "web_search_20250305", name: "web_search", max_uses: 2 }]);
    expect(calls).toEqual([
      { toolName: "search", args: { query: "news" }, byProvider: true },
      {
        toolName: "search",
        success: true,
        output: { type: "json", value: [expect.objectContaining({ title: "News" })] },
      },
    ]);
    expect(server.received[1]?.body.messages).toMatchObject([
      { role: "user" },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "news" } },
          { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: found },
          { type: "text", text: "There is news." },
        ],
      },
      { role: "user" },
    ]);
  });

  it("run code, and ask servers of MCP", async () => {
    const ran = { type: "bash_code_execution_result", stdout: "4\n", stderr: "", return_code: 0, content: [] };
    const mcp = { type: "mcp_tool_use", id: "mcptoolu_1", name: "echo", server_name: "there", input: { say: "hi" } };
    const said = [{ type: "text", text: "hi" }];
    const blocks = [
      callBlock("srvtoolu_1", "bash_code_execution", { command: "echo 4" }, "server_tool_use"),
      [{ type: "bash_code_execution_tool_result", tool_use_id: "srvtoolu_1", content: ran }],
      [mcp],
      [{ type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false, content: said }],
      textBlock("Four."),
    ] as const;
    const server = await startAnswering(anthropicBlocks(blocks), anthropicBlocks([textBlock("Done.")]));
    const anthropic = createAnthropic({ baseURL: server.baseUrl, apiKey: "key" });
    const providerTools = { code_execution: anthropic.tools.codeExecution_20250825() };
    const mcpServers = [{ type: "url", name: "there", url: "https://example.org/mcp" }];
    const llmOptions = { providerOptions: { anthropic: { mcpServers } } };
    const model = createAiSdkModel(anthropic("claude-sonnet-4-5"), { providerTools });
    const { calls } = await run({ model, llmOptions });
    expect(calls).toMatchObject([
      { toolName: "code_execution", args: { command: "echo 4" }, byProvider: true },
      { toolName: "code_execution", success: true, output: { value: { stdout: "4\n" } } },
      { toolName: "echo", args: { say: "hi" }, byProvider: true },
      { toolName: "echo", success: true, output: { value: said } },
    ]);
    const [, back] = Object(server.received[1]?.body).messages;
    expect(back.content).toMatchObject([
      { type: "server_tool_use", id: "srvtoolu_1", name: "bash_code_execution", input: { command: "echo 4" } },
      { type: "bash_code_execution_tool_result", tool_use_id: "srvtoolu_1", content: ran },
      mcp,
      { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false, content: said },
      { type: "text", text: "Four." },
    ]);
  });

  it("that fail are failures, and go back as failures", async () => {
    const failed = { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" };
    const blocks = [
      callBlock("srvtoolu_1", "web_search", { query: "x" }, "server_tool_use"),
      [{ type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: failed }],
      textBlock("I cannot."),
    ] as const;
    const server = await startAnswering(anthropicBlocks(blocks), anthropicBlocks([textBlock("Done.")]));
    const anthropic = createAnthropic({ baseURL: server.baseUrl, apiKey: "key" });
    const providerTools = { web_search: anthropic.tools.webSearch_20250305() };
    const { calls } = await run({ model: createAiSdkModel(anthropic("claude-sonnet-4-5"), { providerTools }) });
    expect(calls[1]).toMatchObject({ success: false, output: { text: expect.stringContaining("max_uses_exceeded") } });
    expect(Object(server.received[1]?.body).messages[1].content[1]).toMatchObject({ content: failed });
  });

  it("may pause the answer, which is asked for on until it ends", async () => {
    const server = await startAnswering(
      anthropicBlocks(searched.slice(0, 3), "pause_turn"),
      anthropicBlocks([textBlock("There is news.")]),
      anthropicBlocks([textBlock("No more.")]),
    );
    const anthropic = createAnthropic({ baseURL: server.baseUrl, apiKey: "key" });
    const providerTools = { web_search: anthropic.tools.webSearch_20250305() };
    const model = createAiSdkModel(anthropic("claude-sonnet-4-5"), { providerTools });
    const { content, events } = await run({ model });
    expect(content).toBe("I look.There is news.No more.");
    const paused = Object(server.received[1]?.body).messages;
    expect(paused.map(({ role }: { role: string }) => role)).toEqual(["user", "assistant"]);
    expect(paused[1].content).toHaveLength(3);
    expect(Object(server.received[2]?.body).messages[1].content).toHaveLength(4);
    const usages = events.flatMap(({ type, data }) => (type === "done" ? [Object(data).usage] : []));
    expect(usages).toEqual([
      { inputTokens: 22, outputTokens: 18, cachedInputTokens: 0, cacheWriteTokens: 0 },
      { inputTokens: 11, outputTokens: 9, cachedInputTokens: 0, cacheWriteTokens: 0 },
    ]);
  });
});

const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA" };
const webSearch = {
  type: "web_search_call",
  id: "ws_1",
  status: "completed",
  action: { type: "search", query: "news" },
};
const code = {
  type: "code_interpreter_call",
  id: "ci_1",
  status: "completed",
  code: "print(4)",
  container_id: "cntr_1",
  outputs: [{ type: "logs", logs: "4" }],
};
const mcp = {
  type: "mcp_call",
  id: "mcp_1",
  status: "completed",
  server_label: "there",
  name: "echo",
  arguments: '{"say":"hi"}',
  output: "hi",
  error: null,
  approval_request_id: null,
};
const message = (text: string) => {
  const content = [{ type: "output_text", text, annotations: [], logprobs: [] }];
  return { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
};

describe("calls that OpenAI runs itself, over HTTP", () => {
  const answered = responseItems([reasoning, webSearch, code, mcp, message("There is news.")]);
  const told = [
    { toolName: "web_search", byProvider: true },
    { toolName: "web_search", success: true },
    { toolName: "code_interpreter", args: { code: "print(4)" }, byProvider: true },
    { toolName: "code_interpreter", success: true },
    { toolName: "echo", args: { say: "hi" }, byProvider: true },
    { toolName: "echo", success: true },
  ];

  it("are told and stored, and go back by their names, through the AI SDK", async () => {
    const server = await startAnswering(answered, responseItems([message("No more.")]));
    const openai = createOpenAI({ baseURL: server.baseUrl, apiKey: "key" });
    const providerTools = {
      web_search: openai.tools.webSearch(),
      code_interpreter: openai.tools.codeInterpreter(),
      mcp: openai.tools.mcp({ serverLabel: "there", serverUrl: "https://example.org/mcp", requireApproval: "never" }),
    };
    const model = createAiSdkModel(openai("gpt-5"), { providerTools });
    const { calls } = await run({ model });
    const named = told.map((call) => (call.toolName === "echo" ? { ...call, toolName: "mcp.echo" } : call));
    expect(calls).toMatchObject(named);
    const references = ["rs_1", "ws_1", "ci_1", "mcp_1", "msg_1"].map((id) => ({ type: "item_reference", id }));
    expect(Object(server.received[1]?.body).input.slice(1, -1)).toEqual(references);
  });

  it("are told and stored, and go back as they came, through responses", async () => {
    const server = await startAnswering(answered, responseItems([message("No more.")]));
    const providerTools = [
      { type: "web_search" },
      { type: "code_interpreter", container: { type: "auto" } },
      { type: "mcp", server_label: "there", server_url: "https://example.org/mcp", require_approval: "never" },
    ];
    const model = createResponsesModel({ baseUrl: server.baseUrl, model: "gpt-5", providerTools });
    const { calls } = await run({ model });
    expect(calls).toMatchObject(told);
    expect(calls[3]).toMatchObject({ output: { value: { outputs: code.outputs } } });
    expect(calls[5]).toMatchObject({ output: { type: "text", text: "hi" } });
    expect(server.received[0]?.body.tools).toEqual(providerTools);
    const back = Object(server.received[1]?.body).input.slice(1, -1);
    expect(back.slice(0, 4)).toEqual([reasoning, webSearch, code, mcp]);
  });

  it("that wait for a yes are told as a warning", async () => {
    const request = {
      type: "mcp_approval_request",
      id: "mcpr_1",
      server_label: "there",
      name: "echo",
      arguments: "{}",
    };
    const server = await startAnswering(responseItems([request]));
    const openai = createOpenAI({ baseURL: server.baseUrl, apiKey: "key" });
    const providerTools = { mcp: openai.tools.mcp({ serverLabel: "there", serverUrl: "https://example.org/mcp" }) };
    const sdk = createAiSdkModel(openai("gpt-5"), { providerTools });
    const own = createResponsesModel({ baseUrl: server.baseUrl, model: "gpt-5" });
    for (const model of [sdk, own]) expect((await run({ model }, 1)).warnings).toEqual(["provider_approval"]);
  });
});
