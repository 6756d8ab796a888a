import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folder, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

/** What a server was asked, in order. */
const requests: { url: string | undefined; key: string | undefined; model: unknown }[] = [];

/** With what effort, each time. */
const efforts: unknown[] = [];

/** How many marks for Anthropic's cache each request had. */
const marks: number[] = [];

const server = createServer(async (request, response) => {
  if (request.method === "GET") return void response.writeHead(404).end();
  const text = await bodyOf(request);
  const body = JSON.parse(text);
  marks.push(text.match(/"cache_control":/g)?.length ?? 0);
  efforts.push(body.reasoning_effort);
  requests.push({ url: request.url, key: request.headers.authorization, model: body.model });
  response.setHeader("content-type", "text/event-stream");
  const chunk = { choices: [{ index: 0, delta: { content: "Hello from afar." }, finish_reason: "stop" }] };
  response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
});

let baseUrl = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

afterAll(() => server.close());

interface Case {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The first line. */
  readonly first: string;
  /** What the server is asked for, and the header it is asked with. */
  readonly model: string;
  readonly key?: string;
}

const cases = (): Case[] => [
  { args: ["--model", "litellm:a"], env: { LITELLM_BASE_URL: baseUrl }, first: "litellm:a", model: "a" },
  { args: ["--model", "litellm:b", "--base-url", baseUrl], env: {}, first: "litellm:b", model: "b" },
  {
    args: ["--model", "litellm:c"],
    env: { LITELLM_BASE_URL: baseUrl, LITELLM_API_KEY: "key-c" },
    first: "litellm:c",
    model: "c",
    key: "Bearer key-c",
  },
  {
    args: ["--model", "openai:vendor/d:free"],
    env: { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: "key-d" },
    first: "openai:vendor/d:free",
    model: "vendor/d:free",
    key: "Bearer key-d",
  },
  { args: ["--model", "ollama:e"], env: { OLLAMA_BASE_URL: baseUrl }, first: "ollama:e", model: "e" },
  {
    args: [],
    env: { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: "key-f" },
    first: "openai:gpt-5-mini",
    model: "gpt-5-mini",
    key: "Bearer key-f",
  },
  {
    args: ["--base-url", ""],
    env: { MISTRAL_API_KEY: "key-g" },
    first: "mistral:mistral-medium-latest",
    model: "mistral-medium-latest",
    key: "Bearer key-g",
  },
];

describe("the model of a run", () => {
  it("is the one of --model, else the one whose key is in the environment", async () => {
    for (const { args, env, first, model, key } of cases()) {
      const more = args.map((arg) => (arg === "" ? baseUrl : arg));
      const { code, stdout } = await toolwright(["run", ...more, "hi"], { cwd: await folder(), env });
      expect(stdout).toMatch(/\n\nHello from afar\.\n/);
      expect({ code, first: stdout.split("\n", 1)[0] }).toEqual({ code: 0, first: `model: ${first}` });
      expect(requests.at(-1)).toEqual({ url: "/v1/chat/completions", key, model });
    }
  });

  it("is offline when there is no key, and nothing is sent", async () => {
    const before = requests.length;
    const env = { OLLAMA_BASE_URL: baseUrl, LITELLM_BASE_URL: baseUrl, OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: "" };
    const { code, stdout } = await toolwright(["run", "what can you do?"], { cwd: await folder(), env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^model: offline\n/);
    expect(requests).toHaveLength(before);
  });

  it("refuses the options of a server where it asks none, by name, with what to do", async () => {
    const cwd = await folder({ "s.json": [{ text: "Hi." }] });
    const env = { ANTHROPIC_API_KEY: "key" };
    for (const [model, flag, why] of [
      [[], ["--base-url", baseUrl], "--base-url has no effect on offline: it asks no server"],
      [["--model", "offline"], ["--first-byte-timeout", "9"], "--first-byte-timeout has no effect on offline"],
      [["--model", "script:s.json"], ["--text-calls"], "--text-calls has no effect on script:s.json"],
      [["--model", "offline"], ["--prompt-caching"], "--prompt-caching has no effect on offline: it asks no server"],
      [["--model", "anthropic:m"], ["--first-byte-timeout", "9"], "the package of its provider sends the requests"],
      [["--model", "anthropic:m"], ["--responses"], "the package of its provider sends the requests"],
    ] as const) {
      const asked = ["run", ...model, ...flag, "hi"];
      const { code, stderr } = await toolwright(asked, { cwd, env: model[1] === "anthropic:m" ? env : {} });
      expect(stderr).toContain(why);
      expect(stderr).toContain("Leave it out, or name a model whose server");
      expect(code).toBe(2);
    }
  });

  it("that cannot be reached fails the run with one readable line", async () => {
    const args = ["run", "--model", "litellm:x", "--base-url", "http://127.0.0.1:9/v1", "hi"];
    const { code, stdout, stderr } = await toolwright(args, { cwd: await folder() });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^error: .*127\.0\.0\.1:9/);
  });
});

