import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ActivityStream,
  defineTool,
  type JsonObject,
  type ModelPort,
  type Part,
  type ProviderOptions,
  runToolLoop,
  type Tool,
  type ToolLoopConfig,
  type ToolLoopResult,
} from "@toolwright/core";
import type { FilePart } from "@toolwright/core/internal";
import { createLocalWorkspace, readTool, workspaceOverrides } from "@toolwright/workspace";
import { z } from "zod";
import { startAnswering } from "../support/scripted-server.ts";
import { CACHED, type Offered, type Provider, type Said, SIGNED } from "./providers.ts";

const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const look = defineTool({
  name: "look",
  description: "Looks.",
  input: { type: "object", properties: { at: { type: "string" } } },
  effects: "read",
  inputExamples: [{ at: "example-of-a-place" }],
  execute: ({ at }: { at?: string }) => `seen ${at}`,
});
const LOOK = { call: { id: "call_1", name: "look", args: { at: "dot" } } };
const DONE = { text: "Done." };

interface Asking {
  readonly offered?: Offered;
  readonly tools?: readonly Tool[];
  readonly config?: Partial<ToolLoopConfig>;
  readonly content?: string | readonly Part[];
}

interface Asked {
  readonly result: ToolLoopResult;
  /** As JSON text, and as they are. */
  readonly sent: readonly string[];
  readonly bodies: readonly JsonObject[];
  readonly hosted: readonly string[];
}

/** A run with a provider over HTTP that answers with these. */
async function ask(provider: Provider, answers: readonly Said[], asking: Asking = {}): Promise<Asked> {
  const server = await startAnswering(...answers.map((said) => provider.say(said)));
  const model = provider.model(server.baseUrl, asking.offered ?? {});
  const hosted: string[] = [];
  const activity = new ActivityStream();
  activity.subscribe("tool_call_end", ({ data }) => data.byProvider && hosted.push(data.toolName));
  const { tools = [look], config, content = "Look." } = asking;
  const result = await runToolLoop({ model, tools, activity, ...config }, [{ role: "user", content }]);
  const bodies = server.received.map(({ body }) => body);
  return { result, bodies, sent: bodies.map((body) => JSON.stringify(body)), hosted };
}

const DOCUMENT = Buffer.from("%PDF-1.7\nnot more than this\n%%EOF\n");

/**
 * Whether a file that a tool returns reaches the model as a file. Where it does not, it is one line and none of its
 * bytes, and where its place is below the results, the result says so.
 */
async function takes(provider: Provider, file: Omit<FilePart, "data">): Promise<boolean> {
  const data = DOCUMENT.toString("base64");
  const execute = () => [{ ...file, data }];
  const give = defineTool({ name: "look", description: "", input: { type: "object" }, effects: "read", execute });
  const { result, sent } = await ask(provider, [LOOK, DONE], { tools: [give] });
  const [, asked = ""] = sent;
  const isLine = asked.includes(`[${file.type} \\"${file.name}\\", ${file.mediaType}, ${DOCUMENT.length} bytes`);
  const isGiven = asked.includes(data);
  if (result.stopReason !== "stop" || (!isGiven && !isLine)) throw new Error(`It is lost: ${asked}`);
  if (isGiven && asked.split(data).length !== 2) throw new Error("It is sent more than once.");
  return isGiven;
}

