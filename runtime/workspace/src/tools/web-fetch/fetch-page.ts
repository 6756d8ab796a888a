import { ToolError } from "@toolwright/core";
import type { Fetcher, FetchResponse } from "../../web/fetcher.port.ts";

/** What came of asking for a page. */
export type FetchedPage =
  | {
      readonly kind: "page";
      readonly url: URL;
      readonly status: number;
      readonly statusText: string;
      /** Of the header; empty when there is none. */
      readonly contentType: string;
      readonly bytes: Uint8Array;
      /** The body goes on. */
      readonly isCut: boolean;
    }
  | { readonly kind: "elsewhere"; readonly to: URL };

/** How a page is fetched. */
export interface PageFetch {
  readonly fetcher: Fetcher;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly accept: string;
}

const MAX_REDIRECTS = 5;

/** In UTF-16 units. */
const MAX_ADDRESS = 8_000;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Asks for a page, and for where it has moved to on the same host. Another host is only named: whether that one may be
 * asked has not been judged.
 */
export async function fetchPage(start: URL, fetch: PageFetch): Promise<FetchedPage> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch.fetcher.request({ url, headers: headersFor(fetch.accept), signal: fetch.signal });
    const next = redirectOf(response, url);
    if (next === undefined) return pageOf(response, url, fetch.maxBytes);
    response.close();
    if (next.hostname !== url.hostname) return { kind: "elsewhere", to: next };
    url = next;
  }
  throw new ToolError(`The page redirects more than ${MAX_REDIRECTS} times.`);
}

function headersFor(accept: string): Readonly<Record<string, string>> {
  return { accept, "accept-language": "en, *;q=0.5", "user-agent": "Mozilla/5.0 (compatible; Toolwright)" };
}

function redirectOf({ status, headers }: FetchResponse, url: URL): URL | undefined {
  const location = headers.get("location");
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  const next = URL.canParse(location, url.href) ? secure(new URL(location, url)) : undefined;
  if (next === undefined || !/^https?:$/.test(next.protocol) || next.href.length > MAX_ADDRESS)
    throw new ToolError("The page redirects to what is no address of the web.");
  return next;
}

async function pageOf(response: FetchResponse, url: URL, maxBytes: number): Promise<FetchedPage> {
  try {
    const { status, statusText, headers } = response;
    const contentType = headers.get("content-type") ?? "";
    return { kind: "page", url, status, statusText, contentType, ...(await readBody(response.body, maxBytes)) };
  } finally {
    response.close();
  }
}

/** The beginning of a body, as much as is allowed. */
async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let left = maxBytes;
  let isCut = false;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, left));
    isCut = chunk.length > left;
    left -= Math.min(left, chunk.length);
    if (isCut) break;
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)), isCut };
}

/** What a model wrote as an address of the web. Plain http becomes https where the port is the usual one. */
export function webAddress(given: string): URL {
  const text = given.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new ToolError("The url is no http or https address.", {
      code: "user_error",
      suggestion: "Give it whole, such as https://example.org/page.",
    });
  if (url.username !== "" || url.password !== "")
    throw new ToolError("The url holds a user name or password.", { code: "security_violation" });
  return secure(url);
}

/** The same with https, unless a port says otherwise; without its fragment, which no server is told. */
function secure(url: URL): URL {
  const target = new URL(url);
  target.hash = "";
  if (target.protocol === "http:" && target.port === "") target.protocol = "https:";
  return target;
}
