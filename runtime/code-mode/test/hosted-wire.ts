import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json, JsonObject } from "@toolwright/core";
import { onTestFinished } from "vitest";

export interface Received {
  readonly text: string;
  readonly body: JsonObject;
}

/** What a server answers to a request: the text of a body, and of which type it is. */
export type Answering = (received: Received, place: number) => { readonly type: string; readonly text: string };

export interface WireServer {
  readonly baseUrl: string;
  readonly received: Received[];
}

/** A server on a port of this machine, until the test ends. What `answer` throws is a refusal with status 400. */
export async function startWire(answer: Answering): Promise<WireServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const text = Buffer.concat(pieces).toString();
      const one = { text, body: JSON.parse(text) };
      try {
        const { type, text: answered } = answer(one, received.push(one) - 1);
        response.setHeader("content-type", type);
        response.end(answered);
      } catch (error) {
        response.writeHead(400, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { type: "invalid_request_error", message: String(error) } }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received };
}

/** Events as a server streams them, each of them the text that it is. */
export function streamed(events: readonly string[]) {
  return { type: "text/event-stream", text: events.map((event) => `data: ${event}\n\n`).join("") };
}

/** A response of these items, streamed or whole: each item is the text that it is. */
export function responseOf(items: readonly string[], isStreamed = true) {
  const about = '"id":"resp_1","object":"response","created_at":1,"model":"gpt-5.6-sol"';
  const usage = '"usage":{"input_tokens":11,"output_tokens":9}';
  const whole = `{${about},"status":"completed","output":[${items.join(",")}],${usage}}`;
  if (!isStreamed) return { type: "application/json", text: whole };
  return streamed([
    `{"type":"response.created","response":{${about},"status":"in_progress","output":[]}}`,
    ...items.flatMap((item, place) => [
      `{"type":"response.output_item.added","output_index":${place},"item":${item}}`,
      ...textDeltas(item, place),
      `{"type":"response.output_item.done","output_index":${place},"item":${item}}`,
    ]),
    `{"type":"response.completed","response":${whole}}`,
  ]);
}

function textDeltas(item: string, output_index: number): string[] {
  const { type, id, content = [] } = JSON.parse(item);
  if (type !== "message") return [];
  const about = { item_id: id, output_index, content_index: 0 };
  return content.map(({ text }: { text: string }) =>
    JSON.stringify({ type: "response.output_text.delta", ...about, delta: text }),
  );
}

export function said(text: string): string {
  const content = [{ type: "output_text", text, annotations: [] }];
  return JSON.stringify({ type: "message", id: "msg_1", role: "assistant", status: "completed", content });
}

/** Refuses, as OpenAI does, what a program cannot go on from. */
export function checkResponsesInput({ body }: Received): void {
  const input = body.input as readonly JsonObject[];
  const tools = body.tools as readonly JsonObject[];
  const outputs = new Map(
    input.flatMap((item) => (item.type === "function_call_output" ? [[item.call_id, item]] : [])),
  );
  const programs = new Set(input.flatMap((item) => (item.type === "program" ? [item.call_id] : [])));
  for (const item of input) {
    if (item.type !== "function_call") continue;
    const output = outputs.get(item.call_id);
    if (output === undefined) throw new Error(`No tool output found for function call ${item.call_id}.`);
    if (JSON.stringify(output.caller) !== JSON.stringify(item.caller)) throw new Error("The callers differ.");
    const { type, caller_id } = Object(item.caller);
    if (type === "program" && !programs.has(caller_id)) throw new Error(`No program ${caller_id} found.`);
    const declared = tools.find(({ name }) => name === item.name)?.output_schema;
    if (declared !== undefined) JSON.parse(String(output.output));
  }
  if (programs.size > 0 && !tools.some(({ type }) => type === "programmatic_tool_calling"))
    throw new Error("There is a program, and no tool for programs.");
}

interface WireMessage {
  readonly role: string;
  readonly content: readonly JsonObject[];
}

/** Refuses, as Anthropic does, what a program cannot go on from. */
export function checkMessages({ text, body }: Received, container?: string): void {
  const { messages }: { readonly messages: readonly WireMessage[] } = JSON.parse(text);
  const programs = new Set<unknown>();
  for (const [place, { role, content }] of messages.entries()) {
    if (role !== "assistant") continue;
    for (const { type, id, tool_use_id } of content) {
      if (type === "server_tool_use") programs.add(id);
      if (type === "code_execution_tool_result") programs.delete(tool_use_id);
    }
    checkCalls(content, messages[place + 1]?.content ?? [], programs);
  }
  if (programs.size > 0 && body.container !== container) throw new Error("A program goes on in its container.");
}

function checkCalls(said: WireMessage["content"], next: WireMessage["content"], programs: ReadonlySet<unknown>): void {
  const calls = said.filter(({ type }) => type === "tool_use");
  for (const { id, caller } of calls) {
    const { tool_id = null } = Object(caller);
    if (tool_id !== null && !programs.has(tool_id)) throw new Error(`source tool \`${tool_id}\` not found`);
    if (next.every(({ tool_use_id }) => tool_use_id !== id))
      throw new Error("`tool_use` ids were found without `tool_result` blocks immediately after");
  }
  if (programs.size === 0) return;
  if (calls.length === 0) throw new Error("A program has no result.");
  if (next.some(({ type }) => type !== "tool_result"))
    throw new Error("While a program waits, a message holds results alone.");
}

/** An answer of Anthropic's messages, streamed, in a container. */
export function messageOf(blocks: readonly JsonObject[], reason: string, container?: Json) {
  const about = { id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-5", content: [] };
  const events: Json[] = [
    { type: "message_start", message: { ...about, stop_reason: null, usage: { input_tokens: 11, output_tokens: 1 } } },
    ...blocks.flatMap((block, index): Json[] => [
      { type: "content_block_start", index, content_block: begun(block) },
      ...deltasOf(block).map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    {
      type: "message_delta",
      delta: { stop_reason: reason, stop_sequence: null, ...(container === undefined ? {} : { container }) },
      usage: { output_tokens: 9 },
    },
    { type: "message_stop" },
  ];
  return streamed(events.map((event) => JSON.stringify(event)));
}

function begun(block: JsonObject): JsonObject {
  if (block.type === "text") return { ...block, text: "" };
  return "input" in block ? { ...block, input: {} } : block;
}

function deltasOf(block: JsonObject): Json[] {
  if (block.type === "text") return [{ type: "text_delta", text: block.text ?? "" }];
  return "input" in block ? [{ type: "input_json_delta", partial_json: JSON.stringify(block.input) }] : [];
}
