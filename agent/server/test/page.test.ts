import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startTestServer } from "./support/test-server.ts";

const isBuilt = existsSync(new URL("../page/index.html", import.meta.url));

describe.skipIf(!isBuilt)("the page", () => {
  it("is one document that asks for nothing of another host, with files that browsers may keep", async () => {
    const { send } = await startTestServer();
    const page = await send("/");
    const html = await page.text();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(html).not.toMatch(/(?:src|href)="https?:/);
    const files = [...html.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect([...new Set(files.map((path) => path.split(".").at(-1)))]).toEqual(["js"]);
    for (const path of files) {
      const file = await send(path);
      expect(file.status).toBe(200);
      expect(file.headers.get("cache-control")).toContain("immutable");
      const { length } = await file.text();
      expect(length).toBeGreaterThan(0);
      if (length > 2_000) expect(file.headers.get("content-encoding")).toBe("gzip");
    }
  });

  it("lets run what stands in it, by its hash, and nothing else that has no file", async () => {
    const { send } = await startTestServer();
    const page = await send("/");
    expect(page.headers.get("content-encoding")).toBe("gzip");
    const policy = page.headers.get("content-security-policy") ?? "";
    const inside = [...(await page.text()).matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)];
    expect(inside.map(([, tag]) => tag)).toEqual(["script", "style"]);
    for (const [, , text = ""] of inside)
      expect(policy).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    expect(policy).not.toContain("unsafe");
  });

  it.each(["..%2fpackage.json", "%2e%2e%2findex.html", "index.html", "a%00.js", "nothing.js", ".js"])(
    "has no file %s",
    async (name) => {
      const { send } = await startTestServer();
      expect((await send(`/assets/${name}`)).status).toBe(404);
    },
  );
});
