import type { ModelPort } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { say, startTestServer, type TestServer, type TestServerOptions } from "./support/test-server.ts";

const titled = (options: TestServerOptions) => startTestServer({ agent: { titles: true }, ...options });
const titleOf = async ({ send }: TestServer, id: string) => (await (await send(`/api/threads/${id}`)).json()).title;
const usage = { inputTokens: 5, outputTokens: 2 };

describe("titles by the model", () => {
  it("take the place of the first words once the first run has ended, and are counted", async () => {
    const steps = [{ text: "It is wet." }, { text: '"Rain in Oslo."\n' }, { text: "Still wet." }];
    const model = scripted(steps.map((step) => ({ ...step, usage })));
    const server = await titled({ model });
    const id = await say(server, { message: "How is the weather in Oslo?" });
    await expect.poll(() => titleOf(server, id)).toBe("Rain in Oslo");
    await expect
      .poll(() => server.store.summaries.totals({ channel: "web", chatId: id }))
      .toMatchObject({ calls: 2, inputTokens: 10 });
    await say(server, { threadId: id, message: "And now?" });
    expect(await titleOf(server, id)).toBe("Rain in Oslo");
    expect(model.requests).toHaveLength(3);
    const thread = await (await server.send(`/api/threads/${id}`)).json();
    expect(thread.usage).toEqual({ inputTokens: 15, outputTokens: 6 });
    const metrics = await (await server.send("/metrics")).text();
    expect(metrics).toContain('toolwright_tokens_total{kind="input"} 15\n');
  });

  it("never replace what a person has named", async () => {
    let name = () => {};
    const named = new Promise<void>((resolve) => {
      name = resolve;
    });
    const script = scripted([{ text: "Hi." }, { text: "By the model" }]);
    let count = 0;
    const model: ModelPort = {
      name: "slow",
      completionStream(params) {
        count += 1;
        const completion = script.completionStream(params);
        return count === 1 ? completion : { ...completion, final: named.then(() => completion.final) };
      },
    };
    const server = await titled({ model });
    const id = await say(server, { message: "hello" });
    await server.send(`/api/threads/${id}`, { method: "PATCH", body: { title: "Mine" } });
    name();
    await expect.poll(() => server.store.summaries.totals({ channel: "web", chatId: id }).calls).toBe(2);
    expect(await titleOf(server, id)).toBe("Mine");
  });

  it.each([
    ["the model fails", { model: scripted([{ text: "Hi." }]) }],
    ["it says nothing", { steps: [{ text: "Hi." }, { text: " \n" }] }],
    ["they are off", { steps: [{ text: "Hi." }, { text: "Never" }], agent: {} }],
  ] as const)("leave the first words where %s", async (_, options) => {
    const server = await titled(options);
    const id = await say(server, { message: "hello there" });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await titleOf(server, id)).toBe("hello there");
  });

  it("show a model no secret, and none of them in a title", async () => {
    const key = `sk-ant-api03-${"a1B2".repeat(20)}`;
    const asked: string[] = [];
    const script = scripted([{ text: "Fine." }, { text: `Key ${key}` }]);
    const model: ModelPort = {
      name: "spy",
      completionStream(params) {
        asked.push(JSON.stringify(params.messages));
        return script.completionStream(params);
      },
    };
    const server = await titled({ model });
    const id = await say(server, { message: `hi ${key}` });
    await expect.poll(() => titleOf(server, id)).toMatch(/^Key \[/);
    expect(asked.join()).not.toContain(key);
  });
});
