import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FetchResponse } from "./fetcher.port.ts";
import { createNodeFetcher } from "./node-fetcher.adapter.ts";

/** A certificate for `site.test`, made here; undefined where there is no openssl. */
function certificate(): { readonly key: string; readonly cert: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=site.test", "-addext", "subjectAltName=DNS:site.test", "-days", "2"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const { status } = spawnSync("openssl", ["req", "-x509", ...curve, ...subject, "-keyout", key, "-out", cert]);
  return status === 0 ? { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") } : undefined;
}

const pair = certificate();
if (pair === undefined) console.warn("No openssl here: https is not tried.");

describe.skipIf(pair === undefined)("createNodeFetcher, https", () => {
  async function ask(hostname: string, ca?: string): Promise<FetchResponse> {
    const server = createServer({ ...pair }, (_request, response) => response.end("secure"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const resolve = async () => ["127.0.0.1"];
    const fetcher = createNodeFetcher({ resolve, permit: () => true, ...(ca !== undefined && { ca }) });
    const url = new URL(`https://${hostname}:${port}/`);
    const { signal } = new AbortController();
    return fetcher.request({ url, headers: {}, signal }).finally(() => setTimeout(() => server.close(), 200).unref());
  }

  it("holds the certificate to the name, though it connects to an address", async () => {
    const { body, status } = await ask("site.test", pair?.cert);
    let text = "";
    for await (const chunk of body) text += new TextDecoder().decode(chunk);
    expect([status, text]).toEqual([200, "secure"]);
    await expect(ask("other.test", pair?.cert)).rejects.toMatchObject({ reason: "connection" });
  });

  it("trusts no certificate that nobody vouches for", async () => {
    await expect(ask("site.test")).rejects.toThrow("no secure connection could be made");
  });
});
