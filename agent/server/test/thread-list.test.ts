import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "./support/test-server.ts";

async function say({ send }: TestServer, message: string, threadId?: string): Promise<string> {
  const response = await send("/api/chat", { body: { message, ...(threadId === undefined ? {} : { threadId }) } });
  await response.text();
  return response.headers.get("x-toolwright-thread") ?? threadId ?? "";
}

const listed = async ({ send }: TestServer, query = "") => (await send(`/api/threads${query}`)).json();
const ids = ({ threads }: { threads: { id: string }[] }) => threads.map(({ id }) => id);

describe("GET /api/threads?q=…", () => {
  it("finds threads by what was said and answered, and says where", async () => {
    const server = await startTestServer({
      steps: [{ text: "The parser is off by one." }, { text: "Flour and water." }],
    });
    const bug = await say(server, "Why does it fail?");
    const bread = await say(server, "How is bread made?");
    const found = await listed(server, "?q=parser%20fail");
    expect(found.threads).toMatchObject([
      { id: bug, title: "Why does it fail?", found: { seq: expect.any(Number), excerpt: expect.any(String) } },
    ]);
    expect(found).not.toHaveProperty("isPartial");
    expect((await listed(server, "?q=flour")).threads).toMatchObject([
      { id: bread, found: { excerpt: "Flour and water." } },
    ]);
    expect(ids(await listed(server, "?q=nothing"))).toEqual([]);
    expect(ids(await listed(server, "?q="))).toEqual([]);
    expect((await server.send("/api/threads?q=x&limit=0")).status).toBe(400);
  });
});

describe("PATCH /api/threads/:id", () => {
  it("pins and puts away, which every list tells of", async () => {
    const server = await startTestServer({ steps: [{ text: "a" }, { text: "b" }, { text: "c" }] });
    const [one, two] = [await say(server, "one"), await say(server, "two")];
    const patch = (id: string, body: object) => server.send(`/api/threads/${id}`, { method: "PATCH", body });
    expect(await (await patch(one, { pinned: true })).json()).toMatchObject({ id: one, title: "one", pinned: true });
    expect(await (await patch(two, { archived: true, title: "II" })).json()).toMatchObject({
      title: "II",
      archived: true,
    });
    expect(ids(await listed(server))).toEqual([one]);
    expect(ids(await listed(server, "?archived=1"))).toEqual([two]);
    expect(ids(await listed(server, "?pinned=1"))).toEqual([one]);
    for (const body of [{}, { pinned: 1 }, { title: 5 }, { other: true }])
      expect((await patch(one, body)).status).toBe(400);
    expect((await patch("unknown", { pinned: true })).status).toBe(404);
    await say(server, "go on", two);
    expect(ids(await listed(server))).toEqual([two, one]);
  });

  it("is told to whoever watches", async () => {
    const server = await startTestServer();
    const id = await say(server, "one");
    const stop = new AbortController();
    const { body } = await server.send("/api/changes", { signal: stop.signal });
    let told = "";
    const reading = (async () => {
      for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) told += piece;
    })().catch(() => undefined);
    await expect.poll(() => told).toContain("approvals");
    await server.send(`/api/threads/${id}`, { method: "PATCH", body: { pinned: true } });
    await expect.poll(() => told).toContain('"pinned":true');
    await server.send(`/api/threads/${id}`, { method: "PATCH", body: { pinned: false } });
    await expect.poll(() => told.split("event: thread").length).toBe(3);
    stop.abort();
    await reading;
  });
});
