import type { Rating } from "@toolwright/store";
import { describe, expect, it } from "vitest";
import { startTestServer } from "./support/test-server.ts";

async function answered(rated: (rating: Rating | undefined) => void = () => undefined) {
  const server = await startTestServer({
    steps: [{ text: "One." }, { text: "Two." }],
    agent: { rated: (_conversation, _runId, rating) => rated(rating) },
  });
  const response = await server.send("/api/chat", { body: { message: "Count" } });
  await response.text();
  const id = response.headers.get("x-toolwright-thread") ?? "";
  const page = async (of = id) => (await server.send(`/api/threads/${of}`)).json();
  const runId: string = (await page()).messages[1].runId;
  const rate = (body: unknown, message = runId, of = id) =>
    server.send(`/api/threads/${of}/messages/${message}/rating`, { method: "PUT", body });
  return { ...server, id, runId, page, rate };
}

describe("PUT /api/threads/:id/messages/:message/rating", () => {
  it("keeps what a person thinks of an answer, until it is taken back, and tells the agent and the metrics", async () => {
    const told: unknown[] = [];
    const { page, rate, send, id, store } = await answered((rating) => told.push(rating));
    expect((await page()).messages[1]).not.toHaveProperty("rating");
    const good = await rate({ thumb: "up" });
    expect([good.status, await good.json()]).toEqual([200, { thumb: "up" }]);
    const note = `It forgot three. ghp_${"a1".repeat(18)}`;
    await rate({ thumb: "down", note });
    const masked = { thumb: "down", note: "It forgot three. [secret:github-token]" };
    expect((await page()).messages[1].rating).toEqual(masked);
    expect(store.ratings.list()).toMatchObject([{ conversation: { channel: "web", chatId: id }, ...masked }]);
    expect(await (await rate({ thumb: null })).json()).toEqual({ thumb: null });
    expect((await page()).messages[1]).not.toHaveProperty("rating");
    expect(told).toEqual([{ thumb: "up" }, masked, undefined]);
    const metrics = await (await send("/metrics")).text();
    expect(metrics).toContain('toolwright_ratings_total{thumb="up"} 1\n');
  });

  it("stands in exports, and goes along into a fork", async () => {
    const { page, rate, send, id } = await answered();
    await rate({ thumb: "down", note: "Too\nshort" });
    const json = await (await send(`/api/threads/${id}/export?format=json`)).json();
    expect(json.messages[1].rating).toEqual({ thumb: "down", note: "Too\nshort" });
    const markdown = await (await send(`/api/threads/${id}/export?format=markdown`)).text();
    expect(markdown).toMatch(/\n\*Rated bad: Too.*short\*\n/);
    const fork = await (await send(`/api/threads/${id}/fork`, { body: {} })).json();
    expect((await page(fork.id)).messages[1].rating).toEqual({ thumb: "down", note: "Too\nshort" });
  });

  it("refuses what is none, and answers that are not there; an agent that fails changes nothing", async () => {
    const { page, rate } = await answered(() => {
      throw new Error("no");
    });
    for (const body of [{}, { thumb: "maybe" }, { thumb: "up", stars: 5 }, { thumb: "up", note: "x".repeat(2_001) }])
      expect((await rate(body)).status).toBe(400);
    expect((await rate({ thumb: "up" }, "nothing")).status).toBe(404);
    expect((await rate({ thumb: "up" }, undefined, "nowhere")).status).toBe(404);
    expect((await rate({ thumb: "up" })).status).toBe(200);
    expect((await page()).messages[1].rating).toEqual({ thumb: "up" });
  });
});