/** A server of its own for one request; `answer` gets the response once the request was read. */
async function serverOf(
  answer: (response: ServerResponse, count: number, url: string | undefined) => void,
): Promise<{ url: string; close(): void }> {
  let count = 0;
  const own = createServer(async (request, response) => {
    if (request.method === "GET") return void response.writeHead(404).end();
    await bodyOf(request);
    answer(response, count++, request.url);
  });
  await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
  const { port } = own.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, close: () => own.close().closeAllConnections() };
}

function said(content: string): string {
  const chunk = { choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] };
  return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}

describe("a server on this machine", () => {
  it("is given up after --first-byte-timeout, where not even headers came", async () => {
    const own = await serverOf(() => undefined);
    const args = ["run", "--model", "litellm:x", "--base-url", own.url, "--first-byte-timeout", "0.3", "hi"];
    const { code, stdout } = await toolwright(args, { cwd: await folder() });
    own.close();
    expect(code).toBe(1);
    expect(stdout).toMatch(/within 0\.3 s, not even its headers/);
    expect((await toolwright(["run", "--first-byte-timeout", "soon", "hi"])).code).toBe(2);
  });

  it("is asked for responses with --responses", async () => {
    const asked: (string | undefined)[] = [];
    const own = await serverOf((response, _count, url) => {
      asked.push(url);
      response.setHeader("content-type", "text/event-stream");
      const piece = { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Hello." };
      const end = { type: "response.completed", response: { status: "completed" } };
      response.end([piece, end].map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
    });
    const args = ["run", "--model", "litellm:x", "--base-url", own.url, "--responses", "hi"];
    const { code, stdout } = await toolwright(args, { cwd: await folder() });
    own.close();
    expect({ code, asked }).toEqual({ code: 0, asked: ["/v1/responses"] });
    expect(stdout).toContain("Hello.");
  });

  it.each([
    ["that are a whole answer", '{"name": "ls", "arguments": {}}', [], ["--no-text-calls"]],
    ["behind words", 'I look.\n\n{"name": "ls", "arguments": {}}', ["--text-calls"], []],
  ])("has calls %s taken, or named as what was not done", async (_how, text, taking, leaving) => {
    const own = await serverOf((response, count) => {
      response.setHeader("content-type", "text/event-stream");
      response.end(said(count % 2 === 0 ? text : "Seen."));
    });
    const args = ["run", "--model", "litellm:x", "--base-url", own.url];
    const cwd = await folder({ "a.txt": "x" });
    const taken = await toolwright([...args, ...taking, "--json", "look"], { cwd });
    expect(taken.code).toBe(0);
    expect(taken.stdout).toContain('"tool_call_end"');
    expect(taken.stdout).toContain("Seen.");
    expect(taken.stdout).not.toContain('"text_call"');
    const named = await toolwright([...args, ...leaving, "--json", "look"], { cwd });
    expect(named.code).toBe(1);
    expect(named.stdout).toContain('"text_call"');
    expect(named.stdout).not.toContain('"tool_call_start"');
    await toolwright([...args, ...taking, "look"], { cwd });
    const shown = await toolwright([...args, ...leaving, "look"], { cwd });
    own.close();
    expect(shown.code).toBe(1);
    expect(shown.stdout.trimEnd().split("\n").at(-1)).toMatch(/stayed text: nothing was done of it\.$/);
  });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

it("marks requests for the cache of Anthropic's models, unless --no-prompt-caching", async () => {
  const marked = async (...args: string[]) => {
    const before = marks.length;
    const asked = ["run", "--base-url", baseUrl, ...args, "hi"];
    expect((await toolwright(asked, { cwd: await folder(), env: { OPENAI_API_KEY: "key-e" } })).code).toBe(0);
    return marks.slice(before);
  };
  // Behind the instructions, the tools, and what was said.
  expect(await marked("--model", "litellm:claude-sonnet-4-5")).toEqual([3]);
  expect(await marked("--model", "litellm:claude-sonnet-4-5", "--no-prompt-caching")).toEqual([0]);
  expect(await marked("--model", "openai:gpt-5-mini")).toEqual([0]);
  expect(await marked("--model", "litellm:our-own", "--prompt-caching")).toEqual([3]);
});

describe("the effort of a model", () => {
  const said = (...args: string[]) =>
    folder().then((cwd) =>
      toolwright(["run", "--base-url", baseUrl, ...args, "hi"], { cwd, env: { OPENAI_API_KEY: "key-e" } }),
    );

  it("goes to its server, in the words that the server takes", async () => {
    expect((await said("--model", "openai:gpt-5-mini", "--effort", "minimal")).code).toBe(0);
    expect(efforts.at(-1)).toBe("minimal");
    expect((await said("--model", "litellm:our-own", "--effort", "high")).code).toBe(0);
    expect(efforts.at(-1)).toBe("high");
    await said("--model", "litellm:our-own");
    expect(efforts.at(-1)).toBeUndefined();
  });

  it.each([
    [["--model", "openai:gpt-4o"], 'openai:gpt-4o takes no effort "high": it has no effort to choose.'],
    [["--model", "openai:gpt-5-pro", "--effort", "low"], 'openai:gpt-5-pro takes no effort "low": it takes high.'],
    [["--model", "offline"], 'offline takes no effort "high": it has no effort to choose.'],
  ])("is refused by name where %j does not take it, and nothing is sent", async (args, message) => {
    const before = requests.length;
    const cwd = await folder();
    const base = args.includes("offline") ? [] : ["--base-url", baseUrl];
    const ended = await toolwright(["run", ...base, "--effort", "high", ...args, "hi"], {
      cwd,
      env: { OPENAI_API_KEY: "key-e" },
    });
    expect([ended.code, ended.stderr.trim()]).toEqual([2, expect.stringContaining(message)]);
    expect(requests).toHaveLength(before);
  });

  it("is chosen in a chat, and goes with its model", async () => {
    const stdin =
      "/effort\n/effort high\none\n/effort never\n/effort usual\ntwo\n/effort low\n/model openai:gpt-4o\n/effort\nthree\n";
    const env = { OPENAI_API_KEY: "key-e", OPENAI_BASE_URL: baseUrl };
    const from = efforts.length;
    const { stdout } = await toolwright(["chat", "--no-titles", "--model", "openai:gpt-5.1"], {
      cwd: await folder(),
      env,
      stdin,
    });
    expect(stdout).toContain("usual. openai:gpt-5.1 takes usual, none, low, medium, high.");
    expect(stdout).toContain('openai:gpt-5.1 takes no effort "never": it takes none, low, medium, high.');
    expect(stdout).toContain("openai:gpt-4o has no effort to choose.");
    expect(efforts.slice(from)).toEqual(["high", undefined, undefined]);
  });
});

describe("the context window of a model", () => {
  const started = async (...args: string[]) => {
    const env = { OPENAI_API_KEY: "key-w", OPENAI_BASE_URL: baseUrl };
    const { stdout } = await toolwright(["run", "--json", ...args, "hi"], { cwd: await folder(), env });
    return JSON.parse(stdout.split("\n", 1)[0] ?? "").data.contextWindow;
  };

  it("is what its name says, unless --context-window says it", async () => {
    expect(await started("--model", "openai:gpt-5-mini")).toBe(400_000);
    expect(await started("--model", "openai:gpt-5-mini", "--context-window", "32000")).toBe(32_000);
    expect(await started("--model", "openai:our-own")).toBeUndefined();
    expect(await started("--model", "openai:our-own", "--context-window", "8192")).toBe(8_192);
  });

  it("cannot be given to a model that asks no server", async () => {
    const cwd = await folder();
    const { code, stderr } = await toolwright(["run", "--model", "offline", "--context-window", "8192", "hi"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("--context-window has no effect on offline")]);
    expect((await toolwright(["run", "--context-window", "many", "hi"], { cwd })).code).toBe(2);
  });
});
