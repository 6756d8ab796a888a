import type { ServerResponse } from "node:http";
import { createAmazonBedrock } from "@ai-sdk/amazon-bedrock";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import type { Json, JsonObject, ModelPort } from "@toolwright/core";
import { createAiSdkModel, createOpenAiCompatibleModel, createResponsesModel } from "../../src/index.ts";
import { anthropicBlocks, callBlock, textBlock } from "../support/anthropic-stream.ts";
import { eventMessage } from "../support/event-stream.ts";
import { responseItems } from "../support/response-items.ts";
import { events } from "../support/scripted-server.ts";

/** What a model says in one answer. */
export interface Said {
  readonly text?: string;
  /** Thinks, and signs it with `signed`. */
  readonly thinks?: boolean;
  readonly call?: { readonly id: string; readonly name: string; readonly args: JsonObject };
  /** A call that the provider runs, with its result. */
  readonly hosted?: boolean;
  /** A call of a custom tool, whose input is this text. */
  readonly custom?: string;
}

/** Of 100 tokens that it read. */
export const CACHED = 64;
export const SIGNED = "c2lnbmVkLWJ5LXRoZS1tb2RlbA==";

/** The tools of a provider's own that a model is offered, as `providerTools`. */
export interface Offered {
  readonly hosted?: boolean;
  readonly custom?: boolean;
}

/** A row of the table: a provider, and the way to it. */
export interface Provider {
  readonly name: string;
  model(baseUrl: string, offered: Offered): ModelPort;
  say(said: Said): (response: ServerResponse) => void;
}

function anthropicSay({ text, thinks, call, hosted }: Said): (response: ServerResponse) => void {
  const usage = { input_tokens: 100 - CACHED, cache_read_input_tokens: CACHED, output_tokens: 1 };
  const thought: Json[] = [
    { type: "thinking", thinking: "", signature: "" },
    { type: "thinking_delta", thinking: "Hm." },
    { type: "signature_delta", signature: SIGNED },
  ];
  const found: Json[] = [
    { type: "web_search_result", url: "https://x.example", title: "T", page_age: null, encrypted_content: SIGNED },
  ];
  const blocks = [
    ...(thinks ? [thought] : []),
    ...(hosted ? [callBlock("srvtoolu_1", "web_search", { query: "x" }, "server_tool_use")] : []),
    ...(hosted ? [[{ type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: found }]] : []),
    ...(text === undefined ? [] : [textBlock(text)]),
    ...(call === undefined ? [] : [callBlock(call.id, call.name, call.args)]),
  ];
  return (response) => {
    const [first = null, ...rest] = blocks.map(([block = null, ...deltas]) => [block, ...deltas] as [Json, ...Json[]]);
    const whole = first === null ? [] : [first, ...rest];
    anthropicBlocks(whole, call === undefined ? "end_turn" : "tool_use", usage)(response);
  };
}

function bedrockSay({ text, thinks, call }: Said): (response: ServerResponse) => void {
  return (response) => {
    response.setHeader("content-type", "application/vnd.amazon.eventstream");
    let at = 0;
    const send = (type: string, payload: JsonObject) => response.write(eventMessage(type, payload));
    const block = (start: JsonObject | undefined, ...deltas: JsonObject[]) => {
      if (start !== undefined) send("contentBlockStart", { contentBlockIndex: at, start });
      for (const delta of deltas) send("contentBlockDelta", { contentBlockIndex: at, delta });
      send("contentBlockStop", { contentBlockIndex: at });
      at += 1;
    };
    send("messageStart", { role: "assistant" });
    if (thinks) block(undefined, { reasoningContent: { text: "Hm." } }, { reasoningContent: { signature: SIGNED } });
    if (text !== undefined) block(undefined, { text });
    if (call !== undefined)
      block({ toolUse: { toolUseId: call.id, name: call.name } }, { toolUse: { input: JSON.stringify(call.args) } });
    send("messageStop", { stopReason: call === undefined ? "end_turn" : "tool_use" });
    const usage = { inputTokens: 100 - CACHED, cacheReadInputTokens: CACHED, outputTokens: 9, totalTokens: 109 };
    send("metadata", { usage });
    response.end();
  };
}

function chatSay(said: Said): (response: ServerResponse) => void {
  return events(...chunksOf(said, said.thinks ? { reasoning_content: SIGNED } : {}));
}

/** Thinking of Anthropic's models as LiteLLM streams it. */
function liteLlmSay(said: Said): (response: ServerResponse) => void {
  const thinking_blocks = [{ type: "thinking", thinking: "Hm.", signature: SIGNED }];
  return events(...chunksOf(said, said.thinks ? { thinking_blocks } : {}));
}

function chunksOf({ text = "", call }: Said, thought: JsonObject): JsonObject[] {
  const asked = call && { index: 0, id: call.id, function: { name: call.name, arguments: JSON.stringify(call.args) } };
  const delta = { content: text, ...(asked && { tool_calls: [asked] }) };
  const usage = { prompt_tokens: 100, completion_tokens: 9, prompt_tokens_details: { cached_tokens: CACHED } };
  return [
    { choices: [{ index: 0, delta: thought }] },
    { choices: [{ index: 0, delta, finish_reason: asked === undefined ? "stop" : "tool_calls" }] },
    { choices: [], usage },
  ];
}

