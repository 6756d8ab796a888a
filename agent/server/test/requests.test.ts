import { describe, expect, it } from "vitest";
import { startTestServer } from "./support/test-server.ts";

describe("GET /api/threads/:id/requests/:seq", () => {
  it("gives what a step was sent, masked and bounded: the history, and what the steps before came to", async () => {
    const steps = [
      { toolCalls: [{ id: "a", name: "echo", arguments: { text: "hunter2-hunter2" } }] },
      { text: "Done." },
      { text: "Again." },
    ];
    const config = { secrets: [{ name: "pin", value: "hunter2-hunter2" }] };
    const server = await startTestServer({ steps, config });
    const first = await server.send("/api/chat", { body: { message: `Say ${"x".repeat(9_000)}` } });
    await first.text();
    const id = first.headers.get("x-toolwright-thread");
    await (await server.send("/api/chat", { body: { threadId: id, message: "And now?" } })).text();
    const { events } = await (await server.send(`/api/threads/${id}/events`)).json();
    const begun = events.filter(({ type }: { type: string }) => type === "step_start");
    const read = async (seq: number) => (await server.send(`/api/threads/${id}/requests/${seq}`)).json();
    const [one, two, three] = [await read(begun[0].seq), await read(begun[1].seq), await read(begun[2].seq)];
    expect(one.messages).toMatchObject([{ role: "user", cut: 1_004 }]);
    expect(two.messages.map(({ role }: { role: string }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(two.messages[1].text).toContain("echo ");
    expect(JSON.stringify(two)).toContain("[secret:pin]");
    expect(JSON.stringify(two)).not.toContain("hunter2");
    expect(three.messages.map(({ role }: { role: string }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
    expect(three.messages.at(-1)).toEqual({ role: "user", text: "And now?" });
    expect(three.earlier).toBe(0);
  });

  it("refuses what is no beginning of a step", async () => {
    const server = await startTestServer();
    const response = await server.send("/api/chat", { body: { message: "hi" } });
    await response.text();
    const path = `/api/threads/${response.headers.get("x-toolwright-thread")}/requests`;
    for (const seq of ["1", "99999", "x", "-1"]) expect((await server.send(`${path}/${seq}`)).status).toBe(404);
    expect((await server.send("/api/threads/none/requests/2")).status).toBe(404);
  });
});
