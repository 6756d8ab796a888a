// Runs the official conformance suite of MCP against our server and our client, in both revisions:
// `npm run conformance`. A line each says how many of the scenarios pass that a revision requires, and how many of the
// extension for tasks; then the same against a port on which nobody listens, and a client that does nothing: what
// passes there says nothing. Exit 1 unless all pass. With `-- --optional` a suite that cannot be installed is said, and
// is no failure. With `-- --verbose` the suite's own words follow.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const SUITE = import.meta.dirname;
const NAME = "@modelcontextprotocol/conformance";
const PROGRAMS = join(ROOT, "runtime/mcp/test/conformance");
const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
/** A program that runs from the sources. */
const SOURCE = [process.execPath, "--conditions=@toolwright/source", "--disable-warning=ExperimentalWarning"];
/** Milliseconds for a scenario, on a busy machine. */
const TIMEOUT_MS = "60000";
/** How many clients run at a time. */
const AT_ONCE = 3;

type Side = "server" | "client";

/** What a line says. */
interface Score {
  readonly name: string;
  readonly scenarios: readonly string[];
  readonly passed: ReadonlySet<string>;
}

const isOptional = process.argv.includes("--optional");
const isVerbose = process.argv.includes("--verbose");
const folder = mkdtempSync(join(tmpdir(), "conformance-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const problem = installed();
if (problem === undefined) await main();
else {
  console.log(`The conformance suite cannot be installed here, so nothing was run: ${problem}`);
  process.exitCode = isOptional ? 0 : 1;
}

async function main(): Promise<void> {
  const { server, url } = await startServer();
  try {
    const ours = await scores({ url, client: [...SOURCE, join(PROGRAMS, "client.ts")].join(" ") });
    const dead = await scores({ url: "http://127.0.0.1:9/mcp", client: `${process.execPath} --version`, isDead: true });
    for (const { name, scenarios, passed } of ours) console.log(`${name} ${passed.size}/${scenarios.length}`);
    for (const { name, scenarios, passed } of dead)
      console.log(`dead port: ${name} ${passed.size}/${scenarios.length}`);
    for (const [at, { name, scenarios, passed }] of ours.entries()) {
      const free = dead[at]?.passed ?? new Set();
      const [counted, proved] = [scenarios, [...passed]].map((list) => list.filter((one) => !free.has(one)).length);
      console.log(`beyond a dead port: ${name} ${proved}/${counted}`);
    }
    const missed = ours.flatMap(({ name, scenarios, passed }) =>
      scenarios.filter((one) => !passed.has(one)).map((one) => `failed: ${name} ${one}`),
    );
    for (const line of missed) console.log(line);
    process.exitCode = missed.length === 0 ? 0 : 1;
  } finally {
    server.stdin?.end();
  }
}

interface Subjects {
  readonly url: string;
  /** A command line, to which the suite adds the address of its own server. */
  readonly client: string;
  /** The client does nothing: then all of its scenarios may run at once. */
  readonly isDead?: boolean;
}

async function scores({ url, client, isDead = false }: Subjects): Promise<Score[]> {
  const found: Score[] = [];
  let tasks: Score | undefined;
  for (const side of ["server", "client"] as const) {
    for (const revision of REVISIONS) {
      const { required, extension } = requirements(revision, side);
      const whole = side === "server" ? ["--url", url] : ["--command", client];
      const isWhole = side === "server" || isDead;
      const passed = isWhole ? await wholeRun(side, whole, revision) : await clientRuns(client, revision, required);
      const counted = (scenarios: readonly string[]) => new Set(scenarios.filter((one) => passed.has(one)));
      found.push({ name: `${side} ${revision}`, scenarios: required, passed: counted(required) });
      const ofTasks = extension.filter((name) => name.startsWith("tasks-"));
      if (ofTasks.length > 0) tasks = { name: "tasks", scenarios: ofTasks, passed: counted(ofTasks) };
    }
  }
  return tasks === undefined ? found : [...found, tasks];
}

/** All that a revision wants of one side: which scenarios have a tick in the summary. */
async function wholeRun(side: Side, subject: readonly string[], revision: string): Promise<ReadonlySet<string>> {
  const { said } = await suite([side, ...subject, "--requirements", revision]);
  const summary = said.slice(said.lastIndexOf("SUMMARY ==="));
  return new Set([...summary.matchAll(/^✓ (\S+): /gm)].map(([, name = ""]) => name));
}

/**
 * Each scenario alone, a few at a time: at once, as the suite runs them, forty programs would wait for each other's
 * start.
 */
async function clientRuns(
  client: string,
  revision: string,
  scenarios: readonly string[],
): Promise<ReadonlySet<string>> {
  const passed = new Set<string>();
  const waiting = [...scenarios];
  const next = async (): Promise<void> => {
    const scenario = waiting.shift();
    if (scenario === undefined) return;
    const { code } = await suite(["client", "--command", client, "--scenario", scenario, "--spec-version", revision]);
    if (code === 0) passed.add(scenario);
    return next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return passed;
}

/** The scenarios of the suite's frozen list for a revision: those that count, and those that are said besides. */
function requirements(revision: string, side: Side): { required: readonly string[]; extension: readonly string[] } {
  const text = readFileSync(join(packageFolder(), "requirements", `${revision}.yaml`), "utf8");
  const section = new RegExp(`^${side}:\\n((?:[ #].*\\n|\\n)*)`, "m").exec(text)?.[1] ?? "";
  const required = [...section.matchAll(/^ {2}- (\S+)$/gm)].map(([, name = ""]) => name);
  const others = [...text.matchAll(/- scenario: (\S+)\n\s+leg: (\S+)\n\s+reason: extension/g)];
  return { required, extension: others.filter(([, , leg]) => leg === side).map(([, name = ""]) => name) };
}

async function suite(args: readonly string[]): Promise<{ said: string; code: number | null }> {
  const program = [join(packageFolder(), "dist/index.js"), ...args, "--timeout", TIMEOUT_MS, "-o", folder];
  const child = spawn(process.execPath, program, { cwd: folder });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (isVerbose) process.stderr.write(text);
    });
  return new Promise((done) => child.once("close", (code) => done({ said, code })));
}

/** Installs the suite where it is not there, in the version of its own lock file. Undefined, or what is in the way. */
function installed(): string | undefined {
  const wanted = JSON.parse(readFileSync(join(SUITE, "package.json"), "utf8")).dependencies[NAME];
  const manifest = join(packageFolder(), "package.json");
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === wanted) return undefined;
  const { status, stderr } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: SUITE,
    encoding: "utf8",
  });
  return status === 0 ? undefined : stderr.trim().split("\n").slice(-3).join(" ");
}

function packageFolder(): string {
  return join(SUITE, "node_modules", NAME);
}

async function startServer(): Promise<{ server: ChildProcess; url: string }> {
  const [node = "", ...flags] = SOURCE;
  const server = spawn(node, [...flags, join(PROGRAMS, "server.ts")], { stdio: ["pipe", "pipe", "inherit"] });
  const url = await new Promise<string>((found, failed) => {
    server.stdout.setEncoding("utf8").once("data", (text: string) => found(text.trim()));
    server.once("exit", (code) => failed(new Error(`The server under test ended with ${code}.`)));
  });
  return { server, url };
}
