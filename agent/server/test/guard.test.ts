import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestServer, TOKEN } from "./support/test-server.ts";

/** `fetch` sends no `Host` of one's own. */
function statusFor(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { authorization: `Bearer ${TOKEN}`, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end();
  });
}

const PATHS = [
  "/",
  "/assets/x.js",
  "/metrics",
  "/v1/models",
  "/api/threads",
  "/api/approvals",
  "/api/info",
  "/nothing",
];

describe("the token", () => {
  it.each(PATHS)("is wanted for %s", async (path) => {
    const { url } = await startTestServer();
    expect((await fetch(`${url}${path}`)).status).toBe(401);
    expect((await fetch(`${url}${path}`, { headers: { authorization: "Bearer wrong" } })).status).toBe(401);
    expect((await fetch(`${url}${path}?token=wrong`)).status).toBe(401);
  });

  it("is wanted before a body is read, and not in the address of anything but the page", async () => {
    const { url } = await startTestServer();
    expect((await fetch(`${url}/api/chat`, { method: "POST", body: "{" })).status).toBe(401);
    expect((await fetch(`${url}/api/threads?token=${TOKEN}`)).status).toBe(401);
  });

  it("is asked for in words when a browser opens the page without it", async () => {
    const { url } = await startTestServer();
    const opened = await fetch(`${url}/?token=wrong`, { headers: { accept: "text/html,*/*" } });
    expect(opened.status).toBe(401);
    expect(await opened.text()).toContain("That is not the token of this server");
    const asked = await fetch(`${url}/`, { headers: { accept: "text/html,*/*" } });
    expect(asked.status).toBe(401);
    expect(await asked.text()).toMatch(/This page needs the token of the server[\s\S]*<form method="get" action="\/">/);
    const pasted = `${url}/?token=${encodeURIComponent(`open ${url}/?token=${TOKEN}`)}`;
    expect((await fetch(pasted, { headers: { accept: "text/html" } })).status).toBe(200);
    const other = await fetch(`${url}/api/threads`, { headers: { accept: "text/html" } });
    expect(await other.json()).toEqual({ error: expect.any(String) });
  });

  it("leaves /healthz open", async () => {
    const { url } = await startTestServer();
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
  });

  it("becomes a cookie for a program that opens the page with it", async () => {
    const { url } = await startTestServer();
    const page = await fetch(`${url}/?token=${TOKEN}`);
    expect(page.headers.get("content-type")).toContain("text/html");
    const set = page.headers.get("set-cookie") ?? "";
    expect(set).toMatch(/; HttpOnly; SameSite=Strict/);
    expect(set).not.toContain(TOKEN);
    const cookie = set.split(";")[0] ?? "";
    expect((await fetch(`${url}/api/threads`, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(`${url}/`, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(`${url}/api/threads`, { headers: { cookie: `${cookie}0` } })).status).toBe(401);
  });

  it.each([
    ["user-agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"],
    ["sec-fetch-site", "none"],
    ["sec-fetch-dest", "document"],
  ])("becomes a cookie for a browser (%s: %s) that loads the page and nothing else", async (name, value) => {
    const { url } = await startTestServer();
    const page = await fetch(`${url}/?token=${TOKEN}`, { headers: { [name]: value } });
    const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await fetch(`${url}/`, { headers: { cookie } })).status).toBe(200);
    for (const path of PATHS.filter((path) => path.length > 1 && !path.startsWith("/assets/"))) {
      const disguise = { cookie, "sec-fetch-site": "same-origin", origin: url };
      expect((await fetch(`${url}${path}`, { headers: { cookie } })).status, path).toBe(401);
      expect((await fetch(`${url}${path}`, { headers: disguise })).status, path).toBe(401);
    }
    expect((await fetch(`${url}/api/chat`, { method: "POST", headers: { cookie }, body: "{}" })).status).toBe(401);
  });
});

