import { readFile } from "node:fs/promises";
import type { Authentication } from "../guard/authenticate.ts";
import { tokenInAddress } from "./ask-for-address.ts";
import { refuse } from "./refuse.ts";

/** The files of the page, which `@toolwright/web` is built into: beside the sources and beside what is built from them alike. */
const FOLDER = new URL("../../page/", import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** `GET /`: the page. Opened with the token, it sets a cookie. */
export async function page(request: Request, authentication: Authentication): Promise<Response> {
  const html = await fileOf("index.html");
  if (html === undefined) return refuse(404, "The page was not built: run `npm run prepare` in the repository.");
  const headers = new Headers({ ...HEADERS, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  const token = tokenInAddress(new URL(request.url));
  if (token !== undefined && authentication.isToken(token))
    headers.set("set-cookie", authentication.setCookie(request));
  return new Response(html, { headers });
}

/** `GET /assets/:name`: a script or a style of the page. Its name has a hash of what is in it, so browsers may keep it. */
export async function pageAsset(name: string): Promise<Response> {
  const [, extension = ""] = /^[\w-]+\.(js|css)$/.exec(name) ?? [];
  const type = TYPES[extension];
  const body = type === undefined ? undefined : await fileOf(`assets/${name}`);
  if (type === undefined || body === undefined) return refuse(404, "There is nothing here.");
  const headers = { ...HEADERS, "content-type": type, "cache-control": "private, max-age=31536000, immutable" };
  return new Response(body, { headers });
}

function fileOf(path: string): Promise<string | undefined> {
  return readFile(new URL(path, FOLDER), "utf8").catch(() => undefined);
}
