import type { CompletionStreamParams, ModelPort } from "@toolwright/core";
import { MockLanguageModelV4 } from "ai/test";
import { expect, it } from "vitest";
import { createAiSdkModel, createLiteLlmModel, createResponsesModel } from "../src/index.ts";
import { hello, startAnswering } from "./support/scripted-server.ts";

// As a server of MCP has them: OpenAI and Anthropic refuse a request for one tool like this.
const properties = { route: { type: "string" }, file: { type: "string" } };
const parameters = { type: "object", properties, anyOf: [{ required: ["route"] }, { required: ["file"] }] };
const params: CompletionStreamParams = {
  messages: [{ role: "user", content: "hi" }],
  tools: [{ type: "function", function: { name: "impact", description: "Tells.", parameters } }],
};
const expected = { type: "object", properties };

it.each([
  ["chat completions", createLiteLlmModel],
  ["responses", createResponsesModel],
])("a tool with a union at the root of its parameters is one object in %s", async (_, create) => {
  const server = await startAnswering(hello);
  const model: ModelPort = create({ baseUrl: server.baseUrl, model: "m" });
  await model.completionStream(params).final;
  const [sent] = Object(server.received[0]?.body).tools;
  expect((sent.function ?? sent).parameters).toEqual(expected);
});

it("and for a model of the AI SDK", async () => {
  const model = new MockLanguageModelV4({ doStream: () => Promise.reject(new Error("no")) });
  await createAiSdkModel(model).completionStream(params).final;
  expect(model.doStreamCalls[0]?.tools).toMatchObject([{ name: "impact", inputSchema: expected }]);
  expect(Object(model.doStreamCalls[0]?.tools?.[0]).inputSchema).not.toHaveProperty("anyOf");
});
