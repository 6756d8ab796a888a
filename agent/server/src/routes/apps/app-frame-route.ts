import { GUARD } from "./app-guard.ts";

/** Where the frame is that apps run in. */
export const APP_FRAME = "/app-frame";

/** Origins of one kind, and characters of one. */
const MAX_ORIGINS = 20;
const ORIGIN = /^(?:https|wss):\/\/(?:\*\.)?[a-z0-9.-]{1,253}(?::\d{1,5})?$/;

/**
 * `GET /app-frame?connect=…&resources=…`: the frame that an app of an MCP server runs in, which reaches the named
 * origins and nothing else. It holds nothing of anybody's, so no token is asked for. Its origin is opaque, even where
 * it is opened by itself: no cookie, no storage, no page of this server is in its reach. The app lies in a second frame
 * inside, as MCP Apps of 2026-01-26 has it ("Sandbox proxy"): that one cannot go to another address.
 */
export function appFrame(request: Request, origins: readonly string[] = []): Response {
  const { searchParams } = new URL(request.url);
  const named = (kind: string) =>
    searchParams
      .getAll(kind)
      .filter((one) => ORIGIN.test(one))
      .slice(0, MAX_ORIGINS);
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policyOf({ connect: named("connect"), resources: named("resources"), origins }),
    "permissions-policy": "camera=(), microphone=(), geolocation=(), clipboard-read=(), clipboard-write=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=3600",
  };
  return new Response(FRAME, { headers });
}

interface Reach {
  readonly connect: readonly string[];
  readonly resources: readonly string[];
  /** Of pages beside this server's own that may hold the frame. */
  readonly origins: readonly string[];
}

/** `'self'` would be this server, whose routes are no business of an app. */
function policyOf({ connect, resources, origins }: Reach): string {
  const from = resources.map((origin) => ` ${origin}`).join("");
  return [
    "sandbox allow-scripts allow-forms",
    "default-src 'none'",
    `script-src 'unsafe-inline'${from}`,
    `style-src 'unsafe-inline'${from}`,
    `img-src data: blob:${from}`,
    `media-src data: blob:${from}`,
    `font-src data:${from}`,
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(" ")}`,
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${["'self'", ...origins].join(" ")}`,
  ].join("; ");
}

/** Messages go through in both directions, but for those that only the frame and its page exchange. */
const FRAME = `<!doctype html>
<meta charset="utf-8">
<title>App</title>
<style>html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; border: 0; }</style>
<body>
<script>
(() => {
  const page = window.parent;
  const word = String(crypto.getRandomValues(new Uint32Array(4)));
  const guard = ${JSON.stringify(`<script>${GUARD}</script>`).replaceAll("<", "\\u003c")}.replace("WORD", word);
  // After the type of the document, without which a page is laid out as in the nineties.
  const guarded = (html) => html.replace(/^(?:\\s*<!doctype[^>]*>)?/i, (type) => type + guard);
  // The guard does not see a shadow tree that stands in the HTML. What a script calls so keeps being one word.
  const withoutShadows = (html) => html.replace(/(shadowroot)(mode)/gi, "$1_$2");
  const isReserved = (message) => String(message?.method).startsWith("ui/notifications/sandbox-");
  let app;
  window.addEventListener("message", ({ source, data }) => {
    if (source === page && data?.method === "ui/notifications/sandbox-resource-ready") {
      if (app !== undefined) return;
      app = document.createElement("iframe");
      app.setAttribute("sandbox", "allow-scripts allow-forms");
      app.title = "App";
      app.srcdoc = guarded(withoutShadows(String(data.params?.html)));
      document.body.append(app);
    } else if (data === word) page.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-touched", params: {} }, "*");
    else if (isReserved(data) || app === undefined) return;
    else if (source === page) app.contentWindow.postMessage(data, "*");
    else if (source === app.contentWindow) page.postMessage(data, "*");
  });
  if (page !== window) page.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*");
})();
</script>
`;
