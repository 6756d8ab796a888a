// Tries the agent of `examples/hosts` in each of its hosts, as an app has it: packages from tarballs, a project of its
// own, a process of its own, requests over a socket. Exits 0 when all hosts answer alike. `--only express` tries one.
// Needs the npm registry: 360 MB the first time.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { packPackages } from "../../scripts/pack.mjs";

const PACKAGES = ["runtime/core", "agent/view", "agent/store", "agent/server"];
const HOSTS = {
  express: (port) => [process.execPath, ["express.mjs"], port],
  fastify: (port) => [process.execPath, ["fastify.mjs"], port],
  hono: (port) => [process.execPath, ["hono.mjs"], port],
  next: (port) => [process.execPath, ["node_modules/next/dist/bin/next", "dev", "next", "-p", String(port)], port],
};
/** Milliseconds that a host has to answer, and one request. */
const STARTING_MS = 120_000;
const REQUEST_MS = 60_000;

const only = process.argv.includes("--only") ? [process.argv[process.argv.indexOf("--only") + 1]] : Object.keys(HOSTS);
const folder = mkdtempSync(join(tmpdir(), "toolwright-hosts-"));
let failed = 0;
try {
  await install();
  for (const name of only) await tryHost(name);
} finally {
  // Next has processes of its own that write for a moment after it has ended.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
process.exitCode = failed === 0 ? 0 : 1;

async function install() {
  const packed = await packPackages({ folder, packages: PACKAGES });
  const project = join(folder, "project");
  mkdirSync(project);
  cpSync("examples/hosts", project, { recursive: true, filter: (path) => !path.includes("node_modules") });
  const manifest = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  // The packages need each other, and none of them is to come from the registry.
  const own = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const dependencies = { ...manifest.dependencies, ...own };
  writeFileSync(join(project, "package.json"), JSON.stringify({ ...manifest, dependencies, overrides: own }));
  must("install", run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: project }));
}

async function tryHost(name) {
  const port = await freePort();
  const [command, args] = HOSTS[name](port);
  const cwd = join(folder, "project");
  const env = {
    ...process.env,
    PORT: String(port),
    AGENT_STORE: join(folder, `${name}.db`),
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_NO_WARNINGS: "1",
  };
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (printed += bytes));
  try {
    await started(`http://127.0.0.1:${port}`, child);
    await probe(name, `http://127.0.0.1:${port}`);
  } catch (error) {
    failed += 1;
    console.log(`${name}: ${error.message}\n${printed.slice(-3_000)}`);
  } finally {
    child.kill("SIGTERM");
    await Promise.race([new Promise((resolve) => child.once("exit", resolve)), pause(5_000)]);
    child.kill("SIGKILL");
  }
}

async function started(url, child) {
  const until = performance.now() + STARTING_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error("it ended before it answered");
    const response = await fetch(`${url}/hello`).catch(() => undefined);
    if ((await response?.text()) === "hello") return;
    if (performance.now() > until) throw new Error("it did not answer in time");
    await pause(100);
  }
}

/** What an app does with it: each line is one thing that a host can break. */
async function probe(name, url) {
  const ask = (path, { cookie = "session=1", body, ...rest } = {}) =>
    fetch(`${url}${path}`, {
      ...rest,
      method: rest.method ?? (body === undefined ? "GET" : "POST"),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { cookie, "content-type": "application/json", ...rest.headers },
      signal: AbortSignal.timeout(REQUEST_MS),
    });
  const is = (said, found, expected) => {
    if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${said}: ${JSON.stringify(found)}`);
    console.log(`${name}: ${said}`);
  };
  is("its own route answers", await (await ask("/hello")).text(), "hello");
  is("nobody is refused", (await ask("/agent/api/threads", { cookie: "" })).status, 401);
  const chat = await ask("/agent/api/chat", { body: { message: "What have I ordered?" } });
  const stream = await chat.text();
  is(
    "a run streams, with the user's own tools",
    [chat.status, stream.includes("ada's umbrella"), /^d:/m.test(stream)],
    [200, true, true],
  );
  const { threads } = await (await ask("/agent/api/threads?limit=5")).json();
  is("a query gets through, and the thread is there", threads.length, 1);
  const patched = await ask(`/agent/api/threads/${threads[0].id}`, { method: "PATCH", body: { title: "Mine" } });
  is("a PATCH gets through", [patched.status, (await patched.json()).title], [200, "Mine"]);
  is("another user has nothing", (await (await ask("/agent/api/threads", { cookie: "session=2" })).json()).threads, []);
  const large = await ask("/agent/api/chat", { body: { message: "x".repeat(900_000) } });
  is("a large body gets through", [large.status, (await large.text()).includes("umbrella")], [200, true]);
  const wrong = await fetch(`${url}/agent/api/chat`, { method: "POST", body: "{", headers: { cookie: "session=1" } });
  is("a wrong body is refused in one sentence", [wrong.status, typeof (await wrong.json()).error], [400, "string"]);
  const leaving = new AbortController();
  const changes = await fetch(`${url}/agent/api/changes`, { headers: { cookie: "session=1" }, signal: leaving.signal });
  const first = await changes.body.getReader().read();
  is("changes come as they are", new TextDecoder().decode(first.value).startsWith("retry:"), true);
  leaving.abort();
  is("another path is the host's", (await ask("/agents/api/threads")).status, 404);
  const removed = await ask(`/agent/api/threads/${threads[0].id}`, { method: "DELETE" });
  is("a DELETE gets through, with no body in its answer", [removed.status, await removed.text()], [204, ""]);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function run(command, args, options = {}) {
  return spawnSync(command, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024, ...options });
}

function must(what, { status, stdout, stderr }) {
  if (status === 0) return;
  console.log(`${what} failed:\n${stdout}\n${stderr}`);
  process.exit(1);
}
