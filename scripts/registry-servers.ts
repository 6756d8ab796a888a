// Tries MCP servers that nobody here wrote, from npm and PyPI, through the command and the page's routes: `npm run mcp:servers`. They are
// installed into registry/, in the versions of its lock files. A line for each thing that is shown; exit 1 unless all hold. With
// `-- --optional` servers that cannot be installed are said, and are no failure.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { endServed, serve } from "../packages/cli/test/support/served.ts";
import { folder, removeFolders, toolwright } from "../packages/cli/test/support/toolwright.ts";

const REGISTRY = resolve(import.meta.dirname, "../registry");
const npm = (name: string, file: string) => join(REGISTRY, "node_modules", name, file);
const pypi = (name: string) => join(REGISTRY, ".venv/bin", name);

let failed = 0;
function installed(): string | undefined {
  if (!existsSync(npm("@playwright/mcp", "package.json"))) {
    const { status, stderr } = run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    if (status !== 0) return stderr;
  }
  if (existsSync(pypi("mcp-server-time"))) return undefined;
  const made = run("python3", ["-m", "venv", ".venv"]);
  const { status, stderr } =
    made.status === 0 ? run(".venv/bin/pip", ["install", "-q", "-r", "requirements.txt"]) : made;
  return status === 0 ? undefined : stderr;
}

function run(command: string, args: readonly string[]) {
  return spawnSync(command, args, { cwd: REGISTRY, encoding: "utf8" });
}

async function main(): Promise<void> {
  const page = createServer((_, response) => response.end("<h1>A page of this machine</h1>"));
  await new Promise<void>((done) => page.listen(0, "127.0.0.1", done));
  const address = page.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
  const root = await folder({ "note.txt": "a note\n" });
  execFileSync("git", ["init", "-q", root]);
  const settings = JSON.stringify({ mcpServers: serversIn(root) });
  try {
    await list(settings);
    for (const call of callsIn(root, url)) await tried(settings, call);
    await approvedOnThePage(settings);
    await progress(settings);
    await killed(settings);
  } finally {
    endServed();
    await removeFolders();
    page.close();
  }
  process.exit(failed === 0 ? 0 : 1);
}

function serversIn(root: string) {
  const node = (name: string, file: string, ...args: string[]) => ({
    command: process.execPath,
    args: [npm(name, file), ...args],
  });
  return {
    files: node("@modelcontextprotocol/server-filesystem", "dist/index.js", root),
    every: node("@modelcontextprotocol/server-everything", "dist/index.js"),
    memory: {
      ...node("@modelcontextprotocol/server-memory", "dist/index.js"),
      env: { MEMORY_FILE_PATH: join(root, "memory.json") },
    },
    git: { command: pypi("mcp-server-git"), args: ["--repository", root] },
    time: { command: pypi("mcp-server-time") },
    fetch: { command: pypi("mcp-server-fetch"), args: ["--ignore-robots-txt", "--allow-private-ips"] },
    browser: node("@playwright/mcp", "cli.js", "--headless"),
  };
}

interface Call {
  readonly server: string;
  readonly tool: string;
  readonly args: object;
  readonly says: string;
}

function callsIn(root: string, url: string): readonly Call[] {
  const entities = [{ name: "Ada", entityType: "person", observations: ["writes"] }];
  return [
    { server: "files", tool: "read_text_file", args: { path: join(root, "note.txt") }, says: "a note" },
    { server: "every", tool: "echo", args: { message: "hello" }, says: "hello" },
    { server: "memory", tool: "create_entities", args: { entities }, says: "Ada" },
    { server: "git", tool: "git_status", args: { repo_path: root }, says: "note.txt" },
    { server: "time", tool: "get_current_time", args: { timezone: "Europe/Oslo" }, says: "Europe/Oslo" },
    { server: "fetch", tool: "fetch", args: { url, raw: true }, says: "A page of this machine" },
    { server: "browser", tool: "browser_tabs", args: { action: "list" }, says: "" },
  ];
}

function line(holds: boolean, words: string): void {
  if (!holds) failed += 1;
  console.log(`${holds ? "ok  " : "NOT "} ${words}`);
}

const POLICY = (rules: readonly string[]) => JSON.stringify({ allow: rules, ask: [], deny: [] });
const own = (cwd: string) => ({ HOME: cwd, XDG_CONFIG_HOME: join(cwd, "config") });