describe("origins", () => {
  it.each([
    ["http://evil.example", 403],
    ["null", 403],
    ["http://127.0.0.1:1", 403],
    ["ftp://HOST", 403],
    ["chrome-extension://HOST", 403],
    ["file://HOST", 403],
    ["http://HOST", 200],
    ["https://app.example", 200],
  ])("%s: %d", async (origin, status) => {
    const { send, url } = await startTestServer({ server: { origins: ["https://app.example"] } });
    const sent = origin.replace("HOST", new URL(url).host);
    expect((await send("/api/threads", { headers: { origin: sent } })).status).toBe(status);
  });

  it("lets its own pages in", async () => {
    const { send, url } = await startTestServer();
    expect((await send("/api/threads", { headers: { origin: url } })).status).toBe(200);
  });

  it("tells a browser which other origins may call, before it has shown the token", async () => {
    const { url } = await startTestServer({ server: { origins: ["https://app.example"] } });
    const preflight = (origin: string) =>
      fetch(`${url}/api/chat`, { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } });
    expect((await preflight("https://app.example")).headers.get("access-control-allow-origin")).toBe(
      "https://app.example",
    );
    // What the page's own runtime sends.
    const allowed = (await preflight("https://app.example")).headers.get("access-control-allow-headers");
    expect(allowed?.split(",").sort()).toEqual([
      "authorization",
      "content-type",
      "idempotency-key",
      "x-toolwright-previews",
    ]);
    expect((await preflight("http://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
  });

  const wrongHosts = ["a b", "127.0.0.1:x", "127.0.0.1:123456", "[::1", "a/b", "user@127.0.0.1", "127.0.0.1, evil"];
  it.each([...wrongHosts, "-\u00e9", "127.0.0.999", "127.0.0.1.1:80"])(
    "answers a Host header of %j with 400",
    async (host) => {
      for (const server of [{}, { loopbackOnly: false }]) {
        const { url } = await startTestServer({ server });
        expect(await statusFor(`${url}/api/threads`, { host })).toBe(400);
        expect(await statusFor(`${url}/healthz`, { host })).toBeLessThan(500);
      }
    },
  );

  it("answers under names of this machine only, unless it is told otherwise", async () => {
    const { url } = await startTestServer();
    expect(await statusFor(`${url}/api/threads`, { host: "evil.example" })).toBe(403);
    expect(await statusFor(`${url}/api/threads`, { host: "localhost:1234" })).toBe(200);
    const open = await startTestServer({ server: { loopbackOnly: false } });
    expect(await statusFor(`${open.url}/api/threads`, { host: "tools.example" })).toBe(200);
  });
});

describe("a reverse proxy of https://agent.example", () => {
  const PUBLIC = "https://agent.example";

  /** A real one; it hands on the public `Host`, or puts the server's own in its place, as nginx does unless told. */
  async function behindProxy(options: { readonly keepsHost: boolean; readonly origins?: readonly string[] }) {
    const { keepsHost, origins = [] } = options;
    const { url } = await startTestServer({ server: { origins, loopbackOnly: !keepsHost } });
    const proxy = createServer((incoming, outgoing) => {
      const host = keepsHost ? "agent.example" : new URL(url).host;
      const headers = { ...incoming.headers, host, "x-forwarded-proto": "https" };
      incoming.pipe(
        request(`${url}${incoming.url}`, { method: incoming.method ?? "GET", headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        }),
      );
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void proxy.close());
    return `http://127.0.0.1:${Object(proxy.address()).port}`;
  }

  it.each<[number, { readonly keepsHost: boolean; readonly origins?: readonly string[] }]>([
    [201, { keepsHost: true }],
    [403, { keepsHost: false }],
    [201, { keepsHost: false, origins: [PUBLIC] }],
  ])("answers its page with %d: %j", async (status, options) => {
    const url = await behindProxy(options);
    const page = await fetch(`${url}/?token=${TOKEN}`);
    expect([page.status, page.headers.get("set-cookie")]).toEqual([200, expect.stringMatching(/; Secure$/)]);
    const asked = (origin: string) => {
      const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", origin };
      return fetch(`${url}/api/threads`, { method: "POST", headers, body: "{}" });
    };
    expect((await asked(PUBLIC)).status).toBe(status);
    expect((await asked("https://evil.example")).status).toBe(403);
  });

  it.each([
    ["https, http", true],
    ["http, https", false],
  ])("makes the cookie Secure by what the first of several says: %s", async (forwarded, isSecure) => {
    const { url } = await startTestServer();
    const page = await fetch(`${url}/?token=${TOKEN}`, { headers: { "x-forwarded-proto": forwarded } });
    expect(page.headers.get("set-cookie")?.endsWith("; Secure")).toBe(isSecure);
  });
});

describe("origins", () => {
  it("on requests: 429, and whoever guesses tokens takes nothing from others", async () => {
    const { send, url } = await startTestServer({ server: { limits: { requestBurst: 3, requestsPerSecond: 0 } } });
    const guesses = await Promise.all(Array.from({ length: 4 }, () => fetch(`${url}/api/threads`)));
    expect(guesses.map(({ status }) => status).sort()).toEqual([401, 401, 401, 429]);
    const own = [];
    for (let count = 0; count < 4; count += 1) own.push((await send("/api/threads")).status);
    expect(own).toEqual([200, 200, 200, 429]);
  });

  it("on streams", async () => {
    const { send } = await startTestServer({ server: { limits: { streams: 0 } } });
    expect((await send("/api/chat", { body: { message: "hi" } })).status).toBe(503);
  });

  it("on a body, after which the connection takes no other request", async () => {
    const { send } = await startTestServer({ server: { limits: { bodyBytes: 100 } } });
    const response = await send("/api/chat", { body: { message: "x".repeat(1_000_000) } });
    expect([response.status, response.headers.get("connection")]).toEqual([413, "close"]);
  });

  it.each([
    ["without the token", "/api/chat", ""],
    ["for nothing that is there", "/nothing", `authorization: Bearer ${TOKEN}\r\n`],
    ["with a GET", "/nothing", `authorization: Bearer ${TOKEN}\r\n`, "GET"],
  ])("on a body that is sent %s: it is not read to its end", async (_, path, headers, method = "POST") => {
    const { url } = await startTestServer();
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    // The server closes while there is more to come.
    socket.on("error", () => undefined).resume();
    socket.write(`${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}content-length: 1000000000\r\n\r\n`);
    const piece = Buffer.alloc(64 * 1024, " ");
    let pieces = 0;
    while (!socket.destroyed && pieces < 4_000) {
      pieces += 1;
      if (!socket.write(piece)) await once(socket, "drain").catch(() => undefined);
    }
    socket.destroy();
    expect(pieces).toBeLessThan(4_000);
  });

  it("on a small body that was refused: the connection is kept", async () => {
    const { url } = await startTestServer();
    const response = await fetch(`${url}/api/chat`, { method: "POST", body: "{}" });
    expect([response.status, response.headers.get("connection")]).toEqual([401, "keep-alive"]);
  });

  it("on the depth of a body", async () => {
    const { send } = await startTestServer();
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const response = await send("/api/approvals/any", { body: `{"approve":true,"arguments":{"a":${deep}}}` });
    expect([response.status, await response.json()]).toEqual([400, { error: "The body is nested too deeply." }]);
    const chat = await send("/api/chat", { body: `{"message":"hi","more":${deep}}` });
    expect([chat.status, await chat.json()]).toEqual([400, { error: "The body is nested too deeply." }]);
  });

  it("on the text of a message", async () => {
    const { send } = await startTestServer();
    const response = await send("/api/chat", { body: { message: "x".repeat(1_000_001) } });
    expect(response.status).toBe(400);
    expect((await response.json()).error).toMatch(/message.* of 1 to 1,000,000 characters/);
  });

  it("on the time of a body", async () => {
    const { url } = await startTestServer({ server: { limits: { bodyMs: 50 } } });
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) });
    const options = { method: "POST", body, duplex: "half", headers: { authorization: `Bearer ${TOKEN}` } };
    expect((await fetch(`${url}/api/chat`, options)).status).toBe(408);
  });

  it.each([
    ["too long", 413, 101],
    ["late", 408, 99],
  ])("on a body whose length is known, and of which nothing comes: it is %s", async (_, status, length) => {
    const bodyMs = status === 408 ? 50 : 30_000;
    const { url } = await startTestServer({ server: { limits: { bodyBytes: 100, bodyMs } } });
    const headers = { authorization: `Bearer ${TOKEN}`, "content-length": length };
    const sent = request(`${url}/api/chat`, { method: "POST", headers });
    sent.flushHeaders();
    const [response] = await once(sent, "response");
    expect([response.statusCode, response.headers.connection]).toEqual([status, "close"]);
    sent.destroy();
  });
});