/** Whether a model has such an option at all. */
function hasOption(provider: Provider, offered: Offered): ModelPort | undefined {
  try {
    return provider.model("http://127.0.0.1:9", offered);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** A column of the table: whether a provider does it, found out over HTTP. */
export const FEATURES: Readonly<Record<string, (provider: Provider) => Promise<boolean>>> = {
  async calls(provider) {
    const { result, sent } = await ask(provider, [LOOK, DONE]);
    return result.content === "Done." && sent[1]?.includes("seen dot") === true;
  },

  async pictures(provider) {
    const content = [{ type: "image", mediaType: "image/png", data: DOT }] as const;
    const { result, sent } = await ask(provider, [DONE], { content });
    return result.stopReason === "stop" && sent[0]?.includes(DOT) === true;
  },

  async "pictures in results"(provider) {
    const draw = defineTool({
      name: "look",
      description: "",
      input: { type: "object" },
      effects: "read",
      execute: () => [{ type: "image", mediaType: "image/png", data: DOT } as const],
    });
    const { result, sent } = await ask(provider, [LOOK, DONE], { tools: [draw] });
    return result.stopReason === "stop" && sent[1]?.includes(DOT) === true;
  },

  "files in results": (provider) => takes(provider, { type: "file", mediaType: "application/pdf", name: "a.pdf" }),
  "audio in results": (provider) => takes(provider, { type: "audio", mediaType: "audio/wav", name: "a.wav" }),

  async "PDF of read"(provider) {
    const root = await mkdtemp(join(tmpdir(), "features-"));
    await writeFile(join(root, "a.pdf"), DOCUMENT);
    const dependencies = workspaceOverrides({ workspace: await createLocalWorkspace({ root }) });
    const tools = [readTool()];
    const call = { id: "call_1", name: "read", args: { file_paths: ["a.pdf"] } };
    const { result, sent } = await ask(provider, [{ call }, DONE], { tools, config: { overrides: dependencies } });
    await rm(root, { recursive: true });
    return result.stopReason === "stop" && sent[1]?.includes(DOCUMENT.toString("base64")) === true;
  },

  async "thinking goes back"(provider) {
    const { result, sent } = await ask(provider, [{ ...LOOK, thinks: true }, DONE]);
    return result.stopReason === "stop" && sent[1]?.includes(SIGNED) === true;
  },

  async effort(provider) {
    const { result, sent } = await ask(provider, [DONE], { config: { llmOptions: { reasoning_effort: "high" } } });
    return result.stopReason === "stop" && /"high"|budget_?tokens|thinkingBudget/i.test(sent[0] ?? "");
  },

  async "cache marks"(provider) {
    const { sent } = await ask(provider, [DONE]);
    return /cache_control|cachePoint/.test(sent[0] ?? "");
  },

  async "cached tokens"(provider) {
    const { result } = await ask(provider, [DONE]);
    return result.usage.inputTokens === 100 && result.usage.cachedInputTokens === CACHED;
  },

  async "answer in a form"(provider) {
    const output = z.object({ warmest_city: z.string() });
    const answer = { text: '{"warmest_city":"Rome"}' };
    const { result, bodies } = await ask(provider, [answer], { tools: [], config: { output } });
    const { messages: _messages, input: _input, contents: _contents, system: _system, ...format } = bodies[0] ?? {};
    return result.stopReason === "stop" && JSON.stringify(format).includes("warmest_city");
  },

  async "calls of the provider's"(provider) {
    const offered = { hosted: true };
    if (hasOption(provider, offered) === undefined) return false;
    const { sent, hosted } = await ask(provider, [{ ...LOOK, hosted: true }, DONE], { offered });
    const isOffered = /"web_search(?:_\d+)?"|codeExecution/.test(sent[0] ?? "");
    const isBack = /web_search_tool_result|web_search_call|codeExecutionResult/.test(sent[1] ?? "");
    return isOffered && isBack && hosted.length === 1;
  },

  async "custom tools"(provider) {
    const offered = { custom: true };
    if (hasOption(provider, offered) === undefined) return false;
    const given: string[] = [];
    const input = z.object({ input: z.string() });
    const execute = ({ input: text }: { input: string }) => void given.push(text);
    const sum = defineTool({ name: "sum", description: "", input, effects: "read", execute });
    const { sent } = await ask(provider, [{ custom: "x", text: "Adding." }, DONE], { offered, tools: [sum] });
    return sent[0]?.includes('"lark"') === true && given[0] === "x" && sent[1]?.includes("custom_tool_call") === true;
  },

  async "options of a part"(provider) {
    const own: JsonObject = { imageDetail: "low", cacheControl: { type: "ephemeral", ttl: "1h" } };
    const providerOptions: ProviderOptions = {
      anthropic: own,
      openai: own,
      bedrock: { cachePoint: { type: "default", ttl: "1h" } },
      google: { mediaResolution: "MEDIA_RESOLUTION_LOW" },
    };
    const content = [{ type: "image", mediaType: "image/png", data: DOT, providerOptions }] as const;
    const { sent } = await ask(provider, [DONE], { content });
    return /"detail":"low"|"ttl":"1h"|MEDIA_RESOLUTION_LOW/.test(sent[0] ?? "");
  },

  async "examples of arguments"(provider) {
    const { sent } = await ask(provider, [DONE]);
    return sent[0]?.includes("example-of-a-place") === true;
  },
};
