// `npm run web`: the web app on this repository's own files. The model is what the environment names, else the
// stand-in of the command. Options after `--` go to `toolwright serve`, and win:
// `npm run web -- --port 9000 --workspace ../other`.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const { execArgv, execPath, argv } = process;
// The tests start this file with the condition under which packages resolve to their sources.
const isFromSources = execArgv.includes("--conditions=@toolwright/source");
const main = isFromSources ? "agent/cli/src/main.ts" : "agent/cli/bin/toolwright.js";
const needed = ["agent/server/page/index.html", ...(isFromSources ? [] : ["agent/cli/dist/index.js"])];
const root = fileURLToPath(new URL("..", import.meta.url));

const address = `http://127.0.0.1:${portIn(argv)}/`;

if (await isRunning()) {
  console.log(`Toolwright is running already: open the address that it printed, which begins with ${address}`);
  console.log("Another one, on a free port: npm run web -- --port 0");
} else if (needed.every((path) => existsSync(`${root}${path}`)) || build() === 0) serve();
else process.exitCode = 1;

function portIn(words) {
  const place = words.indexOf("--port");
  return place === -1 ? (words.find((word) => word.startsWith("--port="))?.slice(7) ?? 8787) : words[place + 1];
}

/** Whether whoever listens on the port is one of ours: what it says without a token tells. */
async function isRunning() {
  try {
    const answer = await fetch(`${address}api/info`, { signal: AbortSignal.timeout(2_000) });
    return answer.status === 401 && (await answer.json()).error === "This needs the token of the server.";
  } catch {
    return false;
  }
}

function build() {
  console.log("Building, once.");
  return spawnSync("npm", ["run", "--silent", "prepare"], { cwd: root, stdio: "inherit" }).status;
}

function serve() {
  const words = [...execArgv, `${root}${main}`, "serve", "--workspace", root, ...argv.slice(2)];
  const child = spawn(execPath, words, { stdio: "inherit" });
  // Ctrl-C reaches the child as well, which brings its runs to rest; a signal to this process is passed on.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}