describe("metrics", () => {
  it("count runs, calls, tokens and requests", async () => {
    const call = { id: "a", name: "echo", arguments: { text: "x" } };
    const unknown = { id: "b", name: 'x"\n', arguments: {} };
    const steps = [{ toolCalls: [call, unknown], usage: { inputTokens: 2, outputTokens: 3 } }, { text: "ok" }];
    const { send } = await startTestServer({ steps, server: { toolNames: ["echo"] } });
    await (await send("/api/chat", { body: { message: "hi" } })).text();
    const response = await send("/metrics");
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const lines = (await response.text()).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        'toolwright_runs_total{stop_reason="stop"} 1',
        'toolwright_tool_calls_total{tool="echo",code="ok"} 1',
        'toolwright_tool_calls_total{tool="other",code="unknown_tool"} 1',
        'toolwright_tokens_total{kind="output"} 3',
        'toolwright_http_requests_total{route="/api/chat",status="200"} 1',
        "toolwright_streamed_answers_total 2",
        expect.stringMatching(/^toolwright_first_token_seconds_total 0\.?\d*$/),
        "toolwright_runs_open 0",
        "toolwright_streams_open 0",
        "# TYPE toolwright_runs_total counter",
      ]),
    );
    expect(lines.filter((line) => line !== "" && !/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? [\d.e-]+)$/.test(line))).toEqual(
      [],
    );
  });
});
