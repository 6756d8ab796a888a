import {
  ActivityStream,
  defineTool,
  type Json,
  type JsonObject,
  MemoryJournal,
  type ModelPort,
  providerHistory,
  runToolLoop,
} from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { createOpenAiCompatibleModel, createResponsesModel } from "../src/index.ts";
import { startServer } from "./support/answer-server.ts";
import { events } from "./support/scripted-server.ts";

const read = defineTool({
  name: "read",
  description: "Reads.",
  input: { type: "object" },
  effects: "write",
  execute: () => "x".repeat(2_000),
});

const isSummary = (body: string) => body.includes("You write the summary that takes the place");

interface Wire {
  readonly name: string;
  readonly model: (baseUrl: string) => ModelPort;
  readonly says: (text: string) => readonly Json[];
  readonly calls: (id: string) => readonly Json[];
  /** Ids of calls and of their answers, in the order in which they were sent. */
  readonly sent: (body: JsonObject) => readonly string[];
}

const usage = { prompt_tokens: 40, completion_tokens: 5 };
const completed = { type: "response.completed", response: { status: "completed", model: "m", output: [] } };
const itemsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value : []);

const WIRES: readonly Wire[] = [
  {
    name: "chat completions",
    model: (baseUrl) => createOpenAiCompatibleModel({ baseUrl, model: "m", apiKey: "k" }),
    says: (content) => [{ choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] }, { choices: [], usage }],
    calls: (id) => [
      {
        choices: [
          {
            index: 0,
            delta: {
              tool_calls: [{ index: 0, id, type: "function", function: { name: "read", arguments: `{"n":"${id}"}` } }],
            },
            finish_reason: "tool_calls",
          },
        ],
      },
    ],
    sent: ({ messages }) =>
      itemsOf(messages).flatMap(({ role, tool_calls: calls, tool_call_id: id }) => [
        ...itemsOf(calls).map((call) => `call ${call.id}`),
        ...(role === "tool" ? [`answer ${id}`] : []),
      ]),
  },
  {
    name: "responses",
    model: (baseUrl) => createResponsesModel({ baseUrl, model: "m", apiKey: "k" }),
    says: (delta) => [{ type: "response.output_text.delta", output_index: 0, content_index: 0, delta }, completed],
    calls: (id) => {
      const item = { type: "function_call", id: `fc_${id}`, call_id: id, name: "read", arguments: `{"n":"${id}"}` };
      return [{ type: "response.output_item.done", output_index: 0, item }, completed];
    },
    sent: ({ input }) =>
      itemsOf(input).flatMap(({ type, call_id: id }) => {
        if (type === "function_call") return [`call ${id}`];
        return type === "function_call_output" ? [`answer ${id}`] : [];
      }),
  },
];

describe.each(WIRES)("compaction over HTTP: $name", ({ model, says, calls, sent }) => {
  it("asks for a summary without tools, and sends legal histories before and after it", async () => {
    const bodies: string[] = [];
    const server = await startServer((_, response, body) => {
      bodies.push(body);
      const steps = bodies.filter((one) => !isSummary(one)).length;
      const answer = isSummary(body) ? says("what was read") : steps <= 8 ? calls(`c${steps}`) : says("all is read");
      events(...answer)(response);
    });
    onTestFinished(() => server.close());
    const journal = new MemoryJournal();
    const { stopReason, content, messages } = await runToolLoop(
      {
        model: model(server.baseUrl),
        tools: [read],
        activity: new ActivityStream(journal),
        compaction: { windowTokens: 4_000, keepTokens: 800 },
      },
      [{ role: "user", content: "read everything" }],
    );
    expect({ stopReason, content }).toEqual({ stopReason: "stop", content: "all is read" });
    const summaries = bodies.filter(isSummary).map((body) => JSON.parse(body));
    expect(summaries.length).toBeGreaterThan(0);
    for (const body of summaries) expect(body).not.toHaveProperty("tools");
    for (const body of bodies.filter((one) => !isSummary(one))) {
      const ids = sent(JSON.parse(body));
      const made = ids.filter((_, place) => place % 2 === 0);
      expect(ids).toEqual(made.flatMap((one) => [one, one.replace("call", "answer")]));
      expect(body).toContain("read everything");
    }
    expect(bodies.at(-1)).toContain("what was read");
    expect(providerHistory(journal.events)).toEqual(messages);
  });
});
