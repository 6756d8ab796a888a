import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { engineFor } from "./support/fresh-application.ts";
import { freePort } from "./support/restate-server.ts";

const engine = inject("restate");
const PROGRAM = join(import.meta.dirname, "../../../cli/bin/toolwright.js");

interface Served {
  readonly child: ChildProcess;
  readonly get: (path: string) => Promise<Response>;
  readonly post: (path: string, body: object) => Promise<Response>;
}

describe.skipIf(engine === undefined)("toolwright serve --engine", () => {
  const scene = async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolwright-engine-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const workspace = join(folder, "work");
    mkdirSync(workspace);
    writeFileSync(join(workspace, "a.txt"), "hello\n");
    const address = engineFor(await freePort());
    const serve = async (): Promise<Served> => {
      const port = await freePort();
      const words = [
        "--port",
        `${port}`,
        "--token",
        "t",
        "--workspace",
        workspace,
        "--store",
        join(folder, "store.db"),
      ];
      const child = spawn(process.execPath, [PROGRAM, "serve", ...words, "--engine", address], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      await once(child.stdout ?? child, "data");
      const headers = { authorization: "Bearer t", "content-type": "application/json" };
      const url = (path: string) => `http://127.0.0.1:${port}${path}`;
      await expect
        .poll(() =>
          fetch(url("/healthz")).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        .toBe(true);
      return {
        child,
        get: (path) => fetch(url(path), { headers }),
        post: (path, body) => fetch(url(path), { method: "POST", headers, body: JSON.stringify(body) }),
      };
    };
    return { workspace, serve };
  };
  const say = (server: Served, text: string) =>
    server.post("/api/chat", { messages: [{ role: "user", content: [{ type: "text", text }] }] });
  const kill = async ({ child }: Served) => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  const statusOf = async (server: Served) => {
    const { threads }: { threads: { status: string }[] } = await (await server.get("/api/threads")).json();
    return threads.map(({ status }) => status);
  };
  const questionOf = async (server: Served): Promise<string> => {
    const ask = async () => (await (await server.get("/api/approvals")).json()).approvals?.[0]?.approvalId;
    await expect.poll(ask).toBeTypeOf("string");
    return ask();
  };

  it("answers on whichever server one asks", async () => {
    const { serve } = await scene();
    const [one, other] = [await serve(), await serve()];
    for (const server of [one, other, one]) {
      const answer = await (await say(server, "list the files")).text();
      expect(answer).toContain("a.txt");
      expect(answer).toContain('"finishReason":"stop"');
    }
    expect(await statusOf(other)).toEqual(["idle", "idle", "idle"]);
  });

  it("keeps a question while all servers are dead, and takes its answer once, on a new one", async () => {
    const { workspace, serve } = await scene();
    const [one, other] = [await serve(), await serve()];
    const reading = (await say(one, 'write "hi there" to b.txt')).text().catch(() => "broken off");
    const approvalId = await questionOf(other);
    await Promise.all([kill(one), kill(other)]);
    await reading;
    const third = await serve();
    expect(await questionOf(third)).toBe(approvalId);
    const decide = () => third.post(`/api/approvals/${approvalId}`, { approve: true });
    const answers = await Promise.all([decide(), decide()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await expect.poll(() => statusOf(third)).toEqual(["idle"]);
    expect(readFileSync(join(workspace, "b.txt"), "utf8").trim()).toBe("hi there");
  });

  it("stops a run that waits, from another server", async () => {
    const { workspace, serve } = await scene();
    const [one, other] = [await serve(), await serve()];
    const reading = (await say(one, 'write "no" to c.txt')).text().catch(() => "broken off");
    await questionOf(other);
    const { threads } = await (await other.get("/api/threads")).json();
    expect((await other.post(`/api/threads/${threads[0].id}/stop`, {})).ok).toBe(true);
    await expect.poll(() => statusOf(other)).toEqual(["idle"]);
    await reading;
    expect(existsSync(join(workspace, "c.txt"))).toBe(false);
  });
});
