import type { PrepareStep } from "@toolwright/core";
import type { Agent } from "@toolwright/server";
import { describe, expect, it } from "vitest";
import { startForOpenAi as start } from "./support/openai-client.ts";
import { askingTool, echoTool } from "./support/test-server.ts";

const said = [{ role: "user" as const, content: "hi" }];
const instructions = [{ role: "system", content: "You are an agent." }] as const;

/** An agent that says and does more than its model. */
function startAgent(agent: Partial<Agent> = {}) {
  const note = { role: "system", content: "A note." } as const;
  const prepareStep: PrepareStep = ({ messages }) => ({ messages: [...messages, note] });
  return start([{ text: "One." }, { text: "Two." }], {
    tools: [echoTool],
    agent: { tools: [echoTool], instructions, ...agent },
    config: { prepareStep },
  });
}

describe("a model without the agent", () => {
  it("is listed behind the agent's, found by its name, and named in its answers", async () => {
    const { client, send } = await startAgent({ models: ["script:test", "two", "two/plain"] });
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual([
      "script:test",
      "script:test/plain",
      "two",
      "two/plain",
      "two/plain/plain",
    ]);
    expect((await client.models.retrieve("script:test/plain")).id).toBe("script:test/plain");
    expect((await send("/v1/models/script:test/plain")).status).toBe(200);
    const { model } = await client.chat.completions.create({ model: "gpt-5/plain", messages: said });
    expect(model).toBe("script:test/plain");
  });

  it.each(["chat.completions", "responses"])("is asked just what a client of %s says", async (api) => {
    const { client, asked } = await startAgent();
    const answers = async (model: string) =>
      api === "responses"
        ? (await client.responses.create({ model, input: said })).output_text
        : (await client.chat.completions.create({ model, messages: said })).choices[0]?.message.content;
    expect(await answers("script:test/plain")).toBe("One.");
    expect([asked[0]?.messages, asked[0]?.tools ?? []]).toEqual([said, []]);
    await answers("script:test");
    expect(asked[1]?.messages.map(({ content }) => content)).toEqual(["You are an agent.", "hi", "A note."]);
    expect(asked[1]?.tools?.map(({ function: { name } }) => name)).toEqual(["echo"]);
  });

  it("goes on from a response without what was said to the agent", async () => {
    const { client, asked } = await startAgent();
    const { id } = await client.responses.create({ model: "script:test", input: "hi" });
    await client.responses.create({ model: "script:test/plain", input: "and?", previous_response_id: id });
    expect(asked[1]?.messages.map(({ content }) => content)).toEqual(["hi", "One.", "and?"]);
  });

  it("is every one of them where the agent says so", async () => {
    const { client, asked } = await startAgent({ isPlain: true });
    const { model } = await client.chat.completions.create({ model: "script:test", messages: said });
    expect([model, asked[0]?.messages, asked[0]?.tools ?? []]).toEqual(["script:test", said, []]);
  });

  it("has no tool that a choice could name", async () => {
    const { client } = await startAgent();
    const tool_choice = { type: "function", function: { name: "echo" } } as const;
    const refused = client.chat.completions.create({ model: "script:test/plain", messages: said, tool_choice });
    await expect(refused).rejects.toThrow('"tool_choice" names the tool "echo", which is not there.');
  });

  it("runs nothing of the agent that it calls all the same", async () => {
    const ran: string[] = [];
    const deploy = { toolCalls: [{ id: "a", name: "deploy", arguments: { to: "x" } }] };
    const { client, store } = await start([deploy, { text: "I cannot." }], { tools: [askingTool(ran)] });
    const { choices } = await client.chat.completions.create({ model: "script:test/plain", messages: said });
    expect([choices[0]?.message.content, ran, store.approvals.list()]).toEqual(["I cannot.", [], []]);
  });
});
