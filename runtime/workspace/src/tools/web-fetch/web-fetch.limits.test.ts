import { describe, expect, it } from "vitest";
import { type Answer, testSite } from "./web-fetch.support.test-data.ts";

describe("web_fetch, where it may not go", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://metadata.test/",
    "http://both.test/",
    "http://8.8.8.8:22/",
    "https://8.8.8.8:8443/",
  ])("refuses %s", async (url) => {
    const site = await testSite((_request, response) => response.end("secret"));
    site.names.set("metadata.test", ["169.254.169.254"]).set("both.test", ["8.8.8.8", "10.0.0.1"]);
    const { result } = await site.fetch(url);
    expect(result.error).toMatchObject({
      code: "security_violation",
      suggestion: "Only public web addresses can be fetched.",
    });
    expect(site.requests).toEqual([]);
  });

  it("refuses a redirect to a host that now has another address", async () => {
    const site = await testSite((_request, response) => {
      site.names.set("site.test", ["127.0.0.2"]);
      response.writeHead(302, { location: "/next" }).end();
    });
    expect((await site.fetch(site.url("/"))).result.error?.code).toBe("security_violation");
    expect(site.requests).toHaveLength(1);
  });

  it("connects to the address that was judged, not to what a second lookup gives", async () => {
    let lookups = 0;
    const resolve = async () => (++lookups === 1 ? ["127.0.0.1"] : ["127.0.0.99"]);
    const site = await testSite((_request, response) => response.end("judged"), { fetcher: { resolve } });
    expect((await site.fetch(site.url("/"))).text).toContain("judged");
    expect(lookups).toBe(1);
  });

  it.each([
    ["ftp://example.org/", "user_error"],
    ["example.org", "user_error"],
    ["file:///etc/passwd", "user_error"],
    ["https://user:pass@example.org/", "security_violation"],
  ])("refuses %s before anything is asked", async (url, code) => {
    const site = await testSite((_request, response) => response.end());
    expect((await site.fetch(url)).result.error?.code).toBe(code);
  });

  it("asks for https where http was given without a port", async () => {
    const asked: number[] = [];
    const permit = ({ port }: { port: number }) => asked.push(port) < 0;
    const site = await testSite((_request, response) => response.end(), { fetcher: { permit } });
    await site.fetch("http://site.test/");
    expect(asked).toEqual([443]);
  });
});

describe("web_fetch, how long it takes", () => {
  const LIMIT = 250;

  it.each<[string, Answer]>([
    ["no answer comes", () => {}],
    [
      "the body never ends",
      (_request, response) => void response.writeHead(200, { "content-type": "text/plain" }).write("x"),
    ],
    [
      "the body trickles",
      (_request, response) => {
        const timer = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(timer));
      },
    ],
    [
      "it is sent around",
      (_request, response) => setTimeout(() => response.writeHead(302, { location: "/" }).end(), 80),
    ],
  ])("ends at one deadline when %s", async (_name, answer) => {
    const site = await testSite(answer, { timeoutMs: LIMIT });
    // A deadline that began anew with each piece or place would never come.
    const { result } = await site.fetch(site.url("/"));
    expect(result.error?.message).toBe("There was no complete answer within 0.25 s.");
  });

  it("ends at the deadline while a name is looked up", async () => {
    const resolve = () => new Promise<readonly string[]>(() => {});
    const site = await testSite((_request, response) => response.end(), { timeoutMs: LIMIT, fetcher: { resolve } });
    expect((await site.fetch(site.url("/"))).result.error?.message).toContain("no complete answer");
  });

  it("closes the connection of a body that is too long", async () => {
    let closed = false;
    const site = await testSite(
      (_request, response) => {
        response.on("close", () => (closed = true));
        const more = () => void (!response.destroyed && response.write("x".repeat(65_536), () => setImmediate(more)));
        response.writeHead(200, { "content-type": "text/plain" });
        more();
      },
      { maxBytes: 100_000 },
    );
    expect((await site.fetch(site.url("/"))).text).toContain("of the page were read]");
    await expect.poll(() => closed).toBe(true);
  });

  it.each<[string, Answer, string]>([
    [
      "breaks off",
      (_request, response) =>
        void response.writeHead(200, { "content-length": 100 }).write("x", () => response.destroy()),
      "The connection broke while the page was read.",
    ],
    [
      "is not HTTP",
      (request) => void request.socket.end("hello\n"),
      "The page could not be fetched: the answer is not HTTP.",
    ],
    [
      "is no gzip",
      (_request, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("plain"),
      "The connection broke while the page was read.",
    ],
    [
      "is encoded oddly",
      (_request, response) => void response.writeHead(200, { "content-encoding": "zip" }).end("x"),
      "The page could not be fetched: the answer is encoded in a way that was not asked for.",
    ],
  ])("explains an answer that %s", async (_name, answer, message) => {
    const site = await testSite(answer);
    expect((await site.fetch(site.url("/"))).result.error?.message).toBe(message);
  });

  it("explains a host that is not known, and one that does not answer", async () => {
    const site = await testSite((_request, response) => response.end());
    expect((await site.fetch("https://nowhere.test/")).result.error?.message).toContain("the host is not known");
    const url = site.url("/");
    await site.close();
    expect((await site.fetch(url)).result.error?.message).toContain("the host does not answer");
  });
});
