import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { openTab } from "./support/open-page.ts";
import { atRest, say, see } from "./support/talk.ts";
import { startWebApp, type WebApp } from "./support/web-app.ts";

/** Another program that listens on this machine, and keeps what browsers send it. */
async function startStranger() {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers);
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Stranger</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The stranger has no port.");
  return { heard, url: `http://127.0.0.1:${address.port}/` };
}

describe.skipIf(!hasBrowser)("a program on another port of the same host", () => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp();
  });
  afterAll(() => app.close());

  it("gets the cookie of the page, and nothing for it", async () => {
    const stranger = await startStranger();
    const page = await app.open();
    await say(page, "A secret of mine");
    (await app.model.asked("A secret of mine")).say("I keep it.");
    await see(page, "I keep it.");
    await atRest(page);
    const other = await openTab(page.context(), stranger.url);
    const cookie = stranger.heard.map((headers) => headers.cookie ?? "").join("; ");
    expect(cookie).toContain("toolwright_");
    const { origin } = new URL(app.url);
    for (const path of ["/api/threads", "/api/info", "/api/approvals", "/api/changes", "/metrics", "/v1/models"]) {
      const replayed = await fetch(`${origin}${path}`, { headers: { cookie } });
      const disguise = { cookie, origin, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };
      const disguised = await fetch(`${origin}${path}`, { headers: disguise });
      expect([path, replayed.status, disguised.status]).toEqual([path, 401, 401]);
    }
    const html = await (await fetch(`${origin}/`, { headers: { cookie } })).text();
    expect(html).not.toContain(new URL(app.url).searchParams.get("token"));
    const stored = await other.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).toBe("[{},{}]");
  });

  it("cannot make the browser ask for it", async () => {
    const stranger = await startStranger();
    const page = await app.open({ expectedErrors: /CORS policy|Failed to load resource/ });
    const other = await openTab(page.context(), stranger.url);
    const { origin } = new URL(app.url);
    const tried = await other.evaluate(async (url) => {
      const told: unknown[] = [];
      for (const init of [{}, { credentials: "include" as const }, { mode: "no-cors" as const }]) {
        const answer = await fetch(url, init).catch(() => undefined);
        told.push(answer === undefined ? "" : await answer.text());
      }
      return told;
    }, `${origin}/api/threads`);
    expect(tried).toEqual(["", "", ""]);
  });

  it("leaves the page signed in: after a reload, and in another tab without the token", async () => {
    const page = await app.open();
    expect(new URL(page.url()).search).toBe("");
    await page.reload();
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    const other = await openTab(page.context(), page.url());
    await other.getByRole("textbox", { name: "Message" }).waitFor();
  });
});
