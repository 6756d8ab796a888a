import { readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { afterAll, afterEach, describe, expect, it, onTestFinished } from "vitest";
import { endServed, type Served, serve } from "./support/served.ts";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterEach(endServed);
afterAll(removeFolders);

/** What a run of these words answered, as the thread has it. */
async function answer({ send }: Served, body: object): Promise<{ model: string; parts: object[]; stopReason: string }> {
  const response = await send("/api/chat", body);
  await response.text();
  const id = response.headers.get("x-toolwright-thread");
  return (await (await send(`/api/threads/${id}`)).json()).messages.at(-1);
}

interface AskedModel {
  readonly messages: readonly object[];
  readonly tools?: readonly object[];
}

/** A model over HTTP that is always done, and keeps what it was asked. */
async function listeningModel(): Promise<{ readonly baseUrl: string; readonly asked: readonly AskedModel[] }> {
  const asked: AskedModel[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return void response.writeHead(404).end();
    asked.push(JSON.parse((await request.setEncoding("utf8").toArray()).join("")));
    const chunk = { choices: [{ index: 0, delta: { content: "Done." }, finish_reason: "stop" }] };
    response.setHeader("content-type", "text/event-stream");
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

describe("the models of toolwright serve", () => {
  it("are those of --model, the first one usual, and offline at the end; each answers when it is chosen", async () => {
    const root = await folder({ "one.json": [{ text: "One." }], "two.json": [{ text: "Two." }], "notes.md": "Milk." });
    const [one, two] = ["one", "two"].map((name) => `script:${join(root, `${name}.json`)}`);
    const served = await serve(["--model", `${one}`, "--model", `${two}`, "--workspace", root]);
    expect(served.stdout).toMatch(/^model: script:.*one\.json\n/);
    const info = await (await served.send("/api/info")).json();
    expect(info).toMatchObject({ model: one, models: [one, two, "offline"], notice: null, workspace: basename(root) });
    expect(info.tools).toContainEqual({ name: "read", description: expect.stringMatching(/\.$/), effects: "read" });
    expect(await answer(served, { message: "hi" })).toMatchObject({ parts: [{ text: "One." }] });
    expect(await answer(served, { message: "hi", model: two })).toMatchObject({ parts: [{ text: "Two." }] });
    const planned = await answer(served, { message: "read notes.md", model: "offline", activeTools: ["read"] });
    expect(JSON.stringify(planned)).toContain("Milk.");
    const refused = await served.send("/api/chat", { message: "hi", model: "script:other.json" });
    expect(refused.status).toBe(400);
    const { data } = await (await served.send("/v1/models")).json();
    const names = [one, two, "offline"].flatMap((name) => [name, `${name}/plain`]);
    expect(data.map(({ id }: { id: string }) => id)).toEqual(names);
  });

  it("are alone, without tools and instructions, behind their names, and all of them with --tools-set none", async () => {
    const { baseUrl, asked } = await listeningModel();
    const root = await folder({ "AGENTS.md": "Be brief." });
    const at = ["--model", "litellm:big", "--base-url", baseUrl, "--workspace", root, "--no-titles"];
    const last = () => [asked.at(-1)?.messages.length, asked.at(-1)?.tools?.length ?? 0];
    const says = async (served: Served, model: string) => {
      const body = { model, messages: [{ role: "user", content: "hi" }] };
      const { choices, model: named } = await (await served.send("/v1/chat/completions", body)).json();
      return [named, choices[0].message.content, ...last()];
    };
    const served = await serve(at);
    expect(await says(served, "litellm:big/plain")).toEqual(["litellm:big/plain", "Done.", 1, 0]);
    const [, , messages, tools] = await says(served, "litellm:big");
    expect([Number(messages) > 1, Number(tools) > 10]).toEqual([true, true]);
    const plain = await serve([...at, "--tools-set", "none"]);
    expect(plain.stdout).toContain("model: litellm:big · no tools\n");
    expect(await says(plain, "litellm:big")).toEqual(["litellm:big", "Done.", 1, 0]);
    expect(await answer(plain, { message: "hi" })).toMatchObject({ parts: [{ text: "Done." }] });
    expect(last()).toEqual([1, 0]);
    expect(await (await plain.send("/api/info")).json()).toMatchObject({ tools: [] });
    const refused = await toolwright(["serve", "--tools-set", "none", "--mcp", "x.json"]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("leave out --tools, --mcp and --code-mode"),
    ]);
  });

  it("are also those of sub-agents, with the tools that were chosen", async () => {
    const agent = { id: "a", name: "agent", arguments: { prompt: "look", description: "look" } };
    const look = { id: "r", name: "read", arguments: { file_paths: ["notes.md"] } };
    const steps = [{ toolCalls: [agent] }, { toolCalls: [look] }, { text: "Looked." }, { text: "Done." }];
    const root = await folder({ "one.json": steps, "notes.md": "Milk." });
    const served = await serve(["--model", `script:${join(root, "one.json")}`, "--workspace", root, "--yes"]);
    const said = await answer(served, { message: "go", activeTools: ["agent"] });
    expect(said).toMatchObject({ stopReason: "stop" });
    expect(JSON.stringify(said)).toContain("Looked.");
    expect(JSON.stringify(said)).not.toContain("Milk.");
  });
});

describe("the set of tools of a conversation that is served", () => {
  it("fits the model that it begins with, and stays, with another model and after a restart", async () => {
    const { baseUrl, asked } = await listeningModel();
    const [small, large] = ["litellm:qwen2.5-coder-1.5b", "litellm:qwen2.5-coder-14b"];
    const root = await folder();
    const started = ["--model", small, "--model", large, "--base-url", baseUrl, "--no-titles", "--workspace", root];
    let served = await serve(started);
    expect(served.stdout).toContain(
      `model: ${small} · small set of tools, for a small model; --tools-set all for all\n`,
    );
    const say = async (body: object) => {
      const response = await served.send("/api/chat", { message: "go", ...body });
      await response.text();
      return { threadId: response.headers.get("x-toolwright-thread"), isSmall: asked.at(-1)?.tools?.length === 7 };
    };
    const { threadId, isSmall } = await say({});
    expect(isSmall).toBe(true);
    expect(await say({ threadId, model: large })).toEqual({ threadId, isSmall: true });
    const other = await say({ model: large });
    expect(other.isSmall).toBe(false);
    served.child.kill("SIGTERM");
    await served.ended;
    served = await serve(started);
    expect(await say({ threadId, model: large })).toEqual({ threadId, isSmall: true });
    expect(await say({ threadId: other.threadId, model: small })).toEqual({ ...other, isSmall: false });
  });
});

describe("the effort of a model that is served", () => {
  /** A model that hands the first request to a sub-agent, and notes with what effort it was asked. */
  async function thinking() {
    const efforts: unknown[] = [];
    const server = createServer(async (request, response) => {
      if (request.method === "GET") return void response.writeHead(404).end();
      const body = JSON.parse((await request.setEncoding("utf8").toArray()).join(""));
      efforts.push(body.reasoning_effort);
      const task = { name: "agent", arguments: JSON.stringify({ prompt: "look", description: "look" }) };
      const call = { index: 0, id: "a", type: "function", function: task };
      const delta = efforts.length === 1 ? { tool_calls: [call] } : { content: "Done." };
      const chunk = { choices: [{ index: 0, delta, finish_reason: efforts.length === 1 ? "tool_calls" : "stop" }] };
      response.setHeader("content-type", "text/event-stream");
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    return { efforts, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
  }

  it("is offered as far as it is known, and holds for its sub-agents", async () => {
    const { efforts, baseUrl } = await thinking();
    const models = ["--model", "litellm:gpt-4o", "--model", "litellm:gpt-5.1", "--base-url", baseUrl];
    const served = await serve([...models, "--yes", "--no-titles", "--workspace", await folder()]);
    const info = await (await served.send("/api/info")).json();
    expect(info.efforts).toEqual({ "litellm:gpt-5.1": ["none", "low", "medium", "high"] });
    const refused = await served.send("/api/chat", { message: "go", effort: "high" });
    expect([refused.status, (await refused.json()).error]).toEqual([
      400,
      'The model litellm:gpt-4o takes no effort "high": it has no effort to choose.',
    ]);
    await answer(served, { message: "go", model: "litellm:gpt-5.1", effort: "high" });
    expect(efforts).toEqual(["high", "high", "high"]);
  });
});

describe("the modes of toolwright serve", () => {
  const write = (path: string) => ({ id: path, name: "write", arguments: { file_path: path, content: "new\n" } });
  const task = { id: "a", name: "agent", arguments: { prompt: "write", description: "write" } };

  it("are chosen for a run, and hold for its sub-agents", async () => {
    const steps = [write("one.md"), task, write("two.md")].map((call) => ({ toolCalls: [call] }));
    const root = await folder({ "one.json": [...steps, { text: "Written." }, { text: "Done." }] });
    const served = await serve(["--model", `script:${join(root, "one.json")}`, "--workspace", root]);
    expect(await (await served.send("/api/info")).json()).toMatchObject({ modes: ["default", "accept-edits", "plan"] });
    const said = JSON.stringify(await answer(served, { message: "plan it", mode: "plan" }));
    expect(said).toContain("While planning, nothing may be changed.");
    await expect(readFile(join(root, "one.md"))).rejects.toThrow("ENOENT");
    await expect(readFile(join(root, "two.md"))).rejects.toThrow("ENOENT");
  });

  it("let edits be made unasked, and no more than that", async () => {
    const steps = [write("one.md"), task, write("two.md")].map((call) => ({ toolCalls: [call] }));
    const root = await folder({ "one.json": [...steps, { text: "Written." }, { text: "Done." }] });
    const served = await serve(["--model", `script:${join(root, "one.json")}`, "--workspace", root]);
    expect(await answer(served, { message: "do it", mode: "accept-edits" })).toMatchObject({ stopReason: "stop" });
    expect(await readFile(join(root, "one.md"), "utf8")).toBe("new\n");
    expect(await readFile(join(root, "two.md"), "utf8")).toBe("new\n");
  });

  it("cannot be chosen where the server asks nobody", async () => {
    const root = await folder({ "one.json": [{ text: "One." }] });
    const args = ["--model", `script:${join(root, "one.json")}`, "--workspace", root, "--mode", "deny-asks"];
    const served = await serve(args);
    expect(await (await served.send("/api/info")).json()).toMatchObject({ modes: ["deny-asks"] });
    expect((await served.send("/api/chat", { message: "x", mode: "accept-edits" })).status).toBe(400);
  });
});

describe("toolwright serve with a tape", () => {
  it("records a run of a page, and plays it without its files", async () => {
    const steps = [
      { toolCalls: [{ id: "r", name: "read", arguments: { file_paths: ["notes.txt"] } }] },
      { text: "You wanted milk." },
    ];
    const root = await folder({ "one.json": steps, "notes.txt": "remember the milk" });
    const tape = join(root, "run.tape");
    const flags = ["--workspace", root];
    const first = await serve(["--model", `script:${join(root, "one.json")}`, "--record", tape, ...flags]);
    expect(await (await first.send("/api/info")).json()).toMatchObject({ models: [expect.stringMatching(/^script:/)] });
    await answer(first, { message: "what was it?" });
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect((await stat(tape)).mode & 0o777).toBe(0o600);
    expect(await readFile(tape, "utf8")).toContain('"kind":"tool"');

    await writeFile(join(root, "notes.txt"), "something else");
    const second = await serve(["--model", `tape:${tape}`, ...flags]);
    const played = await answer(second, { message: "what was it?" });
    expect(JSON.stringify(played)).toContain("remember the milk");
    expect(played).toMatchObject({ stopReason: "stop", parts: [{}, { text: "You wanted milk." }] });
    const other = await answer(second, { message: "and now?" });
    expect(other).toMatchObject({ stopReason: "error", error: "The tape of the model has no answer to this." });
  });

  it("takes one model only", async () => {
    const cwd = await folder({ "one.json": [] });
    const args = ["serve", "--model", "script:one.json", "--model", "offline", "--record", "run.tape"];
    const { code, stderr } = await toolwright(args, { cwd });
    expect([code, stderr]).toEqual([2, "toolwright: A tape is of one model: give one --model with it.\n"]);
  });
});
