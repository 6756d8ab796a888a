import { DatabaseSync } from "node:sqlite";
import { openStore } from "@toolwright/durable";
import { scripted } from "@toolwright/models";
import { createAgentServer } from "@toolwright/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { heldModel } from "./support/held-model.ts";
import { QUIET, startTestServer, TOKEN } from "./support/test-server.ts";

/** Locks a database for everybody else; gives the function that ends it. */
function lock(file: string): () => void {
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  return () => other.close();
}

describe("a server whose database cannot be written to", () => {
  it("tells the reader that the run ended, goes on living, and is there again when the database is", async () => {
    const { model, release } = heldModel();
    const { send, file, store } = await startTestServer({ model, store: { busyTimeoutMs: 1 } });
    const response = await send("/api/chat", { body: { message: "hi" } });
    const id = response.headers.get("x-toolwright-thread") ?? "";
    const unlock = lock(file);
    release();
    expect(await response.text()).toContain("could not be stored");
    expect((await send("/api/chat", { body: { message: "another" } })).status).toBe(500);
    expect((await send("/api/threads")).status).toBe(200);
    unlock();
    expect(store.threads.get({ channel: "web", chatId: id })?.status).toBe("running");
    const other = await send("/api/chat", { body: { message: "another" } });
    expect(await other.text()).toContain(`"stopReason":"stop"`);
  });

  it("looks for open runs again later", async () => {
    const first = await startTestServer({ model: heldModel().model });
    const response = await first.send("/api/chat", { body: { message: "hi" } });
    await first.close();
    await response.text().catch(() => undefined);
    const logged: string[] = [];
    const logger = { ...QUIET, error: (message: string) => void logged.push(message) };
    const store = openStore({ file: first.file, busyTimeoutMs: 1 });
    onTestFinished(() => store.close());
    const agent = { model: "script:test", config: () => ({ model: scripted([{ text: "Taken up." }]), tools: [] }) };
    const second = createAgentServer({ agent, store, token: TOKEN, logger });
    onTestFinished(() => second.close());
    const unlock = lock(first.file);
    second.resume();
    await expect.poll(() => logged).toContain("Open runs could not be looked for");
    unlock();
    second.resume();
    await expect.poll(() => store.threads.open({ channel: "web" })).toEqual([]);
  });
});