async function list(settings: string): Promise<void> {
  const cwd = await folder({ "servers.json": settings });
  const { stdout } = await toolwright(["mcp", "list", "--json", "--mcp", "servers.json"], { cwd, env: own(cwd) });
  for (const { name, state, version, tools, problem: why } of JSON.parse(stdout).servers)
    line(state === "connected" && tools > 0, `${name}: ${state}, ${version ?? why}, ${tools} tools`);
}

/** Asks without a rule, and runs with the rule that names the server and its tool. */
async function tried(settings: string, { server, tool, args, says }: Call): Promise<void> {
  const only = JSON.stringify({ mcpServers: { [server]: JSON.parse(settings).mcpServers[server] } });
  const policy = POLICY([`Mcp(${server}/${tool.slice(0, -1)}*)`]);
  const cwd = await folder({ "servers.json": only, "policy.json": policy });
  const call = ["call", `${server}__${tool}`, JSON.stringify(args), "--mcp", "servers.json"];
  const asked = await toolwright(call, { cwd, env: own(cwd) });
  const { code, stdout } = await toolwright([...call, "--policy", "policy.json"], { cwd, env: own(cwd) });
  const denied = asked.stdout.includes("Error [approval_denied]");
  if (server !== "browser")
    return line(denied && code === 0 && stdout.includes(says), `${server}: ${tool} asks, and runs by a rule`);
  // A browser is not installed with the server.
  line(
    denied,
    `browser: ${tool} asks, and ${code === 0 ? "runs by a rule" : `says: ${stdout.split("\n", 1)[0]?.slice(0, 100)}`}`,
  );
}

const script = (name: string, args: object) =>
  JSON.stringify([{ toolCalls: [{ id: "c", name, arguments: args }] }, { text: "Done." }]);

async function approvedOnThePage(settings: string): Promise<void> {
  const { files } = JSON.parse(settings).mcpServers;
  const root = files.args.at(-1);
  const path = join(root, "made.txt");
  const cwd = await folder({
    "servers.json": JSON.stringify({ mcpServers: { files } }),
    "s.json": script("files__write_file", { path, content: "made" }),
  });
  const served = await serve(["--model", "script:s.json", "--workspace", cwd, "--mcp", "servers.json"], {
    cwd,
    env: own(cwd),
  });
  const answer = served.send("/api/chat", { message: "go" }).then((response) => response.text());
  const asked = await until(async () => (await (await served.send("/api/approvals")).json()).approvals[0]);
  line(!existsSync(path) && asked.toolName === "files__write_file", "page: a call waits for a yes");
  line(asked.always?.[0] === "Mcp(files/write_file)", `page: "always" would save ${asked.always?.[0]}`);
  await served.send(`/api/approvals/${asked.approvalId}`, { approve: true });
  await answer;
  line(existsSync(path) && readFileSync(path, "utf8") === "made", "page: it ran after the yes");
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((wait) => setTimeout(wait, 100));
  }
  throw new Error("It never came.");
}

const LONG = "every__trigger-long-running-operation";

async function longRun(settings: string, duration: number, onOutput: (stdout: string) => void = () => undefined) {
  const cwd = await folder({
    "servers.json": JSON.stringify({ mcpServers: { every: JSON.parse(settings).mcpServers.every } }),
    "policy.json": POLICY(["Mcp(every)"]),
    "s.json": script(LONG, { duration, steps: duration }),
  });
  const args = ["run", "go", "--json", "--model", "script:s.json", "--mcp", "servers.json", "--policy", "policy.json"];
  return (await toolwright(args, { cwd, env: own(cwd), onOutput })).stdout;
}

async function progress(settings: string): Promise<void> {
  const stdout = await longRun(settings, 3);
  const at = (words: string) => stdout.indexOf(words);
  line(at("1 of 3") > 0 && at("1 of 3") < at('"tool_call_end"'), "command: progress comes while the call runs");
}

async function killed(settings: string): Promise<void> {
  let isKilled = false;
  const stdout = await longRun(settings, 30, (said) => {
    if (isKilled || !said.includes("1 of 30")) return;
    isKilled = true;
    const server = npm("@modelcontextprotocol/server-everything", "dist/index.js");
    const processes = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
    for (const one of processes.filter((text) => text.endsWith(server)))
      process.kill(Number.parseInt(one, 10), "SIGKILL");
  });
  line(stdout.includes('"outcome_unknown"'), "command: a server that is killed in mid-call leaves outcome_unknown");
}

const problem = installed();
if (problem === undefined) await main();
else {
  console.log(`The servers cannot be installed here, so nothing was tried: ${problem}`);
  process.exit(process.argv.includes("--optional") ? 0 : 1);
}
