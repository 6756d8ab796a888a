const ASK = "This page needs the token of the server: it stands in the address that the server printed.";
const WRONG = "That is not the token of this server. It makes a new one at each start, unless it was given one.";

/** In the colours of the page behind it. */
const STYLE = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif;--accent:light-dark(#0b6b75,#63cdd6);--line:light-dark(#dcdfde,#30363c)}
body{max-width:34rem;margin:18vh auto 0;padding:0 20px;background:light-dark(#fefefd,#16181b);color:light-dark(#1a1e20,#e7eaec)}
h1{display:flex;align-items:center;gap:8px;font-size:20px;letter-spacing:-.02em}svg{width:26px;fill:var(--accent)}path{fill:light-dark(#fff,#06262a)}
form{display:flex;gap:8px;flex-wrap:wrap;align-items:end}label{flex:1 1 16rem}input{display:block;width:100%;box-sizing:border-box;background:none}
input,button{min-height:40px;padding:4px 14px;border:1px solid var(--line);border-radius:8px;font:inherit;color:inherit}
button{border-color:var(--accent);background:var(--accent);color:light-dark(#fff,#06262a);font-weight:600}:focus-visible{outline:2px solid var(--accent);outline-offset:1px}`;

const MARK = `<svg viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" rx="5"/><path d="M4 4.6h12v4.2h-3.6l1.8 6.6H5.8l1.8-6.6H4z"/></svg>`;

/**
 * What a browser is told that opens the page without the token or the cookie: a form that takes it. Undefined for any
 * other request.
 */
export function askForAddress(request: Request): Response | undefined {
  const url = new URL(request.url);
  const isPage = request.method === "GET" && url.pathname === "/";
  if (!isPage || !request.headers.get("accept")?.includes("text/html")) return undefined;
  const words = url.searchParams.has("token") ? WRONG : ASK;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Toolwright</title><style>${STYLE}</style>
<main><h1>${MARK}Toolwright</h1><p role="alert">${words}</p>
<form method="get" action="/"><label>Token or full address <input name="token" type="password" autocomplete="off" required autofocus></label><button>Open</button></form></main></html>`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "www-authenticate": "Bearer",
    "x-content-type-options": "nosniff",
  };
  return new Response(html, { status: 401, headers });
}

/**
 * The token of an address; undefined where it has none. Whoever is asked for it may have pasted the whole address that
 * has it.
 */
export function tokenInAddress({ searchParams }: Pick<URL, "searchParams">): string | undefined {
  const given = searchParams.get("token")?.trim();
  return given === undefined ? undefined : (/[?&]token=([^&#\s]+)/.exec(given)?.[1] ?? given);
}
