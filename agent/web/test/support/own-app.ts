import { existsSync, readFileSync } from "node:fs";
import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, defaultClientConditions } from "vite";
import { TOKEN } from "./served-workspace.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../own-app", import.meta.url));
const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Builds the app of one's own, or other pages, into a temporary folder. */
export async function buildOwnApp(root = ROOT): Promise<string> {
  const outDir = temporaryFolder();
  await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: { conditions: ["@toolwright/source", ...defaultClientConditions] },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5_000 },
  });
  return outDir;
}

/**
 * Serves the built app, and passes everything else on to a Toolwright server with its token: as a proxy of an app
 * would.
 */
export async function serveOwnApp(folder: string, target: number): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const file = join(folder, request.url === "/" ? "index.html" : (request.url ?? ""));
    if (existsSync(file)) {
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(readFileSync(file));
      return;
    }
    const { url: path, method, headers } = request;
    const passed = { port: target, path, method, headers: { ...headers, authorization: `Bearer ${TOKEN}` } };
    const onward = ask({ host: "127.0.0.1", ...passed }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
