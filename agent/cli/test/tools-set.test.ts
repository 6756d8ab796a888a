import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

/** The names of the tools of each request, in order. */
const offered: string[][] = [];

/** What the server says of its models. */
let models: readonly object[] = [];

const server = createServer(async (request, response) => {
  if (request.method === "GET") return void response.end(JSON.stringify({ data: models }));
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const { tools = [] } = JSON.parse(Buffer.concat(pieces).toString());
  offered.push(tools.map((tool: { readonly function: { readonly name: string } }) => tool.function.name));
  response.setHeader("content-type", "text/event-stream");
  const chunk = { choices: [{ index: 0, delta: { content: "Hello." }, finish_reason: "stop" }] };
  response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

const SMALL = ["ls", "grep", "glob", "write", "read", "edit", "bash"];
const NOTE = "small set of tools, for a small model; --tools-set all for all";

const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

/** What a run in a folder prints, and the tools that its model was offered. */
async function run(cwd: string, model: string, ...flags: string[]) {
  const args = ["run", "Say hello.", "--model", `litellm:${model}`, "--base-url", baseUrl(), ...flags];
  const { stdout, stderr, code } = await toolwright(args, { cwd });
  expect(code, stderr).toBe(0);
  return { stdout, stderr, tools: offered.at(-1) ?? [] };
}

describe("the set of tools", () => {
  it("is small for a model whose name says so, which a person is told once", async () => {
    const cwd = await folder({});
    const { stdout, tools } = await run(cwd, "qwen2.5-coder-1.5b");
    expect(tools).toEqual(SMALL);
    expect(stdout.split("\n")[0]).toBe(`model: litellm:qwen2.5-coder-1.5b · ${NOTE}`);
    expect(stdout.split(NOTE)).toHaveLength(2);
    const json = await run(cwd, "qwen2.5-coder-1.5b", "--json");
    expect(json.stderr).toContain(NOTE);
    expect(json.stdout).toContain('"activeTools":["ls","grep","glob","write","read","edit","bash"]');
  });

  it("is small for a context of 8,192 tokens, and whole for every other model", async () => {
    const cwd = await folder({});
    expect((await run(cwd, "m", "--context-window", "8192")).tools).toEqual(SMALL);
    const large = await run(cwd, "qwen2.5-coder-14b");
    expect(large.tools).toContain("multi_edit");
    expect(large.stdout).not.toContain("small set");
  });

  it("is small for a context of 8,192 tokens that the server tells, unless the flag says another", async () => {
    models = [{ id: "m", meta: { n_ctx: 8_192, n_ctx_train: 32_768 } }];
    onTestFinished(() => {
      models = [];
    });
    const cwd = await folder({});
    const told = await run(cwd, "m", "--json");
    expect(told.tools).toEqual(SMALL);
    expect(told.stdout).toContain('"contextWindow":8192');
    expect((await run(cwd, "m", "--context-window", "32768")).tools).toContain("multi_edit");
    models = [{ id: "m", max_model_len: 32_768 }];
    expect((await run(cwd, "m")).tools).toContain("multi_edit");
  });

  it("is always what the flag says", async () => {
    const cwd = await folder({});
    const whole = await run(cwd, "qwen2.5-coder-1.5b", "--tools-set", "all");
    expect(whole.tools).toContain("multi_edit");
    expect(whole.stdout).not.toContain("small set");
    expect((await run(cwd, "qwen2.5-coder-14b", "--tools-set", "small")).tools).toEqual(SMALL);
  });

  it("is told, once, to whoever changes to a small model and begins anew", async () => {
    const stdin = "/model litellm:qwen2.5-coder-1.5b\n/clear\nhello\n/clear\n";
    const env = { LITELLM_BASE_URL: baseUrl() };
    const args = ["chat", "--model", "litellm:qwen2.5-coder-14b", "--no-titles"];
    const { stdout } = await toolwright(args, { cwd: await folder({}), env, stdin });
    expect(offered.at(-1)).toEqual(SMALL);
    expect(stdout.split(NOTE)).toHaveLength(2);
  });

  it("of a tape is the one that its model had", async () => {
    const cwd = await folder({});
    const recorded = await run(cwd, "qwen2.5-coder-1.5b", "--record", "run.tape");
    expect(recorded.tools).toEqual(SMALL);
    const played = await toolwright(["run", "Say hello.", "--model", "tape:run.tape"], { cwd });
    expect([played.code, played.stdout]).toEqual([0, expect.stringContaining("Hello.")]);
  });

  it.skipIf(Number(process.versions.node.split(".")[0]) < 23)(
    "stays what it was in a conversation that goes on with another model",
    async () => {
      const cwd = await folder({});
      await run(cwd, "qwen2.5-coder-1.5b");
      const next = await run(cwd, "qwen2.5-coder-14b", "--continue");
      expect(next.tools).toEqual(SMALL);
      expect(next.stdout).toContain("small set of tools, as before in this conversation");
      const chat = ["chat", "--continue", "--model", "litellm:qwen2.5-coder-14b", "--base-url", baseUrl()];
      const { stdout } = await toolwright(chat, { cwd, stdin: "/compact\n" });
      expect(stdout).toContain("summary");
      expect((await run(cwd, "qwen2.5-coder-14b", "--continue")).tools).toEqual(SMALL);
      const other = await folder({});
      await run(other, "qwen2.5-coder-14b");
      expect((await run(other, "qwen2.5-coder-1.5b", "--continue")).tools).toContain("multi_edit");
    },
  );

  it.skipIf(Number(process.versions.node.split(".")[0]) < 23)(
    "is kept with a conversation of which hardly a tool was offered, and with the flag that changed it",
    async () => {
      const denied = ["ls", "grep", "glob", "read", "bash"];
      const cwd = await folder({ "few.json": JSON.stringify({ allow: [], deny: denied }) });
      const few = await run(cwd, "qwen2.5-coder-1.5b", "--policy", "few.json");
      expect(few.tools.length).toBeLessThan(4);
      expect((await run(cwd, "qwen2.5-coder-14b", "--continue")).tools).toEqual(SMALL);
      expect((await run(cwd, "qwen2.5-coder-14b", "--continue", "--tools-set", "all")).tools).toContain("multi_edit");
      expect((await run(cwd, "qwen2.5-coder-1.5b", "--continue")).tools).toContain("multi_edit");
    },
  );
});
