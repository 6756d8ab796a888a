// Lets clients that nobody here wrote loose on our MCP server, and prints a table of what each can:
// `npm run mcp:clients`. Those of npm are installed in `checks/conformance/clients`, the Python ones in a temporary
// folder. Exit 1 when one that could be installed could not list, call, cancel, or wait for work that goes on; what
// asks must run after a yes, or be refused in words.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "checks/conformance/clients");
const PROGRAMS = join(ROOT, "runtime/mcp/test/clients");
const SOURCE = ["--conditions=@toolwright/source", "--disable-warning=ExperimentalWarning"];
const TIMEOUT_MS = 60_000;

/** Their dependencies do not go together. */
const [PYTHON, ADK] = ["requirements.txt", "requirements-adk.txt"];

/** What came of each, in the client's words, and what our server saw by then. */
interface Seen {
  readonly list: string;
  readonly call: string;
  readonly approve: string;
  readonly cancel: string;
  readonly background: string;
  readonly events: string;
  /** What the server had seen when the connection was over. */
  readonly eventsAtEnd: string;
}

const temporary = mkdtempSync(join(tmpdir(), "mcp-clients-"));
const events = join(temporary, "events");
const installed = new Map<string, string | undefined>();
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));

const clients = [
  { name: `MCP Inspector's CLI ${version("@modelcontextprotocol/inspector")}`, install: npmClients, run: inspector },
  {
    name: `AI SDK, @ai-sdk/mcp ${version("@ai-sdk/mcp")}`,
    install: npmClients,
    run: () => nodeProgram("ai-sdk.mjs"),
  },
  { name: python("langchain-mcp-adapters"), install: () => pythonClients(PYTHON), run: () => program("langchain.py") },
  { name: python("fastmcp"), install: () => pythonClients(PYTHON), run: () => program("fastmcp_client.py") },
  {
    name: `Claude Agent SDK ${version("@anthropic-ai/claude-agent-sdk")}, its model scripted`,
    install: npmClients,
    run: () => nodeProgram("claude-agent.mjs"),
  },
  {
    name: `${python("google-adk", ADK)}, its model scripted`,
    install: () => pythonClients(ADK),
    run: () => program("adk.py", ADK),
  },
];
console.log("| Client | list | call | approve | cancel | background |\n| --- | --- | --- | --- | --- | --- |");
for (const { name, install, run } of clients) {
  const problem = install();
  if (problem !== undefined) {
    console.log(`| ${name} | not installed here: ${problem} | | | | |`);
    continue;
  }
  writeFileSync(events, "");
  const { cells, isRight } = judged(await run());
  console.log(`| ${name} | ${cells.join(" | ")} |`);
  if (!isRight) process.exitCode = 1;
}

function judged(seen: Seen): { cells: readonly string[]; isRight: boolean } {
  const isRun = seen.approve.includes("sent to ann") && seen.events.includes("sent ann");
  const isRefused = seen.approve.includes("this client cannot ask anybody") && !seen.events.includes("sent ann");
  const isTask = /"taskId"/.test(seen.background) && "gets a task, and has no command to ask for it";
  const marks = [
    ["add", "send", "wait", "job"].every((tool) => seen.list.includes(tool)) && "yes",
    /\b5\b/.test(seen.call) && "yes",
    (isRun && "yes") || (isRefused && "cannot ask: refused, with what would allow it"),
    (seen.events.includes("stopped") && "yes") ||
      (/stopped|ended/.test(seen.eventsAtEnd) && "says nothing: ended with its connection"),
    (seen.background.includes("the job is finished") && "waits for it") || isTask,
  ];
  return { cells: marks.map((mark) => mark || "NO"), isRight: marks.every(Boolean) };
}

