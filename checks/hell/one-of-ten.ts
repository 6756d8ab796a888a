// One of the processes that need a login renewed: node one-of-ten.ts ours|bare URL FOLDER. Exit 0 where it is logged in
// then.
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { fileLogins, mcpTools } from "@toolwright/mcp";

const [kind, url = "", folder = ""] = process.argv.slice(2);
process.stdout.write("ready\n");
await once(process.stdin, "data");
process.exit((await (kind === "ours" ? ours() : bare())) ? 0 : 1);

async function ours(): Promise<boolean> {
  const logins = fileLogins(folder);
  const mcp = await mcpTools({ servers: { guarded: { url } }, logins, connectTimeoutMs: 30_000 });
  const [server] = mcp.servers;
  if (server?.problem !== undefined) console.error(server.problem);
  return server?.state === "connected";
}

/** A provider as the SDK's examples have it, over the same file. */
async function bare(): Promise<boolean> {
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith(".json")) ?? "");
  const read = () => JSON.parse(readFileSync(file, "utf8"));
  const provider: OAuthClientProvider = {
    redirectUrl: "http://127.0.0.1/callback",
    clientMetadata: { redirect_uris: ["http://127.0.0.1/callback"] },
    clientInformation: () => Object(Object.values(read().clients)[0]),
    tokens: () => read().tokens,
    saveTokens: (tokens) => writeFileSync(file, JSON.stringify({ ...read(), tokens })),
    redirectToAuthorization: () => Promise.reject(new Error("Nobody is there to log in.")),
    saveCodeVerifier: () => undefined,
    codeVerifier: () => "",
    invalidateCredentials: () => undefined,
  };
  const client = new Client({ name: "bare", version: "1" }, { versionNegotiation: { mode: "auto" } });
  return client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider: provider })).then(
    () => true,
    () => false,
  );
}
