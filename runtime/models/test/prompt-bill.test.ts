import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAmazonBedrock } from "@ai-sdk/amazon-bedrock";
import { createAnthropic } from "@ai-sdk/anthropic";
import type { JsonObject, ModelPort, Usage } from "@toolwright/core";
import { withPrices } from "@toolwright/core/telemetry";
import { createFolderAgent } from "@toolwright/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAiSdkModel, createOpenAiCompatibleModel, createResponsesModel } from "../src/index.ts";
import { startServer } from "./support/answer-server.ts";
import { anthropicBlocks, callBlock, textBlock } from "./support/anthropic-stream.ts";
import { eventMessage } from "./support/event-stream.ts";
import {
  type BilledBlock,
  type BilledInput,
  type BillingCache,
  blocksOfConverse,
  MarkedCache,
  OwnCache,
  tokensOf,
} from "./support/prompt-bill.ts";
import { blocksOfChat, blocksOfInput, blocksOfMessages } from "./support/prompt-cache.ts";
import { responseItems } from "./support/response-items.ts";
import { events } from "./support/scripted-server.ts";

const STEPS = 50;

/** What the model does in a step: it reads, searches and looks for files, and says something at the end. */
interface Move {
  readonly text: string;
  readonly call?: { readonly id: string; readonly name: string; readonly args: JsonObject };
}

function moveOf(step: number): Move {
  if (step === STEPS - 1) return { text: "All of it is seen." };
  const id = `call_${step}`;
  const text = `Step ${step}: I look at part ${step}.`;
  if (step % 10 === 7) return { text, call: { id, name: "grep", args: { pattern: `part${step}`, path: "src" } } };
  if (step % 10 === 9) return { text, call: { id, name: "glob", args: { pattern: `src/part${step}*` } } };
  return { text, call: { id, name: "read", args: { file_paths: [`src/part${step}.ts`] } } };
}

/** Tokens of an answer. */
const WRITTEN = 60;

interface Provider {
  readonly name: string;
  /** US dollars for a million tokens. */
  readonly price: {
    readonly input: number;
    readonly cachedInput: number;
    readonly cacheWrite: number;
    readonly output: number;
  };
  newCache(): BillingCache;
  blocks(body: JsonObject): BilledBlock[];
  answer(move: Move, input: BilledInput): (response: ServerResponse) => void;
  model(baseUrl: string): ModelPort;
}

const CLAUDE = { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 };
const GPT = { input: 1.25, cachedInput: 0.125, cacheWrite: 1.25, output: 10 };

function openAiUsage({ fresh, read }: BilledInput, names: { input: string; output: string }): JsonObject {
  return {
    [`${names.input}_tokens`]: fresh + read,
    [`${names.input}_tokens_details`]: { cached_tokens: read },
    [`${names.output}_tokens`]: WRITTEN,
    [`${names.output}_tokens_details`]: { reasoning_tokens: 0 },
    total_tokens: fresh + read + WRITTEN,
  };
}

const PROVIDERS: readonly Provider[] = [
  {
    name: "Anthropic",
    price: CLAUDE,
    newCache: () => new MarkedCache(),
    blocks: blocksOfMessages,
    answer({ text, call }, { fresh, read, written }) {
      const usage = {
        input_tokens: fresh,
        cache_read_input_tokens: read,
        cache_creation_input_tokens: written,
        output_tokens: 1,
      };
      const called = call === undefined ? [] : [callBlock(call.id, call.name, call.args)];
      const reason = call === undefined ? "end_turn" : "tool_use";
      return anthropicBlocks([textBlock(text), ...called], reason, usage, WRITTEN);
    },
    model: (baseURL) => createAiSdkModel(createAnthropic({ baseURL, apiKey: "key" })("claude-sonnet-4-5")),
  },
  {
    name: "Bedrock",
    price: CLAUDE,
    newCache: () => new MarkedCache(),
    blocks: blocksOfConverse,
    answer:
      ({ text, call }, { fresh, read, written }) =>
      (response) => {
        response.setHeader("content-type", "application/vnd.amazon.eventstream");
        const send = (type: string, payload: JsonObject) => response.write(eventMessage(type, payload));
        send("messageStart", { role: "assistant" });
        send("contentBlockDelta", { contentBlockIndex: 0, delta: { text } });
        send("contentBlockStop", { contentBlockIndex: 0 });
        if (call !== undefined) {
          const start = { toolUse: { toolUseId: call.id, name: call.name } };
          send("contentBlockStart", { contentBlockIndex: 1, start });
          const delta = { toolUse: { input: JSON.stringify(call.args) } };
          send("contentBlockDelta", { contentBlockIndex: 1, delta });
          send("contentBlockStop", { contentBlockIndex: 1 });
        }
        send("messageStop", { stopReason: call === undefined ? "end_turn" : "tool_use" });
        const cache = { cacheReadInputTokens: read, cacheWriteInputTokens: written };
        const totalTokens = fresh + read + written + WRITTEN;
        send("metadata", { usage: { inputTokens: fresh, outputTokens: WRITTEN, totalTokens, ...cache } });
        response.end();
      },
    model(baseURL) {
      const bedrock = createAmazonBedrock({ baseURL, region: "us-east-1", apiKey: "key" });
      return createAiSdkModel(bedrock("us.anthropic.claude-sonnet-4-5-20250929-v1:0"));
    },
  },
  {
    name: "OpenAI's chat completions",
    price: GPT,
    newCache: () => new OwnCache(),
    blocks: blocksOfChat,
    answer({ text, call }, input) {
      const calls = call && [
        { index: 0, id: call.id, function: { name: call.name, arguments: JSON.stringify(call.args) } },
      ];
      const delta = { content: text, ...(calls && { tool_calls: calls }) };
      return events(
        { choices: [{ index: 0, delta, finish_reason: calls === undefined ? "stop" : "tool_calls" }] },
        { choices: [], usage: openAiUsage(input, { input: "prompt", output: "completion" }) },
      );
    },
    model: (baseUrl) => createOpenAiCompatibleModel({ baseUrl, model: "gpt-5" }),
  },
  {
    name: "OpenAI's responses",
    price: GPT,
    newCache: () => new OwnCache(),
    blocks: blocksOfInput,
    answer({ text, call }, input) {
      const content = [{ type: "output_text", text, annotations: [], logprobs: [] }];
      const said = { type: "message", id: "msg", role: "assistant", status: "completed", content };
      const called = call && [
        { type: "function_call", id: "fc", call_id: call.id, name: call.name, arguments: JSON.stringify(call.args) },
      ];
      return responseItems([said, ...(called ?? [])], openAiUsage(input, { input: "input", output: "output" }));
    },
    model: (baseUrl) => createResponsesModel({ baseUrl, model: "gpt-5" }),
  },
];