/** The Inspector makes a connection for each command, and its person is asked nothing. */
async function inspector(): Promise<Seen> {
  return withServer(async (url) => {
    const at = ["--cli", url, "--transport", "http"];
    const tool = (name: string, ...args: readonly string[]) =>
      inspect([...at, "--method", "tools/call", "--tool-name", name, ...args.flatMap((arg) => ["--tool-arg", arg])]);
    const answers = {
      list: await inspect([...at, "--method", "tools/list"]),
      call: await tool("add", "a=2", "b=3"),
      approve: await tool("send", "to=ann"),
      background: await tool("job"),
    };
    // It has no cancel: its own end is the end of a server that it started.
    const server = [process.execPath, ...SOURCE, join(PROGRAMS, "server.ts"), events, "--stdio"];
    const child = inspecting(["--cli", ...server, "--method", "tools/call", "--tool-name", "wait"]);
    const closed = once(child, "close");
    for (let tries = 0; tries < 100 && !seenEvents().includes("waiting"); tries += 1) await sleep(100);
    child.kill("SIGINT");
    await closed;
    for (let tries = 0; tries < 50 && !/stopped|ended/.test(seenEvents()); tries += 1) await sleep(100);
    return { ...answers, cancel: "interrupted", events: "", eventsAtEnd: seenEvents() };
  });
}

function inspecting(args: readonly string[]): ChildProcess {
  const command = join(FOLDER, "node_modules/.bin/mcp-inspector");
  // `--` would be the Inspector's own: the flags of the server stand behind its name.
  return spawn(process.execPath, [command, ...args], { env: { ...process.env, HOME: temporary }, timeout: TIMEOUT_MS });
}

function inspect(args: readonly string[]): Promise<string> {
  return saidBy(inspecting(args));
}

async function nodeProgram(file: string): Promise<Seen> {
  return withServer((url) => answersOf(process.execPath, [join(PROGRAMS, file), url, FOLDER]));
}

async function program(file: string, requirements = PYTHON): Promise<Seen> {
  return withServer((url) => answersOf(join(venv(requirements), "bin/python"), [join(PROGRAMS, file), url]));
}

function venv(requirements: string): string {
  return join(temporary, `venv-${requirements}`);
}

/** A program prints one line when it has tried everything, while its connection still stands. */
async function answersOf(command: string, args: readonly string[]): Promise<Seen> {
  const env = { ...process.env, HOME: temporary };
  const child = spawn(command, args, { env, timeout: TIMEOUT_MS, stdio: ["ignore", "pipe", "inherit"] });
  let line = "";
  let seen: string | undefined;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    line += text;
    if (line.includes("\n")) seen ??= seenEvents();
  });
  await once(child, "close");
  const nothing = { list: "", call: "", approve: "", cancel: "", background: "" };
  return { ...nothing, ...JSON.parse(line.trim() || "{}"), events: seen ?? "", eventsAtEnd: "" };
}

async function withServer(work: (url: string) => Promise<Seen>): Promise<Seen> {
  const server = spawn(process.execPath, [...SOURCE, join(PROGRAMS, "server.ts"), events], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(server.stdout, "data");
  const seen = await work(String(line).trim());
  const eventsAtEnd = seen.eventsAtEnd === "" ? seenEvents() : seen.eventsAtEnd;
  server.stdin.end();
  return { ...seen, eventsAtEnd };
}

function seenEvents(): string {
  return readFileSync(events, "utf8");
}

async function saidBy(child: ChildProcess): Promise<string> {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (said += text));
  await once(child, "close");
  return said;
}

function version(name: string): string {
  return JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8")).dependencies[name];
}

function python(name: string, requirements = PYTHON): string {
  const lines = readFileSync(join(FOLDER, requirements), "utf8").split("\n");
  return lines.find((line) => line.startsWith(name))?.replace(/(\[.*\])?==/, " ") ?? name;
}

function npmClients(): string | undefined {
  return problemOf("npm", ["ci", "--prefix", FOLDER, "--no-audit", "--no-fund"]);
}

function pythonClients(requirements: string): string | undefined {
  const place = venv(requirements);
  const made = problemOf("python3", ["-m", "venv", place]);
  return made ?? problemOf(join(place, "bin/pip"), ["install", "--quiet", "-r", join(FOLDER, requirements)]);
}

/** Undefined, or what is in the way; each is tried once. */
function problemOf(command: string, args: readonly string[]): string | undefined {
  const key = [command, ...args].join(" ");
  if (!installed.has(key)) {
    const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
    const words = error?.message ?? stderr.trim().split("\n").at(-1);
    installed.set(key, status === 0 ? undefined : (words ?? `it ended with ${status}`));
  }
  return installed.get(key);
}
