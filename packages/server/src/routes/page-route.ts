import { readFile } from "node:fs/promises";
import type { Authentication } from "../guard/authenticate.ts";

/** The files of the page: beside the sources and beside what is built from them alike. */
const FOLDER = new URL("../../page/", import.meta.url);

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css" } as const;

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** `GET /`: the page. Opened with the token, it sets the cookie that stands for it. */
export async function page(request: Request, authentication: Authentication): Promise<Response> {
  const url = new URL(request.url);
  const response = await pageFile("index.html");
  if (url.searchParams.has("token")) response.headers.set("set-cookie", authentication.setCookie(request));
  return response;
}

/** One of the files that the page is made of. */
export async function pageFile(name: "index.html" | "page.js" | "page.css"): Promise<Response> {
  const text = await readFile(new URL(name, FOLDER), "utf8");
  const type = name.endsWith(".html") ? TYPES.html : name.endsWith(".js") ? TYPES.js : TYPES.css;
  return new Response(text, { headers: { ...HEADERS, "content-type": `${type}; charset=utf-8` } });
}