async function folderOfParts(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "bill-"));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, "src"));
  for (let part = 0; part < STEPS; part += 1) {
    const lines = Array.from({ length: 40 }, (_, line) => `export const part${part}_${line} = "${part * line}";`);
    await writeFile(join(root, `src/part${part}.ts`), `${lines.join("\n")}\n`);
  }
  return root;
}

interface Bill extends BilledInput {
  /** All tokens of all requests, whether they were known or not. */
  readonly whole: number;
  readonly output: number;
}

/** The task, done with a provider that counts: its bill, and what the run says of it. */
async function work({ newCache, blocks, answer, model, price, name }: Provider) {
  const cache = newCache();
  const billed: Bill[] = [];
  const server = await startServer((_request, response, body) => {
    const asked = blocks(JSON.parse(body));
    const input = cache.bill(asked);
    const move = moveOf(billed.length);
    billed.push({ ...input, whole: tokensOf(asked), output: WRITTEN });
    answer(move, input)(response);
  });
  onTestFinished(server.close);
  const root = await folderOfParts();
  const agent = await createFolderAgent({ root, stateDirectory: join(root, ".state"), sandbox: "off" });
  const port = model(server.baseUrl);
  const prices = { [port.name]: price };
  const chat = agent.open({ model: withPrices(port, prices) });
  const { usage, stopReason } = await chat.run("Look at all parts.", { maxIterations: STEPS });
  await agent.close();
  expect([name, stopReason, billed.length]).toEqual([name, "stop", STEPS]);
  return { usage, bill: billed.reduce(sumOf) };
}

function sumOf(one: Bill, other: Bill): Bill {
  return {
    fresh: one.fresh + other.fresh,
    read: one.read + other.read,
    written: one.written + other.written,
    whole: one.whole + other.whole,
    output: one.output + other.output,
  };
}

function dollars({ fresh, read, written, output }: Omit<Bill, "whole">, price: Provider["price"]): number {
  const cost = fresh * price.input + read * price.cachedInput + written * price.cacheWrite + output * price.output;
  return cost / 1_000_000;
}

describe("a task of fifty steps in a folder, over HTTP", () => {
  it.each(PROVIDERS.map((provider) => [provider.name, provider] as const))(
    "costs at %s at most a fifth of what it would without a cache, and our figures are those of the bill",
    async (_name, provider) => {
      const { usage, bill } = await work(provider);
      const { fresh, read, written, whole, output } = bill;
      expect(fresh + read + written).toBe(whole);
      const told: Usage = {
        inputTokens: whole,
        cachedInputTokens: read,
        outputTokens: output,
        ...(written > 0 && { cacheWriteTokens: written }),
      };
      expect(usage).toMatchObject(told);
      const cost = dollars(bill, provider.price);
      const without = dollars({ fresh: whole, read: 0, written: 0, output }, provider.price);
      expect(usage.costUsd).toBeCloseTo(cost, 10);
      expect(cost / without).toBeLessThanOrEqual(0.2);
    },
  );
});
