import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import {
  type AiEvent,
  type Completion,
  defineTool,
  type ModelPort,
  runToolLoop,
  streamToolLoop,
  toAiEvents,
} from "@toolwright/core";
import { createLiteLlmModel, type ScriptStep, scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { importsOf, sourcesOf, targetOf } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = [
  ...["runtime/core", "runtime/models", "runtime/workspace", "runtime/mcp"],
  ...["agent/store", "agent/server", "agent/cli"],
].map((folder) => `${folder}/src`);
const sources = [...FOLDERS.flatMap(sourcesOf), ...sourcesOf("examples/seed-002")].map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), "utf8"),
}));
const tools = sources.filter(({ file }) => file.endsWith(".tool.ts"));

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
}

const ask = [{ role: "user", content: "x" }] as const;

async function eventsOf(steps: readonly ScriptStep[], ...given: ReturnType<typeof defineTool>[]): Promise<AiEvent[]> {
  const { events, runId } = streamToolLoop({ model: scripted(steps), tools: given, redaction: "required" }, ask);
  const seen: AiEvent[] = [];
  for await (const event of toAiEvents(events, { runId })) seen.push(event);
  return seen;
}

const contract = {
  name: "open",
  description: "",
  input: z.object({}),
  output: z.object({ shown: z.string(), hidden: z.string() }),
  execute: () => ({ shown: "for everybody", hidden: "for nobody" }),
};
const open = defineTool({ ...contract, allowlist: ["shown"] });

