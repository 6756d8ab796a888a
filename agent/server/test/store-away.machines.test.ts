import { scripted } from "@toolwright/models";
import { openPostgresStore } from "@toolwright/store/postgres";
import { expect, inject, it, onTestFinished } from "vitest";
import { startPostgres } from "../../store/test/postgres/support/postgres-server.ts";
import { createAgentServer } from "../src/index.ts";
import { QUIET, TOKEN } from "./support/test-server.ts";

it.skipIf(inject("postgres") === "")(
  "a server whose database is away says so once, refuses at once what may be sent again, and is there again with it",
  { timeout: 120_000 },
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.end());
    const store = await openPostgresStore({ url: postgres.url });
    onTestFinished(() => store.close());
    const logged: string[] = [];
    const log = (message: string) => void logged.push(message);
    const config = () => ({ model: scripted([{ text: "Here." }]), logger: QUIET });
    const logger = { ...QUIET, error: log, info: log };
    const server = createAgentServer({ agent: { model: "m", config }, store, token: TOKEN, logger });
    onTestFinished(() => server.close());
    server.resume();
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const ask = (path: string, body?: object) => {
      const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      return server.fetch(new Request(`http://127.0.0.1${path}`, { headers, ...sent }));
    };
    await postgres.stop();
    await expect.poll(() => logged, { timeout: 30_000 }).toContain("The store cannot be read or written");
    const began = performance.now();
    const completion = { model: "m", messages: [{ role: "user", content: "hi" }] };
    for (const [path, body] of [
      ["/api/chat", { message: "hi" }],
      ["/v1/chat/completions", completion],
      ["/api/threads"],
    ] as const) {
      const refused = await ask(path, body);
      expect([path, refused.status, refused.headers.get("retry-after")]).toEqual([path, 503, "5"]);
    }
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await ask("/healthz")).status).toBe(200);
    await postgres.start();
    await expect.poll(async () => (await ask("/api/threads")).status, { timeout: 30_000 }).toBe(200);
    expect(await (await ask("/api/chat", { message: "hi" })).text()).toContain('"stopReason":"stop"');
    expect(logged).toEqual(["The store cannot be read or written", "The store can be read and written again"]);
  },
);
