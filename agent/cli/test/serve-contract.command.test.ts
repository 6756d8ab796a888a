import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endServed, type Served, serve } from "./support/served.ts";
import { folder, OWN_PLACES, removeFolders, toolwright } from "./support/toolwright.ts";

// What contracts.md promises of `toolwright serve`, line by line, of the real command.

let root = "";
let served: Served;

beforeAll(async () => {
  root = await folder({ "notes.md": "Buy milk." });
  served = await serve(["--model", "offline", "--workspace", root]);
});

afterAll(async () => {
  endServed();
  await removeFolders();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });

/** A request as it stands, without the token of the server. */
function bare(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${served.url}${path}`, init);
}

async function refusal(response: Response): Promise<unknown> {
  const { error } = await response.json();
  return [response.status, error];
}

const sentence = expect.stringMatching(/^[A-Z][^\n]*\.$/);

describe("serve [--port 8787] [--host 127.0.0.1] [--token T] [--workspace DIR] [--model SPEC]", () => {
  it("has these options and defaults", async () => {
    const { stdout } = await toolwright(["serve", "--help"]);
    const help = stdout.replace(/\s+/g, " ");
    for (const part of [
      "--port <number>",
      "default: 8787",
      "--host <host>",
      'default: "127.0.0.1"',
      "--token <token>",
    ]) {
      expect(help).toContain(part);
    }
    expect(help).toMatch(/--workspace <dir>.*--model <spec>|--model <spec>.*--workspace <dir>/);
  });

  it("without --token makes one, and the printed address carries it", () => {
    expect(served.stdout).toMatch(/^open http:\/\/127\.0\.0\.1:\d+\/\?token=\S{20,}$/m);
  });

  it("takes --token, which the printed address leaves out", async () => {
    const own = await serve(["--model", "offline", "--workspace", await folder(), "--token", "chosen-by-me"]);
    expect(own.stdout).not.toContain("chosen-by-me");
    expect((await fetch(`${own.url}/api/threads`, { headers: bearer("chosen-by-me") })).status).toBe(200);
    own.child.kill("SIGTERM");
    expect(await own.ended).toBe(0);
  });
});

describe("GET /healthz is open; everything else wants the token or the cookie", () => {
  it("answers /healthz to everybody", async () => {
    expect(await (await bare("/healthz")).json()).toEqual({ status: "ok" });
  });

  it.each([
    "/",
    "/api/info",
    "/api/threads",
    "/api/approvals",
    "/api/changes",
    "/v1/models",
    "/metrics",
    "/assets/index.js",
    "/nothing",
  ])("answers GET %s without it with 401", async (path) => {
    expect((await bare(path)).status).toBe(401);
    expect((await bare(path, { headers: bearer("wrong") })).status).toBe(401);
  });

  it("takes the cookie that the page sets after it was opened with the token", async () => {
    const opened = await bare(`/?token=${served.token}`);
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(opened.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await bare("/api/threads", { headers: { cookie } })).status).toBe(200);
    expect((await bare("/api/threads", { headers: { cookie: `${cookie}x` } })).status).toBe(401);
    expect((await bare(`/api/threads?token=${served.token}`)).status).toBe(401);
  });
});

describe("a request from a foreign Origin is refused", () => {
  it("with the right token, too", async () => {
    const headers = { ...bearer(served.token), origin: "https://elsewhere.example" };
    expect(await refusal(await bare("/api/threads", { headers }))).toEqual([403, sentence]);
    const own = { ...bearer(served.token), origin: served.url };
    expect((await bare("/api/threads", { headers: own })).status).toBe(200);
  });
});

describe("a body that is not JSON or does not fit is 400 with one sentence", () => {
  it.each([
    ["/api/chat", "{"],
    ["/api/chat", "[]"],
    ["/api/chat", '{"message":3}'],
    ["/api/threads", '{"title":3}'],
    ["/api/approvals/x", '{"approve":"yes"}'],
  ])("POST %s %s", async (path, body) => {
    const response = await bare(path, { method: "POST", headers: bearer(served.token), body });
    expect(await refusal(response)).toEqual([400, sentence]);
  });

  it("POST /v1/chat/completions in OpenAI's form of an error", async () => {
    const response = await served.send("/v1/chat/completions", { model: "offline" });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { message: sentence, type: "invalid_request_error" } },
    ]);
  });
});

describe("an unknown, used or expired approval is 404 or 409 and runs nothing", () => {
  it("for each of them", async () => {
    const asking = (name: string) => ({
      toolCalls: [{ id: name, name: "write", arguments: { file_path: `${name}.txt`, content: "x" } }],
    });
    const place = await folder({ "s.json": [asking("used"), asking("expired"), { text: "Done." }] });
    const asked = await serve(["--model", `script:${join(place, "s.json")}`, "--workspace", place]);
    const answer = async (id: string, body: object) => refusal(await asked.send(`/api/approvals/${id}`, body));
    const pending = async () => {
      const { approvals } = await (await asked.send("/api/approvals")).json();
      return approvals[0];
    };
    const stream = asked.send("/api/chat", { message: "go" }).then((response) => response.text());
    const lost = stream.catch(() => "");
    await expect.poll(pending).toBeDefined();
    expect(await answer("made-up", { approve: true })).toEqual([404, sentence]);
    const used = (await pending()).approvalId;
    expect((await asked.send(`/api/approvals/${used}`, { approve: false, reason: "No." })).status).toBe(200);
    expect(await answer(used, { approve: true })).toEqual([409, sentence]);
    await expect.poll(async () => ((await pending())?.approvalId ?? used) !== used).toBe(true);
    const late = (await pending()).approvalId;
    expireAll(place);
    expect(await answer(late, { approve: true })).toEqual([409, sentence]);
    expect(["used.txt", "expired.txt"].map((name) => existsSync(join(place, name)))).toEqual([false, false]);
    asked.child.kill("SIGKILL");
    await lost;
  });
});

/** Makes every question of a folder one that nobody answered in time. */
function expireAll(place: string): void {
  const all = join(OWN_PLACES.XDG_STATE_HOME, "toolwright", "conversations");
  const name = readdirSync(all).find((one) => one.startsWith(`${place.split("/").at(-1)}-`)) ?? "";
  const database = new DatabaseSync(join(all, name, "conversations.sqlite"));
  database.exec("PRAGMA busy_timeout = 5000; UPDATE approvals SET expires_at = 1");
  database.close();
}

describe("POST /v1/chat/completions (stream true or false) and GET /v1/models", () => {
  const ask = { model: "offline", messages: [{ role: "user", content: "read notes.md" }] };

  it("answers with tool work included", async () => {
    const answer = await (await served.send("/v1/chat/completions", ask)).json();
    expect(answer).toMatchObject({
      object: "chat.completion",
      model: "offline",
      choices: [
        { finish_reason: "stop", message: { role: "assistant", content: expect.stringContaining("Buy milk.") } },
      ],
    });
  });

  it("streams, and the stream ends with data: [DONE]", async () => {
    const text = await (await served.send("/v1/chat/completions", { ...ask, stream: true })).text();
    expect(text).toMatch(/^data: \{.*"chat\.completion\.chunk"/);
    expect(deltas(text)).toContain("Buy milk.");
    expect(text).toMatch(/\ndata: \[DONE\]\n\n$/);
  });

  it("lists the models, NAME/plain beside NAME", async () => {
    expect(await (await served.send("/v1/models")).json()).toMatchObject({
      object: "list",
      data: [
        { id: "offline", object: "model" },
        { id: "offline/plain", object: "model" },
      ],
    });
  });
});

/** What the pieces of a stream come to. */
function deltas(text: string): string {
  const pieces = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = "{}"]) => JSON.parse(json));
  return pieces.map(({ choices }) => choices[0]?.delta.content ?? "").join("");
}

describe("POST /api/chat, GET /api/threads, GET /api/threads/:id/stream?after=SEQ, GET /api/approvals", () => {
  it("run, list, take up again, and ask", async () => {
    const response = await served.send("/api/chat", { message: "read notes.md" });
    const id = response.headers.get("x-toolwright-thread");
    const all = await response.text();
    expect(all).toContain("Buy milk.");
    const { threads } = await (await served.send("/api/threads")).json();
    expect(threads[0]).toMatchObject({ id, title: "read notes.md", status: "idle" });
    const [, cursor] = /2:\[\{"seq":(\d+)\}\]\n(?=[\s\S]*\na:)/.exec(all) ?? [];
    const rest = await (await served.send(`/api/threads/${id}/stream?after=${cursor}`)).text();
    expect(rest).toMatch(/\nd:.*"finishReason":"stop"/);
    expect(rest.length).toBeLessThan(all.length);
    expect(await (await served.send("/api/approvals")).json()).toEqual({ approvals: [] });
  });
});

describe("GET / is the web app", () => {
  it("with its script", async () => {
    const opened = await bare(`/?token=${served.token}`);
    expect(opened.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const [, script = ""] = /<script[^>]+src="([^"]+)"/.exec(await opened.text()) ?? [];
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    const loaded = await fetch(new URL(script, `${served.url}/`), { headers: { cookie } });
    expect([loaded.status, loaded.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
  });
});

describe("SIGTERM: no new run, running ones stored, exit 0 within 5 s", () => {
  it.each([
    ["that works", "touch begun; sleep 60"],
    ["whose command ignores it", "trap '' TERM INT; touch begun; sleep 60; sleep 60"],
  ])("with a run %s", async (_, command) => {
    const steps = [{ toolCalls: [{ id: "s", name: "bash", arguments: { command } }] }, { text: "Never." }];
    const place = await folder({ "s.json": steps, "two.json": [{ text: "Taken up." }] });
    const first = await serve([
      "--model",
      `script:${join(place, "s.json")}`,
      "--workspace",
      place,
      "--yes",
      "--drain",
      "0",
    ]);
    const response = await first.send("/api/chat", { message: "go" });
    const id = response.headers.get("x-toolwright-thread");
    const lost = response.text().catch(() => "");
    // A call that has not begun is handed over, and asked about by the next server.
    await expect.poll(() => existsSync(join(place, "begun"))).toBe(true);
    const { say, answered } = await openConnection(first);
    const began = performance.now();
    first.child.kill("SIGTERM");
    const isListening = () =>
      fetch(`${first.url}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(isListening).toBe(false);
    say("late");
    expect(await answered).not.toBe(200);
    expect(await first.ended).toBe(0);
    // The five seconds are a promise of the server, after which a supervisor may kill it.
    expect(performance.now() - began).toBeLessThan(5_000);
    await lost;
    const second = await serve(["--model", `script:${join(place, "two.json")}`, "--workspace", place]);
    const thread = async () => (await second.send(`/api/threads/${id}`)).json();
    await expect.poll(async () => (await thread()).status).toBe("idle");
    const { messages } = await thread();
    expect(messages[0]).toMatchObject({ content: "go" });
    expect(JSON.stringify(messages)).toContain("Taken up.");
    expect((await (await second.send("/api/threads")).json()).threads).toHaveLength(1);
  });
});

/** A request whose body is still to come when the server is told to end: its headers have arrived. */
async function openConnection({ url, token }: Served) {
  let send = (_: string) => {};
  const message = new Promise<string>((resolve) => {
    send = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const encoder = new TextEncoder();
      controller.enqueue(encoder.encode('{"message":"'));
      controller.enqueue(encoder.encode(`${await message}"}`));
      controller.close();
    },
  });
  const init = { method: "POST", headers: bearer(token), body, duplex: "half" };
  const answered = fetch(`${url}/api/chat`, init).then(
    ({ status }) => status,
    () => 0,
  );
  await fetch(`${url}/healthz`);
  return { say: send, answered };
}
