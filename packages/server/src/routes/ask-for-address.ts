const TEXT = "This page needs the token of the server. Open the address that the server printed again.";

/** What a browser is told that opens the page without the token or the cookie; undefined for any other request. */
export function askForAddress(request: Request): Response | undefined {
  const isPage = request.method === "GET" && new URL(request.url).pathname === "/";
  if (!isPage || !request.headers.get("accept")?.includes("text/html")) return undefined;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Toolwright</title><p role="alert">${TEXT}</p></html>`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "www-authenticate": "Bearer",
    "x-content-type-options": "nosniff",
  };
  return new Response(html, { status: 401, headers });
}
