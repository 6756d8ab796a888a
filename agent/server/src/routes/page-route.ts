import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Guard } from "../guard/guard.ts";
import { refuse } from "./refuse.ts";

/**
 * The files of the page, which `@toolwright/web` is built into: beside the sources and beside what is built from them
 * alike.
 */
const FOLDER = new URL("../../page/", import.meta.url);

const HEADERS = {
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** `GET /`: the page. Opened with the token, it sets a cookie. */
export async function page(request: Request, guard: Guard): Promise<Response> {
  const html = await fileOf("index.html");
  if (html === undefined) return refuse(404, "The page was not built: run `npm run prepare` in the repository.");
  const headers = new Headers({ ...HEADERS, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  headers.set("content-security-policy", policyOf(html));
  const cookie = guard.pageCookie(request);
  if (cookie !== undefined) headers.set("set-cookie", cookie);
  return new Response(html, { headers });
}

/** `GET /assets/:name`: a script of the page. Its name has a hash of what is in it, so browsers may keep it. */
export async function pageAsset(name: string): Promise<Response> {
  const body = /^[\w-]+\.js$/.test(name) ? await fileOf(`assets/${name}`) : undefined;
  if (body === undefined) return refuse(404, "There is nothing here.");
  const type = "text/javascript; charset=utf-8";
  // A worker has the policy of its own file.
  const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
  const kept = { "content-type": type, "cache-control": "private, max-age=31536000, immutable" };
  return new Response(body, { headers: { ...HEADERS, ...kept, "content-security-policy": policy } });
}

/** Scripts of this server run, and besides them only what stands in the page itself, by the hash of each. */
function policyOf(html: string): string {
  const hashes = (tag: string) => {
    const found = [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"))];
    return found.map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");
  };
  return `default-src 'none'; script-src 'self' ${hashes("script")}; style-src ${hashes("style")}; connect-src 'self'; img-src 'self' data: blob:; media-src blob:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function fileOf(path: string): Promise<string | undefined> {
  return readFile(new URL(path, FOLDER), "utf8").catch(() => undefined);
}
