import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, onTestFinished } from "vitest";
import { endServed, type Served, serve } from "./support/served.ts";
import { folder, removeFolders } from "./support/toolwright.ts";

afterEach(endServed);
afterAll(removeFolders);

const HELL = join(import.meta.dirname, "../../../runtime/mcp/test/hell/hell.mjs");
const KEY = "zk-0123456789abcdefghijklmnop";
const SECRET = "header-secret-0123456789";
/** What looks like a key, in a command. */
const TYPED = "ghp_0123456789abcdefghij0123456789abcdef";

interface Place {
  readonly root: string;
  readonly own: string;
  readonly served: Served;
  readonly printed: () => string;
  change(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }>;
  /** Says something, and resolves to how the run of it ended. */
  say(body: object): Promise<{ threadId: string; last: Record<string, unknown> }>;
  readonly answers: string[];
}

async function place(files: Readonly<Record<string, unknown>> = {}, args: readonly string[] = []): Promise<Place> {
  const [root, own] = [await folder(files), await folder()];
  const env = { XDG_CONFIG_HOME: join(own, "config"), XDG_STATE_HOME: join(own, "state") };
  const served = await serve(["--workspace", root, "--no-titles", ...args], { env });
  const answers: string[] = [];
  let printed = served.stdout;
  for (const stream of [served.child.stdout, served.child.stderr]) stream?.on("data", (piece) => (printed += piece));
  const headers = { authorization: `Bearer ${served.token}`, "content-type": "application/json" };
  return {
    root,
    own,
    served,
    answers,
    printed: () => printed,
    async change(method, path, body) {
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${served.url}/api/configuration${path}`, sent);
      const text = await response.text();
      answers.push(text);
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    },
    async say(body) {
      const response = await served.send("/api/chat", body);
      answers.push(await response.text());
      const threadId = response.headers.get("x-toolwright-thread") ?? "";
      const thread = await (await served.send(`/api/threads/${threadId}`)).text();
      answers.push(thread, await (await served.send(`/api/threads/${threadId}/events`)).text());
      return { threadId, last: JSON.parse(thread).messages.at(-1) };
    },
  };
}

type Answering = (body: Record<string, unknown>, request: IncomingMessage, response: ServerResponse) => void;

/** A server of a model, that answers as the test says. */
async function modelServer(answering: Answering): Promise<string> {
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return void response.writeHead(404).end();
    answering(JSON.parse((await request.setEncoding("utf8").toArray()).join("")), request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function saying(text: string): Answering {
  return (_, __, response) => {
    const chunk = { choices: [{ index: 0, delta: { content: text }, finish_reason: "stop" }] };
    response.setHeader("content-type", "text/event-stream");
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  };
}

/** Everything that the command has written below a folder. */
async function written(root: string): Promise<string> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1")))).join(
    "\n",
  );
}

describe("the configuration of toolwright serve", () => {
  it("takes a model with a key that stands in no answer, log, record, event or file, whatever its server says", async () => {
    const authorised: unknown[] = [];
    const address = await modelServer((body, request, response) => {
      authorised.push(request.headers.authorization);
      // A careless or hostile server tells the key.
      if (JSON.stringify(body).includes("Fail."))
        return void response.writeHead(401).end(JSON.stringify({ error: { message: `Wrong key ${KEY}.` } }));
      saying(`Your key is ${KEY}.`)(body, request, response);
    });
    const here = await place();
    const { change, say, served } = here;
    expect(await change("POST", "/models", { address: `${address}/`, name: "big", key: "no key" })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining("That is no key") },
    });
    expect(await change("POST", "/models", { address, name: "big", key: KEY })).toMatchObject({ status: 204 });
    const shown = await change("GET", "");
    expect(shown.body).toMatchObject({
      models: {
        offered: [
          { model: "litellm:big", isUsual: true, isAdded: true, hasKey: true, address },
          { model: "offline", isUsual: false, isAdded: false, hasKey: false },
        ],
      },
    });
    // From the next run on, without a restart.
    const { last } = await say({ message: "Hello." });
    expect(JSON.stringify(last)).toContain("Your key is [secret:MODEL_KEY].");
    expect((await say({ message: "Fail." })).last).toMatchObject({ stopReason: "error" });
    expect(authorised).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
    expect((await change("PUT", "/models/usual", { model: "offline" })).status).toBe(204);
    expect((await (await served.send("/api/info")).json()).model).toBe("offline");
    expect((await change("DELETE", "/models?model=litellm:big")).status).toBe(204);
    expect((await change("DELETE", "/models?model=litellm:big")).status).toBe(422);
    expect((await (await served.send("/api/info")).json()).models).not.toContain("litellm:big");
    await change("GET", "/changes");
    served.child.kill("SIGTERM");
    await served.ended;
    const all = [...here.answers, here.printed(), await written(here.own), await written(here.root)].join("\n");
    expect(all).toContain("litellm:big");
    expect(all.includes(KEY)).toBe(false);
  });

  it("sends no key of the environment to an address that has none", async () => {
    const authorised: unknown[] = [];
    const address = await modelServer((body, request, response) => {
      authorised.push(request.headers.authorization);
      saying("Hello.")(body, request, response);
    });
    const [root, own] = [await folder(), await folder()];
    const env = { XDG_CONFIG_HOME: own, XDG_STATE_HOME: own, LITELLM_API_KEY: KEY };
    const served = await serve(["--workspace", root, "--no-titles"], { env });
    expect((await served.send("/api/configuration/models", { address, name: "big" })).status).toBe(204);
    await (await served.send("/api/chat", { message: "Hello." })).text();
    expect(authorised).toEqual([undefined]);
    for (const wrong of ["ftp://x/v1", "x", `https://a:b@x/v1`, "https://x/v1?key=1"])
      expect((await served.send("/api/configuration/models", { address: wrong, name: "a" })).status).toBe(422);
  });

  it("adds an MCP server where mcp add keeps it, once its whole command was confirmed, and ends it", async () => {
    const { own, served, change, root } = await place({ ".mcp.json": { mcpServers: {} } });
    const tools = async () =>
      (await (await served.send("/api/info")).json()).tools.map(({ name }: { name: string }) => name);
    const wanted = {
      name: "hell",
      command: process.execPath,
      args: [HELL, "adds-tools", TYPED],
      env: { OTHER: SECRET, PATH: "" },
    };
    const asked = await change("POST", "/servers", wanted);
    expect(asked.body).toEqual({
      adds: { name: "hell", command: [process.execPath, HELL, "adds-tools", TYPED], variables: ["OTHER", "PATH"] },
      confirm: expect.any(String),
    });
    const file = join(own, "config/toolwright/mcp.json");
    await expect(readFile(file)).rejects.toThrow("ENOENT");
    expect(await tools()).not.toContain("hell__echo");
    const { confirm } = Object(asked.body);
    expect((await change("POST", "/servers", { ...wanted, confirm })).status).toBe(204);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
      mcpServers: {
        hell: {
          command: process.execPath,
          args: [HELL, "adds-tools", TYPED],
          env: { OTHER: SECRET, PATH: `\${PATH}` },
        },
      },
    });
    expect(await tools()).toContain("hell__echo");
    const shown = await change("GET", "");
    expect(Object(shown.body).servers).toEqual([
      { ...Object(asked.body).adds, command: expect.not.arrayContaining([TYPED]), source: "user", tools: 2 },
    ]);
    const again = await change("POST", "/servers", { ...wanted, confirm });
    expect(again).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining("There is a server hell already") },
    });
    expect((await change("POST", "/servers", { name: "a b", command: "true" })).status).toBe(422);
    expect((await change("POST", "/servers", { name: "a", command: "true", args: [`\${NOT_SET_HERE}`] })).body).toEqual(
      {
        error: expect.stringContaining("NOT_SET_HERE"),
      },
    );
    expect((await change("POST", "/servers", { name: "a", url: "https://x/?key=1" })).status).toBe(422);
    const recorded = JSON.stringify((await change("GET", "/changes")).body);
    expect(recorded).toContain("adds-tools");
    expect([recorded.includes(SECRET), recorded.includes(TYPED)]).toEqual([false, false]);
    expect((await change("DELETE", "/servers?name=hell")).status).toBe(204);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ mcpServers: {} });
    expect(await tools()).not.toContain("hell__echo");
    expect((await change("DELETE", "/servers?name=hell")).status).toBe(422);
    await writeFile(join(root, ".mcp.json"), JSON.stringify({ mcpServers: { brought: { command: "true" } } }));
    expect((await change("DELETE", "/servers?name=brought")).body).toEqual({
      error: "brought comes with the folder: take it out of its .mcp.json.",
    });
  });

  it("writes the instructions of the folder: new threads begin with them, and others are told", async () => {
    const heard: string[] = [];
    const address = await modelServer((body, request, response) => {
      heard.push(JSON.stringify(body.messages));
      saying("Yes.")(body, request, response);
    });
    const { root, change, say } = await place({ "AGENTS.md": "Use spaces.\n" });
    await change("POST", "/models", { address, name: "big" });
    const { threadId } = await say({ message: "One." });
    const { instructions } = Object((await change("GET", "")).body);
    expect(instructions).toMatchObject({ file: "AGENTS.md", text: "Use spaces.\n" });
    const { basis } = instructions;
    expect((await change("PUT", "/instructions", { text: "Use tabs.\n", basis })).status).toBe(204);
    expect(await readFile(join(root, "AGENTS.md"), "utf8")).toBe("Use tabs.\n");
    expect((await change("PUT", "/instructions", { text: "Use both.\n", basis })).status).toBe(409);
    await say({ message: "Two." });
    await say({ threadId, message: "Three." });
    await say({ threadId, message: "Four." });
    const said = "The instructions of this folder were changed by the user.";
    expect(
      heard.map((text) => [text.includes("Use spaces."), text.includes("Use tabs."), text.split(said).length - 1]),
    ).toEqual([
      [true, false, 0],
      [false, true, 0],
      [true, true, 1],
      [true, true, 1],
    ]);
  });

  it("changes no instructions of which it could not keep the rest", async () => {
    const { root, change } = await place();
    const bytes = Buffer.from("Stra\xdfe\n", "latin1");
    await writeFile(join(root, "AGENTS.md"), bytes);
    const { basis, text } = Object((await change("GET", "")).body).instructions;
    const refused = await change("PUT", "/instructions", { text: `${text}More.\n`, basis });
    expect(refused).toMatchObject({ status: 422, body: { error: expect.stringMatching(/^AGENTS\.md is not UTF-8/) } });
    expect(await readFile(join(root, "AGENTS.md"))).toEqual(bytes);
    await writeFile(join(root, "AGENTS.md"), Buffer.from("Stra\xfee\n", "latin1"));
    expect((await change("PUT", "/instructions", { text, basis })).status).toBe(409);
  });

  it("follows no link when it writes instructions", async () => {
    const { root, own, change } = await place();
    await writeFile(join(own, "outside.md"), "Outside.");
    await symlink(join(own, "outside.md"), join(root, "AGENTS.md"));
    const { instructions } = Object((await change("GET", "")).body);
    expect(instructions).toEqual({ file: "AGENTS.md", text: "", basis: "none" });
    expect((await change("PUT", "/instructions", { text: "Mine.", basis: "none" })).status).toBe(422);
    expect(await readFile(join(own, "outside.md"), "utf8")).toBe("Outside.");
  });

  it("limits what a thread and all others may spend, from the next run on", async () => {
    const address = await modelServer((_, __, response) => {
      const usage = { prompt_tokens: 40, completion_tokens: 2 };
      const chunk = { choices: [{ index: 0, delta: { content: "Yes." }, finish_reason: "stop" }], usage };
      response.setHeader("content-type", "text/event-stream");
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
    const { change, say } = await place();
    await change("POST", "/models", { address, name: "big" });
    const { threadId } = await say({ message: "One." });
    expect((await change("PUT", "/budget", { limits: { maxCostUsd: 1 } })).body).toEqual({
      error:
        "The price of litellm:big is not known, so dollars cannot be limited: start the server with --prices FILE.",
    });
    expect((await change("PUT", "/budget", { threadId, limits: { maxTokens: 1 } })).status).toBe(204);
    expect((await say({ threadId, message: "Two." })).last).toMatchObject({ stopReason: "budget" });
    expect((await say({ message: "Other." })).last).toMatchObject({ stopReason: "stop" });
    expect((await change("PUT", "/budget", { limits: { maxTokens: 2 } })).status).toBe(204);
    expect((await say({ message: "Third." })).last).toMatchObject({ stopReason: "budget" });
    expect(Object((await change("GET", `?thread=${threadId}`)).body).budget).toEqual({
      usual: { maxTokens: 2 },
      thread: { maxTokens: 1 },
    });
    expect((await change("PUT", "/budget", { threadId, limits: null })).status).toBe(204);
    expect((await change("PUT", "/budget", { limits: {} })).status).toBe(204);
    expect((await say({ threadId, message: "Four." })).last).toMatchObject({ stopReason: "stop" });
  });

  it("is for nobody on a host that other machines reach", async () => {
    const { served, change } = await place({}, ["--host", "0.0.0.0", "--token", "a-token-of-the-test"]);
    expect((await change("GET", "")).status).toBe(403);
    expect((await change("POST", "/servers", { name: "a", command: "true" })).status).toBe(403);
    expect((await served.send("/api/models/pick", { key: KEY })).status).toBe(403);
    expect((await (await served.send("/api/info")).json()).configuration).toBe(undefined);
  });
});