const FUNCTION_CALL = { type: "function_call", id: "fc_1", status: "completed" };

function responsesSay({ text, thinks, call, hosted, custom }: Said): (response: ServerResponse) => void {
  const content = [{ type: "output_text", text: text ?? "", annotations: [], logprobs: [] }];
  const items: JsonObject[] = [
    ...(thinks ? [{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: SIGNED }] : []),
    ...(hosted
      ? [{ type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "x" } }]
      : []),
    ...(text === undefined ? [] : [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content }]),
    ...(call === undefined
      ? []
      : [{ ...FUNCTION_CALL, call_id: call.id, name: call.name, arguments: JSON.stringify(call.args) }]),
    ...(custom === undefined
      ? []
      : [{ type: "custom_tool_call", id: "ctc_1", call_id: "c1", name: "sum", input: custom, status: "completed" }]),
  ];
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: CACHED },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 109,
  };
  return responseItems(items, usage);
}

function googleSay({ text, thinks, call, hosted }: Said): (response: ServerResponse) => void {
  const signature = thinks ? { thoughtSignature: SIGNED } : {};
  const parts: Json[] = [
    ...(hosted
      ? [
          { executableCode: { language: "PYTHON", code: "print(4)" } },
          { codeExecutionResult: { outcome: "OUTCOME_OK", output: "4" } },
        ]
      : []),
    ...(text === undefined ? [] : [{ text }]),
    ...(call === undefined ? [] : [{ functionCall: { name: call.name, args: call.args }, ...signature }]),
  ];
  const usageMetadata = {
    promptTokenCount: 100,
    cachedContentTokenCount: CACHED,
    candidatesTokenCount: 9,
    totalTokenCount: 109,
  };
  return events({ candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }], usageMetadata });
}

const format = { type: "grammar", syntax: "lark", definition: 'start: "x"' } as const;
const wireTools = ({ hosted, custom }: Offered) => [
  ...(hosted ? [{ type: "web_search" }] : []),
  ...(custom ? [{ type: "custom", name: "sum", format }] : []),
];

/** Of OpenAI's package, whose custom tools others do not know. */
const sumTool = ({ custom }: Offered) =>
  custom ? { sum: createOpenAI({ apiKey: "key" }).tools.customTool({ format }) } : {};
const claudeTools = (offered: Offered) => ({
  ...(offered.hosted ? { web_search: createAnthropic({ apiKey: "key" }).tools.webSearch_20250305() } : {}),
  ...sumTool(offered),
});

/** With an option that only some models have: a `TypeError` where they have not. */
function asked<O extends object>(make: (options: O) => ModelPort, options: O, offered: Offered): ModelPort {
  const providerTools = wireTools(offered);
  return make(providerTools.length === 0 ? options : { ...options, providerTools });
}

/** How servers of two formats say it. */
export const FORMS = { chat: chatSay, responses: responsesSay };

export const PROVIDERS: readonly Provider[] = [
  {
    name: "Anthropic, AI SDK",
    model: (baseURL, offered) =>
      createAiSdkModel(createAnthropic({ baseURL, apiKey: "key" })("claude-sonnet-4-5"), {
        providerTools: claudeTools(offered),
      }),
    say: anthropicSay,
  },
  {
    name: "Anthropic, LiteLLM",
    model: (baseUrl, offered) => asked(createOpenAiCompatibleModel, { baseUrl, model: "claude-sonnet-4-5" }, offered),
    say: liteLlmSay,
  },
  {
    name: "Bedrock, AI SDK",
    model(baseURL, offered) {
      const bedrock = createAmazonBedrock({ baseURL, region: "us-east-1", apiKey: "key" });
      const model = bedrock("us.anthropic.claude-sonnet-4-5-20250929-v1:0");
      return createAiSdkModel(model, { providerTools: claudeTools(offered) });
    },
    say: bedrockSay,
  },
  {
    name: "OpenAI, chat completions",
    model: (baseUrl, offered) => asked(createOpenAiCompatibleModel, { baseUrl, model: "gpt-5" }, offered),
    say: chatSay,
  },
  {
    name: "OpenAI, responses",
    model: (baseUrl, offered) => asked(createResponsesModel, { baseUrl, model: "gpt-5" }, offered),
    say: responsesSay,
  },
  {
    name: "OpenAI, AI SDK",
    model(baseURL, offered) {
      const openai = createOpenAI({ baseURL, apiKey: "key" });
      const hosted = offered.hosted ? { web_search: openai.tools.webSearch() } : {};
      const model = createAiSdkModel(openai("gpt-5"), { providerTools: { ...hosted, ...sumTool(offered) } });
      const providerOptions = { openai: { store: false } };
      return { ...model, completionStream: (params) => model.completionStream({ providerOptions, ...params }) };
    },
    say: responsesSay,
  },
  {
    name: "Google, AI SDK",
    model(baseURL, offered) {
      const google = createGoogle({ baseURL, apiKey: "key" });
      const hosted = offered.hosted ? { code_execution: google.tools.codeExecution({}) } : {};
      return createAiSdkModel(google("gemini-2.5-flash"), { providerTools: { ...hosted, ...sumTool(offered) } });
    },
    say: googleSay,
  },
];
