import type { Conversation } from "@toolwright/core";
import { expect, it } from "vitest";
import { startTestServer } from "./support/test-server.ts";

it("tells the agent of a conversation that was deleted, and of a completion that is over, once", async () => {
  const ended: Conversation[] = [];
  const endConversation = (conversation: Conversation) => {
    ended.push(conversation);
    throw new Error("A pool could not be closed.");
  };
  const steps = [{ text: "One." }, { text: "Two." }];
  const { send } = await startTestServer({ steps, agent: { endConversation } });
  const chat = await send("/api/chat", { body: { message: "hi" } });
  await chat.text();
  const chatId = chat.headers.get("x-toolwright-thread") ?? "";
  expect(ended).toEqual([]);
  await expect.poll(async () => (await send(`/api/threads/${chatId}`, { method: "DELETE" })).status).toBe(204);
  expect((await send(`/api/threads/${chatId}`, { method: "DELETE" })).status).toBe(404);
  expect(ended).toEqual([{ channel: "web", chatId }]);
  const completion = await send("/v1/chat/completions", {
    body: { model: "x", messages: [{ role: "user", content: "hi" }] },
  });
  expect(completion.status).toBe(200);
  await expect.poll(() => ended.map(({ channel }) => channel)).toEqual(["web", "openai"]);
});

it("keeps what was made for the conversations of responses while they may go on: the 64 that were used last", async () => {
  const ended: string[] = [];
  const steps = Array.from({ length: 70 }, () => ({ text: "One." }));
  const agent = { endConversation: ({ channel }: Conversation) => void ended.push(channel) };
  const { send } = await startTestServer({ steps, agent });
  const ask = async (body: object): Promise<string> => {
    const response = await send("/v1/responses", { body: { input: "hi", ...body } });
    return (await response.json()).id;
  };
  const first = await ask({});
  for (let n = 1; n < 64; n += 1) await ask({});
  await ask({ previous_response_id: first });
  expect(ended).toEqual([]);
  const last = await ask({});
  await expect.poll(() => ended).toEqual(["responses"]);
  await ask({ store: false });
  await expect.poll(() => ended).toEqual(["responses", "openai"]);
  await expect.poll(async () => (await send(`/v1/responses/${last}`, { method: "DELETE" })).status).toBe(200);
  await expect.poll(() => ended).toEqual(["responses", "openai", "responses"]);
});