describe("the invariants at the top of seed 002", () => {
  it("TOOLS_VIA_TOOLRUNNER", () => {
    // `executeRaw` and the class of a standard tool wrap the function to hand it its caller's context, and the command
    // to know whose errors are left behind; a runner calls the wrapper.
    expect(filesWith(/\bspec\s*\.\s*execute\b|\.spec\[/)).toEqual([
      "runtime/core/src/faces/execute-raw.ts",
      "runtime/core/src/run/perform.ts",
      "runtime/workspace/src/class-views/run-standard-tool.ts",
      "agent/cli/src/setup/stray-errors.ts",
    ]);
    // A tool's `spec` is the only way to its function: what reads `execute` off something else reads options.
    const performers = importsOf(sources.map(({ file }) => file)).filter(
      (written) => written.when !== "type" && targetOf(written).endsWith("/run/perform.ts"),
    );
    expect(performers.map(({ file }) => file)).toEqual(["runtime/core/src/run/call.ts"]);
  });

  it("TOOLS_FEATURE_SCOPED", () => {
    expect(tools.length).toBeGreaterThan(10);
    const made = /\b(defineTool|bindTool)(<|\()/;
    const elsewhere = tools.filter(({ text }) => !made.test(text) && !/from "\.\//.test(text));
    expect(elsewhere.map(({ file }) => file)).toEqual([]);
    const kernel = tools.filter(({ file }) => /runtime\/core\/src\/(run|loop|journal|registry|model)\//.test(file));
    expect(kernel.map(({ file }) => file)).toEqual([]);
  });

  it("TOOLS_IO_VIA_PORTS", () => {
    const imports = importsOf(tools.map(({ file }) => file)).filter(({ when }) => when !== "type");
    const adapters = imports.filter(({ specifier }) => /\.adapter\.ts$/.test(specifier));
    const direct = imports.filter(({ specifier }) => /^node:(fs|http|https|net|child_process|dgram)/.test(specifier));
    expect([...adapters, ...direct].map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
    const outside = tools.filter(({ text }) => /\bfetch\(|\bnew Date\(\)|\bDate\.now\(/.test(text));
    expect(outside.map(({ file }) => file)).toEqual([]);
  });

  it("REDACTION_REQUIRED", async () => {
    const call: ScriptStep[] = [{ toolCalls: [{ id: "c", name: "open" }] }, { text: "end" }];
    const events = await eventsOf(call, open);
    expect(JSON.stringify(events)).toContain("for everybody");
    expect(JSON.stringify(events)).not.toContain("for nobody");
    const empty = defineTool({ ...contract, name: "empty", allowlist: [] });
    const refused = await eventsOf([{ toolCalls: [{ id: "c", name: "empty" }] }, { text: "end" }], empty);
    expect(refused.find((event) => event.type === "tool_call_result")).toMatchObject({
      isError: true,
      result: { ok: false, errorCode: "redaction_failed" },
    });
    expect(JSON.stringify(refused)).not.toMatch(/for everybody|for nobody/);
    const missing = defineTool(contract);
    const { error } = await runToolLoop({ model: scripted(call), tools: [missing], redaction: "required" }, ask);
    expect(error?.message).toContain("allowlist");
  });

  it("TOOLCALLID_STABLE", async () => {
    const model = scripted([{ toolCalls: [{ id: "call_abc", name: "open" }, { name: "open" }] }, { text: "end" }]);
    const { events, runId, final } = streamToolLoop({ model, tools: [open] }, ask);
    const ids = new Map<string, string[]>();
    for await (const event of toAiEvents(events, { runId })) {
      if ("toolCallId" in event) ids.set(event.toolCallId, [...(ids.get(event.toolCallId) ?? []), event.type]);
    }
    expect([...ids.values()]).toEqual([
      ["tool_call_start", "tool_call_result"],
      ["tool_call_start", "tool_call_result"],
    ]);
    const [own, minted] = [...ids.keys()];
    expect(own).toBe("call_abc");
    expect(minted).toMatch(/^[A-Za-z0-9]{9}$/);
    const { messages } = await final;
    const asked = messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
    const answered = messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
    expect([asked.map(({ id }) => id), answered]).toEqual([
      [own, minted],
      [own, minted],
    ]);
  });

  it("NO_LANGGRAPH_RUNTIME", () => {
    const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
    expect(Object.keys(lock.packages).filter((name) => /@langchain|langgraph/.test(name))).toEqual([]);
    expect(filesWith(/["']@langchain\//)).toEqual([]);
  });

  it("STREAM_VIA_ASSISTANT_STREAM", () => {
    // The adapter reads such streams, and so does the client of MCP servers; the example's model server plays a
    // provider. Of the server, an OpenAI-compatible answer has this form, the answer to a client of another front end,
    // which is no event of ours, and the list of threads that changed, which tells nothing of what a run says.
    const known = [
      "runtime/models/src/openai-compatible/http/http-completion.ts",
      "runtime/mcp/src/transport/bounded-fetch.ts",
      "examples/seed-002/model-server.ts",
      "agent/server/src/routes/changes-route.ts",
      "agent/server/src/streams/ui-message-stream.ts",
      "agent/server/src/streams/ag-ui-stream.ts",
    ];
    const writers = filesWith(/text\/event-stream/).filter((file) => !known.includes(file));
    expect(writers.filter((file) => !/agent\/server\/.*\/(openai|v1)/.test(file))).toEqual([]);
    expect(filesWith(/new DataStreamEncoder\(/)).toContain("examples/seed-002/route/chat-route.ts");
  });

  it("ADAPTER_ASSEMBLES_TOOLCALLS", async () => {
    const pieces = readFileSync(join(ROOT, "examples/seed-002/document/tool-call-chunks.jsonl"), "utf8")
      .trim()
      .split("\n");
    const finish = '{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}';
    const server = createServer((request, response) => {
      request.resume();
      response.setHeader("content-type", "text/event-stream");
      response.end([...pieces, finish, "[DONE]"].map((data) => `data: ${data}\n\n`).join(""));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const model = createLiteLlmModel({ baseUrl: `http://127.0.0.1:${port}`, model: "m" });
    const calls = await Promise.all([callsOf(model), callsOf(model)]);
    server.close();
    const assembled = {
      id: "call_xxx",
      type: "function",
      function: { name: "generate_title", arguments: '{"message":"hi"}' },
    };
    // Two calls at once: each has assembly state of its own.
    expect(calls).toEqual([[assembled], [assembled]]);

    let executed = 0;
    const counted = defineTool({ ...contract, output: z.number(), execute: () => (executed += 1) });
    await runToolLoop({ model: previewing, tools: [counted] }, ask);
    expect(executed).toBe(0);
  });
});

async function callsOf(model: ModelPort) {
  return (await model.completionStream({ messages: ask }).final).toolCalls;
}

/** Shows a whole call in its stream, and ends without one: nothing may run. */
const previewing: ModelPort = {
  name: "previewing",
  completionStream(): Completion {
    const delta = { index: 0, id: "c", function: { name: "open", arguments: "{}" } };
    const stream = (async function* () {
      yield { type: "tool_call_delta", delta } as const;
    })();
    const message = { role: "assistant", content: "no" } as const;
    return { stream, final: Promise.resolve({ message, model: "previewing", finishReason: "stop" }) };
  },
};
