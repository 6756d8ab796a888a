import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { endServed, type Served, serve } from "./support/served.ts";
import { TOOLS_MODULE } from "./support/tools-module.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterEach(endServed);
afterAll(removeFolders);

const writing = [{ toolCalls: [{ id: "w", name: "write", arguments: { file_path: "made.txt", content: "made" } }] }];

interface Pending {
  readonly approvalId: string;
  readonly threadId: string;
  readonly toolName: string;
  readonly always: readonly string[];
}

async function pendingOf({ send }: Served): Promise<Pending> {
  let found: Pending | undefined;
  await expect.poll(async () => (found = (await (await send("/api/approvals")).json()).approvals[0])).toBeDefined();
  if (found === undefined) throw new Error("Nothing waits.");
  return found;
}

/** What a stream says when its server is gone. */
function textOrNothing(response: Response): Promise<string> {
  return response.text().catch(() => "");
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

describe("toolwright serve", () => {
  it("names the model first, then the address with a token, and answers to that token only", async () => {
    const root = await folder({ "notes.md": "Buy milk." });
    const { stdout, url, token, send } = await serve(["--model", "offline", "--workspace", root]);
    expect(stdout).toMatch(/^model: offline\nfolder: .*\nopen http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}\n$/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/api/threads`)).status).toBe(401);
    expect((await fetch(`${url}/?token=${token}`)).status).toBe(200);
    const page = await (await send("/api/info")).json();
    expect(page).toMatchObject({ model: "offline", notice: expect.stringContaining("No language model") });
    const answer = await (await send("/api/chat", { message: "read notes.md" })).text();
    expect(answer).toContain("Buy milk.");
  });

  it("keeps a question over kill -9, and runs the call when the answer comes to the next server", async () => {
    const root = await folder({ "one.json": writing, "two.json": [{ text: "Taken up." }] });
    const first = await serve(["--model", `script:${join(root, "one.json")}`, "--workspace", root]);
    const lost = first.send("/api/chat", { message: "write it" }).then(textOrNothing);
    const asked = await pendingOf(first);
    expect(asked).toMatchObject({ toolName: "write", always: [expect.stringContaining("made.txt")] });
    first.child.kill("SIGKILL");
    expect(await first.ended).toBe("SIGKILL");
    expect(await lost).toBe("");

    const second = await serve(["--model", `script:${join(root, "two.json")}`, "--workspace", root]);
    const again = await pendingOf(second);
    expect(again.approvalId).toBe(asked.approvalId);
    expect(await exists(join(root, "made.txt"))).toBe(false);
    const stream = await second.send(`/api/threads/${asked.threadId}/stream`);
    expect((await second.send("/api/approvals/forged", { approve: true })).status).toBe(404);
    expect((await second.send(`/api/approvals/${asked.approvalId}`, { approve: true })).status).toBe(200);
    expect(await stream.text()).toMatch(/"up\."[\s\S]*\nd:.*"stop"/);
    expect(await readFile(join(root, "made.txt"), "utf8")).toBe("made");
    expect((await second.send(`/api/approvals/${asked.approvalId}`, { approve: true })).status).toBe(409);
  });

  it("ends with 0 within 5 seconds of SIGTERM, with a question open, which the next server asks again", async () => {
    const root = await folder({ "one.json": writing });
    const first = await serve(["--model", `script:${join(root, "one.json")}`, "--workspace", root]);
    const lost = first.send("/api/chat", { message: "write it" }).then(textOrNothing);
    const asked = await pendingOf(first);
    const began = performance.now();
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    // The five seconds are a promise of the server, after which a supervisor may kill it.
    expect(performance.now() - began).toBeLessThan(5_000);
    await lost;
    const second = await serve(["--model", `script:${join(root, "one.json")}`, "--workspace", root]);
    expect((await pendingOf(second)).approvalId).toBe(asked.approvalId);
  });

  it("ends with 0 within 5 seconds of SIGTERM while a command runs, and the next run knows that it was cut off", async () => {
    const sleeping = [
      { toolCalls: [{ id: "s", name: "bash", arguments: { command: "echo begun; sleep 60; touch late" } }] },
    ];
    const root = await folder({ "one.json": sleeping, "two.json": [{ text: "I see." }] });
    const atOnce = ["--drain", "0"];
    const first = await serve(["--model", `script:${join(root, "one.json")}`, "--workspace", root, "--yes", ...atOnce]);
    const response = await first.send("/api/chat", { message: "sleep" });
    const threadId = response.headers.get("x-toolwright-thread");
    const lost = textOrNothing(response);
    await expect.poll(async () => (await (await first.send(`/api/threads/${threadId}`)).json()).seq).toBeGreaterThan(3);
    const began = performance.now();
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    // The five seconds are a promise of the server, after which a supervisor may kill it.
    expect(performance.now() - began).toBeLessThan(5_000);
    await lost;
    const second = await serve(["--model", `script:${join(root, "two.json")}`, "--workspace", root]);
    const thread = async () => (await second.send(`/api/threads/${threadId}`)).json();
    await expect.poll(async () => (await thread()).status).toBe("idle");
    expect(JSON.stringify(await thread())).toMatch(/outcome_unknown.*I see\./);
  });

  it("waits for a command that may not run twice when it is told to end, and ends at once when it is told again", async () => {
    const sleeping = [{ toolCalls: [{ id: "s", name: "bash", arguments: { command: "echo begun; sleep 60" } }] }];
    const root = await folder({ "one.json": sleeping });
    const served = await serve(["--model", `script:${join(root, "one.json")}`, "--workspace", root, "--yes"]);
    const response = await served.send("/api/chat", { message: "sleep" });
    const threadId = response.headers.get("x-toolwright-thread");
    const lost = textOrNothing(response);
    await expect
      .poll(async () => (await (await served.send(`/api/threads/${threadId}`)).json()).seq)
      .toBeGreaterThan(3);
    served.child.kill("SIGTERM");
    const word = async () => (await (await fetch(`${served.url}/readyz`)).json()).status;
    await expect.poll(word).toBe("draining");
    served.child.kill("SIGTERM");
    expect(await served.ended).toBe(130);
    await lost;
  });

  it("stops a run of another server on the same folder", async () => {
    const sleeping = [{ toolCalls: [{ id: "s", name: "bash", arguments: { command: "echo begun; sleep 60" } }] }];
    const root = await folder({ "one.json": sleeping, "two.json": [{ text: "Rested." }] });
    const first = await serve(["--model", `script:${join(root, "one.json")}`, "--workspace", root, "--yes"]);
    const second = await serve(["--model", `script:${join(root, "two.json")}`, "--workspace", root]);
    const response = await first.send("/api/chat", { message: "sleep" });
    const threadId = response.headers.get("x-toolwright-thread");
    expect(await (await second.send(`/api/threads/${threadId}/stop`, {})).json()).toEqual({ stopped: true });
    expect(await response.text()).toMatch(/"stopReason":"aborted"/);
    const say = () => second.send("/api/chat", { threadId, message: "again" });
    let again = await say();
    await expect.poll(async () => (again.status === 409 ? (again = await say()) : again).status).toBe(200);
    expect(await again.text()).toMatch(/"R"[\s\S]*"stopReason":"stop"/);
  });

  it("saves the rules of always, which later calls in this folder go by", async () => {
    const root = await folder({ "one.json": [...writing, { text: "ok" }, ...writing, { text: "ok" }] });
    const served = await serve(["--model", `script:${join(root, "one.json")}`, "--workspace", root]);
    const first = served.send("/api/chat", { message: "write it" }).then((response) => response.text());
    const asked = await pendingOf(served);
    const saved = await (
      await served.send(`/api/approvals/${asked.approvalId}`, { approve: true, always: true })
    ).json();
    expect(saved.saved).toEqual(asked.always);
    await first;
    const again = await (await served.send("/api/chat", { message: "again" })).text();
    expect(again).not.toContain("approval-request");
  });

  it.each([
    [["--port", "x"], "--port"],
    [["--port", "70000"], "65535"],
    [["--host", "0.0.0.0"], "--token"],
    [["--token", ""], "--token"],
    [["--token", "a b"], "--token"],
    [["--token", "a", "--token-file", "b"], "--token-file"],
    [["--token-file", "nowhere"], "--token-file"],
    [["--workspace", "nowhere"], "nowhere"],
    [["--model", "nothing:x"], "There is no model"],
    [["words"], "arguments"],
  ])("refuses %j in one line, with exit code 2", async (args, said) => {
    const { code, stderr } = await toolwright(["serve", ...args], { cwd: await folder() });
    expect([code, stderr.trim().split("\n")]).toEqual([2, [expect.stringContaining(said)]]);
  });

  it("takes its token from a file or a variable, prints neither, and hands the variable to no command", async () => {
    const root = await folder({ "token.txt": "from-a-file\n" });
    const args = ["--model", "offline", "--workspace", root, "--yes"];
    const variable = { TOOLWRIGHT_TOKEN: "from-a-variable" };
    const byFile = await serve([...args, "--token-file", join(root, "token.txt")]);
    const byVariable = await serve(args, { env: variable });
    for (const [{ url, stdout }, token] of [
      [byFile, "from-a-file"],
      [byVariable, "from-a-variable"],
    ] as const) {
      expect(stdout).not.toContain(token);
      const ask = (authorization: string) => fetch(`${url}/api/threads`, { headers: { authorization } });
      expect((await ask(`Bearer ${token}`)).status).toBe(200);
      expect((await ask("Bearer other")).status).toBe(401);
    }
    const headers = { authorization: "Bearer from-a-variable", "content-type": "application/json" };
    const body = JSON.stringify({ message: "run the command `env`" });
    const said = await (await fetch(`${byVariable.url}/api/chat`, { method: "POST", headers, body })).text();
    expect(said).toContain("PATH=");
    expect(said).not.toContain("TOOLWRIGHT_TOKEN");
  });

  it("refuses tools without an allowlist before anything runs", async () => {
    const root = await folder({ "tools.mjs": TOOLS_MODULE });
    const { code, stderr } = await toolwright(["serve", "--workspace", root, "--tools", join(root, "tools.mjs")]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/allowlist: echo, .*escape\..*"all"/)]);
  });

  it("says that a port is taken, with exit code 1", async () => {
    const root = await folder();
    const { url } = await serve(["--model", "offline", "--workspace", root]);
    const port = new URL(url).port;
    const { code, stderr } = await toolwright(["serve", "--model", "offline", "--workspace", root, "--port", port]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`port ${port} cannot be listened on`)]);
  });
});
